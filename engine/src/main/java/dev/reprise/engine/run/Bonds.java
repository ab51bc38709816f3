package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Between a run and others: children are started, told and closed, messages are sent. Nothing is
 * sent before the entry that asks for it is durable. What was sent when a process died is sent
 * again under the same request id, so the other run takes it once; a child that has ended is asked
 * to say so again.
 */
final class Bonds {
    private final House house;
    private final RunId run;
    private final long birth;
    private final Records records;

    /** The commands of the entry that was read last: most are sent for one entry. */
    private final TreeMap<Long, Command> read = new TreeMap<>();

    /** Those of them by which children are cancelled: why, by the number of the child. */
    private final TreeMap<Long, String> cancelled = new TreeMap<>();

    private long readAt = -1;

    /** From which leg on the run has taken back what it did. */
    private long takenBackFrom = Long.MAX_VALUE;

    // What was heard, and has not become part of an entry.
    private final TreeSet<BondId> started = new TreeSet<>();
    private final TreeSet<BondId> ended = new TreeSet<>();
    private final TreeSet<BondId> settled = new TreeSet<>();

    Bonds(House house, RunId run, long birth) {
        this.house = house;
        this.run = run;
        this.birth = birth;
        this.records = new Records(house.around().store(), run);
    }

    /** They are those of this leg, and of what others have left. */
    void of(Leg leg) {
        takenBackFrom = leg.isTakenBack() ? leg.base() : Long.MAX_VALUE;
    }

    /** The run was loaded: whatever was sent may be lost. */
    void loaded(Outstanding outstanding) {
        for (Bond bond : outstanding.bonds()) {
            send(bond);
            // One that was closed and has ended takes what it is told for a repetition.
            if (bond.kind() == Bond.Kind.CHILD) {
                house.post(bond.other(), new Message.Report(asker(bond), bond.begun()));
            }
        }
        forgetRead();
    }

    /** Sends what has to be sent, now that the entry that asks for it is durable. */
    void send(Outstanding outstanding, Collection<BondId> hailed) {
        for (BondId id : hailed) {
            Bond bond = outstanding.bond(id);
            if (bond != null) {
                send(bond);
            }
        }
        forgetRead();
    }

    private void send(Bond bond) {
        switch (bond.kind()) {
            case CHILD -> {
                if (bond.closing() && bond.close() != ParentClose.ABANDON) {
                    close(bond);
                    return;
                }
                if (!bond.begun()) {
                    begin(bond);
                }
                if (bond.cancelledAt() >= 0 && !bond.closing()) {
                    cancelChild(bond);
                }
            }
            case SIGNAL -> {
                var command = (Command.SignalExternal) asked(bond);
                RequestKey request = RequestKey.ofRun("signal", asker(bond));
                var signal =
                        new Job.Signal(command.name(), command.input(), run.value(), request.row());
                tell(bond, signal, request);
            }
            case CANCEL -> {
                var command = (Command.CancelExternal) asked(bond);
                RequestKey request = RequestKey.ofRun("cancel", asker(bond));
                tell(bond, new Job.Cancel(command.reason()), request);
            }
        }
    }

    private Command asked(Bond bond) {
        look(bond.position());
        Command found = read.get(bond.id().seq());
        Check.state(
                found != null,
                "entry %d of run %s does not hold command %d, as its summary says",
                bond.position(),
                run,
                bond.id().seq());
        return found;
    }

    private void look(long position) {
        if (read.isEmpty() || readAt != position) {
            forgetRead();
            readAt = position;
            for (Command command : records.commands(position)) {
                read.put(command.seq(), command);
                if (command instanceof Command.CancelChild cancel) {
                    cancelled.put(cancel.target(), cancel.reason());
                }
            }
        }
    }

    private void forgetRead() {
        read.clear();
        cancelled.clear();
    }

    private Parent asker(Bond bond) {
        return new Parent(run, bond.id().leg(), bond.id().seq(), birth);
    }

    /** Another run has answered; what the run is told of it, unless that is over. */
    Optional<Job> heard(Outstanding outstanding, BondId id, Job.Resolution news) {
        Bond bond = outstanding.bond(id);
        if (bond == null) {
            return Optional.empty();
        }
        boolean starts = news instanceof Job.ChildStarted;
        if (bond.closing()) {
            if (!starts || bond.close() == ParentClose.ABANDON) {
                settled.add(id);
            }
            return Optional.empty();
        }
        boolean isNew =
                starts ? !bond.begun() && !ended.contains(id) && started.add(id) : ended.add(id);
        return isNew ? Optional.of(news) : Optional.empty();
    }

