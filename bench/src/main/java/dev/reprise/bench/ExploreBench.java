package dev.reprise.bench;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Found;
import dev.reprise.bench.Target.AtLeast;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** In how many orders a user's workflow is tried in a second, by one thread. */
final class ExploreBench {
    private static final double WANTED = 5_000;
    private static final int WARM_UP_MILLIS = 20_000;
    private static final int PERIOD_MILLIS = 1_000;
    private static final Map<Effort, Figures> KNOWN = new HashMap<>();

    static final Suite SUITE =
            new Suite(
                    "explore",
                    "orders of a workflow of five activities in a second, engine and crash included",
                    cases());

    private ExploreBench() {}

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cases.add(
                new Case(
                        "schedules",
                        rate(ExploreLoad.PORTFOLIO),
                        new Other("nobody dies", rate(ExploreLoad.CALM)),
                        new AtLeast(WANTED)));
        for (String each : List.of(ExploreLoad.RANDOM, ExploreLoad.PCT, ExploreLoad.POS)) {
            cases.add(new Case("schedules-" + each, rate(each), new OtherCase("schedules")));
        }
        return cases;
    }

    private static Found rate(String load) {
        return new Found(Unit.PER_SECOND, effort -> figures(effort).measured(load));
    }

    private static Figures figures(Effort effort) {
        synchronized (KNOWN) {
            return KNOWN.computeIfAbsent(
                    effort,
                    _ ->
                            Figures.parsed(
                                    Jvm.run(
                                                    EnginePart.ADVISED_FLAGS,
                                                    ExploreLoad.class,
                                                    Integer.toString(WARM_UP_MILLIS),
                                                    Integer.toString(PERIOD_MILLIS),
                                                    Integer.toString(effort.samples()))
                                            .lines()));
        }
    }
}
