package dev.reprise.vm;

import dev.reprise.pattern.Context;
import dev.reprise.pattern.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Who waits where in one graph that was begun. */
final class GraphState {
    final GraphPlan plan;
    final int frame;

    /** Its number among the graphs that were begun. */
    final long begun;

    /** By node: how often it was carried out, and how many are under way in it. */
    final int[] activations;

    final int[] busy;
    final List<Entrance> entrances = new ArrayList<>();
    final List<Ended> ended = new ArrayList<>();
    int busyCount;

    /** At how many nodes somebody waits. */
    private int waitedAt;

    /** At how many nodes that do not synchronise somebody waits. */
    private int waitedElsewhere;

    boolean isOver;

    /** Someone who waits at a node, and the number of the node he comes from. */
    record Waiting(int from, Context context) {}

    /** Someone who has left the graph. */
    record Ended(int node, int activation, Context context) {}

    /** Where a node is come to. Only nodes that are waited at have something here. */
    static final class Entrance {
        /** In the order of arrival. */
        final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

        /** By node that leads here: how many of them are from there. */
        int[] from;

        /** How many ways there are on which nobody waits. */
        int missing;

        // Of the round of a partial join: which ways have brought one, who was got, whether it has
        // gone on.
        boolean[] brought;
        int broughtCount;
        final List<Waiting> got = new ArrayList<>();
        boolean fired;

        Entrance(int ways) {
            this.from = new int[ways];
            this.brought = new boolean[ways];
            this.missing = ways;
        }

        boolean isWaitedAt() {
            return !waiting.isEmpty() || (!fired && !got.isEmpty());
        }
    }

    GraphState(GraphPlan plan, int frame, long begun) {
        this.plan = plan;
        this.frame = frame;
        this.begun = begun;
        int count = plan.nodes.size();
        this.activations = new int[count];
        this.busy = new int[count];
        for (int i = 0; i < count; i++) {
            entrances.add(new Entrance(plan.sources[i].length));
        }
    }

    /** The number of the way on which that node leads to this one. */
    int way(int node, int source) {
        return java.util.Arrays.binarySearch(plan.sources[node], source);
    }

    boolean isSync(int node) {
        return plan.node(node).entry() instanceof Node.Entry.Sync;
    }

    /** Someone comes to a node. */
    void add(int node, Waiting waiting) {
        var entrance = entrances.get(node);
        boolean before = entrance.isWaitedAt();
        entrance.waiting.add(waiting);
        if (entrance.from[way(node, waiting.from())]++ == 0) {
            entrance.missing--;
        }
        changed(node, before);
    }

    /** Somebody who waits at the node does so no more. */
    void took(int node, Waiting waiting) {
        var entrance = entrances.get(node);
        if (--entrance.from[way(node, waiting.from())] == 0) {
            entrance.missing++;
        }
    }

    /** Takes the first so many. */
    List<Waiting> takeFirst(int node, int count) {
        var entrance = entrances.get(node);
        boolean before = entrance.isWaitedAt();
        var taken = new ArrayList<Waiting>();
        for (int i = 0; i < count; i++) {
            var waiting = entrance.waiting.removeFirst();
            took(node, waiting);
            taken.add(waiting);
        }
        changed(node, before);
        return taken;
    }

    /** Takes the first who came on each way, in the order of the nodes they come from. */
    List<Waiting> takeFirstOfEach(int node) {
        var entrance = entrances.get(node);
        boolean before = entrance.isWaitedAt();
        var first = new java.util.TreeMap<Integer, Waiting>();
        int wanted = plan.sources[node].length - entrance.missing;
        for (var it = entrance.waiting.iterator(); first.size() < wanted && it.hasNext(); ) {
            var waiting = it.next();
            if (first.putIfAbsent(waiting.from(), waiting) == null) {
                it.remove();
            }
        }
        first.values().forEach(it -> took(node, it));
        changed(node, before);
        return List.copyOf(first.values());
    }

    /**
     * Takes the first who came on a way that has not brought one in this round, if there is one.
     */
    boolean takeForRound(int node) {
        var entrance = entrances.get(node);
        boolean before = entrance.isWaitedAt();
        for (var it = entrance.waiting.iterator(); it.hasNext(); ) {
            var waiting = it.next();
            int way = way(node, waiting.from());
            if (!entrance.brought[way]) {
                it.remove();
                took(node, waiting);
                entrance.brought[way] = true;
                entrance.broughtCount++;
                entrance.got.add(waiting);
                changed(node, before);
                return true;
            }
        }
        return false;
    }

    /** A round has gone on, or begins anew. */
    void round(int node, boolean fired) {
        var entrance = entrances.get(node);
        boolean before = entrance.isWaitedAt();
        entrance.fired = fired;
        if (!fired) {
            java.util.Arrays.fill(entrance.brought, false);
            entrance.broughtCount = 0;
            entrance.got.clear();
        }
        changed(node, before);
    }

    private void changed(int node, boolean before) {
        boolean now = entrances.get(node).isWaitedAt();
        if (now != before) {
            waitedAt += now ? 1 : -1;
            waitedElsewhere += isSync(node) ? 0 : now ? 1 : -1;
        }
    }

    /** Counts anew who waits: after all were put in. */
    void restored() {
        waitedAt = 0;
        waitedElsewhere = 0;
        for (int node = 0; node < entrances.size(); node++) {
            changed(node, false);
        }
    }

    boolean allSynchronise() {
        return busyCount == 0 && waitedElsewhere == 0;
    }

    boolean nobodyIsLeft() {
        return busyCount == 0 && waitedAt == 0;
    }

    /**
     * Whether nobody elsewhere in the graph can come to the node on a way on which nobody waits:
     * looks backwards from those ways for somebody, not through the node itself.
     */
    boolean nobodyCanCome(int node) {
        var seen = new boolean[entrances.size()];
        var open = new ArrayDeque<Integer>();
        var entrance = entrances.get(node);
        for (int way = 0; way < entrance.from.length; way++) {
            if (entrance.from[way] == 0) {
                seen[plan.sources[node][way]] = true;
                open.add(plan.sources[node][way]);
            }
        }
        while (!open.isEmpty()) {
            int at = open.removeFirst();
            if (busy[at] > 0 || (at != node && entrances.get(at).isWaitedAt())) {
                return false;
            }
            if (at == node) {
                continue;
            }
            for (int source : plan.sources[at]) {
                if (!seen[source]) {
                    seen[source] = true;
                    open.add(source);
                }
            }
        }
        return true;
    }
}
