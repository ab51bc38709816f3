package dev.reprise.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/**
 * The real engine in one thread, with a crash at every write, and with everything that can go
 * wrong. {@code -Dsim.engine.seeds=100000 -Dsim.engine.from=1000} makes a soak of it.
 */
class CrashSweepTest {
    private static final long FROM = Long.getLong("sim.engine.from", 0);
    private static final long SWEPT = Long.getLong("sim.engine.seeds", 1_000);
    private static final long STORMY = Long.getLong("sim.engine.seeds", 1_500);

    /** Whoever asks for other numbers wants to see how far it is, and what it was. */
    private static final boolean LONG = Long.getLong("sim.engine.seeds") != null;

    private static final int THREADS = 2;
    private static final int ORDERS = 10;

    /** What has to happen in so many storms; else they are none. */
    private static final List<String> MET =
            List.of(
                    "activity before it is durable",
                    "activity of a process that was taken for dead",
                    "entry of a stuck run",
                    "answer OUTSIDE",
                    "entry ACTIVITY",
                    "answer FORK",
                    "answer UPDATE",
                    "deletion of a child",
                    "deletion of a run",
                    "entry AWAY",
                    "entry COMPENSATION",
                    "entry FALLBACK",
                    "entry PARKED",
                    "entry REDRIVEN",
                    "entry ROUTE",
                    "entry SKIPPED",
                    "entry TIMED_OUT",
                    "entry UNBEGUN",
                    "entry of a leg that will begin",
                    "entry redelivery",
                    "entry that settles what a leg has left",
                    "refusal ALREADY_ENDED",
                    "refusal ALREADY_STARTED",
                    "refusal CLOSED",
                    "refusal NO_SPACE",
                    "refusal NO_SUCH_RUN",
                    "refusal STORE_FAILED",
                    "refusal NO_SUCH_MOMENT",
                    "run that begins anew",
                    "run that is taken back",
                    "store opened anew when there was room",
                    "turn of a later leg",
                    "write of several entries of a run");

    @Test
    void no_crash_at_any_write_breaks_a_promise() throws Exception {
        Hunted hunted = hunted(SWEPT, EngineHunt::sweep);
        assertThat(hunted.found()).as(hunted.told()).isEmpty();
        assertThat(hunted.executions()).as("three crashes for each write").isGreaterThan(SWEPT * 3);
    }

    @Test
    void nothing_that_goes_wrong_in_any_order_breaks_a_promise() throws Exception {
        Hunted hunted = hunted(STORMY, (hunt, seed) -> hunt.storm(seed, ORDERS));
        assertThat(hunted.found()).as(hunted.told()).isEmpty();
        assertThat(hunted.executions()).isEqualTo(STORMY * ORDERS);
        if (STORMY >= 1_000) {
            assertThat(hunted.met()).containsAll(MET);
            for (EngineCase.FaultKind kind : EngineCase.FaultKind.values()) {
                assertThat(hunted.met()).contains("fault " + kind);
            }
        }
    }

    /** What a hunt has found and seen. */
    private record Hunted(String found, long executions, TreeSet<String> met, String told) {}

    /** What all threads have found; each execution is a world of its own. */
    private static Hunted hunted(
            long seeds, BiFunction<EngineHunt, Long, Optional<EngineHunt.Found>> hunting)
            throws InterruptedException, ExecutionException {
        var next = new AtomicLong(FROM);
        List<Callable<String>> works = new ArrayList<>();
        List<EngineHunt> hunts = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            var hunt = new EngineHunt();
            hunts.add(hunt);
            works.add(
                    () -> {
                        List<String> found = new ArrayList<>();
                        long seed = next.getAndIncrement();
                        for (; seed < FROM + seeds; seed = next.getAndIncrement()) {
                            hunting.apply(hunt, seed).ifPresent(it -> found.add(it.toString()));
                            if (LONG && (seed - FROM) % 1_000 == 999) {
                                System.out.println(seed - FROM + 1 + " of " + seeds + " seeds");
                            }
                        }
                        return String.join("\n", found);
                    });
        }
        var found = new StringBuilder();
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<String> each : threads.invokeAll(works)) {
                found.append(each.get());
            }
        }
        if (LONG) {
            hunts.forEach(System.out::println);
        }
        var met = new TreeSet<String>();
        hunts.forEach(hunt -> met.addAll(hunt.met().keySet()));
        return new Hunted(
                found.toString(),
                hunts.stream().mapToLong(EngineHunt::executions).sum(),
                met,
                hunts.toString());
    }
}
