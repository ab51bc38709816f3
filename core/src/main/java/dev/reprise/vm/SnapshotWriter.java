package dev.reprise.vm;

import dev.reprise.form.ByteSink;
import dev.reprise.pattern.Context;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes down the whole state of a run. Tokens and frames are numbered anew, a frame after the one
 * around it; all books that follow from them are left out.
 */
final class SnapshotWriter {
    private final Board board;
    private final Tokens tokens;
    private final Frames frames;
    private final ByteSink out = new ByteSink(1024);

    /** By row: its number in the snapshot, one more; 0 for what is not there. */
    private final int[] tokenNumbers;

    private final int[] frameNumbers;

    /** The frames in the order in which they are written. */
    private final int[] order;

    private final Map<Context, Integer> contexts = new LinkedHashMap<>();

    SnapshotWriter(Board board) {
        this.board = board;
        this.tokens = board.tokens;
        this.frames = board.frames;
        this.tokenNumbers = new int[tokens.used()];
        this.frameNumbers = new int[frames.used()];
        this.order = new int[frames.size()];
    }

    byte[] snapshot(long reductions, long reductionsLeft) {
        number();
        out.text(board.program.hash());
        out.varint(reductions);
        out.varint(reductionsLeft);
        out.varint(board.steps);
        out.varint(board.sequence);
        SnapshotForm.duration(out, board.signals.now);
        ending();
        effects();
        var rows = new ByteSink(1024);
        rows(rows);
        out.varint(contexts.size());
        contexts.keySet().forEach(it -> SnapshotForm.context(out, it));
        out.raw(rows.toByteArray(), 0, rows.size());
        line();
        kept();
        return SnapshotForm.framed(out);
    }

