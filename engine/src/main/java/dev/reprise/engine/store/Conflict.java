package dev.reprise.engine.store;

import dev.reprise.RunId;

/** Why a change was refused: what is recorded against what was attempted. */
public sealed interface Conflict {
    /** What does not fit, as a sentence. */
    String sentence();

    /**
     * The run is not where the writer took it to be. With 0 attempted: a run of this id is there
     * already.
     */
    record Position(RunId run, long recorded, long attempted) implements Conflict {
        @Override
        public String sentence() {
            return "Run "
                    + run
                    + " has another number of turns: recorded "
                    + recorded
                    + ", attempted "
                    + attempted
                    + ".";
        }
    }

    /** Somebody else holds the run: the writer is out of date, or has not claimed it. */
    record Epoch(RunId run, long recorded, long attempted) implements Conflict {
        @Override
        public String sentence() {
            return "Run "
                    + run
                    + " is held by another epoch: recorded "
                    + recorded
                    + ", attempted "
                    + attempted
                    + ".";
        }
    }

    /**
     * The store cannot be claimed by an epoch that is not greater than all before it, nor changed
     * by one that is out of date.
     */
    record StoreEpoch(long recorded, long attempted) implements Conflict {
        @Override
        public String sentence() {
            return "The store was claimed by a later epoch: recorded "
                    + recorded
                    + ", attempted "
                    + attempted
                    + ".";
        }
    }

    /** There is no such run to claim. */
    record Absent(RunId run) implements Conflict {
        @Override
        public String sentence() {
            return "There is no run " + run + ".";
        }
    }
}
