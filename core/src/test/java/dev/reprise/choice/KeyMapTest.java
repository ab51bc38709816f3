package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Whether it is a row or a tree, it is as a sorted map of the JDK. */
class KeyMapTest {
    private final KeyMap<String> map = new KeyMap<>();
    private final TreeMap<Long, String> model = new TreeMap<>();

    private void put(long key) {
        String value = "v" + key;
        assertThat(map.put(key, value)).isEqualTo(model.putIfAbsent(key, value) == null);
    }

    private void remove(long key) {
        assertThat(map.remove(key)).isEqualTo(model.remove(key));
    }

    private void agree() {
        map.invariants();
        assertThat(map.size()).isEqualTo(model.size());
        List<String> values = new ArrayList<>();
        map.forEach(values::add);
        assertThat(values).isEqualTo(List.copyOf(model.values()));
        long[] keys = new long[model.size()];
        map.copyKeys(keys);
        assertThat(keys).containsExactly(model.keySet().stream().mapToLong(it -> it).toArray());
        int rank = 0;
        for (var entry : model.entrySet()) {
            assertThat(map.nth(rank)).isEqualTo(entry.getValue());
            assertThat(map.get(entry.getKey())).isEqualTo(entry.getValue());
            assertThat(map.rank(entry.getKey())).isEqualTo(rank++);
        }
    }

    @Test
    void what_comes_in_order_and_leaves_in_order_is_a_row_of_any_length() {
        for (int round = 0; round < 3; round++) {
            for (long key = 0; key < 1_000; key++) {
                put(key);
            }
            agree();
            while (!model.isEmpty()) {
                assertThat(map.least()).isEqualTo(model.firstEntry().getValue());
                remove(model.firstKey());
            }
            agree();
        }
    }

    @Test
    void who_comes_while_others_leave_finds_room() {
        for (long key = 0; key < 5_000; key++) {
            put(key);
            if (key >= 40) {
                remove(key - 40);
            }
            if (key % 500 == 0) {
                agree();
            }
        }
    }

    @Test
    void from_the_first_change_out_of_order_on_it_is_a_tree_until_it_is_empty() {
        for (long key = 0; key < 200; key++) {
            put(2 * key);
        }
        put(101);
        put(101);
        agree();
        remove(300);
        remove(300);
        remove(0);
        agree();
        while (!model.isEmpty()) {
            remove(model.lastKey());
        }
        put(7);
        agree();
    }

    @Property(tries = 200)
    void answers_as_a_sorted_map_does(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 400) int range,
            @ForAll @IntRange(min = 1, max = 99) int ordered) {
        var random = new Random(seed);
        long last = 0;
        for (int turn = 0; turn < 400; turn++) {
            boolean inOrder = random.nextInt(100) < ordered;
            long any = random.nextInt(range);
            switch (random.nextInt(5)) {
                case 0 -> remove(inOrder && !model.isEmpty() ? model.firstKey() : any);
                case 1 ->
                        assertThat(map.replace(any, "other"))
                                .isEqualTo(model.replace(any, "other") != null);
                default -> put(inOrder ? ++last : any);
            }
            assertThat(map.get(any)).isEqualTo(model.get(any));
            int smaller = model.headMap(any).size();
            assertThat(map.rank(any)).isEqualTo(model.containsKey(any) ? smaller : -1 - smaller);
            if (turn % 40 == 0) {
                agree();
            }
        }
        agree();
    }
}
