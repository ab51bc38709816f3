package dev.reprise.sim.engine;

import dev.reprise.engine.store.Scribe;

/** What all processes that share a store write on: another medium when it was opened anew. */
final class Plate {
    private LogMedium medium;
    private Scribe scribe;

    Plate(LogMedium medium) {
        this.medium = medium;
        this.scribe = new Scribe(medium);
    }

    LogMedium medium() {
        return medium;
    }

    Scribe scribe() {
        return scribe;
    }

    /** Whoever waits is told that nothing was written; then it is opened anew, if there is room. */
    void resume() {
        while (scribe.turn()) {}
        medium = medium.reopened();
        scribe = new Scribe(medium);
    }
}
