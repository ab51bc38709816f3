package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever surveys a store sees each run once, in order, however many read. */
class SurveyTest {
    private static final int RUNS = 3_000;

    @TempDir private Path folder;

    private static Change beginning(String run) {
        return Append.turn(new RunId(run), 0, 1, new byte[1]).withSummary(new byte[200]);
    }

    private static void fill(Store store, Stream<String> runs) {
        List<Slip> slips =
                runs.map(
                                it -> {
                                    var slip = new Slip();
                                    store.write(beginning(it), slip);
                                    return slip;
                                })
                        .toList();
        slips.forEach(Slip::assertDurable);
    }

    /** Ids that are not evenly spread: their lengths, and where they are dense, differ. */
    private static List<String> ids() {
        var random = new Random(1);
        return Stream.generate(
                        () ->
                                (random.nextInt(10) == 0 ? "z" : "order-2026-")
                                        + Long.toString(
                                                random.nextLong() >>> random.nextInt(60), 36))
                .distinct()
                .limit(RUNS)
                .toList();
    }

    /** A store whose rows are in tables, as they are found when it was open for long. */
    private Store tables(List<String> ids) {
        try (var store = Store.open(folder.resolve("store"))) {
            fill(store, ids.stream());
        }
        return Store.open(folder.resolve("store"));
    }

    /** Remembers whom it was shown; whether it wants more is up to a test. */
    private static final class Seen implements Survey.Gatherer {
        private final int most;
        final List<String> runs = new ArrayList<>();
        @Nullable Thread reader;

        Seen(int most) {
            this.most = most;
        }

        @Override
        public boolean take(Head head) {
            reader = Thread.currentThread();
            runs.add(head.run().value());
            return runs.size() < most;
        }
    }

    private static List<String> seen(List<Seen> gatherers) {
        return gatherers.stream().flatMap(it -> it.runs.stream()).toList();
    }

    private static List<String> inOrder(List<String> ids) {
        return ids.stream().map(RunId::new).sorted(Keys.RUNS).map(RunId::value).toList();
    }

    @Test
    void each_run_is_seen_once_and_in_order_by_whom_it_belongs_to() {
        List<String> ids = ids();
        try (var store = tables(ids)) {
            for (int readers : new int[] {1, 2, 3, 8}) {
                List<Seen> all = Survey.of(store, null, () -> new Seen(RUNS), 100, readers);
                assertThat(all).as("%d readers", readers).hasSize(1 + readers);
                assertThat(seen(all)).isEqualTo(inOrder(ids));
            }
        }
    }

    @Test
    void the_parts_are_of_about_the_same_size() {
        List<String> ids = ids();
        try (var store = tables(ids)) {
            List<Seen> all = Survey.of(store, null, () -> new Seen(RUNS), 0, 4);
            assertThat(all.getFirst().runs).isEmpty();
            assertThat(all.subList(1, 5))
                    .allSatisfy(it -> assertThat(it.runs.size()).isBetween(RUNS / 8, RUNS * 3 / 8));
        }
    }

    @Test
    void those_behind_a_run_are_seen_and_no_others() {
        List<String> sorted = inOrder(ids());
        try (var store = tables(sorted)) {
            var from = new RunId(sorted.get(700));
            List<Seen> all = Survey.of(store, from, () -> new Seen(RUNS), 100, 3);
            assertThat(seen(all)).isEqualTo(sorted.subList(700, RUNS));
        }
    }

    @Test
    void few_are_seen_by_the_caller_alone() {
        try (var store = tables(ids())) {
            List<Seen> all = Survey.of(store, null, () -> new Seen(RUNS), RUNS, 8);
            assertThat(all)
                    .singleElement()
                    .extracting(it -> it.reader)
                    .isEqualTo(Thread.currentThread());
            assertThat(all.getFirst().runs).hasSize(RUNS);
        }
    }

    @Test
    void whoever_has_enough_is_shown_no_more() {
        try (var store = tables(ids())) {
            List<Seen> soon = Survey.of(store, null, () -> new Seen(7), 100, 4);
            assertThat(soon).singleElement().satisfies(it -> assertThat(it.runs).hasSize(7));
            List<Seen> late = Survey.of(store, null, () -> new Seen(150), 100, 4);
            assertThat(late)
                    .extracting(it -> it.runs.size())
                    .containsExactly(100, 150, 150, 150, 150);
        }
    }

    @Test
    void a_store_that_does_not_part_its_runs_is_read_by_one_more() {
        List<String> ids = ids();
        try (var store = Store.inMemory()) {
            fill(store, ids.stream());
            List<Seen> all = Survey.of(store, null, () -> new Seen(RUNS), 100, 8);
            assertThat(all).hasSize(2);
            assertThat(seen(all)).isEqualTo(inOrder(ids));
        }
    }

    @Test
    void an_empty_store_shows_nothing() {
        try (var store = Store.open(folder.resolve("empty"))) {
            assertThat(seen(Survey.of(store, null, () -> new Seen(RUNS), 0, 4))).isEmpty();
            assertThat(store.milestones(null, 4)).isEmpty();
        }
    }

    @Test
    void milestones_are_runs_behind_the_first_in_order_and_each_once() {
        List<String> sorted = inOrder(ids());
        try (var store = tables(sorted)) {
            var from = new RunId(sorted.get(2_500));
            for (int parts : new int[] {1, 2, 5, 200}) {
                List<RunId> milestones = store.milestones(from, parts);
                assertThat(milestones).hasSizeLessThan(parts).doesNotHaveDuplicates();
                assertThat(milestones).isSortedAccordingTo(Keys.RUNS);
                assertThat(sorted.subList(2_501, RUNS))
                        .containsAll(milestones.stream().map(RunId::value).toList());
            }
            assertThat(store.milestones(new RunId(sorted.getLast()), 4)).isEmpty();
            assertThat(store.milestones(new RunId("zzzzzzzzzzzzzzzzzzzz"), 4)).isEmpty();
        }
    }

    @Test
    void what_a_reader_meets_its_caller_is_told() {
        try (var store = tables(ids())) {
            Survey.Gatherer refusing =
                    head -> {
                        throw new IllegalStateException("seen " + head.run());
                    };
            assertThatThrownBy(() -> Survey.of(store, null, () -> refusing, 0, 4))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("seen ");
        }
    }
}
