package dev.reprise.sim;

import org.jspecify.annotations.Nullable;

/** A run-token that waits is in the one queue it was put in, once. */
final class OnePlace extends Oracle {
    /** Above so many, looking at all of them is left to every 64th step. */
    private static final int FEW = 256;

    private int steps;

    @Override
    void begin(CrewWorld world) {
        steps = 0;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        if (ledger.queued() > FEW && (++steps & 63) != 0) {
            return null;
        }
        var found = new Found(ledger);
        var crew = world.crew();
        for (int id = 0; id < world.shape().workers() && found.objection == null; id++) {
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
