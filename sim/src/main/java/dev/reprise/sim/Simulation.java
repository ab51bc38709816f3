package dev.reprise.sim;

import dev.reprise.choice.Action;
import dev.reprise.choice.Scheduler;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Rules;
import dev.reprise.sim.task.TaskPanic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a case, step by step: asks a scheduler what to do next, does it, writes it down, and lets
 * every oracle look. It can run the same case as often as one likes, each time from the beginning.
 */
public final class Simulation {
    private final Case plan;
    private final World world;
    private final @Nullable Ledger ledger;
    private final List<Oracle> oracles;

    /** For each type of event the oracles that it concerns. */
    private final Oracle[][] concerned;

    /** Those that look at the world after each step. */
    private final Oracle[] looking;

    private int[] choices = new int[64];
    private int steps;
    private @Nullable Flaw flaw;

    /** A simulation of the real executor. */
    public Simulation(Case plan) {
        this(plan, Staffing.REAL);
    }

    /** A simulation of an executor that may have bugs. */
    public Simulation(Case plan, Staffing staffing) {
        this(plan, staffing, Oracles.of(plan));
    }

    /** A simulation at which no oracle looks: for those who only want to see what happens. */
    public static Simulation unchecked(Case plan) {
        return new Simulation(plan, Staffing.REAL, List.of());
    }

    private Simulation(Case plan, Staffing staffing, List<Oracle> oracles) {
        this.plan = plan;
        this.oracles = oracles;
        var shape = plan.shape();
        if (shape == null) {
            world = new TaskWorld(plan);
            ledger = null;
        } else {
            world = new CrewWorld(plan, staffing);
            ledger = oracles.isEmpty() ? null : new Ledger(shape.workers());
        }
        looking = oracles.stream().filter(Oracle::looksAtSteps).toArray(Oracle[]::new);
        concerned =
                Arrays.stream(Trace.Type.values())
                        .map(type -> oracles.stream().filter(it -> it.concerns(type)))
                        .map(concerned -> concerned.toArray(Oracle[]::new))
                        .toArray(Oracle[][]::new);
    }

    /**
     * Runs from the beginning to the end, to a flaw, or to the limit of steps.
     *
     * @return what went wrong, if anything
     */
    public @Nullable Flaw run(Scheduler scheduler) {
        steps = 0;
        flaw = null;
        world.begin();
        if (world instanceof CrewWorld crewWorld && ledger != null) {
            ledger.begin();
            for (var oracle : oracles) {
                oracle.begin(crewWorld);
            }
            look(crewWorld, ledger, 0);
        }
        while (flaw == null && steps < plan.stepsMax()) {
            world.offer();
            if (world.actions.size() == 0) {
                return end();
            }
            step(scheduler.choose(world.actions));
            if (flaw == null && world.isOver()) {
                return thrown();
            }
        }
        if (flaw == null && !isOriginal()) {
            world.offer();
            if (world.actions.size() == 0) {
                return end();
            }
            flaw =
                    new Flaw(
                            Flaw.STEP_LIMIT,
                            steps,
                            "not at its end after "
                                    + steps
                                    + " steps, the most that the case allows");
        }
        return flaw;
    }

    private boolean isOriginal() {
        return plan.rules().equals(Rules.ORIGINAL);
    }

    private void step(Action action) {
        int from = world.trace.size();
        if (steps == choices.length) {
            choices = Arrays.copyOf(choices, steps * 2);
        }
        choices[steps] = world.actions.number(action);
        try {
            world.perform(steps, action);
        } catch (RuntimeException | Error e) {
            object(Flaw.ESCAPED, e.toString());
        }
        if (flaw == null && world instanceof CrewWorld crewWorld && ledger != null) {
            look(crewWorld, ledger, from);
        }
        steps++;
    }

    /** Lets the oracles look at the events from here on, and at the world after them. */
    private void look(CrewWorld crewWorld, Ledger ledger, int from) {
        var trace = crewWorld.trace;
        int to = trace.size();
        for (int at = from; at < to; at++) {
            for (var oracle : concerned[trace.code(at)]) {
                var objection = oracle.event(crewWorld, ledger, at);
                if (objection != null) {
                    object(oracle.name(), objection);
                    return;
                }
            }
            ledger.take(crewWorld, trace, at);
        }
        crewWorld.count();
        for (var oracle : looking) {
            var objection = oracle.step(crewWorld, ledger);
            if (objection != null) {
                object(oracle.name(), objection);
                return;
            }
        }
    }

    private void object(String kind, String message) {
        flaw = new Flaw(kind, steps, message);
        world.trace.add(Trace.Type.VIOLATED, 0, 0, 0);
    }

    /** Nothing more can be done. */
    private @Nullable Flaw end() {
        if (world instanceof CrewWorld crewWorld && ledger != null) {
            for (var oracle : oracles) {
                var objection = oracle.end(crewWorld, ledger);
                if (objection != null) {
                    flaw = new Flaw(oracle.name(), steps, objection);
                    return flaw;
                }
            }
        } else if (world instanceof TaskWorld && world.tasks.completed() < world.tasks.count()) {
            flaw = new Flaw(Flaw.DEADLOCK, steps, new Waiting(plan, world.tasks).toString());
        }
        return flaw;
    }

    /** A task threw, and that is the end. */
    private Flaw thrown() {
        var thrown =
                switch (world) {
                    case CrewWorld crewWorld -> crewWorld.crew().panic();
                    case TaskWorld taskWorld -> taskWorld.panic();
                };
        boolean assertion = thrown instanceof TaskPanic panic && panic.isAssertion();
        flaw =
                new Flaw(
                        assertion ? Flaw.ASSERTION : Flaw.PANIC,
                        steps - 1,
                        String.valueOf(thrown == null ? null : thrown.getMessage()));
        return flaw;
    }

    /** What is simulated. */
    public Case plan() {
        return plan;
    }

    /** The world as the last run left it. */
    public World world() {
        return world;
    }

    /** What went wrong in the last run. */
    public @Nullable Flaw flaw() {
        return flaw;
    }

    /** How many steps the last run had. */
    public int steps() {
        return steps;
    }

    /** What was chosen in each step of the last run, as numbers. */
    public List<Integer> choices() {
        var list = new ArrayList<Integer>(steps);
        for (int i = 0; i < steps; i++) {
            list.add(choices[i]);
        }
        return list;
    }

    /** The hash of the trace of the last run. */
    public long traceHash() {
        return new TraceText(plan, flaw).hash(world.trace);
    }

    /** A number for the state that the last run ended in. */
    public long digest() {
        return world.digest();
    }
}
