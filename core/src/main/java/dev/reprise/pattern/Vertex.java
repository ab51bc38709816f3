package dev.reprise.pattern;

import java.util.List;

/**
 * A node of a graph with what it does. It is carried out for the one that arrives, and leads out of
 * the graph, until something else is said.
 *
 * @param node label, entry and exit
 * @param body what is done
 */
public record Vertex(Node node, Pattern body) {
    /** A node without ways. */
    public static Vertex node(String label, Pattern body) {
        return new Vertex(new Node(label, new Node.Entry.One(), new Node.Exit.End()), body);
    }

    private Vertex entry(Node.Entry entry) {
        return new Vertex(new Node(node.label(), entry, node.exit()), body);
    }

    private Vertex exit(Node.Exit exit) {
        return new Vertex(new Node(node.label(), node.entry(), exit), body);
    }

    /** Multi-merge (8): carried out once for each that arrives, however many there are. */
    public Vertex multiMerge() {
        return entry(new Node.Entry.Each());
    }

    /** Generalised AND-join (33): waits for one on every way; those who come early stay in line. */
    public Vertex generalisedAndJoin() {
        return entry(new Node.Entry.All());
    }

    /** Waits for one on so many ways; the others bring one each before it begins anew. */
    public Vertex partialJoin(int count) {
        return entry(new Node.Entry.Partial(count));
    }

    /** Thread merge (41): waits for so many, on whatever ways. */
    public Vertex threadMerge(int count) {
        return entry(new Node.Entry.Threads(count));
    }

    /** Local synchronizing merge (37): waits as long as another can come; not on a cycle. */
    public Vertex localSyncMerge() {
        return entry(new Node.Entry.Sync(true));
    }

    /** General synchronizing merge (38): waits as long as another can come, cycles or not. */
    public Vertex syncMerge() {
        return entry(new Node.Entry.Sync(false));
    }

    /** Leads to all of these. */
    public Vertex to(String... labels) {
        return exit(new Node.Exit.All(List.of(labels)));
    }

    /** Leads to one of these, which the scheduler picks. */
    public Vertex toFree(String... labels) {
        return exit(new Node.Exit.Free(List.of(labels)));
    }

    /** Leads to the first of these that may. */
    public Vertex toOne(Node.Way... ways) {
        return exit(new Node.Exit.One(List.of(ways)));
    }

    /** Leads to all of these that may. */
    public Vertex toSome(Node.Way... ways) {
        return exit(new Node.Exit.Some(List.of(ways)));
    }

    /** Thread split (42): leads so many times to this one, which is to take {@link #multiMerge}. */
    public Vertex threadSplit(int count, String label) {
        return exit(new Node.Exit.Threads(count, label));
    }

    /** A way for when the condition of that name holds. */
    public static Node.Way way(String condition, String label) {
        return new Node.Way(new Guard.When(new Condition.Named(condition)), label);
    }

    /** A way for when no other is taken. */
    public static Node.Way otherwise(String label) {
        return new Node.Way(Guard.OTHERWISE, label);
    }
}
