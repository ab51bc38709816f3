package dev.reprise.pattern;

import dev.reprise.Check;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What must be true of a term by itself, and of a term with its parts. */
final class Fit {
    /** As many labels are told. */
    private static final int SHOWN_MAX = 10;

    private Fit() {}

    /** Checks that the term has as many parts as it needs. */
    static void check(Term term, int parts) {
        switch (term) {
            case Term.Task _, Term.Put _, Term.Cancel _, Term.Stop _, Term.Call _ ->
                    exactly(0, parts, term);
            case Term.Loop _, Term.Each _, Term.Lock _, Term.Region _, Term.Milestone _ ->
                    exactly(1, parts, term);
            case Term.Undo() -> exactly(2, parts, term);
            case Term.Scope(var remedy) ->
                    exactly(remedy instanceof Term.Remedy.Recover ? 2 : 1, parts, term);
            case Term.Await(var triggers) -> {
                some(parts, "an await");
                exactly(triggers.size(), parts, term);
            }
            case Term.Graph(var nodes, _) -> exactly(nodes.size(), parts, term);
            case Term.Define(var definitions) -> exactly(1 + definitions.size(), parts, term);
            case Term.Choice(var guards) -> exactly(guards.size(), parts, term);
            case Term.Free() -> some(parts, "a free choice");
            case Term.Interleave _ -> some(parts, "an interleave");
            case Term.Par par -> branches(par, parts);
            case Term.Seq() -> {}
        }
    }

    private static void branches(Term.Par par, int parts) {
        some(parts, "a par");
        Check.argument(
                par.guards().isEmpty() || par.guards().size() == parts,
                "a par of %d branches has %d guards",
                parts,
                par.guards().size());
        if (par.join().need() instanceof Join.AtLeast(int count)) {
            Check.argument(count <= parts, "a join cannot need %d of %d branches", count, parts);
        }
    }

    private static void some(int parts, String what) {
        Check.argument(parts >= 1, "%s has at least one branch", what);
    }

    private static void exactly(int wanted, int parts, Term term) {
        Check.argument(parts == wanted, "%s has %d parts, not %d", term, wanted, parts);
    }

    /** A copy of nodes whose labels differ and whose ways lead somewhere. */
    static List<Node> ways(List<Node> nodes) {
        var copy = List.copyOf(nodes);
        Check.argument(!copy.isEmpty(), "a graph has at least one node");
        var arriving = new TreeMap<String, Integer>();
        for (var node : copy) {
            Check.argument(
                    arriving.put(node.label(), 0) == null,
                    "two nodes have the label \"%s\"",
                    node.label());
        }
        for (var node : copy) {
            var seen = new TreeSet<String>();
            for (var target : node.exit().targets()) {
                Check.argument(
                        arriving.computeIfPresent(target, (_, ways) -> ways + 1) != null,
                        "the node \"%s\" leads to \"%s\", which is no node: there are %s",
                        node.label(),
                        target,
                        shown(arriving.keySet()));
                Check.argument(
                        seen.add(target),
                        "the node \"%s\" leads to \"%s\" twice",
                        node.label(),
                        target);
            }
        }
        entries(copy, arriving);
        return copy;
    }

    private static void entries(List<Node> nodes, SortedMap<String, Integer> arriving) {
        for (var node : nodes) {
            int ways = arriving.getOrDefault(node.label(), 0);
            if (node.entry() instanceof Node.Entry.Partial(int count)) {
                Check.argument(
                        count <= ways,
                        "the node \"%s\" cannot need %d of %d ways",
                        node.label(),
                        count,
                        ways);
            }
        }
        if (nodes.stream().anyMatch(Fit::isLocal)) {
            var cycles = cycles(nodes);
            for (int i = 0; i < nodes.size(); i++) {
                Check.argument(
                        !isLocal(nodes.get(i)) || !cycles.contain(i),
                        "the node \"%s\" synchronises locally, so it cannot lie on a cycle",
                        nodes.get(i).label());
            }
        }
    }

    private static boolean isLocal(Node node) {
        return node.entry() instanceof Node.Entry.Sync(boolean local) && local;
    }

    static Cycles cycles(List<Node> nodes) {
        var numbers = new TreeMap<String, Integer>();
        nodes.forEach(node -> numbers.put(node.label(), numbers.size()));
        return new Cycles(
                nodes.stream()
                        .map(
                                node ->
                                        node.exit().targets().stream()
                                                .mapToInt(it -> numbers.getOrDefault(it, 0))
                                                .toArray())
                        .toArray(int[][]::new));
    }

    /** The first of them, and how many there are besides. */
    private static String shown(Collection<String> labels) {
        var first = labels.stream().limit(SHOWN_MAX).toList();
        int more = labels.size() - first.size();
        return more == 0 ? first.toString() : first + " and " + more + " more";
    }
}
