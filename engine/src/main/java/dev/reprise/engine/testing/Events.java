package dev.reprise.engine.testing;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.run.Attempt;
import dev.reprise.engine.run.Cutoff;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.story.Wording;
import dev.reprise.engine.testing.Event.Kind;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the stored entries of a run as things that happened, in their order. */
final class Events {
    private final List<Event> events = new ArrayList<>();
    private final Map<Long, String> activities = new TreeMap<>();
    private Instant now = Instant.EPOCH;

    private Events() {}

    static List<Event> of(Records records) {
        var events = new Events();
        records.entries().forEach(events::take);
        return List.copyOf(events.events);
    }

    /** The commands of a run, one line each, without times. */
    static String commands(Records records) {
        var text = new StringBuilder();
        for (Turn turn : records.transcript().turns()) {
            for (Command command : turn.commands()) {
                text.append(command.seq())
                        .append(' ')
                        .append(command.unit())
                        .append(' ')
                        .append(decided(command).text())
                        .append('\n');
            }
        }
        return text.toString();
    }

    private void take(Entry entry) {
        entry.attempts().forEach(this::attempted);
        Turn turn = entry.turn();
        if (turn != null) {
            now = turn.activation().now();
            turn.activation().jobs().forEach(this::told);
            if (entry.received()) {
                boolean begins = turn.activation().jobs().getFirst() instanceof Job.Start;
                String waits =
                        begins ? "waits to begin" : "keeps what it was told, until it can go on";
                add(Kind.OTHER, "", List.of(), 0, waits);
            }
            turn.commands().forEach(this::decides);
        }
        Cutoff cutoff = entry.cutoff();
        if (cutoff != null) {
            String why = Wording.line(cutoff.why());
            switch (cutoff.how()) {
                case TERMINATED ->
                        add(Kind.ENDED, "terminated", List.of(), 0, "was terminated: " + why);
                case TIMED_OUT ->
                        add(Kind.ENDED, "out of time", List.of(), 0, "was out of time: " + why);
            }
        }
    }

    private void add(Kind kind, String name, List<Payload> values, long seq, String text) {
        events.add(new Event(now, kind, name, values, seq, text));
    }

    private String activity(long seq) {
        return activities.getOrDefault(seq, "activity") + " (" + seq + ")";
    }

    private void attempted(Attempt attempt) {
        now = attempt.at();
        String name = activity(attempt.seq());
        Failure failure = attempt.failure();
        String after = failure == null ? "" : " after " + Wording.line(failure.message());
        String text =
                switch (attempt.why()) {
                    case LOST -> name + " was lost in a crash, and is delivered again";
                    case NEXT ->
                            name
                                    + " is tried again, attempt "
                                    + attempt.attempt()
                                    + (attempt.notBefore() == null
                                            ? ""
                                            : ", at " + attempt.notBefore())
                                    + after;
                    case PARKED -> name + " waits for a person in " + attempt.queue() + after;
                    case REDRIVEN -> name + " is driven anew";
                    case AWAY -> name + " is outside";
                    case SKIPPED -> name + " is skipped" + after;
                    case UNBEGUN -> name + " does not begin";
                };
        add(
                attempt.why() == Attempt.Why.NEXT ? Kind.RETRY : Kind.OTHER,
                activities.getOrDefault(attempt.seq(), ""),
                List.of(),
                attempt.seq(),
                text);
    }

    private void told(Job job) {
        switch (job) {
            case Job.Start it ->
                    add(
                            Kind.STARTED,
                            it.workflowType(),
                            it.input(),
                            0,
                            "starts as " + Wording.call(it.workflowType(), it.input()));
            case Job.Signal it ->
                    add(
                            Kind.SIGNAL,
                            it.name(),
                            it.input(),
                            0,
                            "gets signal " + Wording.call(it.name(), it.input()));
            case Job.Update it ->
                    add(
                            Kind.OTHER,
                            it.name(),
                            it.input(),
                            0,
                            "gets update " + Wording.call(it.name(), it.input()));
            case Job.Cancel(var reason) ->
                    add(
                            Kind.CANCEL,
                            "cancel",
                            List.of(),
                            0,
                            "is asked to cancel: " + Wording.line(reason));
            case Job.ActivityResolved(var seq, var outcome) ->
                    resolved(activity(seq), seq, outcome);
            case Job.TimerFired(var seq) ->
                    add(Kind.FIRED, "timer", List.of(), seq, "timer (" + seq + ") fires");
            case Job.ChildResolved(var seq, var outcome) ->
                    resolved("child (" + seq + ")", seq, outcome);
            case Job.ExternalResolved(var seq, var outcome) ->
                    resolved("message (" + seq + ")", seq, outcome);
            case Job.ChildStarted(var seq, var run) ->
                    add(Kind.OTHER, "", List.of(), seq, "child (" + seq + ") begins as " + run);
            default -> {}
        }
    }

