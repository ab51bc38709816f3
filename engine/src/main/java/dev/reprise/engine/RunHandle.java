package dev.reprise.engine;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.engine.run.Description;
import dev.reprise.history.Job;
import dev.reprise.history.Lifecycle;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A run, to talk to.
 *
 * @param <O> what it results in
 */
public final class RunHandle<O extends @Nullable Object> {
    private final Client client;
    private final RunId id;
    private final PayloadCodec codec;
    private final Type result;

    RunHandle(Client client, RunId id, PayloadCodec codec, Type result) {
        this.client = client;
        this.id = id;
        this.codec = codec;
        this.result = result;
    }

    /** Its name. */
    public RunId id() {
        return id;
    }

    CompletableFuture<Boolean> begun(String type, String requestId, @Nullable Object input) {
        return client.conductor().start(id, type, List.of(payload(input)), requestId);
    }

    /**
     * Waits for its end, and gives its result.
     *
     * @throws RunFailed when it ended without one
     */
    public O result() {
        return read(client.answer(() -> client.conductor().watch(id)));
    }

    /** As {@link #result()}, but waits only so long. */
    public O result(Duration patience) throws TimeoutException {
        return read(client.await(client.conductor().watch(id), patience));
    }

    /** As {@link #result()}, without waiting. */
    public CompletableFuture<O> resultAsync() {
        CompletableFuture<Outcome> ended = client.conductor().watch(id);
        return client.accompanied(ended.thenApplyAsync(this::read, client.elsewhere()), ended);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // a run without a value results in null
    O read(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Failed(var failure) -> throw new RunFailed(id, failure);
            case Outcome.Completed(var value) ->
                    value.isNone() ? null : (O) codec.decode(value, result);
        };
    }

    /** Sends a signal; returns when it is durable. */
    public void signal(String name, @Nullable Object... arguments) {
        client.await(signalled(name, arguments));
    }

    /** As {@link #signal}, without waiting. */
    public CompletableFuture<Boolean> signalAsync(String name, @Nullable Object... arguments) {
        return signalled(name, arguments).thenApplyAsync(it -> it, client.elsewhere());
    }

    private CompletableFuture<Boolean> signalled(String name, @Nullable Object... arguments) {
        return client.conductor().tell(id, new Job.Signal(name, payloads(arguments), "", ""));
    }

    /**
     * Asks it a question. What it answers is what follows from its durable history.
     *
     * @throws dev.reprise.engine.run.Refusal when it cannot answer
     */
    public <T> T query(String name, Class<T> type, @Nullable Object... arguments) {
        List<Payload> input = payloads(arguments);
        Payload answer = client.answer(() -> client.conductor().query(id, name, input));
        return codec.decode(answer, type);
    }

    /** Asks it to cancel; returns when that is durable. */
    public void cancel(String reason) {
        client.await(client.conductor().tell(id, new Job.Cancel(reason)));
    }

    /**
     * Ends it at once, without asking it: none of its code runs any more, and what of its
     * activities is under way is interrupted. Returns when that is durable. Who waits for its
     * result is told of a {@link dev.reprise.Failure.Terminated}.
     *
     * @throws dev.reprise.engine.run.Refusal when there is no such run, or it has ended
     */
    public void terminate(String reason) {
        client.await(client.conductor().terminate(id, reason));
    }

    /**
     * What is durable of it.
     *
     * @throws dev.reprise.engine.run.Refusal when there is no such run
     */
    public Description describe() {
        return client.describe(id);
    }

    /**
     * What has become of its activities so far, as it was recorded.
     *
     * @throws dev.reprise.engine.run.Refusal when there is no such run
     */
    public List<Lifecycle> lifecycle() {
        return client.lifecycle(id);
    }

    private List<Payload> payloads(@Nullable Object... values) {
        List<Payload> payloads = new ArrayList<>();
        for (Object value : values) {
            payloads.add(payload(value));
        }
        return payloads;
    }

    private Payload payload(@Nullable Object value) {
        return switch (value) {
            case null -> Payload.NONE;
            case Payload payload -> payload;
            default -> codec.encode(value);
        };
    }
}
