package dev.reprise.engine.run;

/** How a run is. */
public enum Status {
    /** It goes on, or waits for something. */
    RUNNING(0),
    /** Its code could not be carried out: it keeps what arrives, and waits for fitting code. */
    STUCK(1),
    /** It ended with a result. */
    COMPLETED(2),
    /** It ended with a failure. */
    FAILED(3),
    /** It ended because it was cancelled. */
    CANCELLED(4),
    /** Somebody ended it from outside, without asking it. */
    TERMINATED(5),
    /** It took longer than it may. */
    TIMED_OUT(6);

    /** By which it is known in stored summaries: never changed. */
    final int code;

    Status(int code) {
        this.code = code;
    }

    /** Whether nothing more can happen to it. */
    public boolean isEnd() {
        return switch (this) {
            case RUNNING, STUCK -> false;
            case COMPLETED, FAILED, CANCELLED, TERMINATED, TIMED_OUT -> true;
        };
    }
}
