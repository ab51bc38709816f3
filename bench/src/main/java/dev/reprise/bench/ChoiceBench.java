package dev.reprise.bench;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.LogSizes.Program;
import dev.reprise.bench.Measure.Sized;
import dev.reprise.bench.Measure.Timed;
import dev.reprise.bench.Target.Below;
import dev.reprise.bench.Target.RatioAtMost;
import dev.reprise.choice.Action;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.LogBound;
import dev.reprise.choice.Replayer;
import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a choice costs, and what a log of choices takes.
 *
 * <p>All times are per choice <i>and</i> the change of the set that comes with it: the chosen
 * action is removed, and the one chosen before is added again ({@link Turnover}). So there are
 * always equally many enabled actions, one addition and one removal per choice, and the harness
 * allocates nothing. Whoever chooses always the least thus changes the set at its lower end only;
 * random choices change it all over.
 */
public class ChoiceBench {
    private static final int FEW = 100;
    private static final int MANY = 100_000;
    private static final long SEED = 42;

    private static final int LOG_ENTRIES = 100_000;
    private static final int WINDOW = 10_000;

    /** Keeps recordings of any length within some ten megabytes. */
    private static final int KEPT_MAX = 1 << 20;

    private static final int COPIES_KEPT_MAX = 1 << 16;

    private static final Target BELOW_A_MICROSECOND = new Below(1_000);

    /** Three times what is allowed for few. */
    private static final Target BELOW_THREE_MICROSECONDS = new Below(3_000);

    private static final Target BELOW_64_MIB = new Below(64 << 20);
    private static final Target BELOW_16_MIB = new Below(16 << 20);

    static final Suite SUITE =
            new Suite(
                    "choice",
                    "what a choice and the change of the set after it cost, and what a log takes",
                    List.of(
                            new Case(
                                    "deterministic",
                                    timed("deterministic"),
                                    new Other("copy, sort, take the first", timed("sorted")),
                                    BELOW_A_MICROSECOND),
                            new Case(
                                    "random",
                                    timed("random"),
                                    new Other("copy the set per choice", timed("copied")),
                                    BELOW_A_MICROSECOND),
                            new Case(
                                    "replay-start",
                                    timed("replayStart"),
                                    new OtherCase("random"),
                                    BELOW_A_MICROSECOND),
                            new Case(
                                    "replay-end",
                                    timed("replayEnd"),
                                    new OtherCase("replay-start"),
                                    BELOW_A_MICROSECOND,
                                    new RatioAtMost(1.5)),
                            new Case(
                                    "deterministic-100000",
                                    timed("deterministicOfMany"),
                                    new OtherCase("deterministic"),
                                    BELOW_THREE_MICROSECONDS,
                                    new RatioAtMost(3)),
                            new Case(
                                    "random-100000",
                                    timed("randomOfMany"),
                                    new OtherCase("random"),
                                    BELOW_THREE_MICROSECONDS,
                                    new RatioAtMost(3)),
                            memory("log-memory", Program.FRESH),
                            disk("log-disk", Program.FRESH),
                            memory("log-memory-random", Program.UNRELATED),
                            disk("log-disk-random", Program.UNRELATED)));

    private static Timed timed(String method) {
        return new Timed(ChoiceBench.class, method);
    }

    private static Case memory(String name, Program program) {
        return new Case(
                name,
                heap(() -> program.log(LogSizes.ENTRIES)),
                new Other(
                        "list of copied key lists", heap(() -> program.naiveLog(LogSizes.ENTRIES))),
                BELOW_64_MIB);
    }

    private static Sized heap(Supplier<?> log) {
        return new Sized(() -> LogSizes.heap(log), 2);
    }

    private static Case disk(String name, Program program) {
        return new Case(
                name,
                new Sized(() -> LogSizes.disk(program.log(LogSizes.ENTRIES)), 1),
                new Other(
                        "eight bytes per number",
                        new Sized(() -> LogSizes.fixedWidth(program.log(LogSizes.ENTRIES)), 1)),
                BELOW_16_MIB);
    }

