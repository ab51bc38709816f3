package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.choice.Key;
import dev.reprise.choice.Scheduler;
import dev.reprise.pattern.Context;
import dev.reprise.program.Code;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A run of a program: tokens in its code, moved one reduction at a time.
 *
 * <p>A <b>reduction</b> is one instruction that is carried out. The token that goes on silently is
 * taken first, then the next in line; when nobody is in line, the graphs are looked at, and then
 * the scheduler chooses one of those who stand before something and may do it. What each
 * instruction does is in docs/bytecode.md, and why, in docs/patterns.md.
 *
 * <p>What comes from outside (outcomes, signals, time, cancelling) is taken in when nobody goes on
 * silently: whoever does is let go on first. A run serves one thread.
 */
public final class Vm {
    /** How many reductions {@link #run()} makes. */
    public static final int QUANTA = 100;

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
    private final Settings settings;
    private long reductions;

    /** How many reductions there may be before something comes from outside. */
    private long reductionsEnd;

    private Vm(LinkedProgram linked, Scheduler scheduler, Settings settings) {
        this.board = new Board(linked, scheduler, settings);
        this.program = board.program;
        this.tokens = board.tokens;
        this.frames = board.frames;
        this.settings = settings;
        this.reductionsEnd = settings.reductionsMax();
    }

    /** A run that begins with this context. */
    public static Vm start(LinkedProgram linked, Context context, Scheduler scheduler) {
        return start(linked, context, scheduler, Settings.DEFAULT);
    }

    /** A run that begins with this context. */
    public static Vm start(
            LinkedProgram linked, Context context, Scheduler scheduler, Settings settings) {
        var vm = new Vm(linked, scheduler, settings);
        vm.board.born(0, 0, 0, context);
        return vm;
    }

    /**
     * Goes on from what {@link #snapshot()} wrote, on whatever JVM, with a scheduler that goes on
     * where the other one was.
     *
     * @throws dev.reprise.form.Malformed if it is damaged, or of a run of another program
     */
    public static Vm restore(
            LinkedProgram linked, byte[] snapshot, Scheduler scheduler, Settings settings) {
        var vm = new Vm(linked, scheduler, settings);
        var reader = new SnapshotReader(vm.board, snapshot);
        reader.read();
        vm.reductions = reader.reductions;
        vm.reductionsEnd = reader.reductions + reader.reductionsLeft;
        return vm;
    }

    /** The whole state of this run as it is now, between two reductions. */
    public byte[] snapshot() {
        return new SnapshotWriter(board).snapshot(reductions, reductionsEnd - reductions);
    }

    // ---- going on

    /** Makes one reduction, if there is something to do. */
    public Status step() {
        return run(1);
    }

    /** Makes up to {@link #QUANTA} reductions. */
    public Status run() {
        return run(QUANTA);
    }

    /**
     * Makes up to so many reductions; fewer when there is nothing to do.
     *
     * @throws Endless when more follow one event from outside than the settings allow
     */
    public Status run(int quanta) {
        int left = quanta;
        while (left > 0) {
            int alone = isAlone() ? alone(left) : 0;
            left -= alone;
            if (alone == 0) {
                if (!reduce()) {
                    return atRest();
                }
                left--;
            }
        }
        return canGoOn() ? new Status.Yielded() : atRest();
    }

    private boolean canGoOn() {
        return !board.isOver() && (!isSettled() || board.standing.able() > 0);
    }

    /** Whether nobody goes on silently: then what comes from outside is taken in at once. */
    public boolean isSettled() {
        return board.isOver()
                || (board.current < 0
                        && board.line.isEmpty()
                        && !board.graphs.hasChanged()
                        && tokens.size() > 0);
    }

    private Status atRest() {
        var ended = board.ended;
        if (ended != null) {
            return ended;
        }
        if (board.effects.hasNews()) {
            return new Status.Effects(board.effects.handOut(), board.effects.tellWithdrawn());
        }
        return new Status.Blocked(board.effects.size(), board.signals.awaiting());
    }

    /** Whether the run is over. */
    public boolean isDone() {
        return board.isOver();
    }

