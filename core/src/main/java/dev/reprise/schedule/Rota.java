package dev.reprise.schedule;

import dev.reprise.Check;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A schedule at work. Everything that happens to it gives a {@link Step}: what it is then, and what
 * is to be done.
 *
 * <p>Who drives it makes the new state durable first and then carries the orders out. After a crash
 * it carries {@link #orders} out again, which are those that nobody has confirmed, and ticks. So no
 * time is lost, and since an order that comes again has no further effect, none is met twice; what
 * was decided and did not become durable has not happened.
 *
 * @param seed from {@link Schedule#seed}: decides the jitter
 */
public record Rota(Schedule schedule, long seed, State state) {
    /** How many times are looked at in one step; if there are more, the next step is at once. */
    public static final int TIMES_MAX = 10_000;

    /** So many times can one backfill have. */
    public static final int BACKFILL_TIMES_MAX = 10_000;

    /** While so many are at work, no backfill starts another: there is room for the rest. */
    public static final int BACKFILLED_BESIDE_MAX = State.RUNNING_MAX / 2;

    /**
     * What follows from something that happened.
     *
     * @param rota the schedule after it
     * @param orders what is to be carried out, in this order
     * @param fates what became of firings, in this order
     * @param wakeUp when the next tick is due; empty for none before something else happens
     */
    public record Step(Rota rota, List<Order> orders, List<Fate> fates, Optional<Instant> wakeUp) {
        /** Copies the lists. */
        public Step {
            orders = List.copyOf(orders);
            fates = List.copyOf(fates);
        }
    }

    /** A schedule that begins now: the first time is after {@code now}. */
    public static Rota begin(Schedule schedule, long seed, Instant now) {
        return new Rota(schedule, seed, State.beginning(now));
    }

    /** Looks at all times that are due. A clock that goes back does nothing. */
    public Step tick(Instant now) {
        return new Shift(this).due(now).pulled().done(now);
    }

    /** Something was started. What is not running is not confirmed. */
    public Rota started(Firing firing) {
        return new Rota(schedule, seed, new Shift(this).started(firing).state());
    }

    /** Something has ended. What is not running has not. */
    public Step ended(Instant now, Firing firing, Ending ending) {
        return new Shift(this).ended(firing, ending).pulled().done(now);
    }

    /**
     * Looks at all times that are due, and pauses: from now on times pass, what is waiting goes on
     * waiting, and only what is asked for starts.
     *
     * @param note why
     */
    public Step pause(Instant now, String note) {
        return new Shift(this).due(now).paused(note).pulled().done(now);
    }

    /** Goes on: with what is waiting, and with the first time after {@code now}. */
    public Step unpause(Instant now) {
        return new Shift(this).unpaused(now).pulled().done(now);
    }

    /** Fires now, whether it is paused or not. It does not count as one of the starts. */
    public Step trigger(Instant now, Overlap overlap) {
        return new Shift(this).triggered(now, overlap).done(now);
    }

    /**
     * Fires for each time from {@code from} to before {@code until}, whether it is paused or not,
     * and whether it was met before or not. They do not count as starts. With {@link
     * Overlap#BUFFER_ALL} they do not wait among others, but come one after the other when nothing
     * else is running; with {@link Overlap#ALLOW_ALL} they leave room for others. What else comes
     * is not left out because of a backfill, but waits, and goes before the rest of it.
     *
     * @throws IllegalArgumentException when there is no time in between, or more than {@value
     *     #BACKFILL_TIMES_MAX}
     */
    public Step backfill(Instant now, Instant from, Instant until, Overlap overlap) {
        checkBackfill(now, from, until);
        Instant begin = Extent.clamped(from);
        checkTimes(begin, until);
        return new Shift(this).backfilled(begin, until, overlap).pulled().done(now);
    }

    /** Whether a backfill can be asked for, whatever its times are; else it throws. */
    public void checkBackfill(Instant now, Instant from, Instant until) {
        Check.argument(from.isBefore(until), "from %s is not before until %s", from, until);
        Check.argument(!until.isAfter(now), "until %s is after now, %s", until, now);
        Check.state(
                state.backfills().size() < State.BACKFILLS_MAX,
                "%d backfills are under way: wait for one of them",
                state.backfills().size());
    }

    private void checkTimes(Instant from, Instant until) {
        When when = schedule.when();
        int found = when.count(from, until, BACKFILL_TIMES_MAX + 1);
        Check.argument(
                found > 0,
                "the schedule has no time from %s to before %s: %s",
                from,
                until,
                when.text());
        if (found > BACKFILL_TIMES_MAX) {
            String end =
                    when.times(from.minusNanos(1))
                            .skip(BACKFILL_TIMES_MAX)
                            .findFirst()
                            .map(Instant::toString)
                            .orElse("");
            throw new IllegalArgumentException(
                    "from "
                            + from
                            + " to before "
                            + until
                            + " the schedule has more than "
                            + BACKFILL_TIMES_MAX
                            + " times, which is as many as one backfill may have: until "
                            + end
                            + " it would be so many");
        }
    }

    /**
     * Ends a backfill: what it has started goes on, and no more of it is started.
     *
     * @param serial its number; 0 for all of them
     * @throws IllegalArgumentException when no such backfill has anything left to start
     */
    public Step stopBackfill(Instant now, long serial) {
        var known = new TreeSet<Long>();
        state.backfills().forEach(it -> known.add(it.serial()));
        state.waiting().stream()
                .filter(it -> it.origin() == Firing.Origin.BACKFILLED)
                .forEach(it -> known.add(it.serial()));
        Check.argument(!known.isEmpty(), "no backfill is under way");
        Check.argument(
                serial == 0 || known.contains(serial),
                "backfill %d is not under way: there are %s",
                serial,
                known);
        return new Shift(this).backfillsStopped(serial).pulled().done(now);
    }

    /**
     * Looks at all times that are due by the old schedule; those after {@code now} are of the new.
     */
    public Step update(Instant now, Schedule value) {
        Step old = new Shift(this).due(now).handled(now).done(now);
        Check.state(
                old.fates.size() < TIMES_MAX,
                "more is due than is looked at in one step: tick first");
        Step next = new Shift(new Rota(value, seed, old.rota.state)).pulled().done(now);
        return new Step(
                next.rota, both(old.orders, next.orders), both(old.fates, next.fates), next.wakeUp);
    }

    private static <T> List<T> both(List<T> one, List<T> other) {
        var all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    /** The orders that may not have been carried out: what is to be done after a crash. */
    public List<Order> orders() {
        var orders = new ArrayList<Order>();
        for (var running : state.running()) {
            if (!running.confirmed()) {
                orders.add(new Order.Start(running.firing()));
            }
            switch (running.stop()) {
                case NONE -> {}
                case CANCEL -> orders.add(new Order.Cancel(running.firing()));
                case TERMINATE -> orders.add(new Order.Terminate(running.firing()));
            }
        }
        return List.copyOf(orders);
    }

    /** Whether all its starts are used up. */
    public boolean isSpent() {
        return schedule.startsMax() > 0 && state.starts() >= schedule.startsMax();
    }
}
