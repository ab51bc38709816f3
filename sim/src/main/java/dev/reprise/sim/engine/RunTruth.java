package dev.reprise.sim.engine;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.run.Attempt;
import dev.reprise.engine.run.Attempt.Why;
import dev.reprise.engine.run.BondId;
import dev.reprise.engine.run.Cutoff;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.run.Rewind;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.store.Timer;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import dev.reprise.policy.Policy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is durable of one run, and what follows from it by our own reckoning: nothing here is asked
 * of the engine but how an entry is read.
 */
final class RunTruth {
    /** An activity that was asked for. */
    static final class Chore {
        final List<Attempt> attempts = new ArrayList<>();
        final Policy policy;
        final Instant asked;

        /** The entry that asks for it. */
        final int entry;

        /** The life that has written that entry. */
        final int life;

        int resolved;
        boolean open = true;

        /** The entry that cancels it; -1 when none does. */
        int cancelled = -1;

        Chore(Policy policy, Instant asked, int entry, int life) {
            this.policy = policy;
            this.asked = asked;
            this.entry = entry;
            this.life = life;
        }

        /** When nothing begins any more. */
        Instant end() {
            Instant begun = asked;
            for (Attempt attempt : attempts) {
                Instant anew = attempt.anew();
                begun = anew == null ? begun : anew;
            }
            Duration all = policy.timeouts().scheduleToClose();
            Instant closed = all.isZero() ? Instant.MAX : begun.plus(all);
            Instant deadline = policy.timing().deadline().orElse(Instant.MAX);
            return closed.isBefore(deadline) ? closed : deadline;
        }

        /** When the first attempt is due. */
        Instant due() {
            return asked.plus(policy.timing().delay());
        }

        /** Where it waits for a person; empty when it does not. */
        String queue() {
            return attempts.isEmpty() ? "" : attempts.getLast().queue();
        }

        int redrives() {
            return (int) attempts.stream().filter(it -> it.why() == Why.REDRIVEN).count();
        }

        /** The attempt that is, or will be, under way. */
        int attempt() {
            return attempts.isEmpty() ? 1 : attempts.getLast().attempt();
        }

        int redeliveries() {
            return attempts.isEmpty() ? 0 : attempts.getLast().redeliveries();
        }

        @Nullable Instant notBefore() {
            if (attempts.isEmpty()) {
                return due().isAfter(asked) && due().isBefore(end()) ? due() : null;
            }
            return attempts.getLast().notBefore();
        }
    }

    /** A timer that was set. */
    static final class Clock {
        final Instant due;
        boolean open = true;
        int fired;

        Clock(Instant due) {
            this.due = due;
        }
    }

    final RunId run;
    final TreeMap<Long, Chore> chores = new TreeMap<>();

    /** What is before this entry was forgotten. */
    long forgottenBefore;

    /** The first entry of each leg. */
    final List<Long> origins = new ArrayList<>(List.of(0L));

    final TreeMap<Long, Clock> clocks = new TreeMap<>();

    /** The signals and updates of turns that were carried out, in the order of their arrival. */
    final List<String> signals = new ArrayList<>();

    /** Those that the current leg was told, again and again if it was. */
    final List<String> told = new ArrayList<>();

    /** The updates that have ended, by id. */
    final TreeMap<String, Outcome> updates = new TreeMap<>();

    /** The signals of what was received and not carried out yet. */
    final List<String> received = new ArrayList<>();

    /** The children that it has asked for, and what became of them is not durable here. */
    final TreeMap<BondId, RunId> children = new TreeMap<>();

    /** Those of them that a leg that ends has nothing more to do with, once they have begun. */
    private final TreeSet<BondId> toBeLeft = new TreeSet<>();

    private final TreeSet<BondId> started = new TreeSet<>();

    /** What the store waits for. */
    final TreeSet<Timer> stored =
            new TreeSet<>(Comparator.comparing(Timer::due).thenComparingLong(Timer::seq));

    private final List<Entry> entries = new ArrayList<>();
    private final List<byte[]> raw = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();

    /** The transcripts of legs that have ended. */
    private final List<Transcript> legs = new ArrayList<>();

    /** What was asked for in earlier legs, by those that it is known by. */
    private final TreeMap<Long, TreeMap<Long, Chore>> past = new TreeMap<>();

    private long leg = 1;
    private List<Rewind.Share> shares = List.of();
    private int rewinds;

    /** What the leg before was told, whether it was carried out or not. */
    private List<String> toldBefore = List.of();

    /** What it received and did not carry out. */
    private List<String> receivedBefore = List.of();

    /** Whether the leg was asked to cancel, and whether the leg before was. */
    private boolean asked;

    private boolean askedBefore;

    private Instant anew = Instant.MIN;

    /** When the time for all legs that continue each other is over; null for never. */
    private @Nullable Instant over;

    /** All ends that it ever had: it may have been taken back behind one. */
    private final List<Outcome> outcomes = new ArrayList<>();

    private final List<Status> ends = new ArrayList<>();
    private String type = "";
    private boolean cancelled;
    private boolean stuck;
    private boolean begun;

