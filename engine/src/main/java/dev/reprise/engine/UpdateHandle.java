package dev.reprise.engine;

import dev.reprise.Outcome;
import dev.reprise.engine.run.Stage;
import dev.reprise.history.Job;
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
        Outcome outcome =
                run.updated(update, Stage.COMPLETED)
                        .orElseThrow(() -> new IllegalStateException("it has not ended"));
        return switch (outcome) {
            case Outcome.Failed(var failure) -> throw new UpdateFailed(run.id(), id(), failure);
            case Outcome.Completed(var value) -> run.decoded(value, type);
        };
    }
}
