package dev.reprise.pattern;

import java.util.ArrayDeque;
import java.util.ArrayList;

/**
 * Which nodes of a graph lie on a cycle, found in one look at every way: by Tarjan's components,
 * without recursion.
 */
final class Cycles {
    private final int[][] ways;
    private final int[] number;
    private final int[] low;
    private final int[] taken;
    private final boolean[] open;
    private final boolean[] onCycle;
    private final ArrayDeque<Integer> path = new ArrayDeque<>();
    private final ArrayDeque<Integer> waiting = new ArrayDeque<>();
    private int count;

    /** Looks at nodes by their numbers; each has the numbers of those it leads to. */
    Cycles(int[][] ways) {
        this.ways = ways;
        number = new int[ways.length];
        low = new int[ways.length];
        taken = new int[ways.length];
        open = new boolean[ways.length];
        onCycle = new boolean[ways.length];
        for (int i = 0; i < ways.length; i++) {
            if (number[i] == 0) {
                begin(i);
                while (!path.isEmpty()) {
                    step(path.getFirst());
                }
            }
        }
    }

    boolean contain(int node) {
        return onCycle[node];
    }

    private void begin(int node) {
        number[node] = ++count;
        low[node] = count;
        open[node] = true;
        path.push(node);
        waiting.push(node);
    }

    private void step(int node) {
        if (taken[node] == ways[node].length) {
            end(node);
            return;
        }
        int to = ways[node][taken[node]++];
        onCycle[node] |= to == node;
        if (number[to] == 0) {
            begin(to);
        } else if (open[to]) {
            low[node] = Math.min(low[node], number[to]);
        }
    }

    private void end(int node) {
        path.pop();
        if (!path.isEmpty()) {
            int before = path.getFirst();
            low[before] = Math.min(low[before], low[node]);
        }
        if (low[node] < number[node]) {
            return;
        }
        var component = new ArrayList<Integer>();
        int last;
        do {
            last = waiting.pop();
            open[last] = false;
            component.add(last);
        } while (last != node);
        if (component.size() > 1) {
            component.forEach(it -> onCycle[it] = true);
        }
    }
}
