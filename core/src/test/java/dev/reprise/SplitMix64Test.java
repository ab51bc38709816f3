package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitMix64Test {
    @Test
    void gives_the_published_sequence() {
        // Vigna's splitmix64.c; also what java.util.SplittableRandom gives for the same seeds.
        assertNext(
                0L,
                0xE220A8397B1DCDAFL,
                0x6E789E6AA1B965F4L,
                0x06C45D188009454FL,
                0xF88BB8A8724C81ECL);
        assertNext(1234567L, 6457827717110365317L, 3203168211198807973L, -8629252141511181193L);
    }

    private static void assertNext(long seed, long... expected) {
        var random = new SplitMix64(seed);
        for (long value : expected) {
            assertThat(random.next()).isEqualTo(value);
        }
    }

    @Property
    void is_the_algorithm_that_is_written_down(@ForAll long seed) {
        var random = new SplitMix64(seed);
        var state = BigInteger.valueOf(seed);
        for (int i = 0; i < 5; i++) {
            state = word(state.add(new BigInteger("9E3779B97F4A7C15", 16)));
            var z = state;
            z = word(z.xor(z.shiftRight(30)).multiply(new BigInteger("BF58476D1CE4E5B9", 16)));
            z = word(z.xor(z.shiftRight(27)).multiply(new BigInteger("94D049BB133111EB", 16)));
            assertThat(random.next()).isEqualTo(z.xor(z.shiftRight(31)).longValue());
        }
    }

    @Property
    void below_is_the_algorithm_that_is_written_down(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int bound) {
        var random = new SplitMix64(seed);
        var bits = new SplitMix64(seed);
        var n = BigInteger.valueOf(bound);
        var threshold = BigInteger.ONE.shiftLeft(64).subtract(n).mod(n);
        for (int i = 0; i < 20; i++) {
            BigInteger product;
            do {
                product = word(BigInteger.valueOf(bits.next())).multiply(n);
            } while (word(product).compareTo(threshold) < 0);
            assertThat(random.below(bound)).isEqualTo(product.shiftRight(64).intValueExact());
        }
    }

    @Test
    void below_draws_again_where_a_number_would_be_favoured() {
        // The bits 0 are in the part to be drawn again for every bound but a power of two: this
        // seed
        // makes them come first, because mix(0) is 0.
        long seed = -0x9E3779B97F4A7C15L;
        assertThat(new SplitMix64(seed).next()).isZero();
        var again = new SplitMix64(seed);
        assertThat(again.below(3)).isEqualTo(new SplitMix64(0).below(3));
        assertThat(again.next()).isEqualTo(0x6E789E6AA1B965F4L);
        var atOnce = new SplitMix64(seed);
        assertThat(atOnce.below(4)).isZero();
        assertThat(atOnce.next()).isEqualTo(0xE220A8397B1DCDAFL);
    }

    /**
     * The chance to fail is below one in a million for a right generator, and the seed is fixed.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 7, 10, 16, 100, 1000})
    void below_is_uniform(int bound) {
        var random = new SplitMix64(2024 + bound);
        var counts = new long[bound];
        int draws = 1000 * bound;
        for (int i = 0; i < draws; i++) {
            counts[random.below(bound)]++;
        }
        assertThat(ChiSquared.excess(counts, draws)).isLessThan(5.0);
    }

    @Test
    void a_bound_must_be_positive() {
        var random = new SplitMix64(1);
        assertThat(random.below(1)).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> random.below(0));
        assertThatIllegalArgumentException().isThrownBy(() -> random.below(-5));
    }

    private static BigInteger word(BigInteger value) {
        return value.mod(BigInteger.ONE.shiftLeft(64));
    }
}
