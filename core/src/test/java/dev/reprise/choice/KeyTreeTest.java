package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The counted tree against a sorted map of the JDK. */
class KeyTreeTest {
    /** Where the keys of a program come from. */
    enum Keys {
        ASCENDING,
        DESCENDING,
        CLUSTERED,
        ANYWHERE,
        FEW,
        AT_THE_END;

        long next(Random random, int turn) {
            return switch (this) {
                case ASCENDING -> turn;
                case DESCENDING -> Long.MAX_VALUE - turn;
                case CLUSTERED -> ((long) random.nextInt(5) << 48) + random.nextInt(400);
                case ANYWHERE -> random.nextLong() & Long.MAX_VALUE;
                case FEW -> random.nextInt(60);
                case AT_THE_END -> Long.MAX_VALUE - random.nextInt(300);
            };
        }
    }

    record Program(Keys keys, int turns, int putPercent, long seed) {}

    @Provide
    Arbitrary<Program> programs() {
        return net.jqwik.api.Combinators.combine(
                        Arbitraries.of(Keys.class),
                        Arbitraries.integers().between(0, 700),
                        Arbitraries.integers().between(20, 90),
                        Arbitraries.longs())
                .as(Program::new);
    }

    @Property(tries = 150)
    void answers_as_a_sorted_map_does(@ForAll("programs") Program program) {
        var pair = new Pair();
        var random = new Random(program.seed());
        for (int turn = 0; turn < program.turns(); turn++) {
            pair.turn(
                    program.keys().next(random, turn),
                    random.nextInt(100) < program.putPercent(),
                    random);
            pair.tree.invariants();
        }
        pair.agree();
        pair.drain(random);
    }

    @Test
    void grows_to_thousands_and_shrinks_to_nothing_whatever_the_order() {
        for (var keys : Keys.values()) {
            var pair = new Pair();
            var random = new Random(keys.name().length());
            for (int turn = 0; turn < 6000; turn++) {
                pair.turn(keys.next(random, turn), true, random);
                if (turn % 100 == 0) {
                    pair.tree.invariants();
                }
            }
            pair.agree();
            pair.drain(random);
        }
    }

    @Test
    void the_largest_key_of_all_is_a_key_like_any_other() {
        var pair = new Pair();
        var random = new Random(1);
        for (int i = 0; i < 200; i++) {
            pair.turn(Long.MAX_VALUE - i, true, random);
        }
        pair.tree.invariants();
        assertThat(pair.tree.get(Long.MAX_VALUE)).isNotNull();
        assertThat(pair.tree.rank(Long.MAX_VALUE)).isEqualTo(199);
        assertThat(pair.tree.put(Long.MAX_VALUE, "again")).isFalse();
        assertThat(pair.tree.remove(Long.MAX_VALUE)).isNotNull();
        pair.tree.invariants();
    }

    @Test
    void is_empty_after_clear_and_can_be_used_again() {
        var pair = new Pair();
        var random = new Random(2);
        for (int i = 0; i < 500; i++) {
            pair.turn(i, true, random);
        }
        pair.tree.clear();
        pair.model.clear();
        pair.agree();
        pair.turn(7, true, random);
        pair.agree();
    }

    /** A tree and what it should be. */
    private static final class Pair {
        final KeyTree<String> tree = new KeyTree<>();
        final TreeMap<Long, String> model = new TreeMap<>();

        void turn(long key, boolean put, Random random) {
            String value = "v" + random.nextInt(1000);
            if (put) {
                assertThat(tree.put(key, value)).isEqualTo(model.putIfAbsent(key, value) == null);
            } else if (random.nextBoolean()) {
                assertThat(tree.replace(key, value)).isEqualTo(model.replace(key, value) != null);
            } else {
                // Mostly a key that is there, so that leaves and inner nodes empty out and are
                // joined.
                Long near = random.nextInt(4) == 0 ? Long.valueOf(key) : model.ceilingKey(key);
                long gone = near == null ? key : near;
                assertThat(tree.remove(gone)).isEqualTo(model.remove(gone));
            }
            assertThat(tree.size()).isEqualTo(model.size());
            assertThat(tree.get(key)).isEqualTo(model.get(key));
            int smaller = model.size() < 200 ? model.headMap(key).size() : -1;
            if (smaller >= 0) {
                assertThat(tree.rank(key))
                        .isEqualTo(model.containsKey(key) ? smaller : -1 - smaller);
            }
            if (!model.isEmpty()) {
                assertThat(tree.least()).isEqualTo(model.firstEntry().getValue());
            }
        }

        void agree() {
            tree.invariants();
            var values = new ArrayList<String>();
            tree.forEach(values::add);
            assertThat(values).isEqualTo(List.copyOf(model.values()));
            int rank = 0;
            for (var entry : model.entrySet()) {
                assertThat(tree.nth(rank)).isEqualTo(entry.getValue());
                assertThat(tree.rank(entry.getKey())).isEqualTo(rank);
                rank++;
            }
        }

        void drain(Random random) {
            var keys = new ArrayList<>(model.keySet());
            java.util.Collections.shuffle(keys, random);
            for (int i = 0; i < keys.size(); i++) {
                assertThat(tree.remove(keys.get(i))).isEqualTo(model.remove(keys.get(i)));
                if (i % 50 == 0) {
                    tree.invariants();
                }
            }
            assertThat(tree.size()).isZero();
            agree();
        }
    }

    /** Looking up by rank leaves a finger in the tree, which every change must take away. */
    @Property(tries = 40)
    void what_was_looked_up_by_rank_is_found_and_removed_right_after_any_change(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 2000) int size) {
        var random = new Random(seed);
        var tree = new KeyTree<Long>();
        var model = new TreeMap<Long, Long>();
        for (int i = 0; i < size; i++) {
            long key = random.nextInt(4 * size);
            tree.put(key, key);
            model.put(key, key);
        }
        for (int turn = 0; turn < 200 && !model.isEmpty(); turn++) {
            int rank = random.nextInt(model.size());
            long looked = tree.nth(rank);
            assertThat(tree.rank(looked)).isEqualTo(rank);
            long other = random.nextInt(4 * size);
            if (random.nextBoolean()) {
                assertThat(tree.put(other, other)).isEqualTo(model.put(other, other) == null);
            } else {
                assertThat(tree.remove(other)).isEqualTo(model.remove(other));
            }
            boolean there = model.containsKey(looked);
            int smaller = model.headMap(looked).size();
            assertThat(tree.rank(looked)).isEqualTo(there ? smaller : -1 - smaller);
            assertThat(tree.remove(looked)).isEqualTo(model.remove(looked));
            tree.invariants();
        }
        var left = new ArrayList<Long>();
        tree.forEach(left::add);
        assertThat(left).isEqualTo(List.copyOf(model.values()));
    }
}
