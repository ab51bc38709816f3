package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;

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
     * Forgets a run with its turns, its summary and its timers. Its id can be used again.
     *
     * @param position the number of turns it has: what went on meanwhile is not forgotten
     */
    record Delete(RunId run, long position, long epoch) implements OfRun {
        /** Checks the numbers. */
        public Delete {
            Check.argument(position > 0, "a run that is deleted has turns, not %d", position);
            checkEpoch(epoch);
        }

        @Override
        public long bytes() {
            return Append.OVERHEAD_BYTES;
        }
    }

    private static void checkEpoch(long epoch) {
        Check.argument(epoch > 0, "an epoch is positive, not %d", epoch);
    }
}
