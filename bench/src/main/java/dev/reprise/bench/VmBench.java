package dev.reprise.bench;

import static dev.reprise.pattern.Patterns.loop;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.skip;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;

import dev.reprise.Check;
import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Found;
import dev.reprise.bench.Measure.Sized;
import dev.reprise.bench.Measure.Timed;
import dev.reprise.bench.Target.AtMost;
import dev.reprise.bench.Target.RatioAtMost;
import dev.reprise.choice.Scheduler;
import dev.reprise.pattern.Condition;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.pattern.Rounds;
import dev.reprise.program.Program;
import dev.reprise.vm.Detail;
import dev.reprise.vm.Settings;
import dev.reprise.vm.Status;
import dev.reprise.vm.Vm;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a reduction of the VM costs, without a trace. Every pattern is inside of a loop without an
 * end, so that runs neither begin nor end while they are measured; tasks give back the context that
 * they are given.
 */
public class VmBench {
    private static final int REDUCTIONS = 100_000;
    private static final long SEED = 42;
    private static final int TERMS = 1_000_000;

    /** So much of a million reductions may be the harness: what tells how far a run has come. */
    private static final int ALLOCATED_MAX = 1_000;

    private static final Target FLAT = new RatioAtMost(2);

    static final Suite SUITE =
            new Suite(
                    "vm",
                    "what a reduction costs, and what it takes to compile a pattern",
                    List.of(
                            new Case(
                                    "loop",
                                    timed("looped"),
                                    new Other("int[] in a switch", timed("bare")),
                                    new RatioAtMost(8)),
                            flat("seq-10", "loop"),
                            flat("seq-10000", "seq-10", FLAT),
                            flat("par-10", "seq-10"),
                            flat("par-1000", "par-10", FLAT),
                            flat("par-100000", "par-10", FLAT),
                            flat("nest-1000", "par-10", FLAT),
                            random("loop"),
                            random("seq-10"),
                            random("seq-10000"),
                            random("par-10"),
                            random("par-1000"),
                            random("par-100000"),
                            random("nest-1000"),
                            allocated("loop", Shape.LOOP),
                            allocated("seq-10000", Shape.SEQ_10000),
                            new Case(
                                    "compile-1m",
                                    new Found(Unit.NS, _ -> Measured.of(compiled())),
                                    new Other(
                                            "5 s, in a heap of 1 GiB, which it had",
                                            new Found(Unit.NS, _ -> Measured.of(5_000_000_000L))),
                                    new AtMost(5e9))));

    private static Timed timed(String method) {
        return new Timed(VmBench.class, method);
    }

    private static String method(String name, String suffix) {
        return name.replace("-", "") + suffix;
    }

    private static Case flat(String name, String smaller, Target... targets) {
        return new Case(name, timed(method(name, "")), new OtherCase(smaller), targets);
    }

    private static Case random(String name) {
        return new Case(name + "-random", timed(method(name, "AtRandom")), new OtherCase(name));
    }

    private static Case allocated(String name, Shape shape) {
        return new Case(
                name + "-allocated",
                new Sized(() -> allocated(shape), 1),
                new Other("one byte for each of a million", new Sized(() -> 1_000_000, 1)),
                new AtMost(ALLOCATED_MAX));
    }

    /** What is carried out again and again. */
    enum Shape {
        LOOP(times(1_000_000, skip())),
        SEQ_10(seq(Collections.nCopies(10, task("same")))),
        SEQ_10000(seq(Collections.nCopies(10_000, task("same")))),
        PAR_10(beside(10)),
        PAR_1000(beside(1_000)),
        PAR_100000(beside(100_000)),
        NEST_1000(nested(1_000));

        private final Pattern pattern;

        Shape(Pattern pattern) {
            this.pattern = pattern;
        }

        private static Pattern beside(int count) {
            return par(Collections.nCopies(count, task("same")).toArray(Pattern[]::new));
        }

        private static Pattern nested(int depth) {
            Pattern nested = task("same");
            for (int i = 0; i < depth; i++) {
                nested = par(nested, task("same"));
            }
            return nested;
        }

        Vm started(Scheduler scheduler) {
            var forever = new Rounds.While(new Condition.Not(new Condition.Has("end")));
            var code = Registry.NONE.task("same", it -> it);
            return Vm.start(
                    Program.of(loop(forever, pattern)).link(code),
                    Context.EMPTY,
                    scheduler,
                    Settings.DEFAULT.trace(Detail.NONE, _ -> {}).reductionsMax(Long.MAX_VALUE));
        }
    }

