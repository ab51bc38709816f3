package dev.reprise.bench;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Timed;
import dev.reprise.bench.Target.Below;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Explorer;
import dev.reprise.sim.explore.Fault;
import dev.reprise.sim.explore.Strategy;
import dev.reprise.sim.explore.Terms;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * What it costs to try a user's workflow in one more order: a whole engine is opened, a run of five
 * activities is started, carried out and ends, and in most orders a process dies on the way and
 * another one takes over.
 */
public class ExploreBench {
    private static final int SCHEDULES = 1_000;

    /** 5,000 orders a second. */
    private static final double WANTED_NANOS = 1e9 / 5_000;

    static final Suite SUITE =
            new Suite(
                    "explore",
                    "what one order of a workflow of five activities costs, engine and crash included",
                    List.of(
                            new Case(
                                    "schedules",
                                    timed("crashes"),
                                    new Other("nobody dies", timed("calm")),
                                    new Below(WANTED_NANOS)),
                            strategy("schedules-random", "random"),
                            strategy("schedules-pct", "pct"),
                            strategy("schedules-pos", "pos")));

    private static Case strategy(String name, String method) {
        return new Case(name, timed(method), new OtherCase("schedules"), new Below(WANTED_NANOS));
    }

    private static Timed timed(String method) {
        return new Timed(ExploreBench.class, method);
    }

    private static final Terms TERMS =
            Terms.DEFAULT.schedules(SCHEDULES).faults(Fault.CRASH).faultsMax(2);

    private static void five(Exploration it) {
        it.workflow(Work.Five.class).activities(new Work.Done());
        it.start(Work.Five.class, "run", Work.INPUT);
    }

    private static long explored(Terms terms) {
        var explorer = new Explorer(terms, ExploreBench::five);
        explorer.explore()
                .ifPresent(
                        found -> {
                            throw new IllegalStateException(found.flaw() + "\n" + found.told());
                        });
        return explorer.hash();
    }

    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long crashes() {
        return explored(TERMS);
    }

    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long calm() {
        return explored(TERMS.faultsMax(0));
    }

    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long random() {
        return explored(TERMS.strategy(Strategy.RANDOM));
    }

    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long pct() {
        return explored(TERMS.strategy(Strategy.PCT));
    }

    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public long pos() {
        return explored(TERMS.strategy(Strategy.POS));
    }
}
