package dev.reprise.bench;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Timed;
import dev.reprise.bench.Target.Below;
import dev.reprise.choice.Scheduler;
import dev.reprise.choice.Search;
import dev.reprise.engine.exec.Shape;
import dev.reprise.sim.Hunt;
import dev.reprise.sim.Simulation;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Classic;
import dev.reprise.sim.task.Instruction.Jump;
import dev.reprise.sim.task.Instruction.Yield;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.Program;
import dev.reprise.sim.task.Rules;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What simulation costs: a step of the executor, with the trace recorded and every oracle looking,
 * and a whole schedule of a small program, as a strategy proposes it.
 */
public class SimBench {
    private static final int STEPS = 20_000;
    private static final int SCHEDULES = 1_000;
    private static final int WORKERS = 4;
    private static final int TASKS = 8;

    /** What the harness that this grew from needs for a step: 2.3 million a second. */
    private static final double ORIGINAL_STEP_NANOS = 1e9 / 2.3e6;

    static final Suite SUITE =
            new Suite(
                    "sim",
                    "what a step of the simulated executor and a schedule of a small program cost",
                    List.of(
                            new dev.reprise.bench.Case(
                                    "steps",
                                    timed("steps"),
                                    new Other("no oracle looks", timed("uncheckedSteps")),
                                    new Below(ORIGINAL_STEP_NANOS)),
                            new dev.reprise.bench.Case(
                                    "schedules",
                                    timed("schedules"),
                                    new Other("always the same schedule", timed("sameSchedule")),
                                    new Below(10_000)),
                            strategy("schedules-pct", "pctSchedules"),
                            strategy("schedules-pos", "posSchedules"),
                            strategy("schedules-guided", "guidedSchedules"),
                            strategy("schedules-portfolio", "portfolioSchedules")));

    private static dev.reprise.bench.Case strategy(String name, String method) {
        return new dev.reprise.bench.Case(
                name, timed(method), new OtherCase("schedules"), new Below(10_000));
    }

    private static Timed timed(String method) {
        return new Timed(SimBench.class, method);
    }

    /** Tasks that go round for ever, in lanes and through the shared queue. */
    static Case endless() {
        var program =
                new Program(
                        "round",
                        List.of(
                                new Yield(Placement.LOCAL),
                                new Yield(Placement.GLOBAL),
                                new Yield(Placement.LOCAL),
                                new Jump(0)));
        var tasks = IntStream.range(0, TASKS).mapToObj(task -> new Case.Task(task, 0, 0)).toList();
        return new Case(
                Shape.of(WORKERS, 1),
                Rules.CURRENT,
                List.of(),
                List.of(),
                0,
                0,
                List.of(program),
                tasks,
                tasks.stream().map(Case.Task::id).toList(),
                List.of(),
                STEPS);
    }

    /** A simulated executor with enough to do. */
    @State(Scope.Thread)
    public static class Busy {
        private Simulation checked = new Simulation(endless());
        private Simulation unchecked = Simulation.unchecked(endless());
        private long seed;
    }

    /** A step with all oracles. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public int steps(Busy busy) {
        busy.checked.run(Scheduler.random(busy.seed++));
        return busy.checked.steps();
    }

    /** A step without oracles. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public int uncheckedSteps(Busy busy) {
        busy.unchecked.run(Scheduler.random(busy.seed++));
        return busy.unchecked.steps();
    }

    /** The program of two setters and a checker, and a strategy. */
    @State(Scope.Thread)
    public static class Reorder {
        private final Simulation simulation = new Simulation(Classic.named("reorder_3"));
        private Search random = Search.random(1);
        private Search pct = Search.pct(1, 3);
        private Search pos = Search.pos(1);
        private Search guided = Search.guided(1);
        private Search portfolio = Search.portfolio(1);

        /** The strategies begin anew, so that none runs out of schedules. */
        @Setup(Level.Iteration)
        public void begin() {
            random = Search.random(1);
            pct = Search.pct(1, 3);
            pos = Search.pos(1);
            guided = Search.guided(1);
            portfolio =
                    Search.portfolio(
                            Search.random(1),
                            Search.pct(1, 3),
                            Search.pos(1),
                            Search.urw(1),
                            Search.guided(1));
        }

        long run(Search search) {
            long failures = 0;
            for (int i = 0; i < SCHEDULES; i++) {
                failures += new Hunt(simulation, search).run(1) == null ? 0 : 1;
            }
            return failures;
        }
    }

    /** A random schedule. */
    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long schedules(Reorder reorder) {
        return reorder.run(reorder.random);
    }

    /** One schedule again and again. */
    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long sameSchedule(Reorder reorder) {
        long steps = 0;
        for (int i = 0; i < SCHEDULES; i++) {
            reorder.simulation.run(Scheduler.deterministic());
            steps += reorder.simulation.steps();
        }
        return steps;
    }

    /** A schedule of PCT. */
    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long pctSchedules(Reorder reorder) {
        return reorder.run(reorder.pct);
    }

    /** A schedule of POS. */
    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long posSchedules(Reorder reorder) {
        return reorder.run(reorder.pos);
    }

    /** A schedule of the guided search. */
    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long guidedSchedules(Reorder reorder) {
        return reorder.run(reorder.guided);
    }

    /** A schedule of the searches that never end, in turn. */
    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long portfolioSchedules(Reorder reorder) {
        return reorder.run(reorder.portfolio);
    }
}
