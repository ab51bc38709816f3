package dev.reprise.vm;

import dev.reprise.form.ByteSink;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Node;
import dev.reprise.program.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Writes down what the future of a run depends on, and nothing else. Left out are contexts, keys,
 * counters, the time, and numbers of rounds, instances and activations where nobody counts them.
 *
 * <p>Frames are written as a tree, from the inside outwards. Children are sorted by what is written
 * of them, so that it does not matter which instance does what; only for who compares two moments
 * of one run they stay where they are.
 */
final class Outline {
    private static final int NOBODY = -1;

    private final Board board;
    private final Tokens tokens;
    private final Frames frames;

    /** By signal: who waits for it, by since when. */
    private final TreeMap<String, TreeMap<Long, Integer>> lines = new TreeMap<>();

    Outline(Board board) {
        this.board = board;
        this.tokens = board.tokens;
        this.frames = board.frames;
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) != Tokens.FREE) {
                for (var name : board.signals.names(token)) {
                    lines.computeIfAbsent(name, _ -> new TreeMap<>())
                            .put(tokens.since(token), token);
                }
            }
        }
    }

    byte[] whole() {
        return written(NOBODY, true);
    }

    /** All but what belongs to the token alone, if it is there, and where it stands in lines. */
    byte[] without(int token) {
        return written(token, false);
    }

    private byte[] written(int but, boolean sorted) {
        var hidden = hidden(but);
        var rows = rows(but, sorted, hidden);
        var out = new ByteSink(256);
        out.u8(board.result == null ? 0 : 1);
        var roots = new ArrayList<byte[]>();
        for (int frame = 0; frame < frames.used(); frame++) {
            if (frames.kind(frame) != Frames.FREE && frames.parent(frame) < 0 && !hidden[frame]) {
                roots.add(rows[frame]);
            }
        }
        all(out, roots, sorted);
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) != Tokens.FREE && tokens.frame(token) < 0 && token != but) {
                token(out, token);
            }
        }
        if (but >= 0) {
            ranks(out, but);
        } else {
            out.u8(0);
        }
        return out.toByteArray();
    }

    /** By frame: what is written of it and of all that is inside. */
    private byte[][] rows(int but, boolean sorted, boolean[] hidden) {
        var done = new byte[frames.used()][0];
        var order = order();
        for (int i = order.length - 1; i >= 0; i--) {
            int frame = order[i];
            if (hidden[frame]) {
                continue;
            }
            var row = new ByteSink(32);
            frame(row, frame);
            int owner = frames.owner(frame);
            boolean own = !frames.isLeft(frame) && tokens.frame(owner) == frame && owner != but;
            row.u8(own ? 1 : 0);
            if (own) {
                token(row, owner);
            }
            var inside = new ArrayList<byte[]>();
            for (int it = frames.child(frame); it >= 0; it = frames.next(it)) {
                if (!hidden[it]) {
                    inside.add(done[it]);
                }
            }
            all(row, inside, sorted);
            done[frame] = row.toByteArray();
        }
        return done;
    }

    /**
     * By frame: a number that two of them share when they could change places. They do when the
     * same is written of them, and those around them could.
     */
    int[] positions() {
        var rows = rows(NOBODY, true, new boolean[frames.used()]);
        var same = new TreeMap<byte[], Integer>(Arrays::compare);
        var pairs = new TreeMap<Long, Integer>();
        int[] positions = new int[frames.used()];
        for (int frame : order()) {
            int row = same.computeIfAbsent(rows[frame], _ -> same.size());
            int around = frames.parent(frame) < 0 ? 0 : 1 + positions[frames.parent(frame)];
            positions[frame] = pairs.computeIfAbsent((long) around << 32 | row, _ -> pairs.size());
        }
        return positions;
    }

    private static void all(ByteSink out, List<byte[]> inside, boolean sorted) {
        if (sorted) {
            inside.sort(Arrays::compare);
        }
        out.varint(inside.size());
        inside.forEach(out::bytes);
    }

    /** The frames, each after the one around it. */
    private int[] order() {
        int[] order = new int[frames.size()];
        int count = 0;
        for (int frame = 0; frame < frames.used(); frame++) {
            if (frames.kind(frame) != Frames.FREE && frames.parent(frame) < 0) {
                order[count++] = frame;
            }
        }
        for (int i = 0; i < count; i++) {
            for (int it = frames.child(order[i]); it >= 0; it = frames.next(it)) {
                order[count++] = it;
            }
        }
        return order;
    }

    /** The frames that only this token is in, from the innermost one outwards. */
    private boolean[] hidden(int token) {
        var hidden = new boolean[frames.used()];
        int inner = -1;
        int frame = token < 0 ? -1 : tokens.frame(token);
        while (frame >= 0 && isOwn(frame) && frames.child(frame) == inner) {
            if (inner >= 0 && frames.next(inner) >= 0) {
                break;
            }
            hidden[frame] = true;
            inner = frame;
            frame = frames.parent(frame);
        }
        if (frame >= 0 && frames.child(frame) == inner && isBesideOthers(frame)) {
            hidden[frame] = inner < 0 || frames.next(inner) < 0;
        }
        return hidden;
    }

    /** Whether it is a branch whose arrival nobody sees, unless it is the last. */
    private boolean isBesideOthers(int frame) {
        if (frames.kind(frame) != Frames.BRANCH || frames.isLeft(frame)) {
            return false;
        }
        int split = frames.parent(frame);
        int site = frames.site(split);
        boolean turns =
                board.program.at(site) == Code.FORK
                        && board.program.at(site + 1) != Code.TURNS_NONE;
        return !turns
                && (frames.isLeft(split) || board.splits.join(split).need() instanceof Join.All);
    }

    /** Whether nobody but who is inside of the frame cares about it. */
    private boolean isOwn(int frame) {
        return switch (frames.kind(frame)) {
            case Frames.ROUND, Frames.MILESTONE, Frames.SCOPE, Frames.UNDOING, Frames.CALL ->
                    !frames.isLeft(frame);
            default -> false;
        };
    }

    private void token(ByteSink out, int token) {
        out.u8(tokens.state(token) | (tokens.enabled(token) ? 16 : 0));
        out.varint(tokens.at(token));
        ranks(out, token);
    }

    /** How many have waited longer for each signal that it waits for. */
    private void ranks(ByteSink out, int token) {
        if (tokens.state(token) == Tokens.FREE) {
            return;
        }
        for (var name : board.signals.names(token)) {
            var line = lines.getOrDefault(name, new TreeMap<>());
            out.varint(1 + line.headMap(tokens.since(token)).size());
        }
        out.u8(0);
    }

    private void frame(ByteSink out, int frame) {
        int kind = frames.kind(frame);
        boolean left = frames.isLeft(frame);
        out.u8(kind | (left ? 16 : 0) | (frames.isOpen(frame) ? 32 : 0));
        out.varint(frames.site(frame));
        if (kind == Frames.CALL) {
            out.varint(frames.count(frame));
        } else if (!left) {
            active(out, frame, kind);
        }
    }

    private void active(ByteSink out, int frame, int kind) {
        switch (kind) {
            case Frames.SPLIT -> split(out, frame);
            case Frames.ROUND -> {
                if (board.linked.isCounted(frames.site(frame))) {
                    out.varint(frames.number(frame));
                }
            }
            case Frames.SCOPE -> {
                out.varint(frames.number(frame) + 1);
                var undos = board.scopes.undos(frame);
                undos(out, undos == null ? List.of() : undos);
            }
            case Frames.UNDOING -> undos(out, board.scopes.compensation(frame).rest());
            case Frames.GRAPH -> graph(out, board.graphs.state(frame));
            default -> {}
        }
    }

    /** Who is under way is to be seen inside; that and this say when the join goes on. */
    private void split(ByteSink out, int split) {
        switch (board.splits.join(split).need()) {
            case Join.All(), Join.Nobody() -> {}
            case Join.AtLeast _ -> out.varint(frames.link(split));
            case Join.When _ -> out.u8(frames.link(split) > 0 ? 1 : 0);
        }
        if (frames.isOpen(split)) {
            out.varint(frames.count(split));
        }
    }

    private static void undos(ByteSink out, List<Scopes.Undoing> undos) {
        out.varint(undos.size());
        undos.forEach(it -> out.varint(it.at()));
    }

    private void graph(ByteSink out, GraphState state) {
        var once = state.plan.once();
        for (int node = 0; node < once.length; node++) {
            var entrance = state.entrances.get(node);
            if (once[node]) {
                out.u8(Math.min(2, state.activations[node]));
            } else if (state.plan.node(node).entry() instanceof Node.Entry.Threads) {
                out.varint(entrance.waiting.size());
            } else {
                Arrays.stream(entrance.from).forEach(out::varint);
                out.u8(entrance.fired ? 1 : 0);
                for (boolean brought : entrance.brought) {
                    out.u8(brought ? 1 : 0);
                }
            }
        }
    }
}
