package dev.reprise.engine.activity;

import dev.reprise.Payload;

/** Who hears the heartbeats of an attempt, and knows whether it is still wanted. */
interface Pulse {
    /** Nobody hears, and nobody stops it. */
    Pulse NONE =
            new Pulse() {
                @Override
                public void heartbeat(Payload details) {}

                @Override
                public boolean isCancelled() {
                    return false;
                }
            };

    void heartbeat(Payload details);

    boolean isCancelled();
}
