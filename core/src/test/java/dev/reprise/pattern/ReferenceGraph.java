package dev.reprise.pattern;

import dev.reprise.pattern.Frame.InGraph;
import dev.reprise.pattern.Frame.InNode;
import dev.reprise.pattern.Frame.Token;
import dev.reprise.pattern.Frame.Waiting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Graphs in the reference interpreter. */
final class ReferenceGraph {
    private final Reference run;

    ReferenceGraph(Reference run) {
        this.run = run;
    }

    void begin(Token owner, int place, Term.Graph graph) {
        var frame = new InGraph(place, graph, run.next(), owner);
        owner.frame = frame;
        owner.state = new Frame.State.Holds(run.next());
        activate(frame, 0, owner.context);
    }

    private void activate(InGraph frame, int node, Context context) {
        int number = frame.activations[node]++;
        int place = run.places.part(frame.place, node);
        var token = run.born(place, Reference.trail(frame, number), frame, context);
        token.frame = new InNode(place, node, number, token);
    }

    /** A node has been carried out: its token goes where the exit says, and is no more. */
    void leave(Token token, InNode in) {
        var frame = in.graph();
        var exit = frame.graph.nodes().get(in.node).exit();
        var targets = new ArrayList<String>();
        switch (exit) {
            case Node.Exit.End() ->
                    frame.ended.add(new Frame.Ended(in.node, in.number, token.context));
            case Node.Exit.All(var labels) -> targets.addAll(labels);
            case Node.Exit.Free(var labels) ->
                    targets.add(labels.get(run.pick(token, in.place, labels.size())));
            case Node.Exit.Threads(int count, var label) ->
                    IntStream.range(0, count).forEach(_ -> targets.add(label));
            case Node.Exit.One(var ways) -> targets.add(first(ways, token));
            case Node.Exit.Some(var ways) -> targets.addAll(open(ways, token));
        }
        in.left = true;
        run.dies(token);
        for (var target : targets) {
            int node = frame.graph.find(target);
            frame.waiting.get(node).add(new Waiting(in.node, token.context));
        }
        targets.stream().distinct().forEach(target -> arrivals(frame, frame.graph.find(target)));
    }

    private String first(List<Node.Way> ways, Token token) {
        var guards = ways.stream().map(Node.Way::guard).toList();
        return ways.get(ReferenceTerms.first(guards, it -> run.holds(it, token.context))).label();
    }

    /** Whether the graph was not withdrawn, as it is when contexts in it cannot be merged. */
    private boolean isThere(InGraph frame) {
        return run.tokens.contains(frame.owner) && frame.owner.isIn(frame);
    }

    private List<String> open(List<Node.Way> ways, Token token) {
        var taken =
                ReferenceTerms.taken(
                        ways.stream().map(Node.Way::guard).toList(),
                        it -> run.holds(it, token.context));
        return taken.stream().map(it -> ways.get(it).label()).toList();
    }

    /** Carries the node out as often as those who wait allow it. */
    private void arrivals(InGraph frame, int node) {
        var waiting = frame.waiting.get(node);
        var from = sources(frame, node);
        switch (frame.graph.nodes().get(node).entry()) {
            case Node.Entry.One(), Node.Entry.Each() -> {
                while (isThere(frame) && !waiting.isEmpty()) {
                    activate(frame, node, waiting.removeFirst().context());
                }
            }
            case Node.Entry.All() -> {
                while (isThere(frame) && from.stream().allMatch(it -> comesFrom(waiting, it))) {
                    fire(frame, node, firstOfEach(waiting));
                }
            }
            case Node.Entry.Threads(int count) -> {
                while (isThere(frame) && waiting.size() >= count) {
                    var first = List.copyOf(waiting.subList(0, count));
                    waiting.subList(0, count).clear();
                    fire(frame, node, first);
                }
            }
            case Node.Entry.Partial(int count) -> partial(frame, node, count, from);
            case Node.Entry.Sync _ -> {}
        }
    }

    private void partial(InGraph frame, int node, int count, TreeSet<Integer> from) {
        var round = frame.rounds.get(node);
        var waiting = frame.waiting.get(node);
        while (isThere(frame)) {
            var next = waiting.stream().filter(it -> !round.from.contains(it.from())).findFirst();
            if (next.isEmpty()) {
                return;
            }
            waiting.remove(next.get());
            round.from.add(next.get().from());
            round.got.add(next.get());
            if (!round.fired && round.got.size() == count) {
                round.fired = true;
                fire(frame, node, List.copyOf(round.got));
            }
            if (round.from.containsAll(from)) {
                round.from.clear();
                round.got.clear();
                round.fired = false;
            }
        }
    }

    private static boolean comesFrom(List<Waiting> waiting, int from) {
        return waiting.stream().anyMatch(it -> it.from() == from);
    }

    /** Takes the first who came on each way. */
    private static List<Waiting> firstOfEach(List<Waiting> waiting) {
        var first = new TreeMap<Integer, Waiting>();
        waiting.forEach(it -> first.putIfAbsent(it.from(), it));
        first.values().forEach(waiting::remove);
        return List.copyOf(first.values());
    }

