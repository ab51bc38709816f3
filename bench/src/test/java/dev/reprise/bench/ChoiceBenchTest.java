package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.bench.LogSizes.Program;
import dev.reprise.choice.Action;
import dev.reprise.choice.Recorder;
import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every measured operation does what it says; how fast is not asked here. */
final class ChoiceBenchTest {
    private final ChoiceBench bench = new ChoiceBench();

    @Test
    void the_least_of_few_and_of_many_are_the_two_smallest_in_turn() {
        var few = new ChoiceBench.Few();
        var many = new ChoiceBench.Many();
        assertThatTheTwoSmallestTakeTurns(numbers(() -> bench.deterministic(few)));
        assertThatTheTwoSmallestTakeTurns(numbers(() -> bench.deterministicOfMany(many)));
        assertThat(few.owner.size()).isEqualTo(100);
        assertThat(many.owner.size()).isEqualTo(100_000);
    }

    @Test
    void sorting_a_list_chooses_what_the_kept_set_chooses() {
        var listed = new ChoiceBench.Listed();
        var few = new ChoiceBench.Few();
        assertThat(numbers(() -> bench.sorted(listed)))
                .isEqualTo(numbers(() -> bench.deterministic(few)));
        assertThat(listed.enabled).hasSize(100);
    }

    @Test
    void random_choices_are_all_recorded() {
        var few = new ChoiceBench.Few();
        var many = new ChoiceBench.Many();
        assertThat(new HashSet<>(numbers(() -> bench.random(few)))).hasSizeGreaterThan(50);
        assertThat(new HashSet<>(numbers(() -> bench.randomOfMany(many)))).hasSizeGreaterThan(250);
        assertThat(((Recorder) few.recorded).log().size()).isEqualTo(300);
        assertThat(((Recorder) many.recorded).log().size()).isEqualTo(300);
    }

    @Test
    void copying_records_what_the_log_records() {
        var copied = new ChoiceBench.Few();
        var logged = new ChoiceBench.Few();
        assertThat(numbers(() -> bench.copied(copied)))
                .isEqualTo(numbers(() -> bench.random(logged)));
        var copies = copied.copying.entries();
        var log = ((Recorder) logged.recorded).log().entries();
        assertThat(copies).hasSameSizeAs(log);
        assertThat(copies.getLast().enabled()).isEqualTo(log.getLast().enabled());
        assertThat(copies.getLast().chosen()).isEqualTo(log.getLast().chosen());
    }

    @Test
    void a_copying_recorder_forgets_the_oldest_beyond_its_bound() {
        var recorder = new NaiveRecorder(Scheduler.random(1), 10);
        Program.FRESH.run(recorder, 25);
        assertThat(recorder.entries())
                .extracting(NaiveRecorder.Entry::step)
                .containsExactlyInAnyOrder(15L, 16L, 17L, 18L, 19L, 20L, 21L, 22L, 23L, 24L);
    }

    @Test
    void the_two_windows_are_the_ends_of_the_log() {
        var start = new ChoiceBench.Start();
        start.begin();
        assertThat(start.log.size()).isEqualTo(100_000);
        var tenThousandth = bench.replayStart(start);
        assertThat(start.replayer.position()).isEqualTo(10_000);

        var end = new ChoiceBench.End();
        end.begin();
        assertThat(end.replayer.position()).isEqualTo(90_000);
        var last = bench.replayEnd(end);
        end.replayer.finish();

        var entries = start.log.iterator();
        for (int i = 1; i <= 100_000; i++) {
            var chosen = entries.next().chosen();
            if (i == 10_000) {
                assertThat(tenThousandth.key()).isEqualTo(chosen);
            } else if (i == 100_000) {
                assertThat(last.key()).isEqualTo(chosen);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void both_kinds_of_log_tell_the_same(Program program) {
        var log = program.log(500).entries();
        var naive = program.naiveLog(500);
        assertThat(log).hasSize(500).hasSameSizeAs(naive);
        for (int i = 0; i < 500; i++) {
            assertThat(naive.get(i).step()).isEqualTo(log.get(i).step());
            assertThat(naive.get(i).enabled()).isEqualTo(log.get(i).enabled()).hasSize(8);
            assertThat(naive.get(i).chosen()).isEqualTo(log.get(i).chosen());
        }
    }

    @ParameterizedTest
    @EnumSource
    void sizes_are_those_of_the_forms(Program program) {
        var log = program.log(500);
        assertThat(LogSizes.disk(log)).isEqualTo(log.toBytes().length);
        assertThat(LogSizes.fixedWidth(log)).isEqualTo(500 * 10 * 8);
    }

    @Test
    void the_heap_of_something_known_is_found() {
        long found = LogSizes.heap(() -> new long[8 << 10][128]);
        assertThat(found).isBetween(8L << 20, 10L << 20);
    }

    private static List<Long> numbers(Supplier<Action> choice) {
        var numbers = new ArrayList<Long>();
        for (int i = 0; i < 300; i++) {
            numbers.add(choice.get().key().number());
        }
        return numbers;
    }

    /** The one that is away at first is not among the two smallest, and so comes and stays. */
    private static void assertThatTheTwoSmallestTakeTurns(List<Long> chosen) {
        for (int i = 2; i < chosen.size(); i++) {
            assertThat(chosen.get(i)).isEqualTo((i + chosen.get(0)) % 2);
        }
    }
}
