package dev.reprise.engine;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.engine.run.Beginning;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Stage;
import dev.reprise.engine.run.Wait;
import dev.reprise.history.Job;
import dev.reprise.history.Lifecycle;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
    private final String requestId;

    RunHandle(Client client, RunId id, PayloadCodec codec, Type result, String requestId) {
        this.client = client;
        this.id = id;
        this.codec = codec;
        this.result = result;
        this.requestId = requestId;
    }

    /**
     * The same run, but what is asked of it through this handle is known by a request id: signals,
     * updates, and whatever else it is told to do, are one under the same id, however often they
     * are asked for. For callers who did not hear the answer: take one id for each thing you want
     * done.
     */
    public RunHandle<O> once(String requestId) {
        return new RunHandle<>(client, id, codec, result, Text.name("a request id", requestId));
    }

    /** Its name. */
    public RunId id() {
        return id;
    }

    CompletableFuture<Boolean> begun(String type, Beginning terms, @Nullable Object input) {
        return client.conductor().start(id, type, values().all(input), terms);
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
        CompletableFuture<Boolean> kept = signalled(name, arguments);
        return client.accompanied(kept.thenApplyAsync(it -> it, client.elsewhere()), kept);
    }

    private CompletableFuture<Boolean> signalled(String name, @Nullable Object... arguments) {
        return client.conductor().tell(id, signalOf(name, arguments), requestId);
    }

    Job.Signal signalOf(String name, @Nullable Object... arguments) {
        return new Job.Signal(name, values().all(arguments), "", requestId);
    }

    /**
     * Asks it for an update, and waits until its handler has ended, durably.
     *
     * @throws dev.reprise.engine.run.Refusal when the run turns it away, or cannot be asked
     * @throws UpdateFailed when its handler failed
     */
    public <T extends @Nullable Object> T update(
            String name, Class<T> type, @Nullable Object... arguments) {
        return new UpdateHandle<>(this, updateOf(name, arguments), type).result();
    }

    /**
     * Asks it for an update, and waits until the run has accepted it, durably.
     *
     * @throws dev.reprise.engine.run.Refusal when the run turns it away, or cannot be asked
     */
    public <T extends @Nullable Object> UpdateHandle<T> startUpdate(
            String name, Class<T> type, @Nullable Object... arguments) {
        Job.Update update = updateOf(name, arguments);
        var _ = updated(update, Stage.ACCEPTED);
        return new UpdateHandle<>(this, update, type);
    }

    private Values values() {
        return new Values(codec);
    }

    private Job.Update updateOf(String name, @Nullable Object... arguments) {
        String updateId = requestId.isEmpty() ? client.freshName() : requestId;
        return new Job.Update(updateId, name, values().all(arguments), true);
    }

    Optional<Outcome> updated(Job.Update update, Stage stage) {
        return client.await(client.conductor().update(id, update, stage));
    }

    @SuppressWarnings("NullAway") // an update without a value results in null
    <T extends @Nullable Object> T decoded(Payload value, Class<T> type) {
        return value.isNone() ? null : codec.decode(value, type);
    }

    /**
     * Asks it a question. What it answers is what follows from its durable history.
     *
     * @throws dev.reprise.engine.run.Refusal when it cannot answer
     */
    public <T> T query(String name, Class<T> type, @Nullable Object... arguments) {
        List<Payload> input = values().all(arguments);
        Payload answer = client.answer(() -> client.conductor().query(id, name, input));
        return codec.decode(answer, type);
    }

    /** Asks it to cancel; returns when that is durable. */
    public void cancel(String reason) {
        client.await(client.conductor().tell(id, new Job.Cancel(reason), requestId));
    }

    /**
     * Ends it at once, without asking it: none of its code runs any more, and what of its
     * activities is under way is interrupted. Returns when that is durable. Who waits for its
     * result is told of a {@link dev.reprise.Failure.Terminated}.
     *
     * @throws dev.reprise.engine.run.Refusal when there is no such run, or it has ended
     */
    public void terminate(String reason) {
        client.await(client.conductor().terminate(id, reason, requestId));
    }

    /**
     * Lets it go on from an earlier moment, whether it has ended or not: as it was after so many of
     * its activations, with the code that is registered now. What it did since is forgotten by it,
     * and done again if it decides so again; activities and timers that it waited for at that
     * moment are waited for again; children that it started since are closed as they wanted it.
     * Signals and updates that came since are told again. Who waits for its result goes on waiting.
     * Returns when that is durable.
     *
     * @param activations how many are kept: 0 to begin anew with the same input; if negative, how
     *     many of the last are not kept
     * @throws dev.reprise.engine.run.Refusal when there is no such run, or no such moment
     */
    public void reset(long activations, String reason) {
        client.await(client.conductor().reset(id, activations, true, reason, requestId));
    }

    /** As {@link #reset}, but what it was told since is forgotten, too. */
    public void resetWithoutSignals(long activations, String reason) {
        client.await(client.conductor().reset(id, activations, false, reason, requestId));
    }

    /**
     * Starts another run that goes on from a moment of this one, which is not concerned by it. What
     * this one waited for at that moment the other waits for on its own account; nothing that came
     * since is told to it. Its code is told the id of this one as its own where it asks for it.
     *
     * @param activations how many are kept, from 1; if negative, how many of the last are not
     * @throws dev.reprise.engine.run.Refusal when there is no such run or moment, when the id is in
     *     use, or when it waits for other runs at that moment
     */
    public RunHandle<O> fork(long activations, RunId other) {
        client.await(client.conductor().fork(id, activations, other, requestId));
        return new RunHandle<>(client, other, codec, result, "");
    }

    /**
     * Forgets it, with all that is stored of it; returns when that is durable. It must have ended,
     * and have nothing to settle with other runs. Its id is free then: a start under it is a new
     * one, whatever request id it has. Under a request id, what is deleted is not deleted again:
     * neither refused, nor is a run deleted that has its id by then.
     *
     * @throws dev.reprise.engine.run.Refusal when there is no such run, or it has to be kept
     */
    public void delete() {
        client.await(client.conductor().delete(id, requestId));
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
     * What it waits for, from what is durable: why it does not go on. {@link
     * dev.reprise.engine.story.WaitWords} says it in words.
     *
     * @throws dev.reprise.engine.run.Refusal when there is no such run
     */
    public List<Wait> waits() {
        return client.conductor().archive().waits(id);
    }

    /**
     * What has become of its activities so far, as it was recorded.
     *
     * @throws dev.reprise.engine.run.Refusal when there is no such run
     */
    public List<Lifecycle> lifecycle() {
        return client.lifecycle(id);
    }
}
