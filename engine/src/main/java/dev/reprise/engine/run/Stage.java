package dev.reprise.engine.run;

/** How far an update has to be for whoever waits for it. */
public enum Stage {
    /** The run has let it in, and its handler runs. */
    ACCEPTED,
    /** Its handler has ended. */
    COMPLETED
}
