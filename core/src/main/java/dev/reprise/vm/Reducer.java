package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.pattern.Context;
import dev.reprise.program.Code;
import dev.reprise.program.Program;

/** Carries instructions out, one reduction at a time, and counts them. */
final class Reducer {
    /** The instructions to stand before, a bit for each. */
    private static final long STANDING =
            1L << Code.TASK
                    | 1L << Code.EFFECT
                    | 1L << Code.BLOCK
                    | 1L << Code.TURN
                    | 1L << Code.LOCK
                    | 1L << Code.CANCEL
                    | 1L << Code.COMPLETE
                    | 1L << Code.STOP;

    private final Board board;
    private final Program program;
    private final Tokens tokens;
    private final Frames frames;
    private final long reductionsMax;
    private long reductions;

    /** How many reductions there may be before something comes from outside. */
    private long reductionsEnd;

    Reducer(Board board, Settings settings) {
        this.board = board;
        this.program = board.program;
        this.tokens = board.tokens;
        this.frames = board.frames;
        this.reductionsMax = settings.reductionsMax();
        begin();
    }

    long reductions() {
        return reductions;
    }

    /** How many more there may be before something comes from outside. */
    long left() {
        return reductionsEnd - reductions;
    }

    /** Something comes from outside: the bound is counted from here. */
    void begin() {
        reductionsEnd = bounded(reductions, reductionsMax);
    }

    /** Goes on counting where another one was. */
    void restore(long made, long left) {
        reductions = made;
        reductionsEnd = bounded(made, left);
    }

    private static long bounded(long made, long more) {
        return Long.MAX_VALUE - made < more ? Long.MAX_VALUE : made + more;
    }

    /** Makes so many reductions; false when there were fewer to be made. */
    boolean run(int quanta) {
        int left = quanta;
        while (left > 0) {
            int alone = isAlone() ? alone(left) : 0;
            left -= alone;
            if (alone == 0) {
                if (!reduce()) {
                    return false;
                }
                left--;
            }
        }
        return true;
    }

    /** Makes one silent reduction; false when nobody goes on silently. */
    boolean goOn() {
        for (int token = silent(); token >= 0; token = silent()) {
            if (!comesToStand(token)) {
                reduce(token, false);
                return true;
            }
        }
        return false;
    }

    /** The token that goes on silently, or -1 when nobody does and the run has settled. */
    private int silent() {
        if (board.isOver()) {
            return -1;
        }
        while (board.current < 0) {
            if (board.nextInLine() < 0 && !board.graphs.synchronise()) {
                endIfNobodyIsLeft();
                return -1;
            }
            if (board.isOver()) {
                return -1;
            }
        }
        return board.current;
    }

    private void endIfNobodyIsLeft() {
        if (tokens.size() == 0 && !board.isOver()) {
            var result = board.result;
            Check.invariant(result != null, "the run is done and has no result");
            board.end(new Status.Done(result));
        }
    }

    /** Makes one reduction; false when there is nothing to do. */
    private boolean reduce() {
        if (goOn()) {
            return true;
        }
        if (board.isOver() || board.standing.able() == 0) {
            return false;
        }
        reduce(-1, true);
        return true;
    }

    /**
     * Whether somebody goes on, nobody else does or could be chosen, and he would be chosen without
     * being shown wherever he stood before a task.
     */
    private boolean isAlone() {
        return board.current >= 0
                && board.line.isEmpty()
                && !board.graphs.hasChanged()
                && board.standing.canPass()
                && frames.gate(tokens.frame(board.current)) < 0
                && !board.tracer.isFull();
    }

    /**
     * Lets the token that is alone go on through tasks and loops, without standing before a task
     * first: that makes no difference while it is alone, and most runs are such a token most of the
     * time. Answers how many reductions that were.
     */
    private int alone(int quanta) {
        int token = board.current;
        int most = (int) Math.min(quanta, reductionsEnd - reductions);
        int done = 0;
        try {
            while (done < most && alone(token, tokens.at(token))) {
                done++;
            }
        } catch (Mishap mishap) {
            done++;
            board.scopes.fail(token, mishap.failure());
        }
        reductions += done;
        return done;
    }

