package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.choice.Scheduler;
import dev.reprise.pattern.Context;
import dev.reprise.program.Code;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a run, and what all rules do with it: tokens are born, go on and die, frames are
 * gone into and left, what is inside of a frame is withdrawn.
 *
 * <p>The books (who stands before a lock, which region is active, who waits for a signal) are kept
 * by those who need them; the board tells them when a frame comes and goes. What is withdrawn costs
 * what is in it, and nothing costs what is elsewhere.
 */
final class Board {
    final LinkedProgram linked;
    final Program program;
    final Tokens tokens = new Tokens();
    final Frames frames = new Frames();
    final Line line = new Line();
    final Tracer tracer;
    final Standing standing;
    final Regions regions;
    final Signals signals;
    final Effects effects;
    final Graphs graphs;
    final Splits splits;
    final Scopes scopes;

    /** The token that goes on, or -1. */
    int current = -1;

    /** Counts who came to wait. */
    long sequence;

    /** How many times the scheduler was to choose, free choices included. */
    long steps;

    @Nullable Context result;
    @Nullable Status ended;

    Board(LinkedProgram linked, Scheduler scheduler, Settings settings) {
        this.linked = linked;
        this.program = linked.program();
        this.tracer = new Tracer(this, settings);
        this.standing = new Standing(this, scheduler);
        this.regions = new Regions(this);
        this.signals = new Signals(this);
        this.effects = new Effects(this);
        this.graphs = new Graphs(this);
        this.splits = new Splits(this);
        this.scopes = new Scopes(this);
    }

    boolean isOver() {
        return ended != null;
    }

    // ---- tokens

    /** A token comes to be, inside of a frame that it is about to own, and goes into line. */
    int born(int place, int trail, int at, Context context) {
        int token = tokens.add(place, trail, at, -1, context);
        enqueue(token);
        return token;
    }

    /** Puts a silent token into line, unless it is there. */
    void enqueue(int token) {
        if (tokens.queued(token) != Tokens.NOT_QUEUED) {
            return;
        }
        if (current < 0 && line.isEmpty()) {
            current = token;
            tokens.queued(token, Tokens.GOES_ON);
        } else {
            tokens.queued(token, line.add(token));
        }
    }

    /** The token goes on silently from there. */
    void goOn(int token, int at) {
        tokens.state(token, Tokens.SILENT);
        tokens.at(token, at);
        enqueue(token);
    }

    /** The token is silent no more. */
    void rest(int token, int state) {
        tokens.state(token, state);
        dequeue(token);
    }

    private void dequeue(int token) {
        if (current == token) {
            current = -1;
        }
        tokens.queued(token, Tokens.NOT_QUEUED);
    }

    /** Takes the next in line, or -1 when nobody is in line. */
    int nextInLine() {
        while (!line.isEmpty()) {
            int position = line.position();
            int token = line.poll();
            if (tokens.queued(token) == position) {
                tokens.queued(token, Tokens.GOES_ON);
                current = token;
                return token;
            }
        }
        return -1;
    }

    void dies(int token) {
        dequeue(token);
        tokens.remove(token);
    }

    /** Whatever the token waited for, it does so no more. */
    void quiet(int token) {
        switch (tokens.state(token)) {
            case Tokens.STANDING -> standing.remove(token);
            case Tokens.ASKING -> effects.withdraw(token);
            case Tokens.AWAITING -> signals.stop(token);
            default -> {}
        }
        tokens.state(token, Tokens.SILENT);
    }

    // ---- frames

    /** The token goes into a frame. */
    int enter(int token, int kind, int number) {
        return enter(token, kind, tokens.at(token), number, kind == Frames.MILESTONE);
    }

    int enter(int token, int kind, int site, int number, boolean gate) {
        int frame = frames.add(kind, site, tokens.frame(token), token, number, gate);
        tokens.frame(token, frame);
        return frame;
    }

    /** The owner of the frame, who is directly in it, goes out of it. */
    void leave(int frame) {
        int owner = frames.owner(frame);
        tokens.frame(owner, frames.parent(frame));
        abandon(frame);
    }

    /** The frame counts no more; those inside stay. */
    void abandon(int frame) {
        frames.leave(frame);
        inactive(frame);
        clear(frame);
    }

    /** Takes away frames that were left and that nobody is in, from this one outwards. */
    private void clear(int from) {
        for (int frame = from; frame >= 0; ) {
            if (!frames.isLeft(frame) || frames.child(frame) >= 0) {
                return;
            }
            int parent = frames.parent(frame);
            frames.remove(frame);
            frame = parent;
        }
    }

    /** Tells the books that a frame is active no more. */
    private void inactive(int frame) {
        switch (frames.kind(frame)) {
            case Frames.LOCK -> standing.unlock(program.at(frames.site(frame) + 1));
            case Frames.REGION -> regions.left(frame);
            case Frames.MILESTONE -> regions.unwatch(frame);
            case Frames.BRANCH -> splits.branchLeft(frame);
            case Frames.SPLIT -> splits.splitLeft(frame);
            case Frames.NODE -> graphs.nodeLeft(frame);
            case Frames.GRAPH -> graphs.graphLeft(frame);
            default -> {}
        }
    }

