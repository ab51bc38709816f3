package dev.reprise.pattern.picture;

import dev.reprise.pattern.Merge;
import dev.reprise.pattern.Node;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The {@link Net} of a graph, made of the blocks of its nodes. When there are more nodes than are
 * shown, the last block is for all others.
 */
record GraphSketch(Term.Graph graph, Pattern pattern, List<Block> parts, boolean isCut) {
    Net net() {
        var nodes = new ArrayList<Block>();
        int shown = isCut ? parts.size() - 1 : parts.size();
        for (int i = 0; i < shown; i++) {
            nodes.add(node(i));
        }
        if (isCut) {
            nodes.add(parts.getLast());
        }
        var ways = new ArrayList<Net.Way>();
        var ending = new ArrayList<Integer>();
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).leads()) {
                if (i == shown || graph.nodes().get(i).exit() instanceof Node.Exit.End) {
                    ending.add(i);
                } else {
                    ways.addAll(ways(i, shown));
                }
            }
        }
        if (!ending.isEmpty()) {
            ending.forEach(it -> ways.add(new Net.Way(new Layers.Edge(it, nodes.size()), "")));
            nodes.add(out(ending.size()));
        }
        return new Net(nodes, ways, !ending.isEmpty());
    }

    private Block out(int ending) {
        boolean strict = graph.merge().equals(Merge.STRICT);
        if (ending == 1 && strict) {
            return Pass.PASS;
        }
        List<String> rule =
                strict ? List.of() : List.of(Lettering.cut("merge " + graph.merge(), 32));
        return new Gate(Sign.ANY, rule, "Goes on when nobody is left in the graph");
    }

    private List<Net.Way> ways(int from, int shown) {
        var ways = new ArrayList<Net.Way>();
        var seen = new TreeSet<Integer>();
        var exit = graph.nodes().get(from).exit();
        var targets = exit.targets();
        for (int i = 0; i < targets.size(); i++) {
            int to = Math.min(graph.find(targets.get(i)), shown);
            if (seen.add(to)) {
                ways.add(new Net.Way(new Layers.Edge(from, to), label(exit, i)));
            }
        }
        return ways;
    }

    private static String label(Node.Exit exit, int way) {
        return switch (exit) {
            case Node.Exit.One(var ways) -> Sketch.guard(ways.get(way).guard());
            case Node.Exit.Some(var ways) -> Sketch.guard(ways.get(way).guard());
            case Node.Exit.Threads(int count, _) -> count + " threads";
            case Node.Exit.End(), Node.Exit.All _, Node.Exit.Free _ -> "";
        };
    }

    private Block node(int index) {
        var node = graph.nodes().get(index);
        var steps = new ArrayList<Block>();
        entry(node.entry(), steps);
        steps.add(labelled(node, pattern.part(index), parts.get(index)));
        if (parts.get(index).leads()) {
            exit(node.exit(), steps);
        }
        return steps.size() == 1 ? steps.getFirst() : Row.of(steps);
    }

    /** The block with the node's label, unless it has it already. */
    private static Block labelled(Node node, Pattern body, Block block) {
        if (block == Pass.PASS) {
            return new Box(Box.Kind.NODE, node.label(), "", "node " + node.label());
        }
        return body.term() instanceof Term.Task(var name, _) && name.equals(node.label())
                ? block
                : new Frame(Frame.Kind.NODE, node.label(), block);
    }

    private static void entry(Node.Entry entry, List<Block> steps) {
        switch (entry) {
            case Node.Entry.One() -> {}
            case Node.Entry.Each() ->
                    steps.add(new Gate(Sign.ANY, List.of("each"), "Once for each that comes"));
            case Node.Entry.All() -> join("all", "One on every way", steps);
            case Node.Entry.Partial(int count) ->
                    join(count == 1 ? "1 way" : count + " ways", "One on so many ways", steps);
            case Node.Entry.Threads(int count) ->
                    join(count + " threads", "So many, on whatever ways", steps);
            case Node.Entry.Sync(boolean local) ->
                    join(local ? "sync local" : "sync", "All that can still come", steps);
        }
    }

    private static void join(String rule, String meaning, List<Block> steps) {
        steps.add(new Gate(Sign.ALL, List.of(rule), meaning));
    }

    private static void exit(Node.Exit exit, List<Block> steps) {
        switch (exit) {
            case Node.Exit.End() -> {}
            case Node.Exit.All(var labels) -> {
                if (labels.size() > 1) {
                    steps.add(new Gate(Sign.ALL, List.of(), "To all of them"));
                }
            }
            case Node.Exit.One _ ->
                    steps.add(new Gate(Sign.ONE, List.of(), "To the first whose condition holds"));
            case Node.Exit.Some _ ->
                    steps.add(new Gate(Sign.SOME, List.of(), "To all whose condition holds"));
            case Node.Exit.Free _ ->
                    steps.add(new Gate(Sign.FREE, List.of(), "To one, which the scheduler picks"));
            case Node.Exit.Threads _ ->
                    steps.add(new Gate(Sign.ALL, List.of(), "Several times to the same"));
        }
    }
}
