package dev.reprise.engine.story;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.engine.run.Attempt;
import dev.reprise.engine.run.Cutoff;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.run.Rewind;
import dev.reprise.engine.story.Event.Kind;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import dev.reprise.policy.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run, in the order in which they were written down. It keeps what is waited for
 * and nothing else. A story that begins in the middle knows what was asked for before only by
 * number.
 */
public final class Story implements Iterator<Event> {
    /** Something that was asked for and has not come about. */
    private record Open(UnitId unit, String name, Instant asked) {}

    /** What is said about something: words, and the values that they show. */
    private record Said(String words, List<Payload> values) {
        static final Said NOTHING = new Said("", List.of());

        static Said of(List<Payload> values) {
            return new Said(Wording.values(values), values);
        }

        static Said of(Payload value) {
            return new Said(Wording.value(value), List.of(value));
        }

        /** A value, but of none no word. */
        static Said ofAny(Payload value) {
            return value.isNone() ? NOTHING : of(value);
        }

        static Said of(Failure failure) {
            return new Said(Wording.failure(failure), List.of());
        }

        static Said line(String text) {
            return new Said(Wording.line(text), List.of());
        }

        static Said words(String words) {
            return new Said(words, List.of());
        }
    }

    private final Iterator<byte[]> entries;
    private final TreeMap<Long, Open> open = new TreeMap<>();
    private final Deque<Event> told = new ArrayDeque<>();
    private final long origin;
    private long position;

    /** How many activations of the last leg have been told. */
    private long activations;

    /** That of the entry that is told; 0 when it has none that counts. */
    private long activation;

    private Instant now = Instant.EPOCH;

    private Story(Iterator<byte[]> entries, long from, long origin, long activations) {
        this.entries = entries;
        this.position = from - 1;
        this.origin = origin;
        this.activations = activations;
    }

    /**
     * Tells entries, the first of which is at position {@code from} of its run.
     *
     * @throws dev.reprise.form.Malformed from {@link #hasNext}, when an entry cannot be read
     */
    public static Story of(Iterator<byte[]> entries, long from) {
        return of(entries, from, Long.MAX_VALUE, 0);
    }

    /**
     * The same, with numbers for the activations of the last leg.
     *
     * @param origin the position of the first entry of that leg
     * @param activations how many it has in the entries before {@code from}
     */
    public static Story of(Iterator<byte[]> entries, long from, long origin, long activations) {
        return new Story(entries, from, origin, activations);
    }

    @Override
    public boolean hasNext() {
        while (told.isEmpty() && entries.hasNext()) {
            position++;
            take(Entry.fromBytes(entries.next()));
        }
        return !told.isEmpty();
    }

