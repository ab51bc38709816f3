package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.schedule.Firing.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * What holds of every schedule, whatever happens: all short sequences of events are tried, and many
 * long ones, in which the process dies before, in and after what it does.
 */
class RotaLawsTest {
    /** How long the sequences are of which all are tried. */
    private static final int LENGTH = 4;

    private static final Instant START = Instant.parse("2026-03-29T00:30:00Z");

    /** What happens next. */
    private enum Event {
        TICK,
        LATE_TICK,
        CONFIRM,
        COMPLETE,
        FAIL,
        COMPLETE_LAST,
        PAUSE,
        UNPAUSE,
        TRIGGER,
        BACKFILL,
        BACKFILL_IN_ORDER,
        STOP_BACKFILLS,
        CRASH_BEFORE_SAVE,
        CRASH_BEFORE_ORDERS
    }

    /** The world around a schedule: what is saved, what was carried out, what became of times. */
    private static final class World {
        private final Schedule schedule;
        private final TreeMap<Instant, Fate.Kind> scheduled = new TreeMap<>();
        private final TreeMap<Firing, Fate.Kind> backfilled =
                new TreeMap<>(
                        Comparator.comparingLong(Firing::serial).thenComparing(Firing::nominal));
        private final Set<Firing> alive = new HashSet<>();
        private final Set<Firing> carriedOut = new HashSet<>();
        private final Set<Firing> over = new HashSet<>();
        private final Set<Firing> stopped = new HashSet<>();
        private final List<Instant> startOrder = new ArrayList<>();
        private Rota rota;
        private Instant now = START;

        World(Schedule schedule) {
            this.schedule = schedule;
            rota = Rota.begin(schedule, 7, START);
        }

        World(World other) {
            schedule = other.schedule;
            scheduled.putAll(other.scheduled);
            backfilled.putAll(other.backfilled);
            alive.addAll(other.alive);
            carriedOut.addAll(other.carriedOut);
            over.addAll(other.over);
            stopped.addAll(other.stopped);
            startOrder.addAll(other.startOrder);
            rota = other.rota;
            now = other.now;
        }

        /** What is violated is told with all that is known; this is asked a million times. */
        private void expect(boolean holds, String sentence) {
            if (!holds) {
                throw new AssertionError(
                        sentence + "\n  " + rota + "\n  fates " + scheduled + "\n  alive " + alive);
            }
        }

        void happens(Event event) {
            switch (event) {
                case TICK -> {
                    now = now.plusSeconds(10);
                    save(rota.tick(now), true);
                }
                case LATE_TICK -> {
                    now = now.plusSeconds(45);
                    save(rota.tick(now), true);
                }
                case CONFIRM ->
                        rota.state().running().forEach(it -> rota = rota.started(it.firing()));
                case COMPLETE -> end(0, Ending.COMPLETED);
                case FAIL -> end(0, Ending.FAILED);
                case COMPLETE_LAST -> end(rota.state().running().size() - 1, Ending.COMPLETED);
                case PAUSE -> save(rota.pause(now, "wait"), true);
                case UNPAUSE -> save(rota.unpause(now), true);
                case TRIGGER -> save(rota.trigger(now, schedule.overlap()), true);
                case BACKFILL -> backfill(schedule.overlap());
                case BACKFILL_IN_ORDER -> backfill(Overlap.BUFFER_ALL);
                case STOP_BACKFILLS -> {
                    if (!rota.state().backfills().isEmpty()) {
                        save(rota.stopBackfill(now, 0), true);
                        expect(rota.state().backfills().isEmpty(), "a backfill goes on");
                    }
                }
                case CRASH_BEFORE_SAVE -> {
                    now = now.plusSeconds(10);
                    expect(rota.tick(now).equals(rota.tick(now)), "two ticks differ");
                    recover();
                }
                case CRASH_BEFORE_ORDERS -> {
                    now = now.plusSeconds(10);
                    save(rota.tick(now), false);
                    recover();
                }
            }
            check();
        }

        private void backfill(Overlap overlap) {
            Instant until = now.plusNanos(1);
            if (schedule.when().count(START, until, 1) > 0) {
                save(rota.backfill(until, START, until, overlap), true);
            }
        }

