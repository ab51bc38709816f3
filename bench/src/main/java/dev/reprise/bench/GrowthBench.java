package dev.reprise.bench;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Measure.Found;
import dev.reprise.bench.Target.AtMost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the time of an engine grows with what it is asked to do: nanoseconds for one of many, in
 * three sizes, and the exponent of the growth, which is 1 when twice as much takes twice as long.
 */
final class GrowthBench {
    private static final double EXPONENT_MAX = 1.1;
    private static final int SAMPLES = 3;
    private static final Map<Effort, Figures> KNOWN = new HashMap<>();
    private static final Other LINEAR =
            new Other("linear", new Found(Unit.COUNT, _ -> new Measured(1, 0)));

    static final Suite SUITE =
            new Suite("growth", "how the time of an engine grows with its work", cases());

    private GrowthBench() {}

    private static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var load : EngineGrowth.Load.values()) {
            for (int times : EngineGrowth.TIMES) {
                String name = load.label + (times == 1 ? "" : "-x" + times);
                cases.add(
                        new Case(
                                name,
                                each(load, times),
                                new Other("one of " + load.size, each(load, 1))));
            }
            List<Integer> times = EngineGrowth.TIMES;
            for (int i = 1; i < times.size(); i++) {
                int most = times.get(i);
                String name = load.label + "-growth-x" + most;
                cases.add(new Case(name, exponents(load, times.get(i - 1), most), LINEAR));
            }
            cases.add(
                    new Case(
                            load.label + "-growth",
                            exponents(load, times.getFirst(), times.getLast()),
                            LINEAR,
                            new AtMost(EXPONENT_MAX)));
        }
        return cases;
    }

    private static Found exponents(EngineGrowth.Load load, int least, int most) {
        return new Found(Unit.COUNT, effort -> exponent(effort, load, least, most));
    }

    private static Found each(EngineGrowth.Load load, int times) {
        return new Found(Unit.NS, effort -> figures(effort).measured(load.label + "." + times));
    }

    /** From one size to another; its spread is that of their ratio. */
    private static Measured exponent(Effort effort, EngineGrowth.Load load, int least, int most) {
        Measured small = figures(effort).measured(load.label + "." + least);
        Measured large = figures(effort).measured(load.label + "." + most);
        double times = Math.log((double) most / least);
        return new Measured(
                1 + Math.log(large.value() / small.value()) / times,
                Math.hypot(large.error() / large.value(), small.error() / small.value()) / times);
    }

    private static Figures figures(Effort effort) {
        synchronized (KNOWN) {
            return KNOWN.computeIfAbsent(
                    effort,
                    _ ->
                            Figures.parsed(
                                    Jvm.run(
                                                    EnginePart.ADVISED_FLAGS,
                                                    EngineGrowth.class,
                                                    Integer.toString(SAMPLES * effort.forks()))
                                            .lines()));
        }
    }
}
