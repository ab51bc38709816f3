package dev.reprise.sim.engine;

import dev.reprise.engine.run.Attempt;
import dev.reprise.policy.Role;
import dev.reprise.sim.engine.Desk.Performed;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Each delivery of an activity happens once: attempts come in order, none before its time, none
 * after the end; and an attempt is delivered again only when a process may have died with it.
 */
final class DeliveredOnce extends EngineOracle {
    @Override
    @Nullable String performed(EngineWorld world, Performed performed) {
        for (Performed before : world.performed()) {
            if (before.run().equals(performed.run())
                    && before.leg() == performed.leg()
                    && before.durableLeg() == performed.durableLeg()
                    && before.seq() == performed.seq()
                    && before.attempt() == performed.attempt()
                    && before.redeliveries() == performed.redeliveries()
                    && !mayBoth(before.life(), performed.life())
                    && !mayRepeat(world, before, performed)) {
                return performed + " was carried out before, as " + before;
            }
        }
        RunTruth truth = world.truth().run(performed.run());
        int chances = world.lives() + rewinds(truth) + rewindsBefore(world, performed);
        if (performed.redeliveries() >= chances) {
            return performed + " was redelivered, and there were " + chances + " reasons";
        }
        RunTruth.Chore chore = truth == null ? null : truth.chore(performed);
        if (chore == null) {
            return null;
        }
        if (chore.resolved > 0 && !world.isZombie(performed.life())) {
            return performed + " is carried out, and how it ended is durable";
        }
        for (Attempt attempt : chore.attempts) {
            if (attempt.why() == Attempt.Why.AWAY
                    && attempt.attempt() == performed.attempt()
                    && !performed.life().isTakenOver()) {
                return performed + " is carried out, and it is durable that it is outside";
            }
        }
        Instant notBefore = performed.attempt() == 1 ? chore.due() : null;
        for (Attempt attempt : chore.attempts) {
            if (attempt.attempt() == performed.attempt()) {
                notBefore = attempt.notBefore() == null ? notBefore : attempt.notBefore();
            }
        }
        return notBefore != null && performed.when().isBefore(notBefore)
                ? performed + " begins at " + performed.when() + ", and not before " + notBefore
                : null;
    }

    private static int rewinds(@Nullable RunTruth truth) {
        return truth == null ? 0 : truth.rewinds();
    }

    /** How often the run was taken back that this one goes on from, if it does. */
    private static int rewindsBefore(EngineWorld world, Performed performed) {
        return world.plan()
                .forkedFrom(performed.run())
                .map(it -> rewinds(world.truth().last(it.run())))
                .orElse(0);
    }

    /**
     * A process that was taken for dead and the one that took over may both deliver an attempt that
     * had to wait: it is durable, and neither writes anything when its time has come.
     */
    private static boolean mayBoth(Life one, Life other) {
        return !one.equals(other) && (one.isTakenOver() || other.isTakenOver());
    }

    /**
     * What began before it was durable is not known to the next process, which does it again; and
     * if it never became durable, what a later process asks for is something else.
     */
    private static boolean mayRepeat(EngineWorld world, Performed before, Performed performed) {
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chore(performed);
        boolean known =
                chore != null
                        && performed.attempt() == 1
                        && chore.life <= before.life().index
                        && chore.entry < performed.life().found(performed.run());
        boolean forgotten =
                !before.life().equals(performed.life()) || before.era() != performed.era();
        return !known && before.early() && forgotten;
    }

    /** The attempts of an activity go up by one; redeliveries of one go up by one. */
    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        for (var chore : truth.chores.entrySet()) {
            if (chore.getValue().resolved > 1) {
                return "activity "
                        + chore.getKey()
                        + " of run "
                        + truth.run
                        + " ends twice: "
                        + truth.last();
            }
        }
        for (Attempt next : truth.last().attempts()) {
            RunTruth.Chore chore = truth.chores.get(next.seq());
            if (chore == null) {
                return next + " of run " + truth.run + " is durable, and nobody asked for it";
            }
            int at = chore.attempts.indexOf(next);
            Attempt before = at > 0 ? chore.attempts.get(at - 1) : null;
            int attempt = before == null ? 1 : before.attempt();
            int redeliveries = before == null ? 0 : before.redeliveries();
            boolean fits =
                    switch (next.why()) {
                        case LOST ->
                                next.attempt() == attempt
                                        && next.redeliveries() == redeliveries + 1;
                        case NEXT ->
                                next.redeliveries() == 0
                                        && next.failure() != null
                                        && follows(next, before, attempt);
                        // It had begun, or not.
                        case PARKED ->
                                next.redeliveries() == 0
                                        && (next.attempt() == attempt + 1
                                                || next.attempt() == attempt);
                        case AWAY, SKIPPED, UNBEGUN ->
                                next.attempt() == attempt && next.redeliveries() == redeliveries;
                        case REDRIVEN ->
                                before != null
                                        && before.why() == Attempt.Why.PARKED
                                        && next.attempt() == attempt;
                    };
            if (!fits) {
                return "run "
                        + truth.run
                        + ": "
                        + next
                        + " follows attempt "
                        + attempt
                        + ", redelivery "
                        + redeliveries;
            }
        }
        return null;
    }

    /** The number is one more, or the same for something else, when nothing had begun. */
    private static boolean follows(Attempt next, @Nullable Attempt before, int attempt) {
        Role role = before == null ? Role.ACTIVITY : before.progress().role();
        return next.attempt() == attempt + 1
                || (next.attempt() == attempt && next.progress().role() != role);
    }
}
