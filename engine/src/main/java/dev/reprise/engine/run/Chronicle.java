package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.RunnableId;
import dev.reprise.history.Turn;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Decision;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Progress;
import dev.reprise.policy.Role;
import dev.reprise.policy.Verdict;
import dev.reprise.policy.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tells the lives of a run's activities, from its entries and from nothing else. */
final class Chronicle {
    private static final Failure RUN_ENDED =
            new Failure.Cancelled("The run ended before it.", Payload.NONE);

    /** An activity that has not ended. */
    private static final class Open {
        private final Errand.Order order;
        private Instant scheduled;
        private int attempts;
        private boolean parked;
        private @Nullable Attempt last;
        private @Nullable Failure skipped;

        Open(Errand.Order order) {
            this.order = order;
            this.scheduled = order.asked();
        }
    }

    private final RunId run;
    private final TreeMap<Long, Open> open = new TreeMap<>();
    private final List<Lifecycle> events = new ArrayList<>();

    private Chronicle(RunId run) {
        this.run = run;
    }

    /** What has become of the activities of a run, in the order in which it was written down. */
    static List<Lifecycle> of(RunId run, Cursor<byte[]> entries) {
        var chronicle = new Chronicle(run);
        while (entries.hasNext()) {
            chronicle.take(Entry.fromBytes(entries.next()));
        }
        return List.copyOf(chronicle.events);
    }

    private void take(Entry entry) {
        entry.attempts().forEach(this::attempted);
        Turn turn = entry.turn();
        if (turn == null) {
            return;
        }
        Instant now = turn.activation().now();
        for (Job job : turn.activation().jobs()) {
            if (job instanceof Job.ActivityResolved(var seq, var outcome)) {
                resolved(seq, outcome, now);
            }
        }
        for (Command command : turn.commands()) {
            Errand.Order order = Errand.Order.of(entry, command, now);
            if (order != null) {
                asked(order);
            } else if (command instanceof Command.Terminal) {
                List.copyOf(open.keySet()).forEach(this::cutOff);
            }
        }
    }

    private void asked(Errand.Order order) {
        var activity = new Open(order);
        open.put(order.dispatch().seq(), activity);
        if (order.dispatch().refused().isEmpty()) {
            Attempts first = Attempts.scheduled(order.dispatch().policy(), order.asked());
            if (first.decision() instanceof Decision.Wait wait) {
                dispatched(activity, first.progress(), wait.until());
            }
        }
    }

    private void attempted(Attempt attempt) {
        Open activity = open.get(attempt.seq());
        if (activity == null) {
            return;
        }
        activity.last = attempt;
        Instant begins = attempt.notBefore() == null ? attempt.at() : attempt.notBefore();
        switch (attempt.why()) {
            case LOST, NEXT -> dispatched(activity, attempt.progress(), begins);
            case REDRIVEN -> {
                activity.parked = false;
                activity.scheduled = attempt.at();
                dispatched(activity, attempt.progress(), begins);
            }
            case PARKED -> {
                activity.parked = true;
                failed(activity, attempt.progress().last(), Lifecycle.Action.DEAD_LETTER);
            }
            case UNBEGUN -> activity.attempts = Math.max(0, activity.attempts - 1);
            case SKIPPED -> activity.skipped = attempt.progress().last().orElse(null);
            case AWAY -> {}
        }
    }

    private void dispatched(Open activity, Progress progress, Instant at) {
        Errand.Order order = activity.order;
        activity.attempts = progress.attempt();
        events.add(
                new Lifecycle.Dispatched(
                        id(activity),
                        task(activity, progress),
                        order.input(),
                        order.dispatch().policy(),
                        progress.attempt(),
                        at));
    }

    /** What an attempt carries out: the activity, or another in its place. */
    private static String task(Open activity, Progress progress) {
        Errand.Order order = activity.order;
        if (progress.role() == Role.ACTIVITY) {
            return order.type();
        }
        Instant at = activity.scheduled;
        var waiting = new Decision.Wait(at, at);
        var state = new Attempts(order.dispatch().policy(), at, progress, waiting);
        return state.due(at, Verdict.GO).decision() instanceof Decision.Start start
                        && start.work() instanceof Work.Another another
                ? another.name()
                : order.type();
    }

    private void resolved(long seq, Outcome outcome, Instant now) {
        Open activity = open.remove(seq);
        if (activity == null) {
            return;
        }
        Attempt last = activity.last;
        switch (outcome) {
            case Outcome.Completed(var value) -> {
                if (activity.skipped != null) {
                    failed(activity, Optional.of(activity.skipped), Lifecycle.Action.SKIP);
                } else {
                    Duration took = Duration.between(activity.scheduled, now);
                    int attempt = Math.max(1, activity.attempts);
                    events.add(new Lifecycle.Completed(id(activity), value, attempt, took));
                }
            }
            case Outcome.Failed(var failure) -> {
                boolean undone =
                        activity.order.dispatch().policy().onFailure()
                                        instanceof OnFailure.Compensate
                                && last != null
                                && last.progress().role() == Role.COMPENSATION
                                && last.progress().last().equals(Optional.of(failure));
                var action = undone ? Lifecycle.Action.COMPENSATE : Lifecycle.Action.HALT;
                failed(activity, Optional.of(failure), action);
            }
        }
    }

    /** Nobody waits for an activity of a run that has ended. */
    private void cutOff(long seq) {
        Open activity = open.remove(seq);
        if (activity != null && !activity.parked) {
            failed(activity, Optional.of(RUN_ENDED), Lifecycle.Action.HALT);
        }
    }

    private void failed(Open activity, Optional<Failure> why, Lifecycle.Action action) {
        events.add(
                new Lifecycle.Failed(
                        id(activity), why.orElse(RUN_ENDED), activity.attempts, action));
    }

    private RunnableId id(Open activity) {
        return new RunnableId(run, activity.order.dispatch().seq());
    }
}