    /** What legs that have ended had to do with others, and is done. */
    List<BondId> settled() {
        return List.copyOf(settled);
    }

    /** What was heard is part of an entry now. */
    void forget() {
        started.clear();
        ended.clear();
        settled.clear();
    }

    /**
     * Whether a parent has not taken up yet how its child ended. What is too much for its summary
     * is taken for open: to look through its history would cost more than to ask again later.
     */
    static boolean areOpen(Store store, Parent parent) {
        Optional<Head> head = store.head(parent.run());
        if (head.isEmpty()) {
            return false;
        }
        Summary summary = Summary.fromBytes(head.get().summary());
        Outstanding outstanding = summary.outstanding();
        return summary.birth() == parent.birth()
                && (outstanding == null
                        || outstanding.bond(new BondId(parent.leg(), parent.seq())) != null);
    }

    // ---- Children ----

    private void begin(Bond bond) {
        var command = (Command.StartChild) asked(bond);
        Parent parent = asker(bond);
        var info = RunInfo.FIRST.options(command.options().run()).parent(run);
        var start = new Job.Start(bond.other(), command.type(), command.input(), info);
        var terms =
                Beginning.PLAIN
                        .requestId(parent.requestId())
                        .reuse(command.options().idReuse())
                        .options(command.options().run())
                        .childOf(parent, takenBackFrom);
        // Listened to first: that it began must be heard before that it ended.
        var waiting = new CompletableFuture<Boolean>();
        long seq = bond.id().seq();
        var _ =
                waiting.whenComplete(
                        (_, thrown) -> {
                            Failure failure = failure(thrown);
                            if (thrown == null) {
                                heard(bond, new Job.ChildStarted(seq, bond.other()));
                            } else if (failure != null) {
                                heard(bond, new Job.ChildNotStarted(seq, failure));
                            }
                        });
        house.post(bond.other(), new Message.Begin(start, terms, true, waiting));
    }

    private void cancelChild(Bond bond) {
        look(bond.cancelledAt());
        String reason = cancelled.getOrDefault(bond.id().seq(), "");
        // Nobody waits for this: the child ends, or it has.
        house.post(
                bond.other(),
                new Message.Tell(
                        new Job.Cancel(reason),
                        RequestKey.ofRun("cancel", asker(bond)),
                        asker(bond),
                        new CompletableFuture<>()));
    }

    /** The leg has ended before its child: this is what becomes of it. */
    private void close(Bond bond) {
        var waiting = new CompletableFuture<Boolean>();
        String why = "Its parent " + run + " has ended.";
        house.post(
                bond.other(),
                bond.close() == ParentClose.TERMINATE
                        ? new Message.Terminate(why, RequestKey.NONE, asker(bond), waiting)
                        : new Message.Tell(
                                new Job.Cancel(why),
                                RequestKey.ofRun("close", asker(bond)),
                                asker(bond),
                                waiting));
        var _ =
                waiting.whenComplete(
                        (_, thrown) -> {
                            // It was told, and says itself when it ends; or there is nobody.
                            Failure failure = failure(thrown);
                            if (failure != null) {
                                heard(bond, new Job.ChildNotStarted(bond.id().seq(), failure));
                            }
                        });
    }

    // ---- Messages ----

    private void tell(Bond bond, Job job, RequestKey request) {
        var waiting = new CompletableFuture<Boolean>();
        house.post(bond.other(), new Message.Tell(job, request, null, waiting));
        long seq = bond.id().seq();
        var _ =
                waiting.whenComplete(
                        (_, thrown) -> {
                            Failure failure = failure(thrown);
                            if (thrown == null) {
                                var arrived = new Outcome.Completed(Payload.NONE);
                                heard(bond, new Job.ExternalResolved(seq, arrived));
                            } else if (failure != null) {
                                var missed = new Outcome.Failed(failure);
                                heard(bond, new Job.ExternalResolved(seq, missed));
                            }
                        });
    }

    private void heard(Bond bond, Job.Resolution news) {
        house.post(run, new Message.Heard(birth, bond.id(), news));
    }

    /** Why the other run did not take it; null when that is not known, since the engine stops. */
    private static @Nullable Failure failure(@Nullable Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        if (!(cause instanceof Refusal refusal)) {
            return null;
        }
        return switch (refusal.reason()) {
            case CLOSED, STORE_FAILED, NO_SPACE -> null;
            default ->
                    new Failure.Application(
                            refusal.reason().word(),
                            String.valueOf(refusal.getMessage()),
                            Payload.NONE,
                            false,
                            Optional.empty());
        };
    }
}
