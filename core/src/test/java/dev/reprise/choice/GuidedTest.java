package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.SplitMix64;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guided search finds what random ones do not. */
class GuidedTest {
    enum Hard {
        REORDER_100(() -> Racing.reorder(100)),
        TWOSTAGE_100(() -> Racing.twostage(100)),
        TWOSTAGE_20_OPAQUE(() -> Racing.twostage(20).opaque());

        final Supplier<Threads> made;

        Hard(Supplier<Threads> made) {
            this.made = made;
        }
    }

    @ParameterizedTest
    @EnumSource
    void hard_bugs_are_found_within_two_hundred_executions_in_the_median(Hard hard) {
        var sorted =
                LongStream.range(0, 20)
                        .map(
                                seed -> {
                                    int found =
                                            hard.made
                                                    .get()
                                                    .executionsToFailure(Search.guided(seed), 1000);
                                    return found < 0 ? Long.MAX_VALUE : found;
                                })
                        .sorted()
                        .toArray();
        assertThat(sorted[10]).isLessThan(200);
    }

    // Places by their orders: the checker's reads are 0 (a), 2 (b), 4 (a), 6 (b); a setter's
    // writes are 9 (a) and 10 (b). Cells: 0 is a, 1 is b.

    @Test
    void a_wanted_pair_comes_about_and_an_unwanted_one_does_not() {
        var untouched = new Constraint(6, Constraint.START, 1, true);
        var touched = new Constraint(6, 10, 1, true);
        var plain = failures(List.of());
        assertThat(plain).isLessThan(100);
        // A checker that reads a before all setters is fine anyway: once in twenty times.
        assertThat(failures(List.of(untouched))).isGreaterThan(400);
        assertThat(failures(List.of(untouched.negated()))).isZero();
        assertThat(failures(List.of(touched))).isZero();
    }

    /** How many of 500 executions fail when they are held to these constraints. */
    private static int failures(List<Constraint> constraints) {
        var random = new SplitMix64(1);
        var enforcer = new Enforcer();
        int failures = 0;
        for (int execution = 0; execution < 500; execution++) {
            enforcer.begin(constraints);
            var result =
                    Racing.reorder(20)
                            .run(
                                    enabled -> {
                                        var chosen = enabled.nth(random.below(enabled.size()));
                                        for (int rank = 0;
                                                rank < enabled.size() && enforcer.holds(chosen);
                                                rank++) {
                                            chosen = enabled.nth(rank);
                                        }
                                        enforcer.chosen(chosen);
                                        return chosen;
                                    });
            failures += result.failed() ? 1 : 0;
        }
        return failures;
    }

    @Test
    void coverage_tells_new_pairs_from_known_ones() {
        var reads = new Action(new Kind(3, "reads").key(0), 0, Footprint.reads(7));
        var writes = new Action(new Kind(4, "writes").key(0), 1, Footprint.writes(7));
        var elsewhere = new Action(new Kind(4, "writes").key(0), 1, Footprint.writes(8));
        var coverage = new Coverage();
        coverage.begin();
        assertThat(List.of(reads, reads, writes)).allSatisfy(coverage::chosen);
        assertThat(coverage.foundNew()).isTrue();
        long signature = coverage.signature();
        coverage.begin();
        assertThat(List.of(reads, writes)).allSatisfy(coverage::chosen);
        assertThat(coverage.foundNew()).isFalse();
        assertThat(coverage.signature()).as("how often does not matter").isEqualTo(signature);
        coverage.chosen(reads);
        assertThat(coverage.foundNew()).as("the write is read").isTrue();
        coverage.begin();
        assertThat(List.of(reads, elsewhere)).allSatisfy(coverage::chosen);
        assertThat(coverage.foundNew()).as("another thing is written").isTrue();
    }

    @Test
    void more_things_and_pairs_than_it_tells_apart_do_no_harm() {
        var search = Search.guided(1);
        var kind = new Kind(0, "step");
        for (int execution = 0; execution < 3; execution++) {
            var scheduler = search.next().orElseThrow();
            long sum = 0;
            for (long step = 0; step < 100_000; step++) {
                long thing = (execution * 50_000L + step) * 2;
                var view =
                        Enabled.of(
                                new Action(kind.key(0), 0, Footprint.writes(thing)),
                                new Action(kind.key(1), 1, Footprint.writes(thing + 1)));
                sum += scheduler.choose(view).key().number();
            }
            search.ended(false);
            assertThat(sum).isBetween(1_000L, 99_000L);
        }
    }
}
