package dev.reprise.engine.run;

import dev.reprise.engine.store.Timer;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Turn;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Budget;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Verdict;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a run has asked for and not been told yet. It follows from the entries of the run, each
 * applied once, in order, and from nothing else; a summary may keep it so that they need not be
 * read.
 */
final class Outstanding {
    /** The number of the timer of a whole leg: no command has it. */
    static final long LEG = 0;

    private final TreeMap<Long, Errand> errands = new TreeMap<>();
    private final TreeMap<Long, Instant> timers = new TreeMap<>();
    private final TreeSet<Long> cancelled = new TreeSet<>();

    /** Those of the activities that wait for a person, and where. */
    private final TreeMap<Long, String> parked = new TreeMap<>();

    /** What it has to do with other runs. */
    private final TreeMap<BondId, Bond> bonds = new TreeMap<>();

    private long leg = 1;

    /** What its leg has from others. */
    private List<Rewind.Share> shares = List.of();

    /** When its leg was asked for, if that is not when it began. */
    private @Nullable Instant anew;

    /** Whether the code of the leg has begun. */
    private boolean begun;

    private long attemptsSpent;
    private long unitsSpent;

    /** What the last entry has changed between this run and others. */
    private final TreeSet<BondId> hailed = new TreeSet<>();

    /** What the last entry lets begin at once, when it is durable. */
    private final List<Long> ready = new ArrayList<>(0);

    // What the last entry has changed about timers in the store.
    private final List<Timer> set = new ArrayList<>(0);
    private final List<Timer> stopped = new ArrayList<>(0);

    Outstanding() {}

    Outstanding(
            Leg leg,
            boolean begun,
            Collection<Errand> errands,
            Map<Long, Instant> timers,
            Collection<Bond> bonds,
            long attemptsSpent,
            long unitsSpent) {
        this.leg = leg.number();
        this.shares = leg.shares();
        this.begun = begun;
        bonds.forEach(bond -> this.bonds.put(bond.id(), bond));
        this.attemptsSpent = attemptsSpent;
        this.unitsSpent = unitsSpent;
        for (Errand errand : errands) {
            this.errands.put(errand.seq(), errand);
            if (errand.cancelled()) {
                cancelled.add(errand.seq());
            }
            if (errand.isParked()) {
                parked.put(errand.seq(), errand.queue());
            }
        }
        this.timers.putAll(timers);
    }

    /** The entry at {@code position} has been added to the history. */
    void apply(Entry entry, long position) {
        set.clear();
        stopped.clear();
        ready.clear();
        hailed.clear();
        entry.settled().forEach(bonds::remove);
        entry.attempts().forEach(it -> attempted(it, position));
        Turn turn = entry.turn();
        if (turn != null) {
            Instant now = turn.activation().now();
            for (Job job : turn.activation().jobs()) {
                told(entry, job, now);
            }
            for (Command command : turn.commands()) {
                decided(entry, command, now, position);
            }
        }
        if (entry.cutoff() != null) {
            ready.clear();
            endAll();
        }
    }

    private void endAll() {
        List.copyOf(errands.keySet()).forEach(this::endErrand);
        List.copyOf(timers.keySet()).forEach(this::endTimer);
        for (Bond bond : List.copyOf(bonds.values())) {
            if (bond.endsWithLeg()) {
                bonds.remove(bond.id());
            } else if (!bond.closing()) {
                hail(bond.asClosing());
            }
        }
    }

    private void hail(Bond bond) {
        bonds.put(bond.id(), bond);
        hailed.add(bond.id());
    }

    private void attempted(Attempt next, long position) {
        Errand errand = errands.get(next.seq());
        if (errand == null) {
            return;
        }
        // What one append both sets and stops is stopped, so it is one of the two.
        if (errand.notBefore() != null) {
            var before = new Timer(errand.notBefore(), next.seq());
            set.remove(before);
            stopped.add(before);
        }
        if (next.notBefore() != null) {
            var then = new Timer(next.notBefore(), next.seq());
            stopped.remove(then);
            set.add(then);
        } else if (next.isReady()) {
            ready.add(next.seq());
        }
        if (next.isParked()) {
            parked.put(next.seq(), next.queue());
        } else {
            parked.remove(next.seq());
        }
        errands.put(next.seq(), errand.with(next, position, overspent(errand, next)));
    }