    /** Runs of all shapes, made when they are needed. */
    @State(Scope.Thread)
    public static class Runs {
        private final Map<Shape, Vm> least = new EnumMap<>(Shape.class);
        private final Map<Shape, Vm> random = new EnumMap<>(Shape.class);

        Vm least(Shape shape) {
            return least.computeIfAbsent(shape, it -> it.started(Scheduler.deterministic()));
        }

        Vm random(Shape shape) {
            return random.computeIfAbsent(shape, it -> it.started(Scheduler.random(SEED)));
        }
    }

    private static Status go(Vm vm) {
        Status status = vm.run(REDUCTIONS);
        Check.state(status instanceof Status.Yielded, "a run without an end is at %s", status);
        return status;
    }

    /** As many trivial instructions in the plainest of loops. */
    @State(Scope.Thread)
    public static class Bare {
        private final int[] code = {0, 1, 2, 3, 4};
        private int x;
        private int y;
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public int bare(Bare state) {
        int at = 0;
        for (int i = 0; i < REDUCTIONS; i++) {
            switch (state.code[at]) {
                case 0 -> {
                    state.x++;
                    at++;
                }
                case 1 -> {
                    state.y += state.x;
                    at++;
                }
                case 2 -> {
                    state.x ^= state.y;
                    at++;
                }
                case 3 -> at = state.x == Integer.MIN_VALUE ? 0 : at + 1;
                default -> at = 0;
            }
        }
        return state.x + state.y;
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status looped(Runs runs) {
        return go(runs.least(Shape.LOOP));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status loopAtRandom(Runs runs) {
        return go(runs.random(Shape.LOOP));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status seq10(Runs runs) {
        return go(runs.least(Shape.SEQ_10));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status seq10AtRandom(Runs runs) {
        return go(runs.random(Shape.SEQ_10));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status seq10000(Runs runs) {
        return go(runs.least(Shape.SEQ_10000));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status seq10000AtRandom(Runs runs) {
        return go(runs.random(Shape.SEQ_10000));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status par10(Runs runs) {
        return go(runs.least(Shape.PAR_10));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status par10AtRandom(Runs runs) {
        return go(runs.random(Shape.PAR_10));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status par1000(Runs runs) {
        return go(runs.least(Shape.PAR_1000));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status par1000AtRandom(Runs runs) {
        return go(runs.random(Shape.PAR_1000));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status par100000(Runs runs) {
        return go(runs.least(Shape.PAR_100000));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status par100000AtRandom(Runs runs) {
        return go(runs.random(Shape.PAR_100000));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status nest1000(Runs runs) {
        return go(runs.least(Shape.NEST_1000));
    }

    @Benchmark
    @OperationsPerInvocation(REDUCTIONS)
    public Status nest1000AtRandom(Runs runs) {
        return go(runs.random(Shape.NEST_1000));
    }

    /** How many bytes a million reductions allocate, once the run has gone on for a while. */
    private static long allocated(Shape shape) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Vm vm = shape.started(Scheduler.deterministic());
        vm.run(10_000_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        vm.run(1_000_000);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    // ---- Compiling ----

    private static long compiled() {
        var lines = Jvm.run(List.of("-Xmx1g"), VmBench.class).lines();
        return Long.parseLong(lines.getLast());
    }

    /** Compiles a pattern of a million terms, and prints how long that took in nanoseconds. */
    public static void main(String[] arguments) {
        Pattern[] parts = new Pattern[100];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = block(i);
        }
        Pattern pattern = seq(parts);
        Check.state(pattern.terms() >= TERMS, "it has %d terms, not %d", pattern.terms(), TERMS);
        long begun = System.nanoTime();
        Program program = Program.of(pattern);
        long took = System.nanoTime() - begun;
        Check.state(program.size() >= TERMS, "the program has only %d numbers", program.size());
        System.out.println(took);
    }

    /** Ten thousand terms. */
    private static Pattern block(int number) {
        Pattern[] inner = new Pattern[1_667];
        for (int i = 0; i < inner.length; i++) {
            inner[i] = par(seq(task("t" + i), task("b" + number)), times(2, skip()));
        }
        return seq(inner);
    }
}
