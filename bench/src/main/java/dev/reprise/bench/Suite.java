package dev.reprise.bench;

import dev.reprise.Check;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A benchmark: cases that are measured together and shown as one table. To add one, write a class
 * that declares its suite, as {@link ChoiceBench} does, and put it into {@link Bench#SUITES}.
 *
 * @param name what it is called on the command line
 * @param description what it measures, in one line
 * @param cases its lines; a case may only be compared with a case of the same suite
 * @param appendix what is shown below the lines, once they are measured
 */
record Suite(String name, String description, List<Case> cases, Function<Effort, String> appendix) {
    Suite(String name, String description, List<Case> cases) {
        this(name, description, cases, _ -> "");
    }

    Suite {
        cases = List.copyOf(cases);
        var names = new HashSet<String>();
        for (var each : cases) {
            Check.argument(names.add(each.name()), "two cases are called %s", each.name());
        }
        for (var each : cases) {
            if (each.baseline() instanceof Baseline.OtherCase(var other)) {
                var found = find(cases, other);
                Check.argument(found.isPresent(), "%s is compared with no case: %s", each, other);
                boolean sameUnit = found.get().measure().unit() == each.measure().unit();
                Check.argument(sameUnit, "%s and %s have different units", each.name(), other);
            }
        }
    }

    private static Optional<Case> find(List<Case> cases, String name) {
        return cases.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
