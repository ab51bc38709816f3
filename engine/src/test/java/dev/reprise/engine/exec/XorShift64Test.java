package dev.reprise.engine.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The numbers are part of what a recorded case replays. */
final class XorShift64Test {
    @Test
    void a_seed_gives_the_recorded_sequence() {
        var random = new XorShift64(161);
        assertThat(Stream.generate(() -> Long.toUnsignedString(random.next())).limit(3))
                .containsExactly("172097800416", "1164290203650332913", "17990911933305033600");
    }

    @Test
    void a_bound_that_is_no_power_of_two_gives_the_recorded_sequence() {
        var random = new XorShift64(12345);
        assertThat(IntStream.generate(() -> random.below(3)).limit(12))
                .containsExactly(0, 1, 1, 0, 1, 2, 1, 0, 0, 2, 0, 1);
    }

    @Test
    void zero_counts_as_the_golden_ratio() {
        assertThat(new XorShift64(0).next()).isEqualTo(new XorShift64(XorShift64.GOLDEN).next());
        assertThat(XorShift64.ofWorker(XorShift64.GOLDEN, 1).next())
                .isEqualTo(new XorShift64(0).next());
    }

    @Property(tries = 200)
    void a_number_is_below_its_bound(@ForAll long seed, @ForAll @IntRange(min = 1) int bound) {
        var random = new XorShift64(seed);
        assertThat(IntStream.generate(() -> random.below(bound)).limit(20))
                .allMatch(drawn -> drawn >= 0 && drawn < bound);
    }
}
