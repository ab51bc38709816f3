package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.SplitMix64;
import dev.reprise.flow.unit.Strands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose commands must not depend on when which thread runs. */
final class TimingProgramTest {
    private static final int REPEATS = Integer.getInteger("flow.repeats", 1_000);
    private static final int SIZE = 60;
    private static final int DRIVERS = 4;

    /** Seeds of programs with many units and commands, found by looking. */
    private static final List<Long> BUSY = busiest(200, 10);

    private static List<Long> busiest(int seeds, int count) {
        record Found(long seed, int commands) {}
        var all = new ArrayList<Found>();
        for (long seed = 0; seed < seeds; seed++) {
            all.add(
                    new Found(
                            seed,
                            story(seed, Strands.best()).transcript().turns().stream()
                                    .mapToInt(it -> it.commands().size())
                                    .sum()));
        }
        all.sort((one, other) -> Integer.compare(other.commands, one.commands));
        return all.stream().limit(count).map(Found::seed).toList();
    }

    private static ProgramStory story(long seed, Strands strands) {
        var type = ProgramWorkflow.type(ProgramMaker.code(seed, SIZE));
        return ProgramWorld.play(type, strands, seed, ProgramWorld.Split.MIXED);
    }

    private static byte[] bytes(long seed, Strands strands) {
        return story(seed, strands).transcript().toBytes();
    }

    @Test
    void a_thousand_repeats_under_load_give_the_same_bytes() {
        try (var _ = new Load()) {
            for (int i = 0; i < REPEATS; i++) {
                long seed = BUSY.get(i / 2 % BUSY.size());
                Strands strands = i % 2 == 0 ? Strands.portable() : Strands.best();
                assertThat(bytes(seed, strands)).isEqualTo(bytesOf(seed));
            }
        }
    }

    private static final List<byte[]> EXPECTED =
            BUSY.stream().map(seed -> bytes(seed, Strands.best())).toList();

    private static byte[] bytesOf(long seed) {
        return EXPECTED.get(BUSY.indexOf(seed));
    }

    @Test
    void runs_that_several_threads_drive_at_once_give_the_same_bytes() throws Exception {
        var work = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < DRIVERS * BUSY.size(); i++) {
            long seed = BUSY.get(i % BUSY.size());
            Strands strands = i % 4 == 0 ? Strands.portable() : Strands.best();
            work.add(
                    () -> {
                        assertThat(bytes(seed, strands)).isEqualTo(bytesOf(seed));
                        return true;
                    });
        }
        try (var drivers = Executors.newFixedThreadPool(DRIVERS)) {
            for (var driven : drivers.invokeAll(work)) {
                assertThat(driven.get()).isTrue();
            }
        }
    }

    @Test
    void the_two_kinds_of_units_give_the_same_bytes() {
        for (long seed = 0; seed < 40; seed++) {
            assertThat(bytes(seed, Strands.portable())).isEqualTo(bytes(seed, Strands.best()));
        }
    }

    @Test
    void no_thread_is_left_when_runs_have_ended_or_were_evicted(@TempDir Path folder)
            throws Exception {
        long before = ProgramThreads.virtual(folder);
        long ended = 0;
        for (long seed = 0; seed < 60; seed++) {
            ended +=
                    story(seed, seed % 2 == 0 ? Strands.best() : Strands.portable()).hasEnded()
                            ? 1
                            : 0;
        }
        assertThat(ended).isBetween(1L, 59L);
        assertThat(ProgramThreads.fallTo(before, folder)).isTrue();
    }

    @Test
    void a_run_that_is_under_way_is_seen_in_the_count_of_threads(@TempDir Path folder)
            throws Exception {
        var waits =
                new Program.Code(new Program.Sleep(1), new Program.Yield(), new Program.Yield());
        long before = ProgramThreads.virtual(folder);
        try (var run = Rehearsal.of(ProgramWorkflow.type(waits), Strands.portable())) {
            run.start("begin");
            assertThat(run.units()).hasSize(1);
            assertThat(ProgramThreads.virtual(folder)).isGreaterThan(before);
        }
        assertThat(ProgramThreads.fallTo(before, folder)).isTrue();
    }

    /** Keeps all processors busy. */
    private static final class Load implements AutoCloseable {
        private final AtomicBoolean done = new AtomicBoolean();
        private final AtomicLong sink = new AtomicLong();
        private final ExecutorService threads;

        Load() {
            int count = Runtime.getRuntime().availableProcessors();
            threads = Executors.newFixedThreadPool(count);
            for (int i = 0; i < count; i++) {
                threads.execute(
                        () -> {
                            while (!done.get()) {
                                sink.set(SplitMix64.mix(sink.get() + 1));
                            }
                        });
            }
        }

        @Override
        public void close() {
            done.set(true);
            threads.close();
        }
    }
}