        private void end(int index, Ending ending) {
            if (index >= 0 && index < rota.state().running().size()) {
                Firing firing = rota.state().running().get(index).firing();
                alive.remove(firing);
                over.add(firing);
                save(rota.ended(now, firing, ending), true);
            }
        }

        /** Makes the step durable, tells its fates, and carries its orders out or dies. */
        private void save(Rota.Step step, boolean lives) {
            rota = stored(step.rota());
            step.fates().forEach(this::told);
            boolean left =
                    step.fates().stream()
                            .anyMatch(
                                    it ->
                                            it.kind() == Fate.Kind.SKIPPED
                                                    && it.firing().origin() == Origin.SCHEDULED);
            if (left && schedule.overlap() == Overlap.SKIP) {
                var state = rota.state();
                expect(
                        Stream.concat(
                                        state.running().stream().map(State.Running::firing),
                                        state.waiting().stream())
                                .anyMatch(it -> it.origin() != Origin.BACKFILLED),
                        "a time is left out because of a backfill");
            }
            if (lives) {
                step.orders().forEach(this::carryOut);
            }
        }

        private void recover() {
            rota = stored(rota);
            rota.orders().forEach(this::carryOut);
        }

        private static Rota stored(Rota rota) {
            var out = new ByteSink(64);
            rota.state().writeTo(out);
            rota.schedule().writeTo(out);
            var in = new ByteSource("rota", out.toByteArray());
            var state = State.readFrom(in);
            var read = new Rota(Schedule.readFrom(in), rota.seed(), state);
            in.expectEnd();
            assertThat(read.equals(rota)).isTrue();
            return read;
        }

        private void told(Fate fate) {
            Firing firing = fate.firing();
            if (firing.origin() == Origin.SCHEDULED) {
                var before = scheduled.put(firing.nominal(), fate.kind());
                boolean waited = before == Fate.Kind.BUFFERED;
                expect(before == null || waited, firing + " has two fates");
                if (fate.kind() == Fate.Kind.STARTED) {
                    startOrder.add(firing.nominal());
                }
            } else if (firing.origin() == Origin.BACKFILLED) {
                var before = backfilled.put(firing, fate.kind());
                boolean waited = before == Fate.Kind.BUFFERED;
                expect(before == null || waited, firing + " has two fates");
            }
        }

        private void carryOut(Order order) {
            Firing firing = order.firing();
            switch (order) {
                case Order.Start _ -> {
                    expect(!over.contains(firing), firing + " is started after its end");
                    if (carriedOut.add(firing)) {
                        alive.add(firing);
                    }
                }
                case Order.Cancel _ -> expect(carriedOut.contains(firing), "what is cancelled?");
                case Order.Terminate _ -> {
                    expect(carriedOut.contains(firing), "what is terminated?");
                    stopped.add(firing);
                }
            }
        }

        private void check() {
            State state = rota.state();
            // Every time up to the last that was looked at has its fate, and no other has one.
            Instant time = START;
            for (var fate : scheduled.entrySet()) {
                time = schedule.when().next(time).orElseThrow();
                var firing = Firing.scheduled(time);
                expect(fate.getKey().equals(time), time + " has no fate");
                boolean waits = fate.getValue() == Fate.Kind.BUFFERED;
                expect(waits == state.waiting().contains(firing), time + " waits, or does not");
                boolean starts = fate.getValue() == Fate.Kind.STARTED;
                expect(starts == carriedOut.contains(firing), time + " is started, or is not");
            }
            expect(time.equals(START) || time.equals(state.handled()), "handled without a fate");
            for (int i = 1; i < startOrder.size(); i++) {
                expect(startOrder.get(i - 1).isBefore(startOrder.get(i)), "started out of order");
            }
            var running = state.running().stream().map(State.Running::firing).toList();
            expect(running.size() == alive.size() && alive.containsAll(running), "who is running?");
            expect(
                    state.paused().isPresent() || state.waiting().isEmpty() || !running.isEmpty(),
                    "waits for nothing");
            state.backfills().forEach(this::checkBackfill);
            state.past().forEach(it -> checkBackfill(it.backfill()));
            checkOverlap(state);
        }

