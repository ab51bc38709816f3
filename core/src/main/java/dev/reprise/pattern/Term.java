package dev.reprise.pattern;

import dev.reprise.Check;
import dev.reprise.Text;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a {@link Pattern} does with its parts. These are all the terms there are; what each of them
 * does, step by step, is in docs/patterns.md.
 */
public sealed interface Term {
    /** Something that is done, by its name. No parts. */
    record Task(String name, Work work) implements Term {
        /** Checks the name. */
        public Task {
            Text.name("a task's name", name);
        }
    }

    /** Puts a text into the context. No parts. */
    record Put(String variable, String text) implements Term {
        /** Checks both. */
        public Put {
            Text.name("a variable's name", variable);
            Text.optionalName("a text to put into the context", text);
        }
    }

    /** One part after the other. Without parts it does nothing. */
    record Seq() implements Term {}

    /**
     * All parts whose guard lets them, beside each other.
     *
     * @param guards one for each part, or none at all when every part is started
     * @param join when the flow goes on, and what becomes of the rest
     * @param merge the name of the rule that makes one context of several
     */
    record Par(List<Guard> guards, Join join, String merge) implements Term {
        /** Checks the guards and the name. */
        public Par {
            boolean guarded = guards.stream().anyMatch(it -> !(it instanceof Guard.Always));
            guards = guarded ? Guard.checked(guards) : List.of();
            Text.name("a merge's name", merge);
        }

        /** What lets part number {@code index} be started. */
        public Guard guard(int index) {
            return guards.isEmpty() ? Guard.ALWAYS : guards.get(index);
        }
    }

    /** The first part whose condition holds, or the one that is for otherwise. */
    record Choice(List<Guard> guards) implements Term {
        /** Checks the guards. */
        public Choice {
            guards = Guard.checked(guards);
            Check.argument(
                    guards.stream().noneMatch(Guard.Always.class::isInstance),
                    "every arm of a choice has a condition, or is for otherwise");
        }
    }

    /** One of the parts, which the scheduler picks. */
    record Free() implements Term {}

    /** The one part again and again. */
    record Loop(Rounds rounds) implements Term {}

    /**
     * Waits for the first of the triggers, then goes on with its part.
     *
     * @param triggers one for each part
     */
    record Await(List<Trigger> triggers) implements Term {
        /** Copies the list. */
        public Await {
            triggers = List.copyOf(triggers);
        }
    }

    /**
     * Several instances of the one part beside each other.
     *
     * @param item the variable that holds what the instance is for, or nothing
     */
    record Each(Instances instances, String item, Join join, String merge) implements Term {
        /** Checks the names, and that no more are needed than there are. */
        public Each {
            Text.optionalName("a variable's name", item);
            Text.name("a merge's name", merge);
            Check.argument(
                    !(instances instanceof Instances.Growing && join.equals(Join.NOBODY)),
                    "instances cannot grow when nobody waits for them");
            if (instances instanceof Instances.Fixed(int count)
                    && join.need() instanceof Join.AtLeast(int least)) {
                Check.argument(
                        least <= count, "a join cannot need %d of %d instances", least, count);
            }
        }
    }

    /** All parts in any order, one at a time: whole parts, or their tasks. */
    record Interleave(Turns turns, String merge) implements Term {
        /** Checks the name. */
        public Interleave {
            Text.name("a merge's name", merge);
        }
    }

    /** The one part, while nobody else in the run is inside a lock of that name. */
    record Lock(String name) implements Term {
        /** Checks the name. */
        public Lock {
            Text.name("a lock's name", name);
        }
    }

    /** The one part, by a name that {@link Cancel} and {@link Milestone} know it by. */
    record Region(String name) implements Term {
        /** Checks the name. */
        public Region {
            Text.name("a region's name", name);
        }
    }

    /** The one part, whose tasks start only while the flow is in that region. */
    record Milestone(String region) implements Term {
        /** Checks the name. */
        public Milestone {
            Text.name("a region's name", region);
        }
    }

    /** Ends a region from outside or from inside. No parts. */
    record Cancel(String region, Manner manner) implements Term {
        /** Checks the name. */
        public Cancel {
            Text.name("a region's name", region);
        }
    }

    /** Ends the run. No parts. */
    record Stop(Ending ending) implements Term {}

    /** The first part, with a remedy for its failures; {@link Remedy.Recover} has a second part. */
    record Scope(Remedy remedy) implements Term {}

    /** The first part; the second undoes it, when what is around fails later. */
    record Undo() implements Term {}

