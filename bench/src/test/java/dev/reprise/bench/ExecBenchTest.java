package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

/** Every executor does all that it is measured for; how fast is not asked here. */
final class ExecBenchTest {
    private static final List<Supplier<ExecPool>> POOLS =
            List.of(
                    ExecPool::workforce,
                    () -> ExecPool.forkJoin(false),
                    () -> ExecPool.forkJoin(true),
                    ExecPool::threadPool,
                    ExecPool::virtualThreads);

    @Test
    void the_cases_have_the_names_that_others_rely_on() {
        assertThat(ExecBench.SUITE.cases())
                .extracting(Case::name)
                .containsExactly("fork", "submit", "chains");
    }

    @Test
    void every_benchmark_method_is_measured() {
        var measured = new ArrayList<Measure>();
        for (var each : ExecBench.SUITE.cases()) {
            measured.add(each.measure());
            each.baseline().others().forEach(other -> measured.add(other.measure()));
        }
        assertThat(ExecBench.class.getMethods())
                .filteredOn(method -> method.isAnnotationPresent(Benchmark.class))
                .hasSize(15)
                .allMatch(
                        method ->
                                measured.contains(
                                        new Measure.Timed(ExecBench.class, method.getName())));
    }

    @Test
    void every_pool_runs_every_descendant_before_its_wait_ends() throws InterruptedException {
        for (var maker : POOLS) {
            try (var pool = new Watched(maker.get())) {
                for (int round = 0; round < 3; round++) {
                    pool.expect(2 * 1023);
                    pool.submit(new ExecTask(pool, 2, 9));
                    pool.submit(new ExecTask(pool, 2, 9));
                    pool.await();
                    assertThat(pool.ended).hasValue((round + 1) * 2 * 1023);
                }
            }
        }
    }

    /** A pool that counts. */
    private static final class Watched extends ExecPool {
        private final ExecPool pool;
        private final AtomicInteger ended = new AtomicInteger();

        Watched(ExecPool pool) {
            this.pool = pool;
        }

        @Override
        void submit(ExecTask task) {
            pool.submit(task);
        }

        @Override
        void spawn(ExecTask task) {
            pool.spawn(task);
        }

        @Override
        void ended() {
            ended.getAndIncrement();
            pool.ended();
        }

        @Override
        void expect(int tasks) {
            pool.expect(tasks);
        }

        @Override
        void await() throws InterruptedException {
            pool.await();
        }

        @Override
        public void close() {
            pool.close();
        }
    }
}
