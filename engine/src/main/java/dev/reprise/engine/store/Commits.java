package dev.reprise.engine.store;

/** Is told of each group that is made durable, by the thread that does it. */
interface Commits {
    /** Does not listen. */
    Commits NONE =
            new Commits() {
                @Override
                public void begins() {}

                @Override
                public void ended(int changes, long bytes) {}
            };

    /** A group is about to be written. */
    void begins();

    /** It is durable. */
    void ended(int changes, long bytes);
}