    private void number() {
        int count = 0;
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) != Tokens.FREE) {
                tokenNumbers[token] = ++count;
            }
        }
        int written = 0;
        for (int root = 0; root < frames.used(); root++) {
            if (frames.kind(root) != Frames.FREE && frames.parent(root) < 0) {
                written = tree(root, written);
            }
        }
    }

    private int tree(int root, int from) {
        int written = from;
        int frame = root;
        while (true) {
            order[written++] = frame;
            frameNumbers[frame] = written;
            if (frames.child(frame) >= 0) {
                frame = oldest(frames.child(frame));
                continue;
            }
            while (frame != root && frames.previous(frame) < 0) {
                frame = frames.parent(frame);
            }
            if (frame == root) {
                return written;
            }
            frame = frames.previous(frame);
        }
    }

    /** The one that came first of those beside each other. */
    private int oldest(int child) {
        int oldest = child;
        while (frames.next(oldest) >= 0) {
            oldest = frames.next(oldest);
        }
        return oldest;
    }

    private void ending() {
        var ended = board.ended;
        switch (ended) {
            case null -> out.u8(0);
            case Status.Done _ -> out.u8(1);
            case Status.Cancelled _ -> out.u8(2);
            case Status.Failed(var failure) -> {
                out.u8(3);
                SnapshotForm.failure(out, failure);
            }
            case Status.Yielded _, Status.Effects _, Status.Blocked _ -> out.u8(0);
        }
        var result = board.result;
        out.u8(result == null ? 0 : 1);
        if (result != null) {
            SnapshotForm.context(out, result);
        }
    }

    private void effects() {
        out.varint(board.effects.last);
        out.varint(board.effects.handedOut);
        numbers(board.effects.fresh);
        numbers(board.effects.withdrawn);
    }

    private void numbers(List<Long> numbers) {
        out.varint(numbers.size());
        numbers.forEach(out::varint);
    }

    private void rows(ByteSink rows) {
        rows.varint(order.length);
        for (int frame : order) {
            frame(rows, frame);
        }
        rows.varint(tokens.size());
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) != Tokens.FREE) {
                token(rows, token);
            }
        }
        for (int frame : order) {
            if (frames.kind(frame) == Frames.GRAPH) {
                graph(rows, frame);
            }
        }
    }

    private int number(Context context) {
        return contexts.computeIfAbsent(context, _ -> contexts.size());
    }

    private int numbered(int[] numbers, int row) {
        return row < 0 ? 0 : numbers[row];
    }

    private void frame(ByteSink rows, int frame) {
        boolean left = frames.isLeft(frame);
        int kind = frames.kind(frame);
        rows.u8(kind);
        rows.u8((left ? 1 : 0) | (frames.isOpen(frame) ? 2 : 0));
        rows.varint(frames.site(frame));
        rows.varint(numbered(frameNumbers, frames.parent(frame)));
        rows.varint(left ? 0 : tokenNumbers[frames.owner(frame)]);
        rows.zigzag(frames.number(frame));
        rows.zigzag(frames.count(frame));
        boolean split = kind == Frames.SPLIT;
        rows.zigzag(split || kind == Frames.BRANCH ? frames.link(frame) : -1);
        rows.zigzag(split ? frames.back(frame) : -1);
        rows.varint(frames.hasBase(frame) ? 1 + number(frames.base(frame)) : 0);
        switch (kind) {
            case Frames.SPLIT -> arrivals(rows, frame);
            case Frames.SCOPE -> {
                var undos = board.scopes.undos(frame);
                undos(rows, undos == null ? List.of() : undos);
            }
            case Frames.UNDOING -> {
                var compensation = board.scopes.compensation(frame);
                undos(rows, compensation.rest());
                SnapshotForm.failure(rows, compensation.failure());
            }
            default -> {}
        }
    }

    private void arrivals(ByteSink rows, int split) {
        var arrivals = board.splits.arrivals(split);
        int length = arrivals == null ? 0 : arrivals.length;
        rows.varint(length);
        for (int i = 0; i < length; i++) {
            var context = arrivals == null ? null : arrivals[i];
            rows.varint(context == null ? 0 : 1 + number(context));
        }
    }

    private void undos(ByteSink rows, List<Scopes.Undoing> undos) {
        rows.varint(undos.size());
        for (var undoing : undos) {
            rows.varint(undoing.at());
            rows.varint(number(undoing.context()));
        }
    }

    private void token(ByteSink rows, int token) {
        int state = tokens.state(token);
        rows.varint(tokens.number(token));
        rows.u8(state);
        rows.varint(tokens.at(token));
        rows.varint(numbered(frameNumbers, tokens.frame(token)));
        rows.varint(number(tokens.context(token)));
        boolean waits =
                state == Tokens.ASKING || state == Tokens.AWAITING || state == Tokens.HOLDING;
        rows.varint(waits ? tokens.since(token) : 0);
        if (state == Tokens.AWAITING) {
            var came = board.signals.came.get(tokens.since(token));
            rows.u8(came == null ? 0 : 1);
            if (came != null) {
                SnapshotForm.duration(rows, came.from());
            }
        }
    }

    private void graph(ByteSink rows, int frame) {
        var state = board.graphs.state(frame);
        rows.varint(state.begun);
        rows.u8(board.graphs.hasChanged(state) ? 1 : 0);
        Arrays.stream(state.activations).forEach(rows::varint);
        for (var entrance : state.entrances) {
            waiting(rows, List.copyOf(entrance.waiting));
            waiting(rows, entrance.got);
            rows.u8(entrance.fired ? 1 : 0);
            for (boolean brought : entrance.brought) {
                rows.u8(brought ? 1 : 0);
            }
        }
        rows.varint(state.ended.size());
        for (var ended : state.ended) {
            rows.varint(ended.node());
            rows.varint(ended.activation());
            rows.varint(number(ended.context()));
        }
    }

    private void waiting(ByteSink rows, List<GraphState.Waiting> waiting) {
        rows.varint(waiting.size());
        for (var one : waiting) {
            rows.varint(one.from());
            rows.varint(number(one.context()));
        }
    }

    private void line() {
        out.varint(numbered(tokenNumbers, board.current));
        for (int i = 0; i < board.line.size(); i++) {
            int token = board.line.get(i);
            if (tokens.queued(token) == board.line.position(i)) {
                out.varint(tokenNumbers[token]);
            }
        }
        out.varint(0);
    }

    private void kept() {
        var kept = board.signals.kept();
        out.varint(kept.size());
        for (var one : kept) {
            out.text(one.getKey());
            out.varint(one.getValue().number());
            SnapshotForm.payload(out, one.getValue().value());
        }
    }
}
