package dev.reprise.vm;

import dev.reprise.pattern.Context;
import dev.reprise.pattern.Guard;
import dev.reprise.pattern.Merge;
import dev.reprise.pattern.Node;
import dev.reprise.pattern.Term;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The ways of a graph by the numbers of its nodes. */
final class GraphPlan {
    final List<Tables.NodeCode> nodes;
    final int merge;

    /** By node: the numbers of the nodes that lead to it, ascending. */
    final int[][] sources;

    /** By node: the numbers of the nodes that it can lead to, in the order of the exit. */
    final int[][] targets;

    /** The numbers of the nodes that synchronise. */
    final int[] syncs;

    /** By node, for guarded exits: what lets each way be taken. */
    private final List<List<Predicate<Context>>> guards = new ArrayList<>();

    private boolean @Nullable [] once;

    GraphPlan(Tables.GraphCode graph, LinkedProgram linked) {
        this.nodes = graph.nodes();
        this.merge = graph.merge();
        int count = nodes.size();
        var numbers = new TreeMap<String, Integer>();
        for (int i = 0; i < count; i++) {
            numbers.put(node(i).label(), i);
        }
        this.targets = new int[count][];
        int[] arriving = new int[count];
        for (int i = 0; i < count; i++) {
            targets[i] = node(i).exit().targets().stream().mapToInt(numbers::get).toArray();
            for (int target : targets[i]) {
                arriving[target]++;
            }
            guards.add(guards(node(i).exit(), linked));
        }
        this.syncs =
                IntStream.range(0, count)
                        .filter(it -> node(it).entry() instanceof Node.Entry.Sync)
                        .toArray();
        this.sources = new int[count][];
        for (int i = 0; i < count; i++) {
            sources[i] = new int[arriving[i]];
            arriving[i] = 0;
        }
        for (int i = 0; i < count; i++) {
            for (int target : targets[i]) {
                sources[target][arriving[target]++] = i;
            }
        }
    }

    /** By node: whether it is for one who comes, who cannot come again. */
    boolean[] once() {
        var known = once;
        if (known == null) {
            known = new boolean[nodes.size()];
            var all = nodes.stream().map(Tables.NodeCode::node).toList();
            var cycles = new Term.Graph(all, Merge.NONE).onCycles();
            for (int i = 0; i < known.length; i++) {
                known[i] = isForOne(i) && !cycles.contains(i);
            }
            once = known;
        }
        return known;
    }

    /** Whether no two are to come to the node. */
    boolean isForOne(int number) {
        return node(number).entry() instanceof Node.Entry.One;
    }

    Node node(int number) {
        return nodes.get(number).node();
    }

    private static List<Predicate<Context>> guards(Node.Exit exit, LinkedProgram linked) {
        var ways =
                switch (exit) {
                    case Node.Exit.One(var one) -> one;
                    case Node.Exit.Some(var some) -> some;
                    case Node.Exit.End _, Node.Exit.All _, Node.Exit.Free _, Node.Exit.Threads _ ->
                            List.<Node.Way>of();
                };
        return ways.stream().map(it -> guard(it.guard(), linked)).toList();
    }

    private static Predicate<Context> guard(Guard guard, LinkedProgram linked) {
        return switch (guard) {
            case Guard.When(var condition) -> linked.predicate(condition);
            case Guard.Always(), Guard.Otherwise() -> _ -> true;
        };
    }

    /** The ways of a guarded exit that are taken, in order; only the first, or all. */
    int[] taken(int node, Context context, boolean onlyFirst) {
        var ways = guards.get(node);
        int[] taken = new int[ways.size()];
        int count = 0;
        try {
            for (int i = 0; i < taken.length && !(onlyFirst && count > 0); i++) {
                boolean otherwise = isOtherwise(node, i);
                if (otherwise ? count == 0 : ways.get(i).test(context)) {
                    taken[count++] = targets[node][i];
                }
            }
        } catch (RuntimeException e) {
            throw Mishap.of(e);
        }
        if (count == 0) {
            throw Board.noBranch();
        }
        return java.util.Arrays.copyOf(taken, count);
    }

    private boolean isOtherwise(int node, int way) {
        var guard =
                switch (node(node).exit()) {
                    case Node.Exit.One(var ways) -> ways.get(way).guard();
                    case Node.Exit.Some(var ways) -> ways.get(way).guard();
                    case Node.Exit.End _, Node.Exit.All _, Node.Exit.Free _, Node.Exit.Threads _ ->
                            Guard.ALWAYS;
                };
        return guard instanceof Guard.Otherwise;
    }
}
