package dev.reprise.vm;

import dev.reprise.InvariantViolation;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.pattern.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts a run together again from a snapshot of it, into a board that is empty. All books that
 * follow from tokens and frames are made anew. What does not fit together is refused.
 */
final class SnapshotReader {
    private final Board board;
    private final Tokens tokens;
    private final Frames frames;
    private final ByteSource in;
    private final List<Context> contexts = new ArrayList<>();

    /** By token: when those who wait for a timer came. */
    private final List<@Nullable Duration> came = new ArrayList<>();

    long reductions;
    long reductionsLeft;

    SnapshotReader(Board board, byte[] bytes) {
        this.board = board;
        this.tokens = board.tokens;
        this.frames = board.frames;
        this.in = SnapshotForm.content(bytes);
    }

    void read() {
        try {
            all();
            in.expectEnd();
            board.invariants();
        } catch (IllegalArgumentException
                | IllegalStateException
                | IndexOutOfBoundsException
                | NullPointerException
                | ClassCastException
                | ArithmeticException
                | NegativeArraySizeException
                | InvariantViolation e) {
            var refusal = wrong("what it says does not fit together: " + e.getMessage());
            refusal.initCause(e);
            throw refusal;
        }
    }

    private Malformed wrong(String sentence) {
        return in.malformed(Problem.INCONSISTENT, sentence);
    }

    private void all() {
        var hash = in.text();
        if (!hash.equals(board.program.hash())) {
            throw wrong(
                    "it is of a run of the program "
                            + hash
                            + ", not of "
                            + board.program.hash()
                            + ".");
        }
        reductions = in.varint();
        reductionsLeft = in.varint();
        board.steps = in.varint();
        board.sequence = in.varint();
        board.signals.now = SnapshotForm.duration(in);
        ending();
        board.effects.last = in.varint();
        board.effects.handedOut = in.varint();
        numbers(board.effects.fresh);
        numbers(board.effects.withdrawn);
        int count = in.count("the number of contexts", in.remaining());
        for (int i = 0; i < count; i++) {
            contexts.add(SnapshotForm.context(in));
        }
        int framesCount = in.count("the number of frames", in.remaining());
        frames.restore(framesCount);
        int[] owners = new int[framesCount];
        for (int frame = 0; frame < framesCount; frame++) {
            owners[frame] = frame(frame);
        }
        frames.restored();
        int tokensCount = in.count("the number of tokens", in.remaining());
        for (int token = 0; token < tokensCount; token++) {
            token(token, framesCount);
        }
        tokens.restored();
        for (int frame = 0; frame < framesCount; frame++) {
            if (owners[frame] >= tokensCount) {
                throw wrong("a frame has no owner.");
            }
            if (frames.kind(frame) == Frames.GRAPH) {
                graph(frame);
            }
        }
        line();
        kept();
        books();
    }

    private void ending() {
        int ending = in.u8();
        var failed = ending == 3 ? new Status.Failed(SnapshotForm.failure(in)) : null;
        board.result = in.u8() == 0 ? null : SnapshotForm.context(in);
        var result = board.result;
        board.ended =
                switch (ending) {
                    case 0 -> null;
                    case 1 -> new Status.Done(result == null ? Context.EMPTY : result);
                    case 2 -> new Status.Cancelled();
                    case 3 -> failed;
                    default -> throw wrong("there is no ending " + ending + ".");
                };
    }

    private void numbers(List<Long> numbers) {
        int count = in.count("the number of effects", in.remaining());
        for (int i = 0; i < count; i++) {
            numbers.add(in.varint());
        }
    }

    private Context context() {
        return contexts.get(in.count("a context", contexts.size() - 1));
    }

    private @Nullable Context optionalContext() {
        int number = in.count("a context", contexts.size());
        return number == 0 ? null : contexts.get(number - 1);
    }

    /** A position in the code at which an instruction begins. */
    private int position() {
        int at = in.count("a position", board.program.size() - 1);
        if (!board.linked.isBeginning(at)) {
            throw wrong("no instruction begins at " + at + ".");
        }
        return at;
    }

    private int frame(int frame) {
        int kind = in.u8();
        int marks = in.u8();
        int site = position();
        int parent = in.count("a frame", frame) - 1;
        int owner = in.count("a token", Integer.MAX_VALUE) - 1;
        int number = (int) in.zigzag();
        if (kind < Frames.SPLIT || kind > Frames.NODE || (owner < 0) != ((marks & 1) != 0)) {
            throw wrong("there is no frame of the kind " + kind + " with the marks " + marks + ".");
        }
        boolean gate =
                kind == Frames.MILESTONE || (kind == Frames.SPLIT && board.splits.isOfTasks(site));
        frames.restore(frame, kind, site, parent, owner, number, gate);
        if ((marks & 1) != 0) {
            frames.leave(frame);
        }
        if ((marks & 2) != 0) {
            frames.open(frame);
        }
        frames.count(frame, (int) in.zigzag());
        frames.link(frame, (int) in.zigzag());
        frames.back(frame, (int) in.zigzag());
        var base = optionalContext();
        if (base != null) {
            frames.base(frame, base);
        }
        switch (kind) {
            case Frames.SPLIT -> arrivals(frame);
            case Frames.SCOPE -> {
                var undos = undos();
                frames.extra(frame, undos.isEmpty() ? null : undos);
            }
            case Frames.UNDOING ->
                    frames.extra(frame, new Scopes.Compensation(undos(), SnapshotForm.failure(in)));
            default -> {}
        }
        return owner;
    }

