package dev.reprise.schedule;

import dev.reprise.schedule.Fate.Kind;
import dev.reprise.schedule.Firing.Origin;
import dev.reprise.schedule.State.Backfill;
import dev.reprise.schedule.State.Counts;
import dev.reprise.schedule.State.Past;
import dev.reprise.schedule.State.Running;
import dev.reprise.schedule.State.Stop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One step of a {@link Rota}, while it is made. */
final class Shift {
    private final Schedule schedule;
    private final long seed;

    private Instant handled;
    private Instant passUntil;
    private Optional<String> paused;
    private long starts;
    private long serials;
    private final List<Running> running;
    private final List<Firing> waiting;
    private final List<Backfill> backfills;
    private final List<Past> past;
    private Counts counts;

    private final List<Order> orders = new ArrayList<>();
    private final List<Fate> fates = new ArrayList<>();
    private int looks;

    Shift(Rota rota) {
        State state = rota.state();
        schedule = rota.schedule();
        seed = rota.seed();
        handled = state.handled();
        passUntil = state.passUntil();
        paused = state.paused();
        starts = state.starts();
        serials = state.serials();
        running = new ArrayList<>(state.running());
        waiting = new ArrayList<>(state.waiting());
        backfills = new ArrayList<>(state.backfills());
        past = new ArrayList<>(state.past());
        counts = state.counts();
    }

    State state() {
        return new State(
                handled, passUntil, paused, starts, serials, running, waiting, backfills, past,
                counts);
    }

    Rota.Step done(Instant now) {
        return new Rota.Step(new Rota(schedule, seed, state()), orders, fates, wakeUp(now));
    }

    private Optional<Instant> wakeUp(Instant now) {
        if (!backfills.isEmpty() && !isHeld(backfills.getFirst())) {
            return Optional.of(now);
        }
        if (paused.isPresent() || isSpent()) {
            return Optional.empty();
        }
        return schedule.when()
                .next(handled)
                .map(next -> schedule.due(next, seed))
                .map(due -> due.isBefore(now) ? now : due);
    }

    private boolean isSpent() {
        return schedule.startsMax() > 0 && starts >= schedule.startsMax();
    }

    Shift due(Instant now) {
        while (!isSpent() && looks < Rota.TIMES_MAX) {
            Optional<Instant> next = schedule.when().next(handled);
            if (next.isEmpty() || next.get().isAfter(now)) {
                break;
            }
            Instant due = schedule.due(next.get(), seed);
            if (due.isAfter(now)) {
                break;
            }
            looks++;
            handled = next.get();
            var firing = Firing.scheduled(handled);
            if (paused.isPresent() || !handled.isAfter(passUntil)) {
                tell(firing, Kind.PASSED);
            } else if (now.isAfter(due.plus(schedule.catchUp()))) {
                tell(firing, Kind.MISSED);
            } else {
                fire(firing, schedule.overlap());
            }
        }
        return this;
    }

    /** Lets no time up to {@code now} be looked at any more. */
    Shift handled(Instant now) {
        handled = now.isAfter(handled) ? now : handled;
        return this;
    }

    Shift started(Firing firing) {
        running.replaceAll(
                it -> it.firing().equals(firing) ? new Running(firing, true, it.stop()) : it);
        return this;
    }

    Shift ended(Firing firing, Ending ending) {
        boolean wasRunning = running.removeIf(it -> it.firing().equals(firing));
        if (wasRunning && ending == Ending.FAILED) {
            counts = counts.plusFailed();
            if (schedule.pauseOnFailure() && paused.isEmpty()) {
                paused = Optional.of(firing.key() + " failed");
            }
        }
        return this;
    }

    Shift paused(String note) {
        paused = Optional.of(note);
        return this;
    }

    Shift unpaused(Instant now) {
        if (paused.isPresent()) {
            paused = Optional.empty();
            passUntil = now.isAfter(passUntil) ? now : passUntil;
        }
        return this;
    }

    Shift triggered(Instant now, Overlap overlap) {
        fire(new Firing(Origin.TRIGGERED, now, ++serials), overlap);
        return this;
    }

    Shift backfilled(Instant from, Instant until, Overlap overlap) {
        backfills.add(new Backfill(++serials, from, from.minusNanos(1), until, overlap, 0, 0));
        return this;
    }

    /** Ends the backfill of this number, or all, and leaves out what of it waits. */
    Shift backfillsStopped(long serial) {
        for (Firing each : List.copyOf(waiting)) {
            if (isBackfilled(each) && (serial == 0 || each.serial() == serial)) {
                waiting.remove(each);
                tell(each, Kind.SKIPPED);
            }
        }
        for (Backfill each : List.copyOf(backfills)) {
            if (serial == 0 || each.serial() == serial) {
                over(each);
            }
        }
        return this;
    }

    private static boolean isOf(Backfill backfill, Firing firing) {
        return isBackfilled(firing) && firing.serial() == backfill.serial();
    }

    private void over(Backfill backfill) {
        backfills.remove(backfill);
        past.add(new Past(backfill, backfill.left(schedule.when())));
        if (past.size() > State.PAST_MAX) {
            past.removeFirst();
        }
    }

