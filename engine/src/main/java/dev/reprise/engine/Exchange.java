package dev.reprise.engine;

import dev.reprise.PayloadCodec;
import dev.reprise.engine.run.Conductor;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Connects a client with a conductor that somebody else surrounds, and with the next one when that
 * is dead: for those who test what survives a crash.
 */
public final class Exchange {
    private final Client client;

    /**
     * Connects with {@code conductor}.
     *
     * @param codec how values are written, where a workflow type says nothing
     * @param clock for ids that nobody has
     * @param seeds for the same
     * @param vigil what is done by those who wait
     */
    public Exchange(
            Conductor conductor,
            PayloadCodec codec,
            InstantSource clock,
            LongSupplier seeds,
            Vigil vigil) {
        this.client = new Client(conductor, codec, new FreshIds(clock, seeds), vigil);
    }

    /** The client, the same for ever. */
    public Client client() {
        return client;
    }

    /** From now on the client, and all handles that it gave, talk to this conductor. */
    public void connect(Conductor next) {
        client.moveTo(next);
    }
}
