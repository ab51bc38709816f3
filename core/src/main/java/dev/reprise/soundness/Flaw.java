package dev.reprise.soundness;

import java.util.List;

/** What is wrong with a pattern. Places are told as paths, with what is there. */
public sealed interface Flaw {
    /** Nothing can go on, nothing from outside is waited for, and there is no result. */
    record Deadlock(List<Spot> stuck) implements Flaw {
        /** Copies the list. */
        public Deadlock {
            stuck = List.copyOf(stuck);
        }
    }

    /** The flow has come out, and somebody is left who can never go on. */
    record LeftBehind(List<Spot> stuck) implements Flaw {
        /** Copies the list. */
        public LeftBehind {
            stuck = List.copyOf(stuck);
        }
    }

    /** Two come to a node that is for one. */
    record Unsynchronised(Spot node) implements Flaw {}

    /** No run can start these tasks. */
    record DeadTask(List<Spot> tasks) implements Flaw {
        /** Copies the list. */
        public DeadTask {
            tasks = List.copyOf(tasks);
        }
    }

    /**
     * There are more than so many tokens, or so many wait at nodes of graphs.
     *
     * @param tokensMax the bound
     * @param busy where they are, the same place told once
     */
    record Unbounded(int tokensMax, List<Spot> busy) implements Flaw {
        /** Copies the list. */
        public Unbounded {
            busy = List.copyOf(busy);
        }
    }

    /**
     * From here the run cannot come to an end any more, although it goes on.
     *
     * @param silently whether it goes on without anything to stand before, so that nothing can
     *     interrupt it
     * @param busy where its tokens are
     */
    record NeverEnds(boolean silently, List<Spot> busy) implements Flaw {
        /** Copies the list. */
        public NeverEnds {
            busy = List.copyOf(busy);
        }
    }

    /**
     * A place of the pattern.
     *
     * @param path its path
     * @param what the kind of term and its name, such as {@code task charge}
     */
    record Spot(String path, String what) {
        @Override
        public String toString() {
            return what + " " + path;
        }
    }

    /** What it is called. */
    default String name() {
        return switch (this) {
            case Deadlock _ -> "deadlock";
            case LeftBehind _ -> "left behind";
            case Unsynchronised _ -> "unsynchronised";
            case DeadTask _ -> "dead task";
            case Unbounded _ -> "unbounded";
            case NeverEnds _ -> "never ends";
        };
    }

    /** What is wrong, and where, as a person is told it. */
    default String sentence() {
        return switch (this) {
            case Deadlock(var stuck) ->
                    "Nobody can go on, and nothing from outside is waited for. Stuck: "
                            + list(stuck)
                            + ".";
            case LeftBehind(var stuck) ->
                    "The flow has come out, and somebody can never go on. Left behind: "
                            + list(stuck)
                            + ".";
            case Unsynchronised(var node) ->
                    "Two come to "
                            + node
                            + ", which is for one"
                            + ", so what is behind it is done twice.";
            case DeadTask(var tasks) -> "No run can start " + list(tasks) + ".";
            case Unbounded(int max, var busy) ->
                    "There are more than " + max + " tokens, at " + list(busy) + ".";
            case NeverEnds(boolean silently, var busy) ->
                    silently
                            ? "The run goes round and round without ever stopping for a task."
                            : "The run can never end from here, although it goes on: "
                                    + list(busy)
                                    + ".";
        };
    }

    /** What to do about it. */
    default String advice() {
        return switch (this) {
            case Deadlock _ ->
                    "Let every join wait only for what can come, take locks in one order, and let"
                            + " a milestone's region be active when it is waited for.";
            case LeftBehind _ ->
                    "Wait for the branches whose work must be done, or cancel those who are left.";
            case Unsynchronised _ ->
                    "Let one of the ways be taken, join them (enter all, enter sync), or say that"
                            + " it is meant: enter each.";
            case DeadTask _ -> "Lead a way to them, or take them out.";
            case Unbounded _ ->
                    "Join what is forked before going round again; or, if so many are meant, allow"
                            + " more tokens.";
            case NeverEnds(boolean silently, _) ->
                    silently
                            ? "Put a task into the loop that can change what its condition sees."
                            : "Give the cycle a way out.";
        };
    }

    private static String list(List<Spot> spots) {
        return String.join(", ", spots.stream().map(Spot::toString).toList());
    }
}