    /** How many turns its leg has from another; -1 when none. */
    private int behind = -1;

    private @Nullable Instant waited;
    private @Nullable Status end;
    private @Nullable Outcome outcome;

    RunTruth(RunId run) {
        this.run = run;
    }

    /** An entry became durable, by this life. */
    void add(byte[] bytes, int life) {
        Entry entry = Entry.fromBytes(bytes);
        waited = awaited(entry);
        raw.add(bytes);
        entries.add(entry);
        for (Attempt attempt : entry.attempts()) {
            Chore chore = chores.get(attempt.seq());
            if (chore != null) {
                chore.attempts.add(attempt);
            }
        }
        Turn turn = entry.turn();
        if (turn != null) {
            if (turn.activation().jobs().getFirst() instanceof Job.Start start) {
                begin(entry, start, turn.activation().now());
                stuck = false;
            } else if (!entry.received()) {
                stuck = false;
            } else {
                stuck |= !isAboutToBegin() && turns.size() != behind;
            }
            begun |= !entry.received();
            if (!entry.received()) {
                turns.add(turn);
                received.clear();
            }
            turn.activation().jobs().forEach(job -> told(job, entry.received()));
            for (Command command : turn.commands()) {
                decided(entry, command, turn.activation().now(), life);
            }
        }
        entry.settled().forEach(children::remove);
        Cutoff cutoff = entry.cutoff();
        if (cutoff != null) {
            closeAll();
            ended(cutoff.status(), cutoff.outcome());
        }
    }

    private void ended(Status how, Outcome with) {
        end = how;
        outcome = with;
        ends.add(how);
        outcomes.add(with);
    }

    /** What an entry must not come before: the time its leg waits for, or has. */
    private @Nullable Instant awaited(Entry entry) {
        Clock clock = clocks.get(0L);
        Cutoff cutoff = entry.cutoff();
        boolean begins = !begun && entry.carriedOut() != null;
        boolean late = cutoff != null && cutoff.how() == Cutoff.How.TIMED_OUT;
        return clock != null && clock.open && (begins || late) ? clock.due : null;
    }

    /** What the last entry must not have come before; null when there is nothing. */
    @Nullable Instant waited() {
        return waited;
    }

    /** A leg begins, or waits until it may. */
    private void begin(Entry entry, Job.Start start, Instant now) {
        Rewind rewind = entry.rewind();
        if (rewind != null || start.info().leg() > leg) {
            legs.add(transcript(turns.size()));
            origins.add(entries.size() - 1L);
            toldBefore = new ArrayList<>(told);
            toldBefore.addAll(received);
            receivedBefore = List.copyOf(received);
            askedBefore = asked;
            asked = false;
            chores.forEach(
                    (seq, chore) ->
                            past.computeIfAbsent(mine(seq).leg(), _ -> new TreeMap<>())
                                    .put(seq, chore));
            leg = rewind == null ? start.info().leg() : rewind.leg();
            shares = rewind == null ? List.of() : rewind.shares();
            behind = rewind == null ? -1 : (int) rewind.turns();
            anew = rewind == null ? Instant.MIN : rewind.at();
            rewinds += rewind == null ? 0 : 1;
            received.clear();
            chores.clear();
            clocks.clear();
            turns.clear();
            told.clear();
            end = null;
            outcome = null;
            begun = false;
        }
        type = start.workflowType();
        clocks.remove(0L);
        if (entry.begins() != null) {
            clocks.put(0L, new Clock(entry.begins()));
        } else if (!entry.received()) {
            hurry(start.info(), anew.isAfter(now) ? anew : now);
        }
    }

    /** From now on the time of the leg runs; that of all legs since the first of them began. */
    private void hurry(RunInfo info, Instant from) {
        Duration all = info.options().timeouts().execution();
        if (anew.isAfter(Instant.MIN) || info.continuedFrom().isEmpty() || over == null) {
            over = all.isZero() ? null : from.plus(all);
        }
        Duration run = info.options().timeouts().run();
        Instant end = run.isZero() ? null : from.plus(run);
        if (end == null || (over != null && over.isBefore(end))) {
            end = over;
        }
        if (end != null) {
            clocks.put(0L, new Clock(end));
        }
    }

    /** Whether its leg was told what it begins with, and has not begun. */
    boolean isAboutToBegin() {
        return !begun;
    }

    /** Until when its code waits before it begins; null when it does not. */
    @Nullable Instant begins() {
        Clock clock = clocks.get(0L);
        return begun || clock == null ? null : clock.due;
    }

    private void message(String words, boolean waits) {
        if (waits) {
            received.add(words);
        } else {
            told.add(words);
            if (!signals.contains(words)) {
                signals.add(words);
            }
        }
    }

