package dev.reprise.policy;

import dev.reprise.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rules in order: the first that meets a target is the one, and those after it are not read. */
public record Rules(List<Rule> all) {
    /** The most rules in one list. */
    public static final int RULES_MAX = 10_000;

    /** No rule. */
    public static final Rules NONE = new Rules(List.of());

    /** Checks the number, and copies the list. */
    public Rules {
        Check.argument(all.size() <= RULES_MAX, "at most %d rules: %d", RULES_MAX, all.size());
        all = List.copyOf(all);
    }

    /** The rules in this order. */
    public static Rules of(Rule... rules) {
        return new Rules(List.of(rules));
    }

    /** The same after one that is asked first. */
    public Rules prepend(Matcher matcher, Partial partial) {
        return joined(Rules.of(new Rule(matcher, partial)), this);
    }

    /** The same before one that is asked last. */
    public Rules append(Matcher matcher, Partial partial) {
        return joined(this, Rules.of(new Rule(matcher, partial)));
    }

    private static Rules joined(Rules first, Rules then) {
        var both = new ArrayList<>(first.all);
        both.addAll(then.all);
        return new Rules(both);
    }

    /** The first rule that meets the target. */
    public Optional<Rule> first(Target target, Functions functions) {
        for (Rule rule : all) {
            if (rule.matcher().matches(target, functions)) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    /** What the first rule that meets the target says; nothing when none does. */
    Partial said(Target target, Functions functions) {
        return first(target, functions).map(Rule::partial).orElse(Partial.NONE);
    }
}
