package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a run stands: its summary, kept up to date with what is appended. */
final class Standing {
    private final Store store;
    private final RunId run;
    private final String type;
    private final String program;
    private final Instant started;
    private final String requestId;
    private final Outstanding outstanding;
    private long position;
    private Status status;
    private String reason;
    private long receivedFrom;
    private @Nullable List<Job> received;
    private @Nullable Outcome outcome;

    private Standing(Store store, RunId run, long position, Summary summary, Outstanding waits) {
        this.store = store;
        this.run = run;
        this.type = summary.type();
        this.program = summary.program();
        this.started = summary.started();
        this.requestId = summary.requestId();
        this.outstanding = waits;
        this.position = position;
        this.status = summary.status();
        this.reason = summary.reason();
        this.receivedFrom = summary.receivedFrom();
    }

    /** A run that begins now. */
    static Standing begun(Conductor house, RunId run, Message.Begin begin, Instant now) {
        var outstanding = new Outstanding();
        var summary =
                new Summary(
                        Status.RUNNING,
                        begin.start().workflowType(),
                        house.programOf(begin.start().workflowType()),
                        now,
                        begin.requestId(),
                        "",
                        -1,
                        outstanding);
        return new Standing(house.around().store(), run, 0, summary, outstanding);
    }

    /** A run that is stored; null when it is not. */
    static @Nullable Standing load(Conductor house, RunId run) {
        Store store = house.around().store();
        Optional<Head> head = store.head(run);
        if (head.isEmpty()) {
            return null;
        }
        Summary summary = Summary.fromBytes(head.get().summary());
        Outstanding outstanding = summary.outstanding();
        return new Standing(
                store,
                run,
                head.get().position(),
                summary,
                outstanding == null ? reckoned(store, run) : outstanding);
    }

    /** What a run waits for, from its history: where it was too much for a summary. */
    static Outstanding reckoned(Store store, RunId run) {
        var outstanding = new Outstanding();
        try (Cursor<byte[]> entries = store.turns(run, 0)) {
            for (long position = 0; entries.hasNext(); position++) {
                outstanding.apply(Entry.fromBytes(entries.next()), position);
            }
        }
        return outstanding;
    }

    /** An entry is appended. */
    void apply(Entry entry) {
        outstanding.apply(entry, position);
        Turn turn = entry.turn();
        if (turn != null && entry.received()) {
            receivedFrom = receivedFrom < 0 ? position : receivedFrom;
            received = null;
        } else if (turn != null) {
            receivedFrom = -1;
            received = null;
            if (turn.decided().isTerminal()) {
                end(turn.commands().getLast());
            }
        }
        if (entry.terminated() != null) {
            outcome = new Outcome.Failed(new Failure.Terminated(entry.terminated()));
            status = Status.TERMINATED;
            reason = entry.terminated();
        }
        position++;
    }

    private void end(Command last) {
        outcome = outcomeOf(last);
        status =
                switch (last) {
                    case Command.CompleteRun _ -> Status.COMPLETED;
                    case Command.CancelRun _ -> Status.CANCELLED;
                    default -> Status.FAILED;
                };
    }

    private static Outcome outcomeOf(Command last) {
        return switch (last) {
            case Command.CompleteRun(_, _, var result) -> new Outcome.Completed(result);
            case Command.FailRun(_, _, var failure) -> new Outcome.Failed(failure);
            case Command.CancelRun(_, _, Failure failure) -> new Outcome.Failed(failure);
            default -> throw new IllegalStateException(last + " is no end");
        };
    }

    /** How the run ended. */
    Outcome outcome() {
        Check.state(status.isEnd(), "run %s has not ended", run);
        Outcome known = outcome;
        if (known == null) {
            try (Cursor<byte[]> last = store.turns(run, position - 1)) {
                known = outcomeOf(Entry.fromBytes(last.next()));
            }
            outcome = known;
        }
        return known;
    }

    private Outcome outcomeOf(Entry last) {
        String terminated = last.terminated();
        if (terminated != null) {
            return new Outcome.Failed(new Failure.Terminated(terminated));
        }
        Turn turn = last.carriedOut();
        Check.state(
                turn != null && turn.decided().isTerminal(),
                "the last entry of run %s is not its end, as its summary says",
                run);
        return outcomeOf(turn.commands().getLast());
    }

    /** The jobs that were received and not carried out, in their order. */
    List<Job> received() {
        if (receivedFrom < 0) {
            return List.of();
        }
        List<Job> known = received;
        if (known == null) {
            known = new ArrayList<>();
            try (Cursor<byte[]> entries = store.turns(run, receivedFrom)) {
                while (entries.hasNext()) {
                    Entry entry = Entry.fromBytes(entries.next());
                    Turn turn = entry.turn();
                    if (entry.received() && turn != null) {
                        known.addAll(turn.activation().jobs());
                    }
                }
            }
            received = known;
        }
        return known;
    }

    void stick(String why) {
        status = Status.STUCK;
        reason = why;
    }

    void unstick() {
        status = Status.RUNNING;
        reason = "";
    }

    Summary summary() {
        return new Summary(
                status, type, program, started, requestId, reason, receivedFrom, outstanding);
    }

    String type() {
        return type;
    }

    /** The hash of the program that it keeps to; empty when it is not a pattern. */
    String program() {
        return program;
    }

    String requestId() {
        return requestId;
    }

    Status status() {
        return status;
    }

    String reason() {
        return reason;
    }

    long position() {
        return position;
    }

    Outstanding outstanding() {
        return outstanding;
    }
}
