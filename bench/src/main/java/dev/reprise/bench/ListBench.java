package dev.reprise.bench;

import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Found;
import dev.reprise.bench.Target.Below;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long a page of runs takes where there are a million, and how long it takes to count them. */
final class ListBench {
    static final int RUNS = 1_000_000;

    private static final double PAGE_NANOS = 1e9;
    private static final int SAMPLES = 5;
    private static final Map<Effort, Figures> KNOWN = new HashMap<>();

    static final Suite SUITE =
            new Suite("list", "how long a page of 100 takes among 1,000,000 runs", cases());

    private ListBench() {}

    private static List<Case> cases() {
        return RunList.labels().stream().map(ListBench::page).toList();
    }

    private static Case page(String label) {
        return new Case(
                label,
                new Found(Unit.NS, effort -> figures(effort).measured(label)),
                new OtherCase(RunList.Question.BY_ID.label),
                new Below(PAGE_NANOS));
    }

    private static Figures figures(Effort effort) {
        synchronized (KNOWN) {
            return KNOWN.computeIfAbsent(effort, ListBench::measured);
        }
    }

    private static Figures measured(Effort effort) {
        var folder = StoreBench.temporary();
        try {
            var arguments =
                    new String[] {
                        folder.toString(),
                        Integer.toString(RUNS),
                        Integer.toString(SAMPLES * effort.forks())
                    };
            return Figures.parsed(
                    Jvm.run(EnginePart.ADVISED_FLAGS, RunList.class, arguments).lines());
        } finally {
            EnginePart.removed(folder);
        }
    }
}
