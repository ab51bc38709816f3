package dev.reprise.pattern;

import dev.reprise.Check;
import dev.reprise.Text;
import java.util.List;

/**
 * A node of a graph without what it does: how it is come to, and where it leads.
 *
 * @param label its name, which no other node of the graph has
 */
public record Node(String label, Entry entry, Exit exit) {
    /** Checks the label. */
    public Node {
        Text.name("a label", label);
    }

    /** What must arrive before the node is carried out once. */
    public sealed interface Entry {
        /** One; the author says that no two come. If they do, it is carried out for each. */
        record One() implements Entry {}

        /** One, on any way, as often as one comes: a multi-merge. */
        record Each() implements Entry {}

        /** One on every way. */
        record All() implements Entry {}

        /** One on so many ways; the other ways bring one each, before it begins anew. */
        record Partial(int count) implements Entry {
            /** Checks the number. */
            public Partial {
                Check.argument(count >= 1, "a node needs at least 1 way, not %d", count);
            }
        }

        /** So many, on whatever ways. */
        record Threads(int count) implements Entry {
            /** Checks the number. */
            public Threads {
                Check.argument(count >= 1, "a node needs at least 1 thread, not %d", count);
            }
        }

        /**
         * One, on every way on which one can still come.
         *
         * @param local whether the node must not lie on a cycle
         */
        record Sync(boolean local) implements Entry {}
    }

    /** Where the flow goes from the node. */
    public sealed interface Exit {
        /** Out of the graph. */
        record End() implements Exit {}

        /** To all of these. */
        record All(List<String> labels) implements Exit {
            /** Checks that there is one. */
            public All {
                labels = some(labels);
            }
        }

        /** To the first whose guard lets it. */
        record One(List<Way> ways) implements Exit {
            /** Checks the guards. */
            public One {
                ways = guarded(ways);
            }
        }

        /** To all whose guard lets them. */
        record Some(List<Way> ways) implements Exit {
            /** Checks the guards. */
            public Some {
                ways = guarded(ways);
            }
        }

        /** To one of these, which the scheduler picks. */
        record Free(List<String> labels) implements Exit {
            /** Checks that there is one. */
            public Free {
                labels = some(labels);
            }
        }

        /** So many times to this one. */
        record Threads(int count, String label) implements Exit {
            /** Checks the number. */
            public Threads {
                Check.argument(
                        count >= 1 && count <= Instances.COUNT_MAX,
                        "there are 1 to %d threads, not %d",
                        Instances.COUNT_MAX,
                        count);
            }
        }

        /** The labels of the nodes it can lead to. */
        default List<String> targets() {
            return switch (this) {
                case End() -> List.of();
                case All(var labels) -> labels;
                case One(var ways) -> ways.stream().map(Way::label).toList();
                case Some(var ways) -> ways.stream().map(Way::label).toList();
                case Free(var labels) -> labels;
                case Threads(_, var label) -> List.of(label);
            };
        }
    }

    /** A way to a node that is guarded. */
    public record Way(Guard guard, String label) {}

    private static List<String> some(List<String> labels) {
        Check.argument(!labels.isEmpty(), "an exit that is not the end leads to a node at least");
        return List.copyOf(labels);
    }

    private static List<Way> guarded(List<Way> ways) {
        Guard.checked(ways.stream().map(Way::guard).toList());
        return List.copyOf(ways);
    }
}
