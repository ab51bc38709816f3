package dev.reprise.pattern;

import static dev.reprise.pattern.Patterns.cancellable;
import static dev.reprise.pattern.Patterns.each;
import static dev.reprise.pattern.Patterns.free;
import static dev.reprise.pattern.Patterns.or;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.partialJoin;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.skip;
import static dev.reprise.pattern.Patterns.sleep;
import static dev.reprise.pattern.Patterns.spawn;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;
import static dev.reprise.pattern.Patterns.xor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Patterns that make no sense cannot be made, and the message says why. */
class PatternsTest {
    @Test
    void what_has_no_parts_is_refused() {
        refused(() -> seq(), "a seq has at least one step; skip() does nothing");
        refused(() -> par(), "a par has at least one branch");
        refused(() -> free(), "a free choice has at least one branch");
        refused(() -> xor(), "a choice has at least one arm with a condition");
        refused(() -> or(Patterns.otherwise(skip())), "at least one arm with a condition");
    }

    @Test
    void numbers_and_times_are_within_their_bounds() {
        refused(() -> partialJoin(3, skip(), skip()), "a join cannot need 3 of 2 branches");
        refused(() -> partialJoin(0, skip()), "a join needs at least 1 branch, not 0");
        refused(() -> times(0, skip()), "a loop goes 1 to 1000000000 rounds, not 0");
        refused(() -> each(-1, skip()), "there are 0 to 1000000 instances, not -1");
        refused(() -> each(1_000_001, skip()), "there are 0 to 1000000 instances, not 1000001");
        refused(() -> sleep(Duration.ofSeconds(-1)), "a time to wait must not be negative: PT-1S");
        refused(() -> each(2, skip()).joining(Join.atLeast(3)), "cannot need 3 of 2 instances");
    }

    @Test
    void names_are_checked() {
        refused(() -> task(" "), "a task's name must not be blank: \" \"");
        refused(() -> task("a\nb"), "character 1 is U+000a");
        refused(() -> Patterns.effect("a", "\u0007", ""), "a variable's name must not contain");
    }

    @Test
    void what_does_not_go_together_is_refused() {
        var growing = new Instances.Fixed(0).growing("more", "enough");
        refused(() -> spawn(growing, "", skip()), "cannot grow when nobody waits for them");
        refused(() -> growing.growing("a", "b"), "what grows cannot begin as growing");
        refused(
                () -> new Instances.Fixed(0).growing("a", "a"),
                "the signal \"a\" cannot both add and close");
        refused(() -> Join.ALL.cancelling(), "only a join that goes on early can be cancelling");
        refused(() -> cancellable("r", seq(skip())), "use region(\"r\", …)");
        refused(
                () -> skip().merging("m"),
                "contexts are merged by par, each, interleave and graph");
        refused(() -> skip().joining(Join.ALL), "a rule of joining is for par and each, not for");
    }

    @Test
    void guards_of_a_par_that_keep_nobody_are_none() {
        var guarded = new Term.Par(List.of(Guard.ALWAYS, Guard.ALWAYS), Join.ALL, Merge.STRICT);
        assertThat(Pattern.of(guarded, skip(), skip())).isEqualTo(par(skip(), skip()));
    }

    private static void refused(Runnable made, String sentence) {
        assertThatIllegalArgumentException().isThrownBy(made::run).withMessageContaining(sentence);
    }
}