        /** Of each backfill is known what has become of all times up to the last looked at. */
        private void checkBackfill(State.Backfill backfill) {
            long started = 0;
            long skipped = 0;
            Instant time = START;
            for (var each : backfilled.entrySet()) {
                if (each.getKey().serial() == backfill.serial()) {
                    time = schedule.when().next(time).orElseThrow();
                    expect(each.getKey().nominal().equals(time), time + " is not backfilled");
                    started += each.getValue() == Fate.Kind.STARTED ? 1 : 0;
                    skipped += each.getValue() == Fate.Kind.SKIPPED ? 1 : 0;
                }
            }
            expect(backfill.started() == started, "what is started is not what is counted");
            expect(backfill.skipped() == skipped, "what is left out is not what is counted");
            expect(
                    time.equals(START)
                            ? backfill.handled().isBefore(START)
                            : time.equals(backfill.handled()),
                    "a time of a backfill is without a fate");
        }

        private void checkOverlap(State state) {
            boolean none = !scheduled.containsValue(Fate.Kind.SKIPPED);
            int waiting = state.waiting().size();
            long left = alive.stream().filter(it -> !stopped.contains(it)).count();
            expect(
                    switch (schedule.overlap()) {
                        case SKIP -> alive.size() <= 1 && waiting <= 1;
                        case BUFFER_ONE ->
                                alive.size() <= 1
                                        && state.waiting().stream()
                                                        .filter(it -> it.serial() == 0)
                                                        .count()
                                                <= 1;
                        case CANCEL_OTHER -> alive.size() <= 1 && waiting <= 1;
                        case BUFFER_ALL -> alive.size() <= 1 && none;
                        case TERMINATE_OTHER -> left <= 1 && waiting == 0;
                        case ALLOW_ALL -> waiting == 0 && none;
                    },
                    schedule.overlap() + " is not kept");
        }
    }

    private static Schedule schedule(Overlap overlap) {
        return Schedule.of(new Every(Duration.ofSeconds(10), Duration.ofSeconds(5)))
                .overlap(overlap)
                .catchUp(Duration.ofSeconds(25));
    }

    @Test
    void every_short_sequence_of_events_keeps_the_promises() {
        int tried = 0;
        for (var overlap : Overlap.values()) {
            var world = new World(schedule(overlap).pauseOnFailure(true));
            world.happens(Event.TICK);
            tried += explored(world, LENGTH);
        }
        assertThat(tried).isGreaterThan(50_000);
    }

    private static int explored(World world, int length) {
        int tried = 0;
        for (var event : length == 0 ? List.<Event>of() : List.of(Event.values())) {
            var next = new World(world);
            next.happens(event);
            boolean changed = !next.rota.equals(world.rota) || !next.now.equals(world.now);
            tried += 1 + (changed ? explored(next, length - 1) : 0);
        }
        return tried;
    }

    @Property(tries = 300)
    void every_long_sequence_of_events_keeps_the_promises(@ForAll long seed) {
        var random = new Random(seed);
        var overlaps = Overlap.values();
        var schedule = schedule(overlaps[random.nextInt(overlaps.length)]);
        if (random.nextBoolean()) {
            schedule = schedule.jitter(Duration.ofSeconds(1 + random.nextInt(20)));
        }
        var world = new World(schedule);
        var events = Event.values();
        for (int i = 0; i < 40; i++) {
            world.happens(events[random.nextInt(events.length)]);
        }
    }

    @Property(tries = 200)
    void within_the_window_nothing_is_lost_and_beyond_it_everything_is_counted(@ForAll long seed) {
        var random = new Random(seed);
        var schedule = schedule(Overlap.ALLOW_ALL).catchUp(Duration.ofSeconds(random.nextInt(60)));
        var rota = Rota.begin(schedule, 0, START);
        Instant now = START;
        for (int i = 0; i < 20; i++) {
            now = now.plusSeconds(random.nextInt(100));
            var step = rota.tick(now);
            for (var fate : step.fates()) {
                boolean inTime = !now.isAfter(fate.firing().nominal().plus(schedule.catchUp()));
                assertThat(fate.kind()).isEqualTo(inTime ? Fate.Kind.STARTED : Fate.Kind.MISSED);
            }
            rota = step.rota();
        }
        Instant end = now;
        long all = schedule.when().times(START).takeWhile(it -> !it.isAfter(end)).count();
        var counts = rota.state().counts();
        assertThat(counts.started() + counts.missed()).isEqualTo(all);
    }
}
