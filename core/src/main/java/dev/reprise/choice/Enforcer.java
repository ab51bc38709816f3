package dev.reprise.choice;

import java.util.Arrays;
import java.util.List;

/**
 * Holds actions back so that the rules of a schedule come true: whoever is to come after a certain
 * writer waits until that one was the last to change the thing, and from then on others that would
 * change it wait until he came. A rule that has come true, or no longer can, holds nobody.
 */
final class Enforcer {
    private List<Constraint> constraints = List.of();
    private int[] lastWriters = new int[0];
    private boolean[] open = new boolean[0];
    private int openCount;

    /** New rules for a new execution. */
    void begin(List<Constraint> rules) {
        constraints = rules;
        openCount = rules.size();
        if (open.length < openCount) {
            open = new boolean[openCount];
            lastWriters = new int[openCount];
        }
        Arrays.fill(open, 0, openCount, true);
        Arrays.fill(lastWriters, Constraint.START);
    }

    /** Whether no rule is left that could hold anybody. */
    boolean isIdle() {
        return openCount == 0;
    }

    /** Whether an action should wait. */
    boolean holds(Action action) {
        for (int i = 0; i < constraints.size(); i++) {
            if (open[i] && holds(constraints.get(i), lastWriters[i], action)) {
                return true;
            }
        }
        return false;
    }

    private static boolean holds(Constraint rule, int lastWriter, Action action) {
        boolean ready = lastWriter == rule.writer();
        if (rule.isReader(action)) {
            return ready != rule.wanted();
        }
        return rule.wanted() && ready && rule.isChangedBy(action);
    }

    /** An action was chosen, held back or not. */
    void chosen(Action action) {
        for (int i = 0; i < constraints.size(); i++) {
            var rule = constraints.get(i);
            boolean ready = lastWriters[i] == rule.writer();
            if (open[i] && rule.isReader(action) && ready == rule.wanted()) {
                close(i);
            }
            if (rule.isChangedBy(action)) {
                lastWriters[i] = action.key().kind().order();
                if (open[i] && rule.wanted() && rule.writer() == Constraint.START) {
                    close(i);
                }
            }
        }
    }

    private void close(int i) {
        open[i] = false;
        openCount--;
    }
}
