package dev.reprise.engine;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.schedule.ScheduleDescription;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.schedule.Overlap;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A schedule, to talk to: it starts runs at its times, in whichever process, and makes up for those
 * that were missed. What is asked of it is durable when the call returns (docs/schedules.md).
 */
public final class ScheduleHandle {
    private final Client client;
    private final String name;
    private final String requestId;
    private final RunHandle<@Nullable Void> run;

    ScheduleHandle(Client client, String name, String requestId) {
        this.client = client;
        this.name = name;
        this.requestId = requestId;
        var plain =
                new RunHandle<@Nullable Void>(
                        client, Schedules.runOf(name), Schedules.codec(), Void.class, "");
        this.run = requestId.isEmpty() ? plain : plain.once(requestId);
    }

    /**
     * The same schedule, but what is asked of it through this handle is known by a request id: to
     * ask again under the same id is to ask once. For callers who did not hear the answer: take one
     * id for each thing you want done.
     */
    public ScheduleHandle once(String requestId) {
        return new ScheduleHandle(client, name, Text.name("a request id", requestId));
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The run by which it is carried out. */
    public RunId run() {
        return run.id();
    }

    /**
     * Begins it: its first time is after now.
     *
     * @throws Refusal when there is a schedule of this name, or code is registered and none for
     *     what it is to start
     */
    public ScheduleHandle create(ScheduleSpec spec) {
        client.await(client.conductor().createSchedule(name, spec, requestId));
        return this;
    }

    /**
     * Lets its times pass until it is resumed.
     *
     * @param note why, for people
     */
    public void pause(String note) {
        update(Schedules.PAUSE, note);
    }

    /** Goes on after a pause, with the first time after now. */
    public void resume() {
        update(Schedules.RESUME);
    }

    /** Starts something now, by its own rule for what overlaps, whether it is paused or not. */
    public void trigger() {
        update(Schedules.TRIGGER, "");
    }

    /** Starts something now, by this rule for what overlaps. */
    public void trigger(Overlap overlap) {
        update(Schedules.TRIGGER, overlap.name());
    }

    /**
     * Starts what was to be started from {@code from} to before {@code until}, whether that was
     * done or not. All those times are due at once: {@link Overlap#BUFFER_ALL} starts them one
     * after the other, {@link Overlap#ALLOW_ALL} side by side, and every other rule leaves most of
     * them out. {@link #describe} says how far it is.
     *
     * @throws Refusal when these are not times of the past, in order
     * @throws UpdateFailed when the schedule has none there, or more than {@link
     *     dev.reprise.schedule.Rota#BACKFILL_TIMES_MAX}
     */
    public void backfill(Instant from, Instant until, Overlap overlap) {
        update(Schedules.BACKFILL, from.toString(), until.toString(), overlap.name());
    }

    /**
     * Ends all backfills: what they have started goes on, and nothing more of them is started.
     *
     * @throws UpdateFailed when none is under way
     */
    public void stopBackfills() {
        update(Schedules.STOP_BACKFILL, "0");
    }

    /**
     * Ends one backfill, as {@link #stopBackfills} ends all.
     *
     * @param number as {@link #describe} says it
     * @throws UpdateFailed when it is not under way
     */
    public void stopBackfill(long number) {
        Check.argument(number > 0, "backfills are numbered from 1: %d", number);
        update(Schedules.STOP_BACKFILL, Long.toString(number));
    }

    /**
     * Makes it another schedule: what is due by the old one is done, then the new one holds.
     *
     * @throws Refusal when code is registered and none for what it is to start
     */
    public void update(ScheduleSpec spec) {
        update(Schedules.UPDATE, spec);
    }

    /** Ends it: there is no schedule of this name any more. What it has started goes on. */
    public void delete() {
        update(Schedules.DELETE);
    }

    /**
     * What it says of itself.
     *
     * @throws Refusal when there is no schedule of this name
     */
    public ScheduleDescription describe() {
        Check.state(requestId.isEmpty(), "a question is asked again without a request id");
        return known(
                () -> {
                    var found = run.query(Schedules.DESCRIBE, ScheduleDescription.class);
                    if (run.describe().status().isEnd()) {
                        throw Refusal.noSuchSchedule(name);
                    }
                    return found;
                });
    }

    private void update(String update, @Nullable Object... arguments) {
        var _ = known(() -> new Object[] {run.update(update, Void.class, arguments)});
    }

    private <T> T known(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (Refusal e) {
            throw switch (e.reason()) {
                case NO_SUCH_RUN, ALREADY_ENDED -> Refusal.noSuchSchedule(name).here();
                default -> e;
            };
        }
    }
}
