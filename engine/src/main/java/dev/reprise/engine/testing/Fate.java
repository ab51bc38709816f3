package dev.reprise.engine.testing;

/** Counts what is written, and says when the engine dies. For any thread. */
final class Fate {
    private long written;
    private long before = -1;
    private long after = -1;

    /** It dies instead of writing one of the next. */
    synchronized void strikeBefore(long next) {
        before = written + next;
    }

    /** It dies after it has written one of the next. */
    synchronized void strikeAfter(long next) {
        after = written + next;
    }

    /** One more is to be written: whether it dies instead, which it does once. */
    synchronized boolean strikesBefore() {
        boolean strikes = written + 1 == before;
        before = strikes ? -1 : before;
        return strikes;
    }

    /** One more was written: whether it dies now. */
    synchronized boolean strikesAfter() {
        return ++written == after;
    }

    synchronized long written() {
        return written;
    }
}