    private void fire(InGraph frame, int node, List<Waiting> arrived) {
        var label = frame.graph.nodes().get(node).label();
        var arrivals = new TreeMap<Integer, Merge.Arrival>();
        for (int i = 0; i < arrived.size(); i++) {
            var one = arrived.get(i);
            var source = frame.graph.nodes().get(one.from()).label();
            arrivals.put(
                    i, new Merge.Arrival("the way " + source + " to " + label, i, one.context()));
        }
        try {
            activate(frame, node, run.merge(frame.graph.merge(), frame.base, arrivals));
        } catch (Reference.Mishap mishap) {
            run.fail(frame.owner, mishap.failure());
        }
    }

    /** The numbers of the nodes that lead to this one. */
    private static TreeSet<Integer> sources(InGraph frame, int node) {
        var nodes = frame.graph.nodes();
        var label = nodes.get(node).label();
        var sources = new TreeSet<Integer>();
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).exit().targets().contains(label)) {
                sources.add(i);
            }
        }
        return sources;
    }

    /**
     * When nobody goes on silently: carries one node out whose synchronising entry has got all that
     * can come, or ends one graph in which nobody is left. False when there is neither.
     */
    boolean synchronise() {
        var frames = new ArrayList<>(run.active(InGraph.class));
        frames.sort(Comparator.comparingLong(it -> it.begun));
        for (var frame : frames) {
            var nodes = frame.graph.nodes();
            for (int node = 0; node < nodes.size(); node++) {
                if (nodes.get(node).entry() instanceof Node.Entry.Sync
                        && !frame.waiting.get(node).isEmpty()
                        && (nobodyCanCome(frame, node) || allSynchronise(frame))) {
                    fire(frame, node, firstOfEach(frame.waiting.get(node)));
                    return true;
                }
            }
            if (isOver(frame)) {
                end(frame);
                return true;
            }
        }
        return false;
    }

    private List<Integer> busy(InGraph frame) {
        return run.active(InNode.class).stream()
                .filter(it -> it.parent == frame)
                .map(it -> it.node)
                .toList();
    }

    /** Nobody elsewhere in the graph can come to the node on a way on which nobody waits. */
    private boolean nobodyCanCome(InGraph frame, int node) {
        var elsewhere = new TreeSet<>(busy(frame));
        for (int other = 0; other < frame.waiting.size(); other++) {
            if (other != node && isWaitedAt(frame, other)) {
                elsewhere.add(other);
            }
        }
        var free = sources(frame, node);
        frame.waiting.get(node).forEach(it -> free.remove(it.from()));
        return elsewhere.stream().noneMatch(it -> leadsTo(frame, it, node, free));
    }

    /** Whether a path leads from one of the free sources, and not through the node itself. */
    private boolean leadsTo(InGraph frame, int from, int node, TreeSet<Integer> free) {
        var seen = new TreeSet<Integer>();
        var open = new ArrayDeque<Integer>();
        open.add(from);
        while (!open.isEmpty()) {
            int at = open.removeFirst();
            if (free.contains(at)) {
                return true;
            }
            for (var target : frame.graph.nodes().get(at).exit().targets()) {
                int next = frame.graph.find(target);
                if (next != node && seen.add(next)) {
                    open.add(next);
                }
            }
        }
        return false;
    }

    private static boolean isWaitedAt(InGraph frame, int node) {
        var round = frame.rounds.get(node);
        return !frame.waiting.get(node).isEmpty() || (!round.fired && !round.got.isEmpty());
    }

    private boolean allSynchronise(InGraph frame) {
        return busy(frame).isEmpty()
                && IntStream.range(0, frame.waiting.size())
                        .filter(it -> isWaitedAt(frame, it))
                        .allMatch(
                                it ->
                                        frame.graph.nodes().get(it).entry()
                                                instanceof Node.Entry.Sync);
    }

    private boolean isOver(InGraph frame) {
        return busy(frame).isEmpty()
                && IntStream.range(0, frame.waiting.size()).noneMatch(it -> isWaitedAt(frame, it));
    }

    private void end(InGraph frame) {
        var ended = new ArrayList<>(frame.ended);
        ended.sort(
                Comparator.comparingInt(Frame.Ended::node)
                        .thenComparingInt(Frame.Ended::activation));
        var arrivals = new TreeMap<Integer, Merge.Arrival>();
        for (int i = 0; i < ended.size(); i++) {
            var label = frame.graph.nodes().get(ended.get(i).node()).label();
            arrivals.put(i, new Merge.Arrival("the node " + label, i, ended.get(i).context()));
        }
        try {
            var merged = run.merge(frame.graph.merge(), frame.base, arrivals);
            frame.left = true;
            run.goOn(frame.owner, frame.parent, merged);
        } catch (Reference.Mishap mishap) {
            run.fail(frame.owner, mishap.failure());
        }
    }
}
