package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/**
 * A run-token that waits is in the one queue it was put in, once. Whether each queue has as many as
 * it must is seen at every step; which they are, at every eighth, and at the end.
 */
final class OnePlace extends Oracle {
    private int steps;

    @Override
    void begin(CrewWorld world) {
        steps = 0;
    }

    @Override
    boolean looksAtSteps() {
        return true;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        for (int id = 0; id < world.shape().workers(); id++) {
            int there = world.depth(id);
            if (there != ledger.lane(id).size()) {
                return "in the lane of worker "
                        + id
                        + " there are "
                        + there
                        + " run-tokens, and "
                        + ledger.lane(id).size()
                        + " were put there and not taken";
            }
        }
        if (world.shared() != ledger.injector().size()) {
            return "in the shared queue there are "
                    + world.shared()
                    + " run-tokens, and "
                    + ledger.injector().size()
                    + " were put there and not taken";
        }
        return (++steps & 7) == 0 ? misplaced(world, ledger) : null;
    }

    @Override
    @Nullable String end(CrewWorld world, Ledger ledger) {
        return misplaced(world, ledger);
    }

    private static @Nullable String misplaced(CrewWorld world, Ledger ledger) {
        var found = new Found(ledger);
        var crew = world.crew();
        for (int id = 0; id < world.shape().workers(); id++) {
            if (crew.worker(id).lane().size() > 0) {
                found.place = "the lane of worker " + id;
                crew.worker(id).lane().forEach(found::see);
            }
        }
        found.place = "the shared queue";
        crew.waiting().forEach(found::see);
        return found.objection;
    }

    /** The run-tokens that are really there. */
    private static final class Found {
        private final Ledger ledger;
        private String place = "";
        private @Nullable String objection;

        Found(Ledger ledger) {
            this.ledger = ledger;
            ledger.countAgain();
        }

        void see(RunToken token) {
            if (ledger.place(token.id()) != Ledger.Place.QUEUED) {
                objection =
                        "run-token "
                                + token.id()
                                + " is in "
                                + place
                                + ", and is "
                                + ledger.place(token.id());
            } else if (!ledger.firstSeen(token.id())) {
                objection = "run-token " + token.id() + " is in " + place + " and in another place";
            }
        }
    }
}