    private void told(Entry entry, Job job, Instant now) {
        switch (job) {
            case Job.Start start -> begin(entry, start, now);
            case Job.ChildStarted started ->
                    bonds.computeIfPresent(mine(started.seq()), (_, bond) -> bond.asBegun());
            case Job.ChildNotStarted it -> bonds.remove(mine(it.seq()));
            case Job.ChildResolved it -> bonds.remove(mine(it.seq()));
            case Job.ExternalResolved it -> bonds.remove(mine(it.seq()));
            case Job.ActivityResolved resolved -> endErrand(resolved.seq());
            case Job.TimerFired fired -> endTimer(fired.seq());
            default -> {}
        }
    }

    private BondId mine(long seq) {
        return new BondId(Rewind.legOf(shares, seq, leg), seq);
    }

    /** A leg begins, or waits until it may; from then on its time runs. */
    private void begin(Entry entry, Job.Start start, Instant now) {
        Rewind rewind = entry.rewind();
        if (rewind != null || start.info().leg() > leg) {
            leg = rewind == null ? start.info().leg() : rewind.leg();
            shares = rewind == null ? List.of() : rewind.shares();
            anew = rewind == null ? null : rewind.at();
            attemptsSpent = 0;
            unitsSpent = 0;
        }
        begun = !entry.received();
        endTimer(LEG);
        if (entry.begins() != null) {
            startTimer(LEG, entry.begins());
        } else if (!entry.received()) {
            Duration run = start.info().options().timeouts().run();
            Instant end = run.isZero() ? null : later(since(now, anew), run);
            Instant last = end(start.info(), now, anew);
            if (end == null || (last != null && last.isBefore(end))) {
                end = last;
            }
            if (end != null) {
                startTimer(LEG, end);
            }
        }
    }

    private static Instant since(Instant begun, @Nullable Instant anew) {
        return anew != null && anew.isAfter(begun) ? anew : begun;
    }

    /**
     * When the time for all legs is over; null when they have all the time.
     *
     * @param begun when the code of this leg began
     * @param anew when it was taken back, with all its time again; null when it was not
     */
    static @Nullable Instant end(RunInfo info, Instant begun, @Nullable Instant anew) {
        Duration all = info.options().timeouts().execution();
        if (all.isZero()) {
            return null;
        }
        return anew == null && info.until().isPresent()
                ? info.until().get()
                : later(since(begun, anew), all);
    }

    private void endErrand(long seq) {
        Errand errand = errands.remove(seq);
        cancelled.remove(seq);
        parked.remove(seq);
        if (errand != null && errand.notBefore() != null) {
            stopped.add(new Timer(errand.notBefore(), seq));
        }
    }

    private void endTimer(long seq) {
        Instant due = timers.remove(seq);
        if (due != null) {
            stopped.add(new Timer(due, seq));
        }
    }

    private void decided(Entry entry, Command command, Instant now, long position) {
        Errand.Order order = Errand.Order.of(entry, command, now);
        if (order != null) {
            ask(command.seq(), order, position);
            return;
        }
        switch (command) {
            case Command.CancelActivity cancel -> cancel(cancel.target());
            case Command.StartTimer start -> startTimer(start.seq(), later(now, start.duration()));
            case Command.CancelTimer cancel -> endTimer(cancel.target());
            case Command.StartChild it ->
                    hail(
                            Bond.child(
                                    mine(it.seq()),
                                    position,
                                    it.runId(),
                                    it.options().parentClose()));
            case Command.CancelChild it -> cancelChild(mine(it.target()), position);
            case Command.SignalExternal it ->
                    hail(Bond.message(mine(it.seq()), position, Bond.Kind.SIGNAL, it.runId()));
            case Command.CancelExternal it ->
                    hail(Bond.message(mine(it.seq()), position, Bond.Kind.CANCEL, it.runId()));
            case Command.Terminal _ -> endAll();
            default -> {}
        }
    }

    private void ask(long seq, Errand.Order order, long position) {
        Instant due = null;
        if (Attempts.scheduled(order.dispatch().policy(), order.asked()).decision()
                        instanceof Decision.Wait wait
                && wait.until().isAfter(order.asked())) {
            due = wait.until();
            set.add(new Timer(due, seq));
        } else {
            ready.add(seq);
        }
        Budget budget = order.dispatch().policy().budget();
        boolean affordable = budget.verdict(attemptsSpent, unitsSpent) instanceof Verdict.Go;
        boolean begins = order.dispatch().refused().isEmpty();
        boolean tooMuch = begins && !spend(affordable ? budget.cost() : Attempt.TOO_MUCH);
        errands.put(
                seq, new Errand(seq, position, -1, 1, 0, due, false, tooMuch, "", false, order));
    }