    /**
     * Takes away the frame and all that is inside: frames, and tokens but the one that may stay,
     * which is behind the frame then.
     */
    void withdraw(int top, int spared) {
        int outside = frames.parent(top);
        int frame = top;
        while (true) {
            while (frames.child(frame) >= 0) {
                frame = frames.child(frame);
            }
            int owner = frames.owner(frame);
            boolean active = !frames.isLeft(frame);
            if (active && tokens.state(owner) != Tokens.FREE && tokens.frame(owner) == frame) {
                quiet(owner);
                if (owner == spared) {
                    tokens.frame(owner, frames.parent(frame));
                } else {
                    dies(owner);
                }
            }
            if (active) {
                frames.leave(frame);
                inactive(frame);
            }
            int parent = frames.parent(frame);
            frames.remove(frame);
            if (frame == top) {
                break;
            }
            frame = parent;
        }
        clear(outside);
    }

    // ---- the end

    /** The token that began the run has come out of the whole. */
    void complete(int token) {
        result = tokens.context(token);
        dies(token);
    }

    void end(Status status) {
        List<Integer> asking = new ArrayList<>();
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) == Tokens.ASKING) {
                asking.add(token);
            }
        }
        // In the order in which they have asked: after a snapshot they have other slots.
        asking.sort(Comparator.comparingLong(tokens::since));
        for (int token : asking) {
            effects.withdraw(token);
            tokens.state(token, Tokens.SILENT);
        }
        clear();
        ended = status;
        tracer.end(status);
    }

    private void clear() {
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) != Tokens.FREE) {
                quiet(token);
                dies(token);
            }
        }
        for (int frame = 0; frame < frames.used(); frame++) {
            if (frames.kind(frame) != Frames.FREE && frames.parent(frame) < 0) {
                withdraw(frame, -1);
            }
        }
        line.clear();
        signals.clear();
    }

    /** Checks the whole: for snapshots, tests and the simulator. */
    void invariants() {
        boolean[] seen = new boolean[frames.used()];
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) != Tokens.FREE) {
                int frame = tokens.frame(token);
                while (frame >= 0 && !frames.isLeft(frame) && frames.owner(frame) == token) {
                    seen[frame] = true;
                    frame = frames.parent(frame);
                }
            }
        }
        int active = 0;
        for (int frame = 0; frame < frames.used(); frame++) {
            if (frames.kind(frame) != Frames.FREE) {
                active++;
                frameInvariants(frame);
                Check.invariant(
                        seen[frame] || frames.isLeft(frame),
                        "the owner of a frame is not in it, and has not left it");
            }
        }
        Check.invariant(active == frames.size(), "frames are lost");
        int count = 0;
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) != Tokens.FREE) {
                count++;
                int frame = tokens.frame(token);
                Check.invariant(
                        frame < 0 || (!frames.isLeft(frame) && frames.owner(frame) == token),
                        "a token is in a frame that is not its own");
                Check.invariant(
                        tokens.find(tokens.number(token)) == token, "a token has lost its key");
                Check.invariant(
                        (tokens.state(token) == Tokens.SILENT)
                                == (tokens.queued(token) != Tokens.NOT_QUEUED),
                        "a token is silent and not in line, or the other way round");
            }
        }
        Check.invariant(count == tokens.size(), "tokens are lost");
        Check.invariant(count == 0 || ended == null, "a run that is over has tokens");
        Check.invariant(active == 0 || count > 0, "there are frames, and nobody is in them");
        standing.invariants();
    }

    private void frameInvariants(int frame) {
        int parent = frames.parent(frame);
        Check.invariant(
                parent < 0 || frames.kind(parent) != Frames.FREE, "a frame is inside of nothing");
        if (frames.isLeft(frame)) {
            Check.invariant(frames.child(frame) >= 0, "a frame was left, and nobody is in it");
            return;
        }
        if (frames.kind(frame) == Frames.SPLIT) {
            int branches = 0;
            for (int it = frames.child(frame); it >= 0; it = frames.next(it)) {
                branches += frames.isLeft(it) ? 0 : 1;
            }
            Check.invariant(
                    branches + frames.link(frame) == frames.count(frame),
                    "branches are neither under way nor arrived");
        }
    }

    // ---- code

    boolean holds(int condition, Context context) {
        try {
            return linked.condition(condition).test(context);
        } catch (RuntimeException e) {
            throw Mishap.of(e);
        }
    }

    /** Whether the guard lets a branch be taken when none before it was. */
    boolean lets(int guard, Context context, boolean noneBefore) {
        return switch (guard) {
            case Code.ALWAYS -> true;
            case Code.OTHERWISE -> noneBefore;
            default -> holds(guard, context);
        };
    }

    static Mishap noBranch() {
        return Mishap.of("NoBranch", "no condition holds, and there is no otherwise");
    }

    static String type(Failure failure) {
        return failure instanceof Failure.Application application
                ? application.type()
                : failure.getClass().getSimpleName();
    }
}
