package dev.reprise.sim;

import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failure small. It goes through all {@link Reducer}s again and again, keeps every smaller
 * candidate that fails in the same way, and stops when none does: then the failure is 1-minimal,
 * that is, nothing single can be taken away. It is deterministic, and bounded by the number of
 * runs.
 */
public final class Minimiser {
    /** As many runs are enough for the failures of the fast tier. */
    public static final int CHECKS_MAX = 60_000;

    /**
     * A smaller case is given so many other orders to fail in, should the old one no longer fit.
     */
    private static final int OTHER_ORDERS = 12;

    private final Staffing staffing;
    private final int checksMax;
    private final Flaw flaw;
    private final List<Reducer> reducers;
    private final Progress progress;

    /**
     * Whether the tasks end well in the order that is the default. Then they must do so in a
     * smaller case too: one that fails in every order shows another bug.
     */
    private final boolean needsOrder;

    private int checks;
    private int accepted;
    private boolean exhausted;

    /** Is told how it goes. */
    @FunctionalInterface
    public interface Progress {
        /** So many runs were made, and so many of them were smaller and still failed. */
        void made(int checks, int accepted);
    }

    /** What has come of it. */
    public record Minimised(Artifact artifact, int checks, int accepted, boolean isMinimal) {}

    private Minimiser(
            Artifact artifact, Staffing staffing, int checksMax, Flaw flaw, Progress progress) {
        this.staffing = staffing;
        this.checksMax = checksMax;
        this.flaw = flaw;
        reducers =
                flaw.isOfPrograms()
                        ? List.of(Reducer.CREW, Reducer.EVENTS, Reducer.BYSTANDERS, Reducer.CHOICES)
                        : List.of(
                                Reducer.CREW,
                                Reducer.EVENTS,
                                Reducer.TASKS,
                                Reducer.PROGRAMS,
                                Reducer.RESOURCES,
                                Reducer.CHOICES);
        this.progress = progress;
        needsOrder =
                flaw.isOfPrograms()
                        && new Simulation(artifact.plan(), staffing).run(new Recalled(List.of()))
                                == null;
    }

    /** Makes a failure of the real executor small. */
    public static Minimised minimise(Artifact artifact, int checksMax, Progress progress) {
        return minimise(artifact, Staffing.REAL, checksMax, progress);
    }

    /** Makes a failure small; the artifact must fail. */
    public static Minimised minimise(
            Artifact artifact, Staffing staffing, int checksMax, Progress progress) {
        var flaw = artifact.flaw();
        if (flaw == null) {
            throw new IllegalArgumentException("this artifact records no failure to be made small");
        }
        var minimiser = new Minimiser(artifact, staffing, checksMax, flaw, progress);
        var start =
                minimiser.failing(
                        new Simulation(artifact.plan(), staffing),
                        new Recalled(artifact.choices()));
        if (start == null) {
            throw new IllegalArgumentException(
                    "this artifact does not fail as it says ("
                            + flaw
                            + "): there is nothing to make small");
        }
        var smallest = minimiser.shrink(start);
        return new Minimised(
                minimiser.artifact(smallest, artifact.seed()),
                minimiser.checks,
                minimiser.accepted,
                !minimiser.exhausted);
    }

    private Artifact artifact(Candidate candidate, long seed) {
        var simulation = new Simulation(candidate.plan(), staffing);
        simulation.run(new Recalled(candidate.choices()));
        return Artifact.of(simulation, seed);
    }

    private Candidate shrink(Candidate start) {
        var smallest = start;
        boolean changed = true;
        while (changed && !exhausted) {
            changed = false;
            for (var reducer : reducers) {
                for (var next = smallerBy(reducer, smallest); next != null; ) {
                    smallest = next;
                    changed = true;
                    next = smallerBy(reducer, smallest);
                }
            }
        }
        return smallest;
    }

    private @Nullable Candidate smallerBy(Reducer reducer, Candidate from) {
        var proposals = new ArrayList<Supplier<Candidate>>();
        reducer.propose(from, proposals::add);
        for (var proposal : proposals) {
            if (checks >= checksMax) {
                exhausted = true;
                return null;
            }
            var smaller = failing(proposal, reducer != Reducer.CHOICES);
            if (smaller != null) {
                accepted++;
                return smaller;
            }
        }
        return null;
    }

    private @Nullable Candidate failing(Supplier<Candidate> proposal, boolean inOtherOrders) {
        try {
            return failing(proposal.get(), inOtherOrders);
        } catch (IllegalArgumentException _) {
            return null; // not a case: something that is left refers to what was taken away
        }
    }

    /** The candidate as it fails in the same way, if it does. */
    private @Nullable Candidate failing(Candidate candidate, boolean isOtherCase) {
        var simulation = new Simulation(candidate.plan(), staffing);
        var found = failing(simulation, new Recalled(candidate.choices()));
        if (!isOtherCase) {
            return found;
        }
        if (found == null) {
            found = failing(simulation, candidate.story().retold(simulation.world()));
        }
        for (int order = 0; found == null && order < OTHER_ORDERS; order++) {
            found = failing(simulation, Scheduler.random(order));
        }
        return found != null && needsOrder && simulation.run(new Recalled(List.of())) != null
                ? null
                : found;
    }

    private @Nullable Candidate failing(Simulation simulation, Scheduler scheduler) {
        if ((++checks & 0xFF) == 0) {
            progress.made(checks, accepted);
        }
        var found = simulation.run(scheduler);
        return found != null && found.kind().equals(flaw.kind())
                ? new Candidate(
                        simulation.plan(),
                        Artifact.withoutZerosAtTheEnd(simulation.choices()),
                        Story.of(simulation.world()))
                : null;
    }
}
