package dev.reprise.sim.node;

import dev.reprise.engine.store.Scribe;

/** What all processes that share a store write on: another medium when it was opened anew. */
public final class Plate {
    private LogMedium medium;
    private Scribe scribe;

    /** On this medium, to begin with. */
    public Plate(LogMedium medium) {
        this.medium = medium;
        this.scribe = new Scribe(medium);
    }

    /** What is there. */
    public LogMedium medium() {
        return medium;
    }

    /** Who writes. */
    public Scribe scribe() {
        return scribe;
    }

    /** Whoever waits is told that nothing was written; then it is opened anew, if there is room. */
    public void resume() {
        while (scribe.turn()) {}
        medium = medium.reopened();
        scribe = new Scribe(medium);
    }
}