    private void arrivals(int split) {
        int length = in.count("the number of arrivals", in.remaining());
        if (length > 0) {
            var arrivals = new @Nullable Context[length];
            for (int i = 0; i < length; i++) {
                arrivals[i] = optionalContext();
            }
            frames.extra(split, arrivals);
        }
    }

    private List<Scopes.Undoing> undos() {
        int count = in.count("the number of what is to be undone", in.remaining());
        var undos = new ArrayList<Scopes.Undoing>();
        for (int i = 0; i < count; i++) {
            undos.add(new Scopes.Undoing(position(), context()));
        }
        return undos;
    }

    private void token(int token, int framesCount) {
        long number = in.varint();
        int state = in.u8();
        int at = position();
        int frame = in.count("a frame", framesCount) - 1;
        if (state < Tokens.SILENT || state > Tokens.HOLDING || tokens.find(number) >= 0) {
            throw wrong("there is no token " + number + " in the state " + state + ".");
        }
        tokens.restore(token, number, at, frame, context());
        tokens.state(token, state);
        tokens.since(token, in.varint());
        came.add(state == Tokens.AWAITING && in.u8() == 1 ? SnapshotForm.duration(in) : null);
    }

    private void graph(int frame) {
        var plan = board.graphs.plan(board.program.at(frames.site(frame) + 1));
        var state = new GraphState(plan, frame, in.varint());
        frames.extra(frame, state);
        boolean changed = in.u8() == 1;
        for (int i = 0; i < state.activations.length; i++) {
            state.activations[i] = in.count("how often a node was carried out", Integer.MAX_VALUE);
        }
        for (int node = 0; node < state.entrances.size(); node++) {
            int at = node;
            waiting().forEach(it -> state.add(at, it));
            var entrance = state.entrances.get(node);
            entrance.got.addAll(waiting());
            entrance.fired = in.u8() == 1;
            for (int way = 0; way < entrance.brought.length; way++) {
                entrance.brought[way] = in.u8() == 1;
                entrance.broughtCount += entrance.brought[way] ? 1 : 0;
            }
        }
        int count = in.count("how many have left a graph", in.remaining());
        for (int i = 0; i < count; i++) {
            state.ended.add(
                    new GraphState.Ended(
                            in.count("a node", state.activations.length - 1),
                            in.count("an activation", Integer.MAX_VALUE),
                            context()));
        }
        state.restored();
        if (changed) {
            board.graphs.change(state);
        }
    }

    private List<GraphState.Waiting> waiting() {
        int count = in.count("how many wait", in.remaining());
        var waiting = new ArrayList<GraphState.Waiting>();
        for (int i = 0; i < count; i++) {
            waiting.add(new GraphState.Waiting(in.count("a node", Integer.MAX_VALUE), context()));
        }
        return waiting;
    }

    private void line() {
        int current = in.count("a token", tokens.size());
        if (current > 0) {
            board.current = current - 1;
            tokens.queued(current - 1, Tokens.GOES_ON);
        }
        while (true) {
            int token = in.count("a token", tokens.size()) - 1;
            if (token < 0) {
                return;
            }
            if (tokens.queued(token) != Tokens.NOT_QUEUED) {
                throw wrong("a token is in line twice.");
            }
            tokens.queued(token, board.line.add(token));
        }
    }

    private void kept() {
        int count = in.count("the number of signals", in.remaining());
        for (int i = 0; i < count; i++) {
            var name = in.text();
            var kept = new Signals.Kept(in.varint(), SnapshotForm.payload(in));
            if (!board.signals.keep(name, kept)) {
                throw wrong("nobody waits for the signal \"" + name + "\" that is kept.");
            }
        }
    }

    /** What follows from tokens and frames. */
    private void books() {
        var milestones = new ArrayList<Integer>();
        for (int frame = 0; frame < frames.used(); frame++) {
            if (!frames.isLeft(frame)) {
                switch (frames.kind(frame)) {
                    case Frames.LOCK ->
                            board.standing.lock(board.program.at(frames.site(frame) + 1));
                    case Frames.REGION -> board.regions.entered(frame);
                    case Frames.MILESTONE -> milestones.add(frame);
                    case Frames.BRANCH -> board.splits.branchRestored(frame);
                    case Frames.NODE -> board.graphs.nodeRestored(frame);
                    default -> {}
                }
            }
        }
        milestones.forEach(board.regions::watch);
        var waiters = new ArrayList<Integer>();
        for (int token = 0; token < tokens.used(); token++) {
            switch (tokens.state(token)) {
                case Tokens.STANDING -> board.standing.add(token);
                case Tokens.ASKING -> board.effects.restore(token);
                case Tokens.AWAITING -> waiters.add(token);
                case Tokens.HOLDING -> {
                    if (frames.isOpen(tokens.frame(token))) {
                        waiters.add(token);
                    }
                }
                default -> {}
            }
        }
        waiters.sort(java.util.Comparator.comparingLong(tokens::since));
        for (int token : waiters) {
            if (tokens.state(token) == Tokens.AWAITING) {
                var from = came.get(token);
                board.signals.begin(token, from == null ? Duration.ZERO : from);
            } else {
                board.signals.hold(token, tokens.frame(token));
            }
        }
    }
}