    /** One reduction of a token that is alone; false when the instruction is of another sort. */
    private boolean alone(int token, int at) {
        switch (program.at(at)) {
            case Code.TASK -> {
                board.standing.pass();
                tokens.context(token, applied(token, at));
                tokens.at(token, at + 2);
            }
            case Code.GOTO -> tokens.at(token, program.at(at + 1));
            case Code.UNLESS -> unless(token, at);
            case Code.TIMES ->
                    again(token, at, frames.number(tokens.frame(token)) + 1 < program.at(at + 1));
            case Code.WHILE ->
                    again(token, at, board.holds(program.at(at + 1), tokens.context(token)));
            case Code.UNTIL ->
                    again(token, at, !board.holds(program.at(at + 1), tokens.context(token)));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** One reduction of the token that goes on silently, or of one that is to be chosen. */
    private void reduce(int silent, boolean chooses) {
        if (reductions >= reductionsEnd) {
            throw new Endless(reductionsMax);
        }
        int token = chooses ? board.standing.choose() : silent;
        reductions++;
        if (board.tracer.isFull()) {
            board.tracer.reduced(token, tokens.at(token));
        }
        try {
            if (chooses) {
                perform(token);
            } else {
                silently(token);
            }
        } catch (Mishap mishap) {
            board.scopes.fail(token, mishap.failure());
        }
    }

    /** Whether the instruction is one to stand before; then the token does. */
    private boolean comesToStand(int token) {
        int at = tokens.at(token);
        int op = program.at(at);
        if ((STANDING >>> op & 1) == 0) {
            return false;
        }
        if (op == Code.LOCK && board.standing.isInside(token, program.at(at + 1))) {
            return false;
        }
        board.standing.add(token);
        return true;
    }

    /** The token, which was chosen, does what it stands before. */
    private void perform(int token) {
        board.standing.remove(token);
        tokens.state(token, Tokens.SILENT);
        int at = tokens.at(token);
        switch (program.at(at)) {
            case Code.TASK -> {
                tokens.context(token, applied(token, at));
                board.goOn(token, at + 2);
            }
            case Code.EFFECT -> {
                board.tracer.task(Event.What.START, token);
                board.effects.ask(token);
            }
            case Code.BLOCK -> board.goOn(token, at + 2);
            case Code.TURN -> {
                board.splits.turn(token);
                board.goOn(token, at + 1);
            }
            case Code.LOCK -> {
                lock(token, at);
                board.enqueue(token);
            }
            case Code.CANCEL, Code.COMPLETE -> board.regions.cancel(token);
            default -> {
                if (program.at(at + 1) == Code.STOP_DONE) {
                    board.result = tokens.context(token);
                    board.end(new Status.Done(tokens.context(token)));
                } else {
                    board.end(new Status.Cancelled());
                }
            }
        }
    }

    /** What the task makes of what the token knows. */
    private Context applied(int token, int at) {
        Context context;
        try {
            context = board.linked.task(program.at(at + 1)).apply(tokens.context(token));
        } catch (RuntimeException e) {
            board.tracer.task(Event.What.FAIL, token);
            throw Mishap.of(e);
        }
        board.tracer.task(Event.What.RAN, token);
        return context;
    }

    private void unless(int token, int at) {
        boolean holds = board.holds(program.at(at + 1), tokens.context(token));
        tokens.at(token, holds ? at + 3 : program.at(at + 2));
    }

    private void lock(int token, int at) {
        board.enter(token, Frames.LOCK, -1);
        tokens.state(token, Tokens.SILENT);
        tokens.at(token, at + 2);
        board.standing.lock(program.at(at + 1));
    }

    /** The token, which goes on silently, does what it has come to. */
    private void silently(int token) {
        int at = tokens.at(token);
        switch (program.at(at)) {
            case Code.GOTO -> tokens.at(token, program.at(at + 1));
            case Code.UNLESS -> unless(token, at);
            case Code.ROUND -> {
                board.enter(token, Frames.ROUND, 0);
                tokens.at(token, at + 1);
            }
            case Code.TIMES ->
                    again(token, at, frames.number(tokens.frame(token)) + 1 < program.at(at + 1));
            case Code.WHILE ->
                    again(token, at, board.holds(program.at(at + 1), tokens.context(token)));
            case Code.UNTIL ->
                    again(token, at, !board.holds(program.at(at + 1), tokens.context(token)));
            case Code.PUT -> {
                var names = program.tables().names();
                var put =
                        tokens.context(token)
                                .with(names.get(program.at(at + 1)), names.get(program.at(at + 2)));
                tokens.context(token, put);
                tokens.at(token, at + 3);
            }
            case Code.LOCK -> lock(token, at);
            case Code.LEAVE -> leave(token, at);
            case Code.ARRIVE -> board.splits.arrive(token);
            case Code.FORK -> board.splits.fork(token);
            case Code.EACH -> board.splits.instances(token);
            default -> rarely(token, at);
        }
    }

    private void rarely(int token, int at) {
        switch (program.at(at)) {
            case Code.NO_BRANCH -> throw Board.noBranch();
            case Code.FAIL -> {
                var names = program.tables().names();
                throw Mishap.of(names.get(program.at(at + 1)), names.get(program.at(at + 2)));
            }
            case Code.PICK -> {
                int picked = board.standing.pick(program.at(at + 1));
                board.tracer.picked(token, program.place(at), picked);
                tokens.at(token, program.at(at + 2 + picked));
            }
            case Code.REGION -> {
                int region = board.enter(token, Frames.REGION, -1);
                frames.base(region, tokens.context(token));
                board.regions.entered(region);
                tokens.at(token, at + 3);
            }
            case Code.MILESTONE -> {
                board.regions.watch(board.enter(token, Frames.MILESTONE, -1));
                tokens.at(token, at + 2);
            }
            case Code.AWAIT -> board.signals.await(token);
            case Code.RECOVER, Code.COMPENSATE -> board.scopes.enter(token, -1);
            case Code.RETRY -> board.scopes.enter(token, 0);
            case Code.UNDO -> {
                board.scopes.remember(token, at + 2);
                tokens.at(token, program.at(at + 1));
            }
            case Code.UNDONE -> board.scopes.undone(token);
            case Code.GRAPH -> board.graphs.begin(token);
            case Code.PASS -> board.graphs.pass(token);
            case Code.CALL -> call(token, at);
            case Code.RETURN -> {
                int call = tokens.frame(token);
                tokens.at(token, frames.site(call) + 2);
                board.leave(call);
            }
            default -> board.complete(token);
        }
    }

    /** The end of a round: the next one, or out of the loop. */
    private void again(int token, int at, boolean more) {
        int round = tokens.frame(token);
        int number = frames.number(round) + 1;
        if (!more) {
            board.leave(round);
            tokens.at(token, at + 3);
        } else if (frames.child(round) < 0) {
            frames.number(round, number);
            tokens.at(token, program.at(at + 2));
        } else {
            int site = frames.site(round);
            board.leave(round);
            board.enter(token, Frames.ROUND, site, number, false);
            tokens.at(token, program.at(at + 2));
        }
    }

    private void leave(int token, int at) {
        int frame = tokens.frame(token);
        if (frames.kind(frame) == Frames.SCOPE) {
            board.scopes.leave(frame);
        } else {
            board.leave(frame);
        }
        tokens.at(token, at + 1);
    }

    private void call(int token, int at) {
        int number = program.at(at + 1);
        var definition = program.tables().definitions().get(number);
        int depth = 0;
        int frame = frames.noted(tokens.frame(token));
        while (frame >= 0 && depth == 0) {
            if (frames.kind(frame) == Frames.CALL && program.at(frames.site(frame) + 1) == number) {
                depth = frames.count(frame);
            }
            frame = frames.notedAround(frame);
        }
        if (depth >= definition.depthMax()) {
            throw Mishap.of(
                    "TooDeep",
                    "calls of \"" + definition.name() + "\" go " + depth + " deep already");
        }
        int call = board.enter(token, Frames.CALL, program.place(at));
        frames.count(call, depth + 1);
        tokens.at(token, definition.at());
    }
}