    /**
     * Nodes and the ways between them, which may lead back. It starts with the first node.
     *
     * @param nodes one for each part
     */
    record Graph(List<Node> nodes, String merge) implements Term {
        /** Checks labels and ways. */
        public Graph {
            nodes = Fit.ways(nodes);
            Text.name("a merge's name", merge);
        }

        /** The numbers of the nodes that lie on a cycle. */
        public SortedSet<Integer> onCycles() {
            var cycles = Fit.cycles(nodes);
            var found = new TreeSet<Integer>();
            for (int i = 0; i < nodes.size(); i++) {
                if (cycles.contain(i)) {
                    found.add(i);
                }
            }
            return found;
        }

        /** The number of the node with this label, or -1. */
        public int find(String label) {
            for (int i = 0; i < nodes.size(); i++) {
                if (nodes.get(i).label().equals(label)) {
                    return i;
                }
            }
            return -1;
        }
    }

    /** What a {@link Define} around it has given that name. No parts. */
    record Call(String name) implements Term {
        /** Checks the name. */
        public Call {
            Text.name("a definition's name", name);
        }
    }

    /**
     * The first part, which may call the others.
     *
     * @param definitions one for each part but the first
     */
    record Define(List<Definition> definitions) implements Term {
        /** Copies the list. */
        public Define {
            definitions = List.copyOf(definitions);
            Check.argument(!definitions.isEmpty(), "a define has at least one definition");
        }
    }

    /**
     * A part that can be called.
     *
     * @param depthMax how many calls of it may be inside of each other
     */
    record Definition(String name, int depthMax) {
        /** The largest bound on calls inside of each other. */
        public static final int DEPTH_MAX = 10_000;

        /** Checks name and bound. */
        public Definition {
            Text.name("a definition's name", name);
            Check.argument(
                    depthMax >= 1 && depthMax <= DEPTH_MAX,
                    "calls of \"%s\" go 1 to %d deep, not %d",
                    name,
                    DEPTH_MAX,
                    depthMax);
        }
    }

    /** How a task is carried out. */
    sealed interface Work {
        /** A function makes the new context of the old one, at once. */
        record Pure() implements Work {}

        /**
         * An activity is asked, and the flow waits for its outcome.
         *
         * @param argument the variable whose value it is given; when empty, it is given no value
         * @param result the variable that gets its value; when empty, the value is dropped
         */
        record Effect(String argument, String result) implements Work {
            /** Checks the names. */
            public Effect {
                Text.optionalName("a variable's name", argument);
                Text.optionalName("a variable's name", result);
            }
        }
    }

    /** What has its turn alone. */
    enum Turns {
        /** A part, from its beginning to its end. */
        PARTS,
        /** A task, wherever it is in the parts. */
        TASKS
    }

    /** How a region ends. */
    enum Manner {
        /** As if it had not been entered: with the context from before. */
        WITHDRAW,
        /** With what its instances have brought so far. */
        COMPLETE
    }

    /** How a run ends by itself. */
    sealed interface Ending {
        /** With the context of whoever came to the end. */
        record Done() implements Ending {}

        /** Without a result, on its own will. */
        record Cancelled() implements Ending {}

        /** With a failure, which goes to the nearest {@link Scope} first. */
        record Failed(String type, String message) implements Ending {
            /** Checks both. */
            public Failed {
                Text.name("a failure type", type);
                Text.optionalName("a failure's message", message);
            }
        }
    }

    /** What is done about a failure inside of a {@link Scope}. */
    sealed interface Remedy {
        /**
         * The second part is carried out instead, with the context from before.
         *
         * @param into the variable that gets the failure's type, or nothing
         */
        record Recover(String into) implements Remedy {
            /** Checks the name. */
            public Recover {
                Text.optionalName("a variable's name", into);
            }
        }

        /** The part is carried out again, with the context from before. */
        record Retry(int attemptsMax) implements Remedy {
            /** The largest number of attempts. */
            public static final int ATTEMPTS_MAX = 1_000_000;

            /** Checks the number. */
            public Retry {
                Check.argument(
                        attemptsMax >= 2 && attemptsMax <= ATTEMPTS_MAX,
                        "a retry makes 2 to %d attempts, not %d",
                        ATTEMPTS_MAX,
                        attemptsMax);
            }
        }

        /**
         * What {@link Undo}s inside have completed is undone, last first; then the failure goes on.
         */
        record Compensate() implements Remedy {}
    }
}
