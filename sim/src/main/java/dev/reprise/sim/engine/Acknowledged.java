package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.run.PausedQueues;
import dev.reprise.engine.run.Status;
import dev.reprise.sim.node.LogMedium;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a client was told is durable: at that moment, and for ever after. */
final class Acknowledged extends EngineOracle {
    private final List<Told> told = new ArrayList<>();
    private final TreeSet<RunId> begun = new TreeSet<>();

    /**
     * What a client was told, and of which run: another may have its id later.
     *
     * @param truth what was durable then; null when nothing was
     */
    private record Told(Request.Answer answer, @Nullable RunTruth truth) {}

    @Override
    @Nullable String deleted(EngineWorld world, RunTruth truth) {
        begun.remove(truth.run);
        return null;
    }

    @Override
    @Nullable String answered(EngineWorld world, Request.Answer answer) {
        boolean start =
                switch (answer.request().kind) {
                    case START, AGAIN, TAKEN -> true;
                    default -> false;
                };
        if (start && answer.answer().equals(true) && !begun.add(answer.plan().run())) {
            return "two clients were told that run " + answer.plan().run() + " is new";
        }
        if (answer.request().kind == Request.Kind.QUERY
                || answer.request().kind == Request.Kind.HELP) {
            return null;
        }
        if (answer.request().kind == Request.Kind.TAKEN
                && world.truth().wasDeleted(answer.plan().run())) {
            return null; // the id was free
        }
        var next = new Told(answer, world.truth().last(answer.request().concerned()));
        told.add(next);
        return missing(next);
    }

    @Override
    @Nullable String opened(EngineWorld world, LogMedium medium) {
        return end(world);
    }

    @Override
    @Nullable String end(EngineWorld world) {
        for (Told each : told) {
            String missing = missing(each);
            if (missing != null) {
                return missing;
            }
        }
        return null;
    }

    private static @Nullable String missing(Told each) {
        Request.Answer answer = each.answer();
        RunTruth truth = each.truth();
        String told =
                answer.request().kind + " of run " + answer.plan().run() + " was acknowledged";
        switch (answer.request().kind) {
            case PAUSE, RESUME -> {
                boolean kept = answer.life().plate.medium().kept(PausedQueues.KEPT).isPresent();
                return kept ? null : told + ", and nothing of the queue is durable";
            }
            default -> {}
        }
        if (truth == null) {
            return told + ", and nothing of the run is durable";
        }
        return switch (answer.request().kind) {
            case START, AGAIN, FORK, QUERY, HELP, PAUSE, RESUME -> null;
            case RESET ->
                    truth.rewinds() > 0 ? null : told + ", and it goes on as if nobody had asked";
            case OUTSIDE -> {
                TaskToken token = TaskToken.parse(answer.words());
                RunTruth.Chore chore = truth.chores.get(token.seq());
                yield chore == null || (chore.open && chore.attempt() == token.attempt())
                        ? told + " for " + token.text() + ", and nothing of it is durable"
                        : null;
            }
            case TAKEN -> told + ", and a client with another request has this run";
            case UPDATE ->
                    truth.rewinds() > 0
                                    || answer.answer()
                                            .equals(
                                                    Optional.ofNullable(
                                                            truth.updates.get(answer.words())))
                            ? null
                            : told
                                    + " with "
                                    + answer.answer()
                                    + ", and durable are "
                                    + truth.updates;
            case SIGNAL ->
                    truth.signals.contains(answer.words())
                                    || truth.received.contains(answer.words())
                            ? null
                            : told
                                    + " with "
                                    + answer.words()
                                    + ", and durable are "
                                    + truth.signals
                                    + " and waiting "
                                    + truth.received;
            case TERMINATE ->
                    truth.ends().contains(Status.TERMINATED)
                            ? null
                            : told + ", and it is not durable";
            case CANCEL -> truth.isCancelled() ? null : told + ", and it is not durable";
            case WATCH -> {
                yield truth.outcomes().contains(answer.answer())
                        ? null
                        : told
                                + " with "
                                + answer.answer()
                                + ", and durable is "
                                + truth.outcomes();
            }
        };
    }
}