    /** Whether an attempt is more than the run may spend: a redelivery was paid before. */
    private boolean overspent(Errand errand, Attempt next) {
        return switch (next.why()) {
            case LOST, AWAY, SKIPPED -> errand.overspent();
            case PARKED -> false;
            case UNBEGUN -> {
                giveBack(next.spends());
                yield false;
            }
            case NEXT, REDRIVEN -> !spend(next.spends());
        };
    }

    private boolean spend(int units) {
        if (units == Attempt.TOO_MUCH) {
            return false;
        }
        attemptsSpent++;
        unitsSpent += units;
        return true;
    }

    private void giveBack(int units) {
        if (units != Attempt.TOO_MUCH) {
            attemptsSpent--;
            unitsSpent -= units;
        }
    }

    /** How many attempts the run has spent. */
    long attemptsSpent() {
        return attemptsSpent;
    }

    /** What those attempts cost. */
    long unitsSpent() {
        return unitsSpent;
    }

    private void cancel(long seq) {
        Errand errand = errands.get(seq);
        if (errand != null) {
            errands.put(seq, errand.asCancelled());
            cancelled.add(seq);
        }
    }

    private void cancelChild(BondId child, long position) {
        Bond bond = bonds.get(child);
        if (bond != null) {
            hail(bond.cancelledBy(position));
        }
    }

    private void startTimer(long seq, Instant due) {
        timers.put(seq, due);
        set.add(new Timer(due, seq));
    }

    /** The time after a while, or the end of time. */
    static Instant later(Instant now, Duration span) {
        try {
            return now.plus(span);
        } catch (DateTimeException | ArithmeticException e) {
            return Instant.MAX;
        }
    }

    /** All that it has set and the store waits for. */
    List<Timer> allTimers() {
        List<Timer> all = new ArrayList<>();
        timers.forEach((seq, due) -> all.add(new Timer(due, seq)));
        for (Errand errand : errands.values()) {
            if (errand.notBefore() != null) {
                all.add(new Timer(errand.notBefore(), errand.seq()));
            }
        }
        return all;
    }

    /** The timers that the last entry has set. */
    List<Timer> set() {
        return set;
    }

    /** The timers that the last entry has stopped. */
    List<Timer> stopped() {
        return stopped;
    }

    /** The activities that may begin when the last entry is durable. */
    List<Long> ready() {
        return ready;
    }

    @Nullable Errand errand(long seq) {
        return errands.get(seq);
    }

    @Nullable Instant timer(long seq) {
        return timers.get(seq);
    }

    /** What is to be done for an errand has been read. */
    void keepOrder(long seq, Errand.Order order) {
        errands.computeIfPresent(seq, (_, it) -> it.withOrder(order));
    }

    /** The activities that have not ended, by number. */
    Collection<Errand> errands() {
        return errands.values();
    }

    /** Those of the activities that were cancelled, by number. */
    Collection<Long> cancelled() {
        return cancelled;
    }

    /** Those of the activities that wait for a person, by number, and where. */
    SortedMap<Long, String> parked() {
        return parked;
    }

    /** The timers that have not fired, by number. */
    Map<Long, Instant> timers() {
        return timers;
    }

    /** What it has to do with other runs, in the order in which it was asked for. */
    Collection<Bond> bonds() {
        return bonds.values();
    }

    @Nullable Bond bond(BondId id) {
        return bonds.get(id);
    }

    /** What of it the last entry has changed. */
    Collection<BondId> hailed() {
        return hailed;
    }

    /** The leg that its entries are about. */
    long leg() {
        return leg;
    }

    /** Whether the code of its leg has begun. */
    boolean isBegun() {
        return begun;
    }

    /** When its code begins, or, when it has begun, is out of time; null when neither is set. */
    @Nullable Instant legTimer() {
        return timers.get(LEG);
    }

    /**
     * Whether an activity may be under way, and does not wait for a person or a time, or something
     * between this run and others.
     */
    boolean isUnderWay() {
        return !bonds.isEmpty() || errands.values().stream().anyMatch(it -> !it.isParked());
    }

    int size() {
        return errands.size() + timers.size() + bonds.size();
    }
}
