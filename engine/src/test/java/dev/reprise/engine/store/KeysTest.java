package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** The order of keys as bytes is the order of what they stand for. */
class KeysTest {
    private static final Comparator<DueTimer> BY_TIME =
            Comparator.comparing((DueTimer it) -> it.timer().due())
                    .thenComparing(DueTimer::run, Keys.RUNS)
                    .thenComparingLong(it -> it.timer().seq());

    private static int sign(int order) {
        return Integer.signum(order);
    }

    @Property(tries = 500)
    void runs_are_in_the_order_of_their_bytes(
            @ForAll("runs") RunId one, @ForAll("runs") RunId other) {
        int bytes = Arrays.compareUnsigned(Keys.ofRun(one), Keys.ofRun(other));
        assertThat(sign(Keys.RUNS.compare(one, other))).isEqualTo(sign(bytes));
        assertThat(Keys.run(Keys.ofRun(one))).isEqualTo(one);
    }

    @Property(tries = 500)
    void what_is_between_two_keys_is_in_the_middle(
            @ForAll("runs") RunId one, @ForAll("runs") RunId other) {
        boolean isFirst = Keys.RUNS.compare(one, other) < 0;
        byte[] low = Keys.ofRun(isFirst ? one : other);
        byte[] high = Keys.ofRun(isFirst ? other : one);
        byte[] middle = Keys.between(low, high);
        assertThat(Arrays.compareUnsigned(low, middle)).isNotPositive();
        // A key with zeros behind it is another key, and comes after it.
        assertThat(Arrays.compareUnsigned(middle, Arrays.copyOf(high, middle.length)))
                .isNotPositive();
        BigInteger below = number(middle).subtract(number(Arrays.copyOf(low, middle.length)));
        BigInteger above = number(Arrays.copyOf(high, middle.length)).subtract(number(middle));
        assertThat(above.subtract(below)).isBetween(BigInteger.ZERO, BigInteger.ONE);
    }

    private static BigInteger number(byte[] bytes) {
        return new BigInteger(1, bytes);
    }

    @Property(tries = 500)
    void turns_are_in_the_order_of_runs_and_positions(
            @ForAll("runs") RunId one,
            @ForAll @LongRange(min = 0) long position,
            @ForAll("runs") RunId other,
            @ForAll @LongRange(min = 0) long otherPosition) {
        byte[] key = Keys.ofTurn(Keys.ofRun(one), position);
        byte[] otherKey = Keys.ofTurn(Keys.ofRun(other), otherPosition);
        int runs = Keys.RUNS.compare(one, other);
        assertThat(sign(Arrays.compareUnsigned(key, otherKey)))
                .isEqualTo(sign(runs != 0 ? runs : Long.compare(position, otherPosition)));
        assertThat(Keys.position(key)).isEqualTo(position);
    }

    @Property(tries = 500)
    void timers_are_in_the_order_of_time_run_and_number(
            @ForAll("timers") DueTimer one, @ForAll("timers") DueTimer other) {
        byte[] key = Keys.ofTimerByTime(Keys.ofRun(one.run()), one.timer());
        byte[] otherKey = Keys.ofTimerByTime(Keys.ofRun(other.run()), other.timer());
        assertThat(sign(Arrays.compareUnsigned(key, otherKey)))
                .isEqualTo(sign(BY_TIME.compare(one, other)));
        assertThat(Keys.timerByTime(key)).isEqualTo(one);
        boolean isDue = Arrays.compareUnsigned(key, Keys.timersAfter(other.timer().due())) < 0;
        assertThat(isDue).isEqualTo(!one.timer().due().isAfter(other.timer().due()));
    }

    @Property(tries = 500)
    void the_timers_of_a_run_are_together(
            @ForAll("timers") DueTimer one, @ForAll("runs") RunId other) {
        byte[] run = Keys.ofRun(one.run());
        byte[] key = Keys.ofTimerByRun(run, one.timer());
        assertThat(Keys.timerByRun(key, run)).isEqualTo(one.timer());
        byte[] first = Keys.timersOfRun(Keys.ofRun(other));
        boolean isAmong =
                Arrays.compareUnsigned(key, first) >= 0
                        && Arrays.compareUnsigned(key, Keys.after(first)) < 0;
        assertThat(isAmong).isEqualTo(one.run().equals(other));
    }

    @Provide
    Arbitrary<RunId> runs() {
        return Arbitraries.strings()
                .withChars('a', 'b', ' ', '\uFFFD', 'é')
                .ofMinLength(1)
                .ofMaxLength(3)
                .map(it -> it.replace("é", "\uD83D\uDE00"))
                .filter(it -> !it.isBlank())
                .map(RunId::new);
    }

    @Provide
    Arbitrary<DueTimer> timers() {
        var seconds = Arbitraries.longs().between(-3, 3);
        var nanos = Arbitraries.of(0, 1, 999_999_999);
        var due =
                Combinators.combine(seconds, nanos)
                        .as(Instant::ofEpochSecond)
                        .injectDuplicates(0.3);
        var seqs = Arbitraries.longs().greaterOrEqual(0);
        return Combinators.combine(runs(), due, seqs)
                .as((run, time, seq) -> new DueTimer(run, new Timer(time, seq)));
    }
}
