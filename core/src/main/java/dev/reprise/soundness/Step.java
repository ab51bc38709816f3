package dev.reprise.soundness;

/**
 * One line of a trace: something that happens, or how a free choice is made that comes with it.
 *
 * @param subject the name of a task, a signal, a condition and so on; nothing for some
 * @param path where in the pattern; nothing for some
 * @param token the number of the key of the token that does it; -1 where there is none
 * @param choice which of the alternatives it is, from 0; for a timer the number of its trigger; for
 *     a task or the outcome of an effect, 1 when it fails
 */
public record Step(What what, String subject, String path, long token, int choice) {
    /** What happens. */
    public enum What {
        /** A task that is a function is carried out. */
        TASK,
        /** An effect is asked for. */
        START,
        /** A lock is taken. */
        LOCK,
        /** A part of an interleave has its turn. */
        TURN,
        /** A blocking split begins. */
        SPLIT,
        /** A region is cancelled. */
        CANCEL,
        /** Instances are completed. */
        COMPLETE,
        /** The run is ended. */
        STOP,
        /** The outcome of an effect comes. */
        OUTCOME,
        /** A signal comes. */
        SIGNAL,
        /** A timer goes off. */
        TIMER,
        /** A choice: whether a condition holds. */
        CONDITION,
        /** A choice: how many instances there are. */
        COUNT,
        /** A choice: which way the scheduler picks. */
        PICK
    }

    Step choosing(int other) {
        return new Step(what, subject, path, token, other);
    }

    /** Whether it is a choice that belongs to what happened before. */
    public boolean isChoice() {
        return what.compareTo(What.CONDITION) >= 0;
    }

    /** Such as {@code task charge /0/1}, {@code condition rich holds /0}. */
    @Override
    public String toString() {
        var at = path.isEmpty() ? "" : " " + path;
        return switch (what) {
            case TASK -> "task " + subject + (choice == 1 ? " fails" : "") + at;
            case START -> "effect " + subject + " starts" + at;
            case LOCK -> "lock " + subject + " is taken" + at;
            case TURN -> "the turn of" + at + " begins";
            case SPLIT -> "the split of" + at + " begins";
            case CANCEL -> "cancel " + subject + at;
            case COMPLETE -> "complete " + subject + at;
            case STOP -> "stop" + at;
            case OUTCOME -> "effect " + subject + (choice == 1 ? " fails" : " completes") + at;
            case SIGNAL -> "signal " + subject + " arrives";
            case TIMER -> "the timer of" + at + " goes off";
            case CONDITION ->
                    "condition " + subject + (choice == 1 ? " holds" : " does not hold") + at;
            case COUNT -> subject + " gives " + choice + at;
            case PICK -> "way " + choice + " is picked";
        };
    }
}
