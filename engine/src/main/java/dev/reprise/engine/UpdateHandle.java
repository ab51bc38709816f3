package dev.reprise.engine;

import dev.reprise.Outcome;
import dev.reprise.engine.run.Stage;
import dev.reprise.history.Job;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An update that a run has accepted.
 *
 * @param <T> what it results in
 */
public final class UpdateHandle<T extends @Nullable Object> {
    private final RunHandle<?> run;
    private final Job.Update update;
    private final Class<T> type;

    UpdateHandle(RunHandle<?> run, Job.Update update, Class<T> type) {
        this.run = run;
        this.update = update;
        this.type = type;
    }

    /** Its name: to ask again under it is to ask for the same update. */
    public String id() {
        return update.id();
    }

    /**
     * Waits until its handler has ended, durably, and gives its value.
     *
     * @throws UpdateFailed when it ended without one
     * @throws dev.reprise.engine.run.Refusal when the run ended before it
     */
    public T result() {
        return read(run.await(asked()));
    }

    /**
     * As {@link #result()}, but waits only so long. The update goes on: to ask again under its id
     * is to wait for the same.
     */
    public T result(Duration patience) throws TimeoutException {
        return read(run.await(asked(), patience, update));
    }

    /** As {@link #result()}, without waiting. */
    public CompletableFuture<T> resultAsync() {
        return run.heard(asked(), this::read);
    }

    CompletableFuture<Optional<Outcome>> accepted() {
        return run.asked(update, Stage.ACCEPTED);
    }

    Optional<Outcome> accepted(Duration patience) throws TimeoutException {
        return run.await(accepted(), patience, update);
    }

    private CompletableFuture<Optional<Outcome>> asked() {
        return run.asked(update, Stage.COMPLETED);
    }

    private T read(Optional<Outcome> answer) {
        return switch (answer.orElseThrow(() -> new IllegalStateException("it has not ended"))) {
            case Outcome.Failed(var failure) -> throw new UpdateFailed(run.id(), id(), failure);
            case Outcome.Completed(var value) -> run.decoded(value, type);
        };
    }
}
