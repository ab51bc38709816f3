package dev.reprise.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Every execution of a small program by brute force, and what the definitions of preemptions,
 * delays and traces say of each: to hold the searches against.
 */
final class EveryExecution {
    private EveryExecution() {}

    /** One decision: what was enabled, in key order, and what was chosen. */
    record Decision(List<Action> enabled, Action chosen) {}

    /** One execution and how it ended. */
    record Run(List<Decision> decisions, String end) {
        List<Key> keys() {
            return decisions.stream().map(decision -> decision.chosen().key()).toList();
        }

        /** How often it switches away from a thread that could have gone on. */
        int preemptions() {
            int count = 0;
            for (int i = 1; i < decisions.size(); i++) {
                long last = decisions.get(i - 1).chosen().actor();
                var now = decisions.get(i);
                boolean couldGoOn = now.enabled().stream().anyMatch(it -> it.actor() == last);
                count += couldGoOn && now.chosen().actor() != last ? 1 : 0;
            }
            return count;
        }

        /** How many threads it passes over, going round from the one that acted last. */
        int delays(int threads) {
            int count = 0;
            long last = 0;
            for (var decision : decisions) {
                long chosen = decision.chosen().actor();
                for (long thread = last; thread != chosen; thread = (thread + 1) % threads) {
                    long passed = thread;
                    count +=
                            decision.enabled().stream().anyMatch(it -> it.actor() == passed)
                                    ? 1
                                    : 0;
                }
                last = chosen;
            }
            return count;
        }
    }

    /** All executions, each once. */
    static List<Run> of(Threads program) {
        var runs = new ArrayList<Run>();
        var ranks = new ArrayList<Integer>();
        boolean more = true;
        while (more) {
            var decisions = new ArrayList<Decision>();
            program.run(
                    enabled -> {
                        if (decisions.size() == ranks.size()) {
                            ranks.add(0);
                        }
                        var chosen = enabled.nth(ranks.get(decisions.size()));
                        var all = IntStream.range(0, enabled.size()).mapToObj(enabled::nth);
                        decisions.add(new Decision(all.toList(), chosen));
                        return chosen;
                    });
            runs.add(new Run(decisions, program.end()));
            more = false;
            for (int last = ranks.size() - 1; last >= 0 && !more; last--) {
                int next = ranks.removeLast() + 1;
                more = next < decisions.get(last).enabled().size();
                if (more) {
                    ranks.add(next);
                }
            }
        }
        return runs;
    }

    /**
     * The trace of an execution: equal for executions that differ only in the order of actions
     * without conflict. Each action with the layer of the Foata normal form that it belongs to.
     */
    static String trace(List<Action> actions) {
        var layers = new int[actions.size()];
        for (int i = 0; i < layers.length; i++) {
            for (int before = 0; before < i; before++) {
                var one = actions.get(before);
                var other = actions.get(i);
                if (one.actor() == other.actor()
                        || one.footprint().conflictsWith(other.footprint())) {
                    layers[i] = Math.max(layers[i], layers[before] + 1);
                }
            }
        }
        return IntStream.range(0, layers.length)
                .mapToObj(i -> String.format("%03d %s", layers[i], actions.get(i)))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    static String trace(Run run) {
        return trace(run.decisions().stream().map(Decision::chosen).toList());
    }
}
