package dev.reprise.testing;

import dev.reprise.SplitMix64;
import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Key;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A program that its seed decides and that has freedom: what it enables next depends on everything
 * that was chosen before. It mixes a set that it maintains, small sets of another kind and single
 * decisions, and sometimes enables very many actions at once.
 *
 * @param seed which program
 * @param steps how many decisions it makes
 * @param burstMax how many actions it may enable at once
 * @param twist in which way this one differs from the program that was recorded
 */
public record ChoiceProgram(long seed, int steps, int burstMax, Twist twist) {
    /** The kind of its large set. */
    public static final Kind TOKEN = new Kind(5, "token");

    /** The kind of a second sort of actions in its large set. */
    public static final Kind TIMER = new Kind(9, "timer");

    /** The kind of its small sets. */
    public static final Kind BRANCH = new Kind(2, "branch");

    /** The kind of an action that only a twist enables. */
    public static final Kind STRAY = new Kind(7, "stray");

    /** One decision of an execution: what was shown, and what was chosen, if anything was. */
    public record Decision(List<Key> enabled, Optional<Key> chosen) {
        /** Whether there was more than one action. */
        public boolean isChoice() {
            return enabled.size() > 1;
        }
    }

    /** How a program differs from the one that was recorded. */
    public sealed interface Twist {
        /** Not at all. */
        record None() implements Twist {}

        /** At this step one more action is enabled. */
        record Extra(int step) implements Twist {}

        /** At this step the action of this rank, modulo the size, is not enabled. */
        record Missing(int step, int rank) implements Twist {}

        /** At this step every action's kind has another name. */
        record Renamed(int step) implements Twist {}

        /** Before this step one more single decision is made. */
        record Single(int step) implements Twist {}

        /** It ends before this step. */
        record Stops(int step) implements Twist {}

        /** At its end it decides once more, among so many actions. */
        record RunsOn(int among) implements Twist {}
    }

    /** The program of {@code seed}, as it is recorded. */
    public static ChoiceProgram of(long seed, int steps, int burstMax) {
        return new ChoiceProgram(seed, steps, burstMax, new Twist.None());
    }

    /** This program with a difference. */
    public ChoiceProgram with(Twist other) {
        return new ChoiceProgram(seed, steps, burstMax, other);
    }

    /** Runs to its end and answers every decision; a scheduler's exception ends it with that. */
    public List<Decision> run(Scheduler scheduler) {
        var trace = new ArrayList<Decision>();
        run(scheduler, trace);
        return trace;
    }

    /** As {@link #run(Scheduler)}, adding to {@code trace}, which keeps what was shown last. */
    public void run(Scheduler scheduler, List<Decision> trace) {
        new Execution(this, scheduler, trace).run();
    }

    private static final class Execution {
        private final ChoiceProgram program;
        private final Scheduler scheduler;
        private final List<Decision> trace;
        private final EnabledSet set = new EnabledSet();
        private long state;
        private long fresh;
        private int step;

        Execution(ChoiceProgram program, Scheduler scheduler, List<Decision> trace) {
            this.program = program;
            this.scheduler = scheduler;
            this.trace = trace;
            this.state = SplitMix64.mix(program.seed);
        }

        void run() {
            for (step = 0; step < program.steps; step++) {
                if (program.twist instanceof Twist.Stops(int at) && at == step) {
                    return;
                }
                if (program.twist instanceof Twist.Single(int at) && at == step) {
                    ask(Enabled.of(Action.of(STRAY.key(0))));
                }
                turn();
            }
            if (program.twist instanceof Twist.RunsOn(int among)) {
                var more = new ArrayList<Action>();
                for (int number = 0; number < among; number++) {
                    more.add(Action.of(STRAY.key(number)));
                }
                ask(Enabled.of(more));
            }
        }

        /** One decision; {@code state} has heard of every choice before. */
        private void turn() {
            if (set.size() == 0) {
                enable(1 + below(4));
            }
            if (below(5) == 0) {
                var branches = new ArrayList<Action>();
                for (int number = 0; number <= below(4); number++) {
                    branches.add(Action.of(BRANCH.key(number)));
                }
                heard(ask(twisted(Enabled.of(branches))));
                return;
            }
            var chosen = ask(twisted(set));
            heard(chosen);
            if (set.contains(chosen) && below(4) > 0) {
                set.remove(chosen);
            }
            if (below(3) == 0) {
                enable(below(4));
            }
            if (below(40) == 0) {
                enable(below(program.burstMax));
            }
            if (below(25) == 0) {
                while (set.size() > 1) {
                    set.remove(set.nth(below(set.size())).key());
                }
            }
        }

        private void enable(int count) {
            for (int i = 0; i < count; i++) {
                boolean token = below(3) > 0;
                // Mostly the next number; now and then a jump, forth or back to one used before.
                long number = below(6) == 0 ? below(1000) * 1_000_003L : fresh++;
                var key = (token ? TOKEN : TIMER).key(number);
                if (!set.contains(key)) {
                    set.add(Action.of(key));
                }
            }
        }

        private Key ask(Enabled view) {
            var keys = new ArrayList<Key>();
            view.forEach(action -> keys.add(action.key()));
            trace.add(new Decision(keys, Optional.empty()));
            var chosen = scheduler.choose(view).key();
            trace.set(trace.size() - 1, new Decision(keys, Optional.of(chosen)));
            return chosen;
        }

        private Enabled twisted(Enabled view) {
            return switch (program.twist) {
                case Twist.Extra(int at) when at == step -> {
                    var actions = actions(view);
                    actions.add(Action.of(STRAY.key(77)));
                    yield Enabled.of(actions);
                }
                case Twist.Missing(int at, int rank) when at == step && view.size() > 1 -> {
                    var actions = actions(view);
                    actions.remove(rank % actions.size());
                    yield Enabled.of(actions);
                }
                case Twist.Renamed(int at) when at == step -> {
                    var actions = new ArrayList<Action>();
                    for (var action : actions(view)) {
                        var kind = action.key().kind();
                        var renamed = new Kind(kind.order(), kind.name() + "-2");
                        actions.add(Action.of(renamed.key(action.key().number())));
                    }
                    yield Enabled.of(actions);
                }
                default -> view;
            };
        }

        private static List<Action> actions(Enabled view) {
            var actions = new ArrayList<Action>();
            view.forEach(actions::add);
            return actions;
        }

        private void heard(Key chosen) {
            state = SplitMix64.mix(state + chosen.kind().order() * 31L + chosen.number());
        }

        private int below(int bound) {
            state += 0x9E3779B97F4A7C15L;
            return (int) Long.remainderUnsigned(SplitMix64.mix(state), bound);
        }
    }
}