    @Override
    public Event next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the story has ended");
        }
        return told.remove();
    }

    private void take(Entry entry) {
        boolean counts = position >= origin && entry.carriedOut() != null;
        activations += counts ? 1 : 0;
        activation = counts ? activations : 0;
        Turn turn = entry.turn();
        if (turn != null) {
            now = turn.activation().now();
        }
        Rewind rewind = entry.rewind();
        if (rewind != null) {
            rewound(rewind);
        }
        entry.attempts().forEach(this::attempted);
        if (turn != null) {
            List<Job> jobs = turn.activation().jobs();
            if (entry.received()) {
                jobs.forEach(this::kept);
            } else {
                jobs.forEach(this::told);
                turn.commands().forEach(this::decided);
            }
        }
        Cutoff cutoff = entry.cutoff();
        if (cutoff != null) {
            String how =
                    switch (cutoff.how()) {
                        case TERMINATED -> "run terminated";
                        case TIMED_OUT -> "run out of time";
                    };
            ended(how, Said.line(cutoff.why()), Kind.ENDED);
        }
    }

    /** What comes next is told as it was, up to the moment. */
    private void rewound(Rewind rewind) {
        open.clear();
        Instant then = now;
        now = rewind.at();
        say(
                Kind.NOTED,
                rewind.turns() == 0
                        ? "run begins anew"
                        : "run goes on after activation " + rewind.turns(),
                Said.line(rewind.why()));
        now = then;
    }

    private void say(UnitId unit, Kind kind, long seq, String what, Said detail) {
        told.add(
                new Event(
                        position,
                        activation,
                        now,
                        unit,
                        kind,
                        seq,
                        what,
                        detail.words,
                        detail.values,
                        Optional.empty()));
    }

    private void say(Kind kind, String what, Said detail) {
        say(UnitId.ROOT, kind, 0, what, detail);
    }

    // ---- What it is told ----

    private void told(Job job) {
        switch (job) {
            case Job.Start start ->
                    say(Kind.TOLD, "start " + start.workflowType(), Said.of(start.input()));
            case Job.Signal signal ->
                    say(Kind.TOLD, "signal " + signal.name(), Said.of(signal.input()));
            case Job.Update update ->
                    say(Kind.TOLD, "update " + update.name(), Said.of(update.input()));
            case Job.Cancel cancel -> say(Kind.TOLD, "asked to cancel", Said.line(cancel.reason()));
            case Job.ActivityResolved resolved -> resolved(resolved.seq(), resolved.outcome());
            case Job.TimerFired fired ->
                    closed(fired.seq(), Kind.DONE, "timer", "fired", Said.NOTHING);
            case Job.ChildStarted started ->
                    say(
                            unitOf(started.seq()),
                            Kind.TRIED,
                            started.seq(),
                            name(started.seq(), "child") + " started",
                            Said.words(started.runId().value()));
            case Job.ChildNotStarted none ->
                    closed(
                            none.seq(),
                            Kind.FAILED,
                            "child",
                            "not started",
                            Said.of(none.failure()));
            case Job.ChildResolved resolved -> resolved(resolved.seq(), resolved.outcome());
            case Job.ExternalResolved resolved -> resolved(resolved.seq(), resolved.outcome());
            case Job.Seed _, Job.Evict _, Job.Query _, Job.Recalled _ -> {}
        }
    }

    /** What the run could not be told yet, since there was no fitting code. */
    private void kept(Job job) {
        String what =
                switch (job) {
                    case Job.Start start -> "start " + start.workflowType();
                    case Job.Signal signal -> "signal " + signal.name();
                    case Job.Update update -> "update " + update.name();
                    case Job.Cancel _ -> "wish to cancel";
                    case Job.Resolution resolution -> "end of " + name(resolution.seq(), "command");
                    case Job.Seed _, Job.Evict _, Job.Query _, Job.Recalled _ -> "something";
                };
        String until =
                job instanceof Job.Start ? "until it begins" : "until there is code that fits";
        say(Kind.NOTED, what + " kept", Said.words(until));
    }

    private void resolved(long seq, Outcome outcome) {
        switch (outcome) {
            case Outcome.Completed(var value) ->
                    closed(seq, Kind.DONE, "activity", "done", Said.ofAny(value));
            case Outcome.Failed(Failure failure) ->
                    closed(seq, Kind.FAILED, "activity", "failed", Said.of(failure));
        }
    }

    private void closed(long seq, Kind kind, String otherwise, String became, Said detail) {
        String what = name(seq, otherwise) + " " + became;
        Open gone = open.remove(seq);
        Optional<Duration> took =
                gone == null ? Optional.empty() : Optional.of(Duration.between(gone.asked, now));
        UnitId unit = gone == null ? UnitId.ROOT : gone.unit;
        told.add(
                new Event(
                        position,
                        activation,
                        now,
                        unit,
                        kind,
                        seq,
                        what,
                        detail.words,
                        detail.values,
                        took));
    }

    private String name(long seq, String otherwise) {
        Open asked = open.get(seq);
        return asked == null ? otherwise + " #" + seq : asked.name;
    }

    private UnitId unitOf(long seq) {
        Open asked = open.get(seq);
        return asked == null ? UnitId.ROOT : asked.unit;
    }

    // ---- What it decides ----

    private void asked(Command command, String name, Said detail) {
        open.put(command.seq(), new Open(command.unit(), name, now));
        say(command.unit(), Kind.ASKED, command.seq(), name, detail);
    }

    private void noted(Command command, String what, Said detail) {
        say(command.unit(), Kind.NOTED, command.seq(), what, detail);
    }

    private void decided(Command command) {
        switch (command) {
            case Command.ScheduleActivity it ->
                    asked(command, activity(it.type(), it.seq()), Said.of(it.input()));
            case Command.ScheduleLocalActivity it ->
                    asked(command, activity(it.type(), it.seq()), Said.of(it.input()));
            case Command.StartTimer it ->
                    asked(
                            command,
                            "timer #" + it.seq(),
                            Said.words("of " + Wording.span(it.duration())));
            case Command.StartChild it ->
                    asked(
                            command,
                            "child " + it.runId() + " (" + it.type() + ")",
                            Said.of(it.input()));
            case Command.SignalExternal it ->
                    asked(
                            command,
                            "signal " + it.name() + " to " + it.runId(),
                            Said.of(it.input()));
            case Command.CancelExternal it ->
                    asked(command, "cancelling of " + it.runId(), Said.line(it.reason()));
            case Command.CancelActivity it ->
                    noted(command, "cancels " + name(it.target(), "activity"), Said.NOTHING);
            case Command.CancelChild it ->
                    noted(command, "cancels " + name(it.target(), "child"), Said.line(it.reason()));
            case Command.CancelTimer it -> dropped(it.target());
            case Command.UpsertSearchAttributes it ->
                    noted(
                            command,
                            "search attributes",
                            Said.line(
                                    String.join(
                                            ", ",
                                            it.attributes().stream()
                                                    .map(
                                                            each ->
                                                                    each.name()
                                                                            + " = "
                                                                            + Wording.value(
                                                                                    each.value()))
                                                    .toList())));
            case Command.RecordSideEffect it -> noted(command, it.type(), Said.of(it.value()));
            case Command.MarkPatch it -> noted(command, "patch " + it.id(), Said.NOTHING);
            case Command.AcceptUpdate it ->
                    noted(command, "update accepted", Said.words(it.updateId()));
            case Command.CompleteUpdate it ->
                    noted(command, "update answered", outcome(it.outcome()));
            case Command.Terminal it -> ends(it);
        }
    }

    private static String activity(String type, long seq) {
        return type + " #" + seq;
    }

    private static Said outcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed(var value) -> Said.of(value);
            case Outcome.Failed(var failure) -> Said.of(failure);
        };
    }

    private void dropped(long target) {
        closed(target, Kind.DROPPED, "timer", "stopped", Said.NOTHING);
    }

    private void ends(Command.Terminal command) {
        switch (command) {
            case Command.CompleteRun it ->
                    ended("run completed", Said.ofAny(it.result()), Kind.COMPLETED);
            case Command.FailRun it -> ended("run failed", Said.of(it.failure()), Kind.ENDED);
            case Command.CancelRun it ->
                    ended("run cancelled", Said.line(it.failure().message()), Kind.ENDED);
            case Command.ContinueAsNew it ->
                    ended(
                            "run continues as another " + it.type(),
                            Said.of(it.input()),
                            Kind.COMPLETED);
        }
    }

    private void ended(String what, Said detail, Kind kind) {
        open.clear();
        say(kind, what, detail);
    }

    // ---- What became of activities in between ----

    private void attempted(Attempt attempt) {
        now = attempt.at().isAfter(now) ? attempt.at() : now;
        String name = name(attempt.seq(), "activity");
        String what =
                switch (attempt.why()) {
                    case LOST -> name + " delivered again, time " + attempt.redeliveries();
                    case NEXT -> name + " " + role(attempt) + wait(attempt);
                    case PARKED -> name + " waits for a person in queue " + attempt.queue();
                    case REDRIVEN -> name + " driven anew";
                    case AWAY -> name + " goes on outside";
                    case SKIPPED -> name + " skipped";
                    case UNBEGUN -> name + " attempt " + attempt.attempt() + " did not begin";
                };
        @Nullable Failure failure = attempt.failure();
        say(
                unitOf(attempt.seq()),
                Kind.TRIED,
                attempt.seq(),
                what,
                failure == null ? Said.NOTHING : Said.words("after " + Wording.failure(failure)));
    }

    private static String role(Attempt attempt) {
        Role role = attempt.progress().role();
        return switch (role) {
            case ACTIVITY -> "attempt " + attempt.attempt();
            case FALLBACK -> "fallback, attempt " + attempt.attempt();
            case COMPENSATION -> "compensation, attempt " + attempt.attempt();
            case ROUTE -> "route, attempt " + attempt.attempt();
        };
    }

    private static String wait(Attempt attempt) {
        Instant begins = attempt.notBefore();
        return begins == null || !begins.isAfter(attempt.at())
                ? ""
                : " in " + Wording.span(Duration.between(attempt.at(), begins));
    }
}
