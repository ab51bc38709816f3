package dev.reprise.pattern;

import dev.reprise.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a token is inside of, in the reference interpreter: a chain from the innermost term to the
 * whole. A frame that its owner has left stays in the chains of those it left behind, and means
 * nothing to them any more.
 */
abstract sealed class Frame {
    /** The place of the term. */
    final int place;

    /** Which time or which instance this is, or -1 where there is only one. */
    final int number;

    final @Nullable Frame parent;

    /** The token that came in here. */
    final Token owner;

    /** What it knew then. */
    final Context base;

    boolean left;

    Frame(int place, int number, Token owner) {
        this.place = place;
        this.number = number;
        this.parent = owner.frame;
        this.owner = owner;
        this.base = owner.context;
    }

    /** This frame and those around it, innermost first. */
    List<Frame> chain() {
        var chain = new ArrayList<Frame>();
        for (Frame frame = this; frame != null; frame = frame.parent) {
            chain.add(frame);
        }
        return chain;
    }

    static final class InSeq extends Frame {
        int done;

        InSeq(int place, Token owner) {
            super(place, -1, owner);
        }
    }

    static final class InRound extends Frame {
        InRound(int place, int number, Token owner) {
            super(place, number, owner);
        }
    }

    /** Around several branches: of a par, an each or an interleave. */
    static final class Split extends Frame {
        final Join join;
        final String merge;
        final String item;
        final TreeMap<Integer, Context> arrived = new TreeMap<>();
        int started;

        /** Whether there may be more branches, and since when. */
        boolean open;

        Split(int place, Join join, String merge, String item, Token owner) {
            super(place, -1, owner);
            this.join = join;
            this.merge = merge;
            this.item = item;
        }
    }

    /** A branch of a split. An instance of an each has a number. */
    static final class InBranch extends Frame {
        final int index;

        /** Whether it has its turn, in an interleave. */
        boolean turn;

        InBranch(int place, int index, boolean numbered, Token owner) {
            super(place, numbered ? index : -1, owner);
            this.index = index;
        }

        Split split() {
            return (Split) parent;
        }
    }

    static final class InLock extends Frame {
        final String name;

        InLock(int place, String name, Token owner) {
            super(place, -1, owner);
            this.name = name;
        }
    }

    static final class InRegion extends Frame {
        final String name;

        InRegion(int place, String name, Token owner) {
            super(place, -1, owner);
            this.name = name;
        }
    }

    static final class InMilestone extends Frame {
        final String region;

        InMilestone(int place, String region, Token owner) {
            super(place, -1, owner);
            this.region = region;
        }
    }

    static final class InScope extends Frame {
        final Term.Remedy remedy;
        final int attempt;
        final List<Undoing> undos = new ArrayList<>();

        InScope(int place, Term.Remedy remedy, int attempt, Token owner) {
            super(place, remedy instanceof Term.Remedy.Retry ? attempt : -1, owner);
            this.remedy = remedy;
            this.attempt = attempt;
        }
    }

    /** Something that may have to be undone: what undoes it, and with which context. */
    record Undoing(int place, Context context) {}

    static final class InUndo extends Frame {
        InUndo(int place, Token owner) {
            super(place, -1, owner);
        }
    }

    /** Around something that undoes; {@code rest} is still to be undone, the next one last. */
    static final class Compensation extends Frame {
        final List<Undoing> rest;
        final Failure failure;

        Compensation(int place, int number, List<Undoing> rest, Failure failure, Token owner) {
            super(place, number, owner);
            this.rest = rest;
            this.failure = failure;
        }
    }

    /** Numbered by the place of the call, so that calls at different places differ. */
    static final class InCall extends Frame {
        final String name;

        InCall(int place, String name, Token owner) {
            super(place, place, owner);
            this.name = name;
        }
    }

    static final class InGraph extends Frame {
        final Term.Graph graph;
        final long begun;
        final List<List<Waiting>> waiting = new ArrayList<>();
        final List<Round> rounds = new ArrayList<>();
        final int[] activations;
        final List<Ended> ended = new ArrayList<>();

        InGraph(int place, Term.Graph graph, long begun, Token owner) {
            super(place, -1, owner);
            this.graph = graph;
            this.begun = begun;
            this.activations = new int[graph.nodes().size()];
            for (int i = 0; i < activations.length; i++) {
                waiting.add(new ArrayList<>());
                rounds.add(new Round());
            }
        }
    }

    /** Someone who waits at a node, and the number of the node he comes from. */
    record Waiting(int from, Context context) {}

    /** What a partial join has got since it began anew. */
    static final class Round {
        final TreeSet<Integer> from = new TreeSet<>();
        final List<Waiting> got = new ArrayList<>();
        boolean fired;
    }

    /** Someone who has left the graph. */
    record Ended(int node, int activation, Context context) {}

    static final class InNode extends Frame {
        final int node;

        InNode(int place, int node, int number, Token owner) {
            super(place, number, owner);
            this.node = node;
        }

        InGraph graph() {
            return (InGraph) parent;
        }
    }

    /** A thread of control. */
    static final class Token {
        final dev.reprise.choice.Key key;
        @Nullable Frame frame;
        Context context;
        State state;

        Token(dev.reprise.choice.Key key, @Nullable Frame frame, Context context, State state) {
            this.key = key;
            this.frame = frame;
            this.context = context;
            this.state = state;
        }

        List<Frame> chain() {
            return frame == null ? List.of() : frame.chain();
        }

        boolean isIn(Frame outer) {
            return chain().contains(outer);
        }
    }

    /** What a token does next. */
    sealed interface State {
        /** Goes into the term at that place, silently. */
        record Enters(int place) implements State {}

        /** Comes out of what it did, silently. */
        record Returns() implements State {}

        /** Stands before something that it does when it is chosen, and may. */
        record Stands(int place) implements State {}

        /** Waits for the outcome of an effect. */
        record Asks(int place) implements State {}

        /** Waits for a trigger; the first who waits is the first who is served. */
        record Awaits(int place, long since, java.time.Duration from) implements State {}

        /** Waits for its branches or its graph. */
        record Holds(long since) implements State {}
    }
}
