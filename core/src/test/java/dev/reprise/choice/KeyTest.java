package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.SplitMix64;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds, keys, fingerprints and footprints. */
class KeyTest {
    private static final Kind TOKEN = new Kind(1, "token");

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1a", "a b", "a#b", "-a", "ä", "a\u0000", "ａ"})
    void a_kind_needs_a_word_for_a_name(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Kind(1, name))
                .withMessageContaining("\"" + name + "\"");
    }

    @Test
    void the_bounds_of_a_kind() {
        assertThat(new Kind(Kind.ORDER_MAX, "a".repeat(Kind.NAME_CHARS_MAX)).order())
                .isEqualTo(32767);
        assertThat(new Kind(0, "A-b_c.9").name()).isEqualTo("A-b_c.9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Kind(-1, "a"))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Kind(Kind.ORDER_MAX + 1, "a"))
                .withMessageContaining("32768");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Kind(1, "a".repeat(Kind.NAME_CHARS_MAX + 1)));
    }

    @Test
    void the_bounds_of_a_number() {
        assertThat(TOKEN.key(Key.NUMBER_MAX).number()).isEqualTo(Key.NUMBER_MAX);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TOKEN.key(-1))
                .withMessageContaining("token")
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TOKEN.key(Key.NUMBER_MAX + 1))
                .withMessageContaining("281474976710656");
    }

    @Property
    void keys_are_ordered_by_kind_then_number(
            @ForAll @IntRange(max = Kind.ORDER_MAX) int order,
            @ForAll @IntRange(max = Kind.ORDER_MAX) int otherOrder,
            @ForAll @LongRange(max = Key.NUMBER_MAX) long number,
            @ForAll @LongRange(max = Key.NUMBER_MAX) long otherNumber) {
        var key = new Kind(order, "a").key(number);
        var other = new Kind(otherOrder, "a").key(otherNumber);
        int expected =
                order != otherOrder
                        ? Integer.compare(order, otherOrder)
                        : Long.compare(number, otherNumber);
        assertThat(Integer.signum(key.compareTo(other))).isEqualTo(expected);
        assertThat(key.equals(other)).isEqualTo(expected == 0);
        assertThat(key.number()).isEqualTo(number);
        assertThat(key.code()).isNotNegative();
    }

    @Test
    void keys_of_kinds_with_the_same_order_differ_by_name_and_order_stays_total() {
        var one = new Kind(1, "a").key(7);
        var other = new Kind(1, "b").key(7);
        assertThat(one).isNotEqualTo(other);
        assertThat(one.compareTo(other)).isNegative();
        assertThat(other.compareTo(one)).isPositive();
        assertThat(one)
                .isEqualTo(new Kind(1, "a").key(7))
                .hasSameHashCodeAs(new Kind(1, "a").key(7));
        assertThat(one).hasToString("a#7");
    }

    @Test
    void an_action_of_a_key_is_an_actor_of_its_own() {
        var actors = new HashSet<Long>();
        actors.add(Action.of(new Kind(1, "a").key(7)).actor());
        actors.add(Action.of(new Kind(2, "b").key(7)).actor());
        actors.add(Action.of(new Kind(1, "a").key(8)).actor());
        assertThat(actors).hasSize(3);
    }

    @Test
    void the_fingerprint_of_a_key_is_the_one_that_is_written_down() {
        for (long number : new long[] {0, 1, 7, Key.NUMBER_MAX}) {
            for (var kind : new Kind[] {TOKEN, new Kind(0, "a"), new Kind(Kind.ORDER_MAX, "z.9")}) {
                long fnv = 0xCBF29CE484222325L;
                for (byte letter : kind.name().getBytes(StandardCharsets.US_ASCII)) {
                    fnv = (fnv ^ letter) * 0x100000001B3L;
                }
                long code = kind.order() * (1L << 48) + number;
                long print = mix(mix(code + 0x9E3779B97F4A7C15L) + mix(fnv));
                assertThat(Enabled.fingerprint(kind.key(number))).isEqualTo(print);
            }
        }
        // Written down once and for all: a recording's fingerprints outlive the code.
        assertThat(Enabled.fingerprint(TOKEN.key(7))).isEqualTo(FINGERPRINT_OF_TOKEN_7);
    }

    private static final long FINGERPRINT_OF_TOKEN_7 = 0x85A92A7E3FA7530FL;

    private static long mix(long value) {
        return SplitMix64.mix(value);
    }

    @Property(tries = 50)
    void the_fingerprint_of_a_set_does_not_depend_on_the_order_of_building(
            @ForAll long seed, @ForAll @IntRange(max = 100) int size) {
        var actions = new ArrayList<Action>();
        for (int number = 0; number < size; number++) {
            actions.add(Action.of(TOKEN.key(number * 3L)));
        }
        var before = Enabled.of(actions);
        Collections.shuffle(actions, new Random(seed));
        var set = new EnabledSet();
        actions.forEach(set::add);
        assertThat(set.fingerprint()).isEqualTo(before.fingerprint());
        assertThat(Enabled.of(actions).fingerprint()).isEqualTo(before.fingerprint());
    }

    @Test
    void fingerprints_of_different_keys_and_kinds_differ() {
        var seen = new HashSet<Long>();
        int keys = 0;
        for (int order = 0; order < 10; order++) {
            for (var name : new String[] {"a", "b", "aa", "ab", "ba"}) {
                for (int number = 0; number < 200; number++) {
                    seen.add(Enabled.fingerprint(new Kind(order, name).key(number)));
                    keys++;
                }
            }
        }
        assertThat(seen).hasSize(keys);
    }

    @Test
    void footprints_conflict_when_one_writes_what_the_other_touches() {
        var reads = Footprint.reads(1, 2);
        var writes = Footprint.writes(2, 3);
        assertThat(reads.conflictsWith(writes)).isTrue();
        assertThat(writes.conflictsWith(reads)).isTrue();
        assertThat(reads.conflictsWith(Footprint.reads(1, 2))).isFalse();
        assertThat(writes.conflictsWith(Footprint.writes(3))).isTrue();
        assertThat(writes.conflictsWith(Footprint.writes(4, 1))).isFalse();
        assertThat(writes.conflictsWith(Footprint.reads(1, 4))).isFalse();
        assertThat(Footprint.writes(9).and(reads).conflictsWith(Footprint.reads(9))).isTrue();
        assertThat(Footprint.writes(9).and(reads).conflictsWith(Footprint.writes(1))).isTrue();
    }

    @Test
    void anything_conflicts_with_all_but_nothing() {
        assertThat(Footprint.ANY.conflictsWith(Footprint.ANY)).isTrue();
        assertThat(Footprint.ANY.conflictsWith(Footprint.reads(1))).isTrue();
        assertThat(Footprint.writes(1).conflictsWith(Footprint.ANY)).isTrue();
        assertThat(Footprint.ANY.conflictsWith(Footprint.NONE)).isFalse();
        assertThat(Footprint.NONE.conflictsWith(Footprint.ANY)).isFalse();
        assertThat(Footprint.NONE.conflictsWith(Footprint.NONE)).isFalse();
        assertThat(Footprint.ANY.and(Footprint.NONE)).isEqualTo(Footprint.ANY);
    }

    @Property
    void conflict_is_what_the_definition_says_and_is_mutual(
            @ForAll long[] reads, @ForAll long[] writes, @ForAll @IntRange(max = 20) int small) {
        var one = Footprint.reads(some(reads)).and(Footprint.writes(some(writes)));
        var other = Footprint.reads(small).and(Footprint.writes(small + 1));
        boolean expected = has(writes, small) || has(writes, small + 1) || has(reads, small + 1);
        assertThat(one.conflictsWith(other)).isEqualTo(expected);
        assertThat(other.conflictsWith(one)).isEqualTo(expected);
    }

    private static long[] some(long[] things) {
        var few = new long[things.length];
        for (int i = 0; i < few.length; i++) {
            few[i] = Math.floorMod(things[i], 20);
        }
        return few;
    }

    private static boolean has(long[] things, long thing) {
        for (long each : some(things)) {
            if (each == thing) {
                return true;
            }
        }
        return false;
    }

    @Test
    void a_footprint_of_too_many_things_is_refused() {
        var things = new long[Footprint.THINGS_MAX + 1];
        for (int i = 0; i < things.length; i++) {
            things[i] = i;
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Footprint.reads(things))
                .withMessageContaining("1025");
        assertThat(Footprint.reads(1, 1, 1)).isEqualTo(Footprint.reads(1));
        assertThat(Footprint.NONE).hasToString("nothing");
        assertThat(Footprint.ANY).hasToString("anything");
        assertThat(Footprint.reads(2, 1)).hasToString("reads [1, 2] writes []");
    }
}
