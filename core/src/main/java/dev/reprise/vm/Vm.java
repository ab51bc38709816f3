package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.choice.Key;
import dev.reprise.choice.Scheduler;
import dev.reprise.pattern.Context;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

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

    private final Board board;
    private final Program program;
    private final Tokens tokens;
    private final Frames frames;
    private final Reducer reducer;

    private Vm(LinkedProgram linked, Scheduler scheduler, Settings settings) {
        this.board = new Board(linked, scheduler, settings);
        this.program = board.program;
        this.tokens = board.tokens;
        this.frames = board.frames;
        this.reducer = new Reducer(board, settings);
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
        vm.reducer.restore(reader.reductions, reader.reductionsLeft);
        return vm;
    }

    /** The whole state of this run as it is now, between two reductions. */
    public byte[] snapshot() {
        return new SnapshotWriter(board).snapshot(reducer.reductions(), reducer.left());
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
        return reducer.run(quanta) && canGoOn() ? new Status.Yielded() : atRest();
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
        return reducer.reductions();
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

    /** Who is where, for somebody who explores what a run can do. */
    public Survey survey() {
        return new Survey(board);
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

    /**
     * Gives the signal to whoever has waited longest; else it is kept, or lost. A run that is over
     * keeps it, too: another may go on in its place.
     */
    public void signal(String name, Payload value) {
        if (!board.isOver()) {
            takeIn();
        }
        board.signals.signal(name, value);
    }

    /** Shows the signals that are kept, the oldest first. */
    void kept(BiConsumer<String, Payload> reader) {
        board.signals.kept().forEach(it -> reader.accept(it.getKey(), it.getValue().value()));
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
        reducer.begin();
        settle();
    }

    /** Lets all go on silently who do. */
    public void settle() {
        while (goOn()) {}
    }

    /** Makes one silent reduction; false when nobody goes on silently. */
    public boolean goOn() {
        return reducer.goOn();
    }
}