    private void told(Job job, boolean waits) {
        switch (job) {
            case Job.Signal signal -> message(words(signal), waits);
            case Job.Update update -> message(update.id(), waits);
            case Job.Cancel _ -> {
                cancelled = true;
                asked = true;
            }
            case Job.ChildStarted it -> started.add(mine(it.seq()));
            case Job.ChildResolved it -> children.remove(mine(it.seq()));
            case Job.ChildNotStarted it -> children.remove(mine(it.seq()));
            case Job.ActivityResolved(var seq, _) -> {
                Chore chore = chores.get(seq);
                if (chore != null) {
                    chore.resolved += waits ? 0 : 1;
                    chore.open = false;
                }
            }
            case Job.TimerFired(var seq) -> {
                Clock clock = clocks.get(seq);
                if (clock != null) {
                    clock.open = false;
                    clock.fired += waits ? 0 : 1;
                }
            }
            default -> {}
        }
    }

    private BondId mine(long seq) {
        return new BondId(Rewind.legOf(shares, seq, leg), seq);
    }

    private void decided(Entry entry, Command command, Instant now, int life) {
        switch (command) {
            case Command.ScheduleActivity it ->
                    chores.put(
                            it.seq(),
                            new Chore(entry.dispatch(it).policy(), now, size() - 1, life));
            case Command.ScheduleLocalActivity it ->
                    chores.put(
                            it.seq(),
                            new Chore(entry.dispatch(it).policy(), now, size() - 1, life));
            case Command.CancelActivity it -> {
                Chore chore = chores.get(it.target());
                if (chore != null) {
                    chore.cancelled = size() - 1;
                }
            }
            case Command.StartTimer it -> clocks.put(it.seq(), new Clock(now.plus(it.duration())));
            case Command.CancelTimer it -> {
                Clock clock = clocks.get(it.target());
                if (clock != null) {
                    clock.open = false;
                }
            }
            case Command.StartChild it -> {
                children.put(mine(it.seq()), it.runId());
                if (it.options().parentClose() == ParentClose.ABANDON) {
                    toBeLeft.add(mine(it.seq()));
                }
            }
            case Command.CompleteUpdate it -> updates.put(it.updateId(), it.outcome());
            case Command.Terminal it -> end(it);
            default -> {}
        }
    }

    private void closeAll() {
        chores.values().forEach(it -> it.open = false);
        clocks.values().forEach(it -> it.open = false);
        children.keySet().removeIf(it -> toBeLeft.contains(it) && started.contains(it));
    }

    private void end(Command.Terminal last) {
        closeAll();
        switch (last) {
            case Command.CompleteRun(_, _, var result) -> {
                ended(Status.COMPLETED, new Outcome.Completed(result));
            }
            case Command.FailRun(_, _, var failure) -> {
                ended(Status.FAILED, new Outcome.Failed(failure));
            }
            case Command.CancelRun(_, _, var failure) -> {
                ended(Status.CANCELLED, new Outcome.Failed(failure));
            }
            case Command.ContinueAsNew _ -> {}
        }
    }

    /** By which a signal is known: what it says, or, if that is nothing, who has sent it. */
    static String words(Job.Signal signal) {
        return signal.input().isEmpty() ? signal.requestId() : text(signal.input().getFirst());
    }

    static String text(Payload payload) {
        return new String(payload.bytes(), StandardCharsets.UTF_8);
    }

    /** The first activity that waits for a person. */
    OptionalLong parked() {
        for (var chore : chores.entrySet()) {
            if (chore.getValue().open && !chore.getValue().queue().isEmpty()) {
                return OptionalLong.of(chore.getKey());
            }
        }
        return OptionalLong.empty();
    }

    int size() {
        return entries.size();
    }

    Entry entry(long position) {
        return entries.get((int) position);
    }

    Entry last() {
        return entries.getLast();
    }

    byte[] raw(long position) {
        return raw.get((int) position);
    }

    /** What was asked for that this is carried out for; null when nothing was. */
    @Nullable Chore chore(Desk.Performed performed) {
        return performed.leg() == Rewind.legOf(shares, performed.seq(), leg)
                ? chores.get(performed.seq())
                : past.getOrDefault(performed.leg(), new TreeMap<>()).get(performed.seq());
    }

    /** What the leg before was told. */
    List<String> toldBefore() {
        return toldBefore;
    }

    /** What the leg before received and did not carry out. */
    List<String> receivedBefore() {
        return receivedBefore;
    }

    /** Whether the leg before was asked to cancel. */
    boolean wasAskedToCancel() {
        return askedBefore;
    }

    /** How often it was taken back. */
    int rewinds() {
        return rewinds;
    }

    /** What all its ends were. */
    List<Outcome> outcomes() {
        return outcomes;
    }

    /** How it was after each of its ends. */
    List<Status> ends() {
        return ends;
    }

    /** Which of the runs under its id it is. */
    long leg() {
        return leg;
    }

    /** The transcripts of legs that have ended. */
    List<Transcript> legs() {
        return legs;
    }

    /** The turns that were carried out. */
    List<Turn> turns() {
        return turns;
    }

    /** Its transcript; of the first turns only. */
    Transcript transcript(int count) {
        return new Transcript(new Transcript.Header(run, type), turns.subList(0, count));
    }

    String type() {
        return type;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Whether what it was told last was not carried out. */
    boolean isStuck() {
        return stuck;
    }

    /** How it ended; null when it has not. */
    @Nullable Status end() {
        return end;
    }

    @Nullable Outcome outcome() {
        return outcome;
    }
}