    /** Whether there is nothing to do before something comes from outside. */
    public boolean isBlocked() {
        return !board.isOver() && isSettled() && board.standing.able() == 0;
    }

    /** How many reductions were made. */
    public long reductions() {
        return reductions;
    }

    /** How many times the scheduler was to choose, single actions and free choices included. */
    public long steps() {
        return board.steps;
    }

    /** How many tokens there are. */
    public int tokensCount() {
        return tokens.size();
    }

    /** How many frames there are, those that were left and that somebody is in included. */
    public int framesCount() {
        return frames.size();
    }

    /** What the run gave, when the token that began it has come out of the whole, or a stop. */
    public Optional<Context> result() {
        return Optional.ofNullable(board.result);
    }

    /** All effects that are outstanding, in the order of the keys of their tokens. */
    public List<Effect> effects() {
        return board.effects.outstanding();
    }

    /** All timers that run, in the order in which they go off. */
    public List<Timer> timers() {
        return board.signals.timers.stream()
                .map(
                        it ->
                                new Timer(
                                        it.since(),
                                        it.trigger(),
                                        tokens.action(it.token()).key(),
                                        it.due()))
                .toList();
    }

    /**
     * A timer that runs.
     *
     * @param since the number of the token that waits, among all that ever waited
     * @param trigger which of the triggers of its await it is
     * @param key the key of that token
     * @param due when it goes off, since the run began
     */
    public record Timer(long since, int trigger, Key key, Duration due) {}

    /** From now on it is told to somebody which timers begin and stop. */
    void watch(TimerWatch watch) {
        board.signals.watch = watch;
    }

    /** Checks the whole state: for tests and the simulator. */
    public void invariants() {
        board.invariants();
    }

    // ---- from outside

    /**
     * Tells the outcome of an effect.
     *
     * @return false when nobody waits for it any more, and it is ignored
     */
    public boolean resume(long effect, Outcome outcome) {
        Check.argument(
                effect >= 1 && effect <= board.effects.last,
                "no effect %d was asked for; there were %d",
                effect,
                board.effects.last);
        if (board.isOver()) {
            return false;
        }
        takeIn();
        return board.effects.resume(effect, outcome);
    }

    /** Gives the signal to whoever has waited longest; else it is kept, or lost. */
    public void signal(String name, Payload value) {
        if (!board.isOver()) {
            takeIn();
            board.signals.signal(name, value);
        }
    }

    /** It is now so much after the beginning: timers that are due go off one by one. */
    public void advance(Duration now) {
        Check.argument(
                now.compareTo(board.signals.now) >= 0,
                "time does not go back from %s to %s",
                board.signals.now,
                now);
        if (board.isOver()) {
            return;
        }
        takeIn();
        board.signals.now = now;
        while (!board.isOver() && board.signals.ring()) {
            settle();
        }
    }

    /**
     * Lets one timer go off, whatever the time is.
     *
     * @return false when it does not run any more, and is ignored
     */
    public boolean fire(long since, int trigger) {
        if (board.isOver()) {
            return false;
        }
        takeIn();
        var timer = board.signals.find(since, trigger);
        timer.ifPresent(board.signals::fire);
        return timer.isPresent();
    }

    /** Cancels the run. */
    public void cancel() {
        if (!board.isOver()) {
            board.end(new Status.Cancelled());
        }
    }

    /** Cancels all regions of that name that are active, wherever in the run they are. */
    public void cancel(String region) {
        int name = program.tables().names().indexOf(region);
        if (!board.isOver() && name >= 0) {
            takeIn();
            board.regions.cancelAll(name);
        }
    }

    private void takeIn() {
        reductionsEnd = reductions + settings.reductionsMax();
        settle();
    }

    /** Lets all go on silently who do. */
    public void settle() {
        while (goOn()) {}
    }

    /** Makes one silent reduction; false when nobody goes on silently. */
    public boolean goOn() {
        for (int token = silent(); token >= 0; token = silent()) {
            if (!comesToStand(token)) {
                reduce(token, false);
                return true;
            }
        }
        return false;
    }

    // ---- one reduction

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
            throw new Endless(settings.reductionsMax());
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
