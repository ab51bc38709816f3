package dev.reprise.pattern;

import dev.reprise.Check;
import java.util.List;

/** What lets a branch be taken. */
public sealed interface Guard {
    /** Nothing keeps it. */
    Guard ALWAYS = new Always();

    /** It is taken when none of the others is. */
    Guard OTHERWISE = new Otherwise();

    /** Nothing keeps it. */
    record Always() implements Guard {}

    /** The condition must hold. */
    record When(Condition condition) implements Guard {}

    /** None of the others may be taken. */
    record Otherwise() implements Guard {}

    /** A copy of guards that make sense together. */
    static List<Guard> checked(List<Guard> guards) {
        var copy = List.copyOf(guards);
        Check.argument(
                copy.stream().anyMatch(When.class::isInstance),
                "a choice has at least one arm with a condition");
        int last = copy.size() - 1;
        for (int i = 0; i < last; i++) {
            Check.argument(
                    !(copy.get(i) instanceof Otherwise),
                    "otherwise is the last arm, not number %d of %d",
                    i + 1,
                    last + 1);
        }
        Check.argument(
                !(copy.getLast() instanceof Otherwise)
                        || copy.stream().noneMatch(Always.class::isInstance),
                "otherwise is never taken beside an arm that always is");
        return copy;
    }
}