    private void resolved(String what, long seq, Outcome outcome) {
        switch (outcome) {
            case Outcome.Completed(var value) ->
                    add(
                            Kind.GAVE,
                            what,
                            List.of(value),
                            seq,
                            what + " gives " + Wording.value(value));
            case Outcome.Failed(var failure) ->
                    add(
                            Kind.FAILED,
                            failure.message(),
                            List.of(),
                            seq,
                            what + " fails: " + Wording.line(failure.message()));
        }
    }

    private void decides(Command command) {
        switch (command) {
            case Command.ScheduleActivity it -> activities.put(it.seq(), it.type());
            case Command.ScheduleLocalActivity it -> activities.put(it.seq(), it.type());
            default -> {}
        }
        Event said = decided(command);
        String at =
                said.kind() == Kind.ACTIVITY || said.kind() == Kind.TIMER
                        ? " (" + said.seq() + ")"
                        : "";
        add(said.kind(), said.name(), said.values(), said.seq(), said.text() + at);
    }

    static String timer(Duration duration) {
        return "timer of " + Wording.span(duration);
    }

    private static Event decided(Command command) {
        return switch (command) {
            case Command.ScheduleActivity it ->
                    event(
                            command,
                            Kind.ACTIVITY,
                            it.type(),
                            it.input(),
                            "asks for " + Wording.call(it.type(), it.input()));
            case Command.ScheduleLocalActivity it ->
                    event(
                            command,
                            Kind.ACTIVITY,
                            it.type(),
                            it.input(),
                            "asks for local " + Wording.call(it.type(), it.input()));
            case Command.StartTimer it ->
                    event(
                            command,
                            Kind.TIMER,
                            timer(it.duration()),
                            List.of(),
                            "starts a " + timer(it.duration()));
            case Command.CompleteRun it ->
                    event(
                            command,
                            Kind.COMPLETED,
                            "completed",
                            List.of(it.result()),
                            "completes with " + Wording.value(it.result()));
            case Command.FailRun it -> ended(command, "failed", it.failure());
            case Command.CancelRun it -> ended(command, "cancelled", it.failure());
            default -> event(command, Kind.OTHER, "", List.of(), other(command));
        };
    }

    private static Event ended(Command command, String how, Failure failure) {
        return event(
                command,
                Kind.ENDED,
                how,
                List.of(),
                (how.equals("failed") ? "fails: " : "is cancelled: ")
                        + Wording.line(failure.describe()));
    }

    private static Event event(
            Command command, Kind kind, String name, List<Payload> values, String text) {
        return new Event(Instant.EPOCH, kind, name, values, command.seq(), text);
    }

    private static String other(Command command) {
        return switch (command) {
            case Command.CancelActivity it -> "cancels activity (" + it.target() + ")";
            case Command.CancelTimer it -> "stops timer (" + it.target() + ")";
            case Command.StartChild it ->
                    "starts child " + it.runId() + " as " + Wording.call(it.type(), it.input());
            case Command.CancelChild it -> "cancels child (" + it.target() + ")";
            case Command.SignalExternal it ->
                    "sends signal " + Wording.call(it.name(), it.input()) + " to " + it.runId();
            case Command.CancelExternal it -> "asks " + it.runId() + " to cancel";
            case Command.RecordSideEffect it ->
                    "keeps " + it.type() + " " + Wording.value(it.value());
            case Command.MarkPatch it -> "has patch " + it.id();
            case Command.AcceptUpdate it -> "accepts update " + it.updateId();
            case Command.CompleteUpdate it -> "completes update " + it.updateId();
            case Command.UpsertSearchAttributes it -> "sets " + it.attributes();
            case Command.ContinueAsNew it -> "continues as " + Wording.call(it.type(), it.input());
            default -> command.toString();
        };
    }
}