    /** An owner with few enabled actions. */
    @State(Scope.Thread)
    public static class Few {
        final Turnover owner = new Turnover(FEW);
        final Scheduler least = Scheduler.deterministic();
        final Scheduler recorded = Scheduler.random(SEED).recorded(LogBound.ring(KEPT_MAX));
        final NaiveRecorder copying = new NaiveRecorder(Scheduler.random(SEED), COPIES_KEPT_MAX);
    }

    /** An owner with many enabled actions. */
    @State(Scope.Thread)
    public static class Many {
        final Turnover owner = new Turnover(MANY);
        final Scheduler least = Scheduler.deterministic();
        final Scheduler recorded = Scheduler.random(SEED).recorded(LogBound.ring(KEPT_MAX));
    }

    /** An owner that keeps its few enabled actions in a list, in the order of their arrival. */
    @State(Scope.Thread)
    public static class Listed {
        private static final Comparator<Action> BY_KEY = Comparator.comparing(Action::key);

        final List<Action> enabled = Turnover.shuffled(FEW + 1);
        private Action away = enabled.removeLast();

        Action step() {
            var sorted = new ArrayList<>(enabled);
            sorted.sort(BY_KEY);
            var chosen = sorted.getFirst();
            enabled.set(enabled.indexOf(chosen), away);
            away = chosen;
            return chosen;
        }
    }

    /** A recording of few enabled actions that is to be replayed from its start. */
    @State(Scope.Thread)
    public static class Start {
        final ChoiceLog log = record();
        Turnover owner = new Turnover(FEW);
        Replayer replayer = Scheduler.replay(log);

        private static ChoiceLog record() {
            var recording = Scheduler.random(SEED).recorded();
            var owner = new Turnover(FEW);
            for (int i = 0; i < LOG_ENTRIES; i++) {
                owner.step(recording);
            }
            return recording.log();
        }

        /** Begins anew. */
        @Setup(Level.Invocation)
        public void begin() {
            owner = new Turnover(FEW);
            replayer = Scheduler.replay(log);
        }

        Action window() {
            for (int i = 1; i < WINDOW; i++) {
                owner.step(replayer);
            }
            return owner.step(replayer);
        }
    }

    /** A recording that has been replayed but for its end. */
    @State(Scope.Thread)
    public static class End extends Start {
        @Override
        @Setup(Level.Invocation)
        public void begin() {
            super.begin();
            for (int i = 0; i < LOG_ENTRIES - WINDOW; i++) {
                owner.step(replayer);
            }
        }
    }

    /** The least of few, in a set that is kept up to date. */
    @Benchmark
    public Action deterministic(Few few) {
        return few.owner.step(few.least);
    }

    /** The least of few, found by sorting: what the system before this one does. */
    @Benchmark
    public Action sorted(Listed listed) {
        return listed.step();
    }

    /** Any of few, recorded. */
    @Benchmark
    public Action random(Few few) {
        return few.owner.step(few.recorded);
    }

    /** Any of few, recorded by copying the set. */
    @Benchmark
    public Action copied(Few few) {
        return few.owner.step(few.copying);
    }

    /** The first choices of a recording. */
    @Benchmark
    @OperationsPerInvocation(WINDOW)
    public Action replayStart(Start start) {
        return start.window();
    }

    /** The last choices of a recording. */
    @Benchmark
    @OperationsPerInvocation(WINDOW)
    public Action replayEnd(End end) {
        return end.window();
    }

    /** The least of many. */
    @Benchmark
    public Action deterministicOfMany(Many many) {
        return many.owner.step(many.least);
    }

    /** Any of many, recorded. */
    @Benchmark
    public Action randomOfMany(Many many) {
        return many.owner.step(many.recorded);
    }
}
