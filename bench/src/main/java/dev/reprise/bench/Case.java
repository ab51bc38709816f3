package dev.reprise.bench;

import dev.reprise.Check;
import java.util.List;

/**
 * One line of a benchmark's result.
 *
 * @param name what the line is called, here and in every report
 * @param measure how its value is determined
 * @param baseline what it is compared with
 * @param targets what it is meant to reach
 */
record Case(String name, Measure measure, Baseline baseline, List<Target> targets) {
    Case {
        targets = List.copyOf(targets);
        boolean sameUnit =
                baseline.others().stream().allMatch(it -> it.measure().unit() == measure.unit());
        Check.argument(sameUnit, "%s and its baseline have different units", name);
    }

    /** The same case, compared with something else. */
    Case against(Baseline baseline) {
        return new Case(name, measure, baseline, targets);
    }

    Case(String name, Measure measure, Baseline baseline, Target... targets) {
        this(name, measure, baseline, List.of(targets));
    }
}
