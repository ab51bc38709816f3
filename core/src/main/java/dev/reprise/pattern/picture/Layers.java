package dev.reprise.pattern.picture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The nodes of a graph in layers, so that edges lead to the right, but for those that lead back.
 *
 * <p>An edge leads back when it closes a cycle for somebody who follows edges in their order from
 * node 0. A node's layer is the length of the longest way to it along the others. An edge that
 * passes layers has a bend in each of them. Within their layers, nodes and bends are ordered by the
 * middle of their neighbours, in a few sweeps from the left and from the right.
 */
final class Layers {
    private static final int SWEEPS = 4;

    /** From one node to another. */
    record Edge(int from, int to) {}

    /** A node in its layer, or a bend of an edge. */
    static final class Item {
        /** The number of the node; -1 for a bend. */
        final int node;

        final int layer;

        /** Its own number, of all nodes and bends. */
        final int number;

        final List<Item> before = new ArrayList<>();
        final List<Item> after = new ArrayList<>();
        private int rank;

        private Item(int node, int layer, int number) {
            this.node = node;
            this.layer = layer;
            this.number = number;
        }

        private int middleOf(List<Item> neighbours) {
            return neighbours.isEmpty()
                    ? rank * 100
                    : neighbours.stream().mapToInt(it -> it.rank).sum() * 100 / neighbours.size();
        }
    }

    private final List<Edge> edges;
    private final boolean[] back;
    private final Item[] nodes;
    private final List<List<Item>> layers = new ArrayList<>();
    private final List<List<Item>> chains = new ArrayList<>();
    private int items;

    /**
     * Finds the layers.
     *
     * @param endsLast whether the last node is behind all others, and not only behind some
     */
    Layers(int count, List<Edge> edges, boolean endsLast) {
        this.edges = List.copyOf(edges);
        back = new boolean[edges.size()];
        nodes = new Item[count];
        assign(finished(count), endsLast);
        for (int i = 0; i < back.length; i++) {
            chains.add(back[i] ? List.of() : chain(edges.get(i)));
        }
        for (int i = 0; i < SWEEPS; i++) {
            layers.forEach(it -> sort(it, true));
            layers.reversed().forEach(it -> sort(it, false));
        }
    }

    /** All of them, from the left to the right and from top to bottom. */
    List<List<Item>> layers() {
        return layers;
    }

    /** How many nodes and bends there are. */
    int items() {
        return items;
    }

    Item node(int node) {
        return nodes[node];
    }

    boolean isBack(int edge) {
        return back[edge];
    }

    /** From its first node over its bends to its last node; nothing for an edge that leads back. */
    List<Item> chain(int edge) {
        return chains.get(edge);
    }

    /** The nodes in the order in which all that follows them is found; marks what leads back. */
    private List<Integer> finished(int count) {
        var order = new ArrayList<Integer>();
        int[] next = new int[count];
        int[] state = new int[count];
        for (int root = 0; root < count; root++) {
            if (state[root] != 0) {
                continue;
            }
            var open = new ArrayDeque<Integer>();
            open.push(root);
            state[root] = 1;
            while (!open.isEmpty()) {
                int node = open.getFirst();
                int edge = next[node]++;
                if (edge == edges.size()) {
                    open.pop();
                    state[node] = 2;
                    order.add(node);
                } else if (edges.get(edge).from() == node) {
                    int to = edges.get(edge).to();
                    back[edge] = state[to] == 1;
                    if (state[to] == 0) {
                        state[to] = 1;
                        open.push(to);
                    }
                }
            }
        }
        return order;
    }

    private void assign(List<Integer> finished, boolean endsLast) {
        int[] layer = new int[nodes.length];
        for (int node : finished.reversed()) {
            for (int i = 0; i < back.length; i++) {
                var edge = edges.get(i);
                if (edge.from() == node && !back[i]) {
                    layer[edge.to()] = Math.max(layer[edge.to()], layer[node] + 1);
                }
            }
        }
        if (endsLast) {
            int others = Arrays.stream(layer, 0, layer.length - 1).max().orElse(0);
            layer[layer.length - 1] = others + 1;
        }
        int last = Arrays.stream(layer).max().orElse(0);
        for (int i = 0; i <= last; i++) {
            layers.add(new ArrayList<>());
        }
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = added(i, layer[i]);
        }
    }

    private Item added(int node, int layer) {
        var item = new Item(node, layer, items++);
        item.rank = layers.get(layer).size();
        layers.get(layer).add(item);
        return item;
    }

    private List<Item> chain(Edge edge) {
        var chain = new ArrayList<Item>();
        var last = nodes[edge.to()];
        chain.add(nodes[edge.from()]);
        for (int layer = nodes[edge.from()].layer + 1; layer < last.layer; layer++) {
            chain.add(added(-1, layer));
        }
        chain.add(last);
        for (int i = 1; i < chain.size(); i++) {
            chain.get(i - 1).after.add(chain.get(i));
            chain.get(i).before.add(chain.get(i - 1));
        }
        return chain;
    }

    private static void sort(List<Item> layer, boolean byBefore) {
        layer.sort(Comparator.comparingInt(it -> it.middleOf(byBefore ? it.before : it.after)));
        for (int i = 0; i < layer.size(); i++) {
            layer.get(i).rank = i;
        }
    }
}
