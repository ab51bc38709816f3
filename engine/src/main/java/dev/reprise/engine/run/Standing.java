package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.filter.Attributes;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.RunOptions;
import dev.reprise.history.SearchAttribute;
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
    private final Leg leg;
    private final @Nullable Parent parent;
    private final long birth;
    private final PayloadCodec codec;
    private final Outstanding outstanding;
    private Seams seams;
    private long first;

    /** From this entry on its history says all that it waits for: a leg begins there. */
    private final long opens;

    private long position;
    private Status status;
    private String reason;
    private long receivedFrom;
    private @Nullable List<Job> received;
    private @Nullable Outcome outcome;
    private Summary.@Nullable End end;
    private Job.@Nullable Start start;
    private Attributes attributes;
    private Summary.Size size;
    private @Nullable Instant updated;

    private Standing(
            House house, RunId run, long first, long position, Summary summary, Outstanding waits) {
        this.store = house.around().store();
        this.codec = house.settings().codec();
        this.attributes = summary.attributes();
        this.size = summary.size();
        this.updated = summary.updated();
        this.run = run;
        this.type = summary.type();
        this.program = summary.program();
        this.started = summary.started();
        this.requestId = summary.requestId();
        this.leg = summary.leg();
        this.parent = summary.parent();
        this.birth = summary.birth();
        this.end = summary.end();
        this.outstanding = waits;
        this.seams = summary.seams();
        this.first = first;
        this.opens = summary.outstanding() == null ? summary.opens() : opens(summary, waits);
        this.position = position;
        this.status = summary.status();
        this.reason = summary.reason();
        this.receivedFrom = summary.receivedFrom();
    }

    /** A run that begins now. */
    static Standing begun(House house, RunId run, Succession succession, Instant now) {
        Job.Start start = succession.start();
        Standing before = succession.before();
        Outstanding outstanding = before == null ? new Outstanding() : before.outstanding;
        long position = before == null ? 0 : before.position;
        String type = start.workflowType();
        var summary =
                new Summary(
                        Status.RUNNING,
                        type,
                        succession.program().orElseGet(() -> program(house, before, type)),
                        now,
                        now,
                        succession.requestId(),
                        "",
                        -1,
                        succession.leg(),
                        succession.parent(),
                        null,
                        before == null || !succession.continues()
                                ? Attributes.NONE
                                : before.attributes,
                        before == null ? house.claim().birth() : before.birth,
                        Summary.Size.NONE,
                        before == null
                                ? Seams.NONE
                                : before.seams.with(
                                        new Seams.Seam(
                                                succession.leg().number(),
                                                succession.leg().origin(),
                                                now)),
                        0,
                        outstanding);
        long first = before == null ? 0 : before.first;
        var begun = new Standing(house, run, first, position, summary, outstanding);
        begun.start = start;
        return begun;
    }

    /** The program of a new leg: that which is current, if one is; else that of the leg before. */
    private static String program(House house, @Nullable Standing before, String type) {
        String current = house.repertoire().programOf(type);
        return current.isEmpty() && before != null && before.type.equals(type)
                ? before.program
                : current;
    }

    /** What is open between it and others since earlier legs becomes less as time goes by. */
    private static long opens(Summary summary, Outstanding waits) {
        long opens = summary.leg().origin();
        for (Bond bond : waits.bonds()) {
            opens = Math.min(opens, bond.position());
        }
        return summary.seams().upTo(opens);
    }

    /** A run that is stored; null when it is not. */
    static @Nullable Standing load(House house, RunId run) {
        Store store = house.around().store();
        Optional<Head> head = store.head(run);
        if (head.isEmpty()) {
            return null;
        }
        Summary summary = Summary.fromBytes(head.get().summary());
        Outstanding outstanding = summary.outstanding();
        return new Standing(
                house,
                run,
                head.get().first(),
                head.get().position(),
                summary,
                outstanding == null ? reckoned(store, head.get(), summary) : outstanding);
    }

    /**
     * What a run waits for, from its history, with what earlier legs have left: where it was too
     * much for a summary.
     */
    static Outstanding reckoned(Store store, Head head, Summary summary) {
        var outstanding = new Outstanding();
        long from = Math.max(head.first(), summary.opens());
        try (Cursor<byte[]> entries = store.turns(head.run(), from)) {
            for (long position = from; entries.hasNext(); position++) {
                outstanding.apply(Entry.fromBytes(entries.next()), position);
            }
        }
        return outstanding;
    }

    /** An entry that is to be appended: the first of a leg says to which program it keeps. */
    Entry pinned(Entry entry) {
        return length() == 0 ? entry.pinned(program) : entry;
    }

    /** An entry of so many bytes is appended. */
    void apply(Entry entry, int bytes) {
        size = new Summary.Size(size.bytes() + bytes, size.isLong(), size.isLarge());
        outstanding.apply(entry, position);
        Turn turn = entry.turn();
        if (turn != null) {
            updated = turn.activation().now();
        } else if (!entry.attempts().isEmpty()) {
            updated = entry.attempts().getLast().at();
        }
        if (turn != null && entry.received()) {
            receivedFrom = receivedFrom < 0 ? position : receivedFrom;
            received = null;
        } else if (turn != null) {
            receivedFrom = -1;
            received = null;
            label(turn);
            if (turn.decided().isTerminal()) {
                end(turn.commands().getLast(), turn.activation().now());
            }
        }
        Cutoff cutoff = entry.cutoff();
        if (cutoff != null) {
            outcome = cutoff.outcome();
            status = cutoff.status();
            reason = cutoff.why();
        }
        position++;
    }

    private void label(Turn turn) {
        if (turn.activation().jobs().getFirst() instanceof Job.Start first) {
            label(first.info().options().attributes());
        }
        for (Command command : turn.commands()) {
            if (command instanceof Command.UpsertSearchAttributes change) {
                label(change.attributes());
            }
        }
    }

    private void label(List<SearchAttribute> changes) {
        if (!changes.isEmpty()) {
            attributes = new Labels(codec, run, type).with(attributes, changes);
        }
    }

    /** By its last command; whoever continues it does so under another standing. */
    private void end(Command last, Instant now) {
        if (last instanceof Command.ContinueAsNew) {
            return;
        }
        outcome = outcomeOf(last);
        status =
                switch (last) {
                    case Command.CompleteRun _ -> Status.COMPLETED;
                    case Command.CancelRun _ -> Status.CANCELLED;
                    default -> Status.FAILED;
                };
        ended(now);
    }

    /** It ended by the entry that was applied last, or is now. */
    void ended(Instant now) {
        end = new Summary.End(now, position);
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
            long last = end == null ? position - 1 : end.position();
            try (Cursor<byte[]> entries = store.turns(run, last)) {
                known = outcomeOf(Entry.fromBytes(entries.next()));
            }
            outcome = known;
        }
        return known;
    }

    private Outcome outcomeOf(Entry last) {
        Cutoff cutoff = last.cutoff();
        if (cutoff != null) {
            return cutoff.outcome();
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

    /** Whether its leg was asked to cancel, by an entry that is stored or by this one. */
    boolean wasCancelled(Entry last) {
        if (asksToCancel(last)) {
            return true;
        }
        try (Cursor<byte[]> entries = store.turns(run, leg.origin())) {
            while (entries.hasNext()) {
                if (asksToCancel(Entry.fromBytes(entries.next()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean asksToCancel(Entry entry) {
        Turn turn = entry.turn();
        return turn != null
                && turn.activation().jobs().stream().anyMatch(it -> it instanceof Job.Cancel);
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
                status,
                type,
                program,
                started,
                updated,
                requestId,
                reason,
                receivedFrom,
                leg,
                parent,
                end,
                attributes,
                birth,
                size,
                seams,
                opens,
                outstanding);
    }

    /** What it says of its activities that say nothing themselves. */
    RunOptions options() {
        return start().info().options();
    }

    /** What it was started with: the first job of its first entry. */
    Job.Start start() {
        Job.Start known = start;
        if (known == null) {
            try (Cursor<byte[]> entries = store.turns(run, leg.origin())) {
                known = startIn(Entry.fromBytes(entries.next()));
            }
            start = known;
        }
        return known;
    }

    /** What a leg was started with that begins with this entry. */
    static Job.Start startIn(Entry first) {
        Turn turn = first.turn();
        if (turn != null && turn.activation().jobs().getFirst() instanceof Job.Start found) {
            return found;
        }
        throw new IllegalStateException("a leg does not begin with its start, but " + first);
    }

    /**
     * When the time for all legs is over; null when they have all the time.
     *
     * @param now when the entry was made that is not stored, if it is the one with which the code
     *     of the leg began
     */
    @Nullable Instant timeOver(Instant now) {
        RunInfo info = start().info();
        if (info.options().timeouts().execution().isZero()) {
            return null;
        }
        Instant anew = null;
        try (Cursor<byte[]> entries = store.turns(run, leg.origin())) {
            while (entries.hasNext()) {
                Entry entry = Entry.fromBytes(entries.next());
                anew = entry.rewind() == null ? anew : entry.rewind().at();
                Turn turn = entry.carriedOut();
                if (turn != null) {
                    return Outstanding.end(info, turn.activation().now(), anew);
                }
            }
        }
        return Outstanding.end(info, now, anew);
    }

    /** Whether it was told something that it has not carried out, though nothing is wrong. */
    boolean isAboutToBegin() {
        return status == Status.RUNNING && receivedFrom >= 0;
    }

    /** Whether the code of its leg was ever told anything. */
    boolean hasBegun() {
        return receivedFrom != leg.origin();
    }

    /** How many entries its leg has. */
    long length() {
        return position - leg.origin();
    }

    /** How many bytes its leg has. */
    long bytes() {
        return size.bytes();
    }

    /**
     * What its history has reached that is to be warned of, and was not before; empty when nothing.
     */
    List<String> reached(HistoryLimits limits) {
        List<String> reached = new ArrayList<>(0);
        if (!size.isLong() && length() >= limits.warnEntries()) {
            size = new Summary.Size(size.bytes(), true, size.isLarge());
            reached.add(length() + " entries");
        }
        if (!size.isLarge() && size.bytes() >= limits.warnBytes()) {
            size = new Summary.Size(size.bytes(), size.isLong(), true);
            reached.add(size.bytes() + " bytes");
        }
        return reached;
    }

    Leg leg() {
        return leg;
    }

    /** Where its legs begin, as far as that is known. */
    Seams seams() {
        return seams;
    }

    /** The position of the first entry that is kept. */
    long first() {
        return first;
    }

    /** Entries before this position are let go. */
    void shed(long before) {
        first = before;
        seams = seams.from(before);
    }

    @Nullable Parent parent() {
        return parent;
    }

    /** Which of the runs that ever had this id it is. */
    long birth() {
        return birth;
    }

    /** The same as the keys and tokens of its activities tell it; 0 when they do not. */
    long told() {
        return Claim.told(birth);
    }

    /** When it ended; null when it has not, or nobody wrote it down. */
    @Nullable Instant endedAt() {
        return end == null ? null : end.at();
    }

    RunId run() {
        return run;
    }

    String type() {
        return type;
    }

    /** The hash of the program that it keeps to; empty when it is not a pattern. */
    String program() {
        return program;
    }

    /** When its leg was asked for. */
    Instant started() {
        return started;
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
