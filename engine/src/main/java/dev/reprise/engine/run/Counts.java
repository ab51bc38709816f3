package dev.reprise.engine.run;

import dev.reprise.engine.watch.Meter;
import dev.reprise.engine.watch.Metric;
import dev.reprise.history.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** How often what has happened since the engine was opened. */
public final class Counts {
    private final LongAdder activations = new LongAdder();
    private final LongAdder replays = new LongAdder();
    private final LongAdder appends = new LongAdder();
    private final LongAdder deliveries = new LongAdder();
    private final LongAdder redeliveries = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder lates = new LongAdder();
    private final LongAdder abandons = new LongAdder();
    private final LongAdder faults = new LongAdder();
    private final LongAdder starts = new LongAdder();
    private final LongAdder signals = new LongAdder();
    private final LongAdder cancels = new LongAdder();
    private final LongAdder terminations = new LongAdder();
    private final LongAdder updates = new LongAdder();
    private final LongAdder queries = new LongAdder();
    private final LongAdder evictions = new LongAdder();
    private final LongAdder timersSet = new LongAdder();
    private final LongAdder begun = new LongAdder();
    private final LongAdder stuck = new LongAdder();
    private final Map<Refusal.Reason, LongAdder> refusals = adders(Refusal.Reason.class);
    private final Map<Status, LongAdder> ended = adders(Status.class);
    private final Meter.Samples lateness;
    private final LongAdder deletions = new LongAdder();
    private final LongAdder longHistories = new LongAdder();

    Counts(Meter meter) {
        if (!meter.equals(
                Meter.NONE)) { // else sixty names for nobody, whenever an engine is simulated
            requests(meter);
            runs(meter);
            activities(meter);
            counter(
                    meter,
                    "timer.set",
                    "Timers that were set, those between attempts too.",
                    timersSet);
        }
        lateness =
                meter.samples(
                        Metric.of("reprise.timer.lateness", "How late timers went off.")
                                .in(Metric.Unit.NANOS));
    }

    /** One for each: what is in the map does not change. */
    private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
        var adders = new EnumMap<E, LongAdder>(type);
        for (E each : type.getEnumConstants()) {
            adders.put(each, new LongAdder());
        }
        return adders;
    }

    private static <E extends Enum<E>> LongAdder of(Map<E, LongAdder> adders, E value) {
        return Objects.requireNonNull(adders.get(value));
    }

    private void requests(Meter meter) {
        request(meter, "start", starts);
        request(meter, "signal", signals);
        request(meter, "cancel", cancels);
        request(meter, "terminate", terminations);
        request(meter, "update", updates);
        request(meter, "query", queries);
        for (Refusal.Reason reason : Refusal.Reason.values()) {
            meter.counter(
                    Metric.of("reprise.refusals", "What clients asked for and was not done.")
                            .tag("reason", word(reason)),
                    of(refusals, reason)::sum);
        }
    }

    private static void request(Meter meter, String kind, LongAdder sum) {
        meter.counter(
                Metric.of("reprise.requests", "What clients asked for.").tag("kind", kind),
                sum::sum);
    }

    private void runs(Meter meter) {
        counter(meter, "runs.begun", "Runs that began.", begun);
        for (Status status : Status.values()) {
            if (status.isEnd()) {
                meter.counter(
                        Metric.of("reprise.runs.ended", "Runs that ended.")
                                .tag("status", word(status)),
                        of(ended, status)::sum);
            }
        }
        counter(meter, "runs.got.stuck", "How often a run got stuck.", stuck);
        counter(meter, "replays", "Runs that were brought back into memory.", replays);
        counter(meter, "evictions", "Paused runs whose memory was given up.", evictions);
        counter(meter, "appends", "Appends of runs that became durable.", appends);
        counter(
                meter,
                "runs.got.long",
                "How often a history reached a length that is warned of.",
                longHistories);
        counter(meter, "faults", "Steps that failed by a fault of the engine.", faults);
    }

    private void activities(Meter meter) {
        counter(meter, "activity.late", "Outcomes that nobody waited for any more.", lates);
        counter(meter, "activity.abandoned", "Attempts that took too long.", abandons);
    }

    private static void counter(Meter meter, String name, String help, LongAdder sum) {
        meter.counter(Metric.of("reprise." + name, help), sum::sum);
    }

    /** There is a number of the engine that goes up and down. */
    static void gauge(Meter meter, String name, String help, LongSupplier read) {
        meter.gauge(Metric.of("reprise." + name, help), read);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    void asked(Job job) {
        switch (job) {
            case Job.Signal _ -> signals.increment();
            case Job.Cancel _ -> cancels.increment();
            default -> {}
        }
    }

    void started() {
        starts.increment();
    }

    void terminated() {
        terminations.increment();
    }

    void updated() {
        updates.increment();
    }

    void queried() {
        queries.increment();
    }

    void refused(Refusal.Reason reason) {
        of(refusals, reason).increment();
    }

    void begun() {
        begun.increment();
    }

    void ended(Status status) {
        of(ended, status).increment();
    }

    void stuck() {
        stuck.increment();
    }

    void evicted() {
        evictions.increment();
    }

    void timersSet(int count) {
        timersSet.add(count);
    }

    void rung(Instant due, Instant now) {
        Duration late = Duration.between(due, now);
        // Whoever sleeps for centuries is too late for nanoseconds.
        lateness.add(late.toSeconds() > 1_000_000_000L ? Long.MAX_VALUE >> 1 : late.toNanos());
    }

    void activated() {
        activations.increment();
    }

    void replayed() {
        replays.increment();
    }

    void appended() {
        appends.increment();
    }

    void delivered(int again) {
        deliveries.increment();
        if (again > 0) {
            redeliveries.increment();
        }
    }

    void retried() {
        retries.increment();
    }

    void late() {
        lates.increment();
    }

    void abandoned() {
        abandons.increment();
    }

    void deleted() {
        deletions.increment();
    }

    void grewLong() {
        longHistories.increment();
    }

    void broke() {
        faults.increment();
    }

    /** Activations that were carried out, queries included. */
    public long activations() {
        return activations.sum();
    }

    /** Runs that were brought back into memory by replaying their history. */
    public long replays() {
        return replays.sum();
    }

    /** Entries that were made durable. */
    public long appends() {
        return appends.sum();
    }

    /** Activities that were handed out, each attempt and each redelivery. */
    public long deliveries() {
        return deliveries.sum();
    }

    /** How many of the deliveries repeat one that was lost with a process. */
    public long redeliveries() {
        return redeliveries.sum();
    }

    /** Attempts that failed and were followed by another. */
    public long retries() {
        return retries.sum();
    }

    /** Attempts that took too long: they were interrupted, and nobody waits for them. */
    public long abandonedAttempts() {
        return abandons.sum();
    }

    /** Steps that failed by a fault of ours, and were not carried out. */
    public long faults() {
        return faults.sum();
    }

    /** Runs that were deleted, by somebody or because they were kept long enough. */
    public long deletions() {
        return deletions.sum();
    }

    /** How often a history reached a length that is warned of. */
    public long longHistories() {
        return longHistories.sum();
    }

    /** Outcomes that nobody waited for any more. */
    public long lateOutcomes() {
        return lates.sum();
    }

    /** What clients asked for and was not done. */
    public long refusals() {
        return refusals.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Runs that began. */
    public long runsBegun() {
        return begun.sum();
    }

    /** Runs that ended so. */
    public long runsEnded(Status status) {
        return of(ended, status).sum();
    }

    /** Paused runs whose memory was given up for others. */
    public long evictions() {
        return evictions.sum();
    }
}