    /** Starts what was waiting and need not wait any more: first itself, then backfills. */
    Shift pulled() {
        release();
        while (!backfills.isEmpty() && !isHeld(backfills.getFirst()) && looks < Rota.TIMES_MAX) {
            looks++;
            Backfill first = backfills.getFirst();
            Optional<Instant> next =
                    schedule.when()
                            .next(first.handled())
                            .filter(time -> time.isBefore(first.until()));
            if (next.isEmpty() || first.started() + first.skipped() >= Rota.BACKFILL_TIMES_MAX) {
                over(first);
            } else {
                backfills.set(0, first.handled(next.get()));
                fire(new Firing(Origin.BACKFILLED, next.get(), first.serial()), first.overlap());
            }
        }
        return this;
    }

    /** Whether a backfill has to wait for something to end. */
    private boolean isHeld(Backfill backfill) {
        return switch (backfill.overlap()) {
            case BUFFER_ALL -> !running.isEmpty();
            case ALLOW_ALL, TERMINATE_OTHER -> running.size() >= Rota.BACKFILLED_BESIDE_MAX;
            case SKIP, BUFFER_ONE, CANCEL_OTHER -> false;
        };
    }

    private void release() {
        if (running.isEmpty()) {
            nextInLine(false)
                    .or(() -> nextInLine(true))
                    .ifPresent(
                            it -> {
                                waiting.remove(it);
                                start(it);
                            });
        }
    }

    private Optional<Firing> nextInLine(boolean backfilled) {
        return waiting.stream()
                .filter(it -> isBackfilled(it) == backfilled)
                .filter(it -> paused.isEmpty() || it.origin() != Origin.SCHEDULED)
                .findFirst();
    }

    private static boolean isBackfilled(Firing firing) {
        return firing.origin() == Origin.BACKFILLED;
    }

    /** Whether it has nothing but backfilled ones before it, which others do not go behind. */
    private boolean goesBefore(Firing firing) {
        return !isBackfilled(firing)
                && waiting.stream().allMatch(Shift::isBackfilled)
                && running.stream().map(Running::firing).allMatch(Shift::isBackfilled);
    }

    private boolean isFirstInLine(Firing firing) {
        return waiting.isEmpty()
                || (!isBackfilled(firing) && waiting.stream().allMatch(Shift::isBackfilled));
    }

    private void fire(Firing firing, Overlap overlap) {
        switch (overlap) {
            case SKIP -> startOr(firing, goesBefore(firing) ? Kind.BUFFERED : Kind.SKIPPED);
            case BUFFER_ONE ->
                    startOr(firing, isFirstInLine(firing) ? Kind.BUFFERED : Kind.SKIPPED);
            case BUFFER_ALL ->
                    startOr(
                            firing,
                            waiting.size() < State.WAITING_MAX ? Kind.BUFFERED : Kind.DROPPED);
            case CANCEL_OTHER -> {
                stop(Stop.CANCEL);
                startOr(firing, Kind.BUFFERED);
            }
            case TERMINATE_OTHER -> {
                stop(Stop.TERMINATE);
                startBeside(firing);
            }
            case ALLOW_ALL -> startBeside(firing);
        }
    }

    private void startOr(Firing firing, Kind otherwise) {
        if (running.isEmpty()) {
            count(firing, 1);
            start(firing);
            return;
        }
        if (otherwise == Kind.BUFFERED) {
            count(firing, 1);
            waiting.add(firing);
        }
        tell(firing, otherwise);
    }

    private void startBeside(Firing firing) {
        if (running.size() < State.RUNNING_MAX) {
            count(firing, 1);
            start(firing);
        } else {
            tell(firing, Kind.DROPPED);
        }
    }

    private void start(Firing firing) {
        running.add(new Running(firing, false, Stop.NONE));
        orders.add(new Order.Start(firing));
        tell(firing, Kind.STARTED);
    }

    /** Stops what is running, and leaves out what waits and what was to start in this step. */
    private void stop(Stop stop) {
        for (var each : waiting) {
            count(each, -1);
            tell(each, Kind.SKIPPED);
        }
        waiting.clear();
        running.removeIf(this::withdrawn);
        for (int i = 0; i < running.size(); i++) {
            Running each = running.get(i);
            if (each.stop().compareTo(stop) < 0) {
                running.set(i, new Running(each.firing(), each.confirmed(), stop));
                orders.add(
                        stop == Stop.CANCEL
                                ? new Order.Cancel(each.firing())
                                : new Order.Terminate(each.firing()));
            }
        }
    }

    /** Takes back a start that was decided in this step. */
    private boolean withdrawn(Running each) {
        Firing firing = each.firing();
        if (!orders.remove(new Order.Start(firing))) {
            return false;
        }
        fates.remove(new Fate(firing, Kind.STARTED));
        note(firing, Kind.STARTED, -1);
        count(firing, -1);
        tell(firing, Kind.SKIPPED);
        return true;
    }

    private void count(Firing firing, int more) {
        starts += firing.origin() == Origin.SCHEDULED ? more : 0;
    }

    private void tell(Firing firing, Kind kind) {
        fates.add(new Fate(firing, kind));
        note(firing, kind, 1);
    }

    private void note(Firing firing, Kind kind, int more) {
        counts = counts.plus(kind, more);
        if (isBackfilled(firing)) {
            backfills.replaceAll(it -> isOf(it, firing) ? it.plus(kind, more) : it);
            past.replaceAll(
                    it ->
                            isOf(it.backfill(), firing)
                                    ? new Past(it.backfill().plus(kind, more), it.left())
                                    : it);
        }
    }
}
