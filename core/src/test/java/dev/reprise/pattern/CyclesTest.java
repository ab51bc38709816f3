package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.SplitMix64;
import java.util.ArrayDeque;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A node lies on a cycle when it can be come back to. */
class CyclesTest {
    @Property(tries = 2000)
    void a_node_lies_on_a_cycle_when_it_can_be_come_back_to(@ForAll long seed) {
        var random = new SplitMix64(seed);
        var ways = new int[1 + random.below(12)][];
        for (int i = 0; i < ways.length; i++) {
            ways[i] = new int[random.below(3)];
            for (int j = 0; j < ways[i].length; j++) {
                ways[i][j] = random.below(ways.length);
            }
        }
        var cycles = new Cycles(ways);
        for (int i = 0; i < ways.length; i++) {
            assertThat(cycles.contain(i)).isEqualTo(reachable(ways, i).contains(i));
        }
    }

    private static TreeSet<Integer> reachable(int[][] ways, int from) {
        var seen = new TreeSet<Integer>();
        var open = new ArrayDeque<Integer>();
        open.push(from);
        while (!open.isEmpty()) {
            for (int to : ways[open.pop()]) {
                if (seen.add(to)) {
                    open.push(to);
                }
            }
        }
        return seen;
    }

    @Test
    void a_long_cycle_needs_no_stack() {
        var ways = new int[500_000][];
        for (int i = 0; i < ways.length; i++) {
            ways[i] = new int[] {(i + 1) % ways.length};
        }
        assertThat(new Cycles(ways).contain(250_000)).isTrue();
        ways[ways.length - 1] = new int[0];
        assertThat(new Cycles(ways).contain(250_000)).isFalse();
    }
}
