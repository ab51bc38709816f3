package dev.reprise.vm;

import dev.reprise.choice.Key;
import dev.reprise.program.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * Who is where in a run, for somebody who explores what it can do. It looks at the run as it is
 * now, and is of no use when the run has gone on.
 */
public final class Survey {
    private final Board board;
    private final Tokens tokens;
    private final Frames frames;

    Survey(Board board) {
        this.board = board;
        this.tokens = board.tokens;
        this.frames = board.frames;
    }

    /**
     * A token of a run that has settled.
     *
     * @param at where in the code it is
     * @param able whether it may be chosen now
     * @param inScope whether a scope is around it that is not left
     * @param gated whether a milestone, or turns of tasks, are around it
     * @param position tokens with the same number here could change places, and nobody would see
     */
    public record Token(
            Key key,
            int at,
            Doing doing,
            boolean able,
            boolean inScope,
            boolean gated,
            int position) {}

    /** What a token does that does not go on silently. */
    public enum Doing {
        /** It stands before something. */
        STANDING,
        /** It waits for the outcome of an effect. */
        ASKING,
        /** It waits for a trigger. */
        AWAITING,
        /** It waits for its branches or its graph. */
        HOLDING
    }

    /**
     * A signal that somebody waits for.
     *
     * @param instances how many instances there are of the each that would grow by it; -1 when
     *     nothing would
     */
    public record Awaited(String name, int instances) {}

    /** All tokens, in the order of their keys. */
    public List<Token> tokens() {
        var found = new ArrayList<Token>();
        int[] positions = new Outline(board).positions();
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) > Tokens.SILENT) {
                int frame = tokens.frame(token);
                found.add(token(token, frame < 0 ? -1 : positions[frame]));
            }
        }
        found.sort(Comparator.comparing(Token::key));
        return found;
    }

    private Token token(int token, int position) {
        var doing =
                switch (tokens.state(token)) {
                    case Tokens.STANDING -> Doing.STANDING;
                    case Tokens.ASKING -> Doing.ASKING;
                    case Tokens.AWAITING -> Doing.AWAITING;
                    default -> Doing.HOLDING;
                };
        return new Token(
                tokens.action(token).key(),
                tokens.at(token),
                doing,
                doing == Doing.STANDING && tokens.enabled(token),
                isInScope(token),
                frames.gate(tokens.frame(token)) >= 0,
                position);
    }

    private boolean isInScope(int token) {
        int frame = frames.noted(tokens.frame(token));
        while (frame >= 0) {
            if (frames.kind(frame) == Frames.SCOPE && !frames.isLeft(frame)) {
                return true;
            }
            frame = frames.notedAround(frame);
        }
        return false;
    }

    /** The signals that would be taken, in the order of their names. */
    public List<Awaited> awaited() {
        var found = new ArrayList<Awaited>();
        board.signals
                .served()
                .forEach((name, token) -> found.add(new Awaited(name, instances(name, token))));
        return found;
    }

    private int instances(String name, int token) {
        if (tokens.state(token) != Tokens.HOLDING) {
            return -1;
        }
        int split = tokens.frame(token);
        return board.signals.growing(split).add().equals(name) ? frames.count(split) : -1;
    }

    /** How many calls of one definition are inside of each other, where there are most. */
    public int callDepth() {
        int deepest = 0;
        for (int frame = 0; frame < frames.used(); frame++) {
            if (frames.kind(frame) == Frames.CALL) {
                deepest = Math.max(deepest, frames.count(frame));
            }
        }
        return deepest;
    }

    /** How many wait at nodes of graphs. */
    public int waitingCount() {
        int count = 0;
        for (var graph : graphs()) {
            for (var entrance : graph.entrances) {
                count += entrance.waiting.size();
            }
        }
        return count;
    }

    /** The places of the nodes of graphs at which somebody waits. */
    public List<Integer> waitedAt() {
        var places = new ArrayList<Integer>();
        for (var graph : graphs()) {
            for (int node = 0; node < graph.entrances.size(); node++) {
                if (graph.entrances.get(node).isWaitedAt()) {
                    places.add(graph.plan.nodes.get(node).place());
                }
            }
        }
        return places;
    }

    /**
     * The place of a node that is for one who comes, when two have come: two in a row where there
     * is no cycle, and on a cycle the second while the first is there.
     */
    public OptionalInt crowded() {
        for (var graph : graphs()) {
            var once = graph.plan.once();
            for (int node = 0; node < once.length; node++) {
                if (graph.plan.isForOne(node)
                        && (once[node] ? graph.activations[node] : graph.busy[node]) > 1) {
                    return OptionalInt.of(graph.plan.nodes.get(node).place());
                }
            }
        }
        return OptionalInt.empty();
    }

    private List<GraphState> graphs() {
        var found = new ArrayList<GraphState>();
        if (board.program.tables().graphs().isEmpty()) {
            return found;
        }
        for (int frame = 0; frame < frames.used(); frame++) {
            if (frames.kind(frame) == Frames.GRAPH && !frames.isLeft(frame)) {
                found.add(board.graphs.state(frame));
            }
        }
        return found;
    }

    /**
     * What the future of the run depends on when nobody looks at contexts: two runs of one program
     * with the same outline can do the same, up to the order of what happens at once. Instances
     * that do the same are not told apart.
     */
    public byte[] outline() {
        return new Outline(board).whole();
    }

    /**
     * The same without what belongs to this token alone: what it does, and the frames that only it
     * is in and that nobody else looks at. A branch that all are waited for is such a frame.
     */
    public byte[] outlineBut(Key token) {
        return new Outline(board).without(tokens.find(token.number()));
    }

    /** Whether the instruction at this position is a task, of either sort. */
    public boolean isTask(int at) {
        int code = board.program.at(at);
        return code == Code.TASK || code == Code.EFFECT;
    }
}
