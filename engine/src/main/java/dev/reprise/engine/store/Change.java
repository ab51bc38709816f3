package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.Text;

/** Something that is written as a whole, or refused, or fails. */
public sealed interface Change {
    /** The epoch by which the writer holds what it changes. */
    long epoch();

    /** About how much has to be written for it. */
    long bytes();

    /** A change of one run. */
    sealed interface OfRun extends Change permits Append, ClaimRun, Delete {
        /** The run. */
        RunId run();
    }

    /** From now on no epoch but this may change anything. It is greater than all before it. */
    record ClaimStore(long epoch) implements Change {
        /** Checks the number. */
        public ClaimStore {
            checkEpoch(epoch);
        }

        @Override
        public long bytes() {
            return Append.OVERHEAD_BYTES;
        }
    }

    /** From now on no epoch but this may change the run. It is greater than the run's. */
    record ClaimRun(RunId run, long epoch) implements OfRun {
        /** Checks the number. */
        public ClaimRun {
            checkEpoch(epoch);
        }

        @Override
        public long bytes() {
            return Append.OVERHEAD_BYTES;
        }
    }

    /**
     * Forgets a run with its turns, its summary, its timers and its snapshot. Its id can be used
     * again.
     *
     * @param position the number of turns it has: what went on meanwhile is not forgotten
     * @param requestId what {@link Store#request} finds from now on, and nothing else, until the id
     *     was used again and what had it is deleted too; empty for nothing
     */
    record Delete(RunId run, long position, long epoch, String requestId) implements OfRun {
        /** Checks the numbers. */
        public Delete {
            Check.argument(position > 0, "a run that is deleted has turns, not %d", position);
            checkEpoch(epoch);
            Text.optionalName("a request id", requestId);
        }

        /** A deletion that nothing is left of. */
        public Delete(RunId run, long position, long epoch) {
            this(run, position, epoch, "");
        }

        @Override
        public long bytes() {
            return Append.OVERHEAD_BYTES;
        }
    }

    /**
     * Keeps something under a name, for all runs. What was kept under it before is replaced.
     *
     * @param content not copied, so nobody may change it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Keep(String name, byte[] content, long epoch) implements Change {
        /** The longest name. */
        public static final int NAME_CHARS_MAX = 200;

        /** Checks name, size and number. */
        public Keep {
            Text.name("the name of what is kept", name);
            Check.argument(
                    name.length() <= NAME_CHARS_MAX,
                    "the name of what is kept has at most %d characters, not %d",
                    NAME_CHARS_MAX,
                    name.length());
            Check.argument(
                    content.length <= Store.TURN_BYTES_MAX,
                    "what is kept as \"%s\" has %d bytes, and at most %d can be",
                    name,
                    content.length,
                    Store.TURN_BYTES_MAX);
            checkEpoch(epoch);
        }

        @Override
        public long bytes() {
            return (long) Append.OVERHEAD_BYTES + name.length() + content.length;
        }
    }

    private static void checkEpoch(long epoch) {
        Check.argument(epoch > 0, "an epoch is positive, not %d", epoch);
    }
}
