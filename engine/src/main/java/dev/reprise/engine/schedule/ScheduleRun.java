package dev.reprise.engine.schedule;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.engine.schedule.ScheduleDescription.Action;
import dev.reprise.engine.schedule.ScheduleDescription.Backfill;
import dev.reprise.engine.schedule.ScheduleDescription.Started;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Cancelled;
import dev.reprise.flow.Child;
import dev.reprise.flow.ChildFailed;
import dev.reprise.flow.ExternalFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Named;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.history.SearchAttribute;
import dev.reprise.schedule.Ending;
import dev.reprise.schedule.Fate;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.Order;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Rota;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A schedule at work. Its state is that of a {@link Rota}; whatever happens to it is a step of
 * that, recorded as a side effect, and what the step orders is done by the root unit in the same
 * activation: decided together, durable together.
 *
 * <p>Each firing is a run of {@link Attendant}, a child that is abandoned: it stays when this run
 * goes on as another leg, and tells whichever leg there is how what it started has ended.
 */
@Named(Schedules.TYPE)
final class ScheduleRun implements Workflow<Charge, @Nullable Void> {
    private static final ChildOptions ABANDONED =
            ChildOptions.UNSAID.parentClose(ParentClose.ABANDON);

    /** When a step has more to do at once, the next is an activation of its own. */
    private static final Duration BREATH = Duration.ofMillis(1);

    private String name = "";
    private int actsMax;
    private long incarnation;
    private @Nullable Instant created;
    private @Nullable ScheduleSpec spec;
    private @Nullable Rota rota;
    private final ArrayDeque<Decided> recent = new ArrayDeque<>();
    private final ArrayDeque<Order> toDo = new ArrayDeque<>();
    private Optional<Instant> wakeUp = Optional.empty();
    private String shown = "";
    private int acts;
    private boolean deleted;

    @Override
    public @Nullable Void run(Charge charge) {
        begin(charge);
        while (true) {
            carryOut();
            if (deleted) {
                return null;
            }
            if (!isOver()) {
                show();
                if (!rested()) {
                    take(rota()::tick);
                }
            } else if (isQuiet()) {
                return Flow.continueAsNew(charge());
            }
        }
    }

    private void begin(Charge charge) {
        name = charge.name();
        actsMax = charge.actsMax();
        spec = charge.spec();
        Schedule schedule = charge.spec().schedule();
        long seed = Schedule.seed(name);
        Charge.Past past = charge.past();
        if (past == null) {
            incarnation = Flow.info().origin().leg();
            created = Flow.now();
            rota = Rota.begin(schedule, seed, Flow.now());
        } else {
            incarnation = past.incarnation();
            created = past.created();
            recent.addAll(past.recent());
            rota = new Rota(schedule, seed, past.state());
            toDo.addAll(rota.orders());
            for (State.Running each : past.state().running()) {
                Flow.async(() -> lookAfter(each.firing()));
            }
        }
        take(rota()::tick);
        acts = 0;
    }

    private Charge charge() {
        var past = new Charge.Past(incarnation, created(), rota().state(), List.copyOf(recent));
        return new Charge(name, spec(), actsMax, past);
    }

    /** Whether it has done enough for one leg, and the next can know all that this one knows. */
    private boolean isOver() {
        return acts >= actsMax && rota().state().running().stream().allMatch(it -> it.confirmed());
    }

    /**
     * Whether all that this activation was told has been taken up. What handlers do after the root
     * has decided to continue would be acknowledged, and unknown to the next leg.
     */
    private boolean isQuiet() {
        int before = acts;
        Flow.yield();
        return acts == before && !deleted && isOver();
    }

    /** Waits for the next time, or until something happens; whether something has. */
    private boolean rested() {
        Optional<Instant> until = wakeUp;
        BooleanSupplier news =
                () -> deleted || !toDo.isEmpty() || !wakeUp.equals(until) || isOver();
        if (until.isEmpty()) {
            Flow.await(news);
            return true;
        }
        Duration rest = Duration.between(Flow.now(), until.get());
        return Flow.await(rest.compareTo(BREATH) < 0 ? BREATH : rest, news);
    }

    /** Says what the schedule can be found by, when that has changed. */
    private void show() {
        List<SearchAttribute> attributes = Schedules.attributes(spec(), wakeUp, paused());
        String now = attributes.toString();
        if (!now.equals(shown)) {
            shown = now;
            Flow.searchAttributes(attributes);
        }
    }

    // ---- Steps ----

    /** Lets something happen to the rota. */
    private void take(Function<Instant, Rota.Step> what) {
        Instant now = Flow.now();
        taken(now, Flow.sideEffect("step", Taken.class, () -> Taken.of(what.apply(now))));
    }

    /** As {@link #take}; what cannot be done is recorded, too, and said to whoever asks. */
    private void takeIfPossible(Function<Instant, Rota.Step> what) {
        Instant now = Flow.now();
        Taken taken = Flow.sideEffect("step", Taken.class, () -> tried(() -> what.apply(now)));
        taken(now, taken);
        if (!taken.refusal().isEmpty()) {
            throw ApplicationFailed.fatal("Refused", taken.refusal());
        }
    }

    private Taken tried(Supplier<Rota.Step> step) {
        try {
            return Taken.of(step.get());
        } catch (IllegalArgumentException | IllegalStateException e) {
            return Taken.refused(rota(), wakeUp, e);
        }
    }

    private void taken(Instant now, Taken taken) {
        rota = new Rota(rota().schedule(), rota().seed(), taken.state());
        toDo.addAll(taken.orders());
        wakeUp = taken.wakeUp();
        for (Fate fate : taken.fates()) {
            recent.add(new Decided(now, fate));
            if (recent.size() > ScheduleDescription.RECENT_MAX) {
                recent.removeFirst();
            }
        }
        acts += 1 + taken.orders().size();
    }

    private void carryOut() {
        while (!toDo.isEmpty()) {
            Firing firing = toDo.getFirst().firing();
            switch (toDo.removeFirst()) {
                case Order.Start _ -> start(firing);
                case Order.Cancel _ ->
                        Flow.async(
                                () -> {
                                    cancel(firing);
                                    return null;
                                });
                case Order.Terminate _ -> Flow.async(() -> isTold(firing, Attendant.TERMINATE));
            }
        }
    }

    private void start(Firing firing) {
        var duty = new Attendance(Schedules.runOf(name), firing.key(), run(firing), spec().duty());
        Child<String> child =
                Flow.child(Schedules.ATTENDANT, String.class)
                        .id(attendant(firing))
                        .options(ABANDONED)
                        .start(duty);
        Flow.async(
                () -> {
                    ended(firing, ending(firing, child));
                    return null;
                });
    }

    private Ending ending(Firing firing, Child<String> child) {
        try {
            child.started().get();
            rota = rota().started(firing);
            return Ending.valueOf(child.result().get());
        } catch (Cancelled e) {
            if (Flow.cancelled()) {
                throw e;
            }
            return Ending.CANCELLED;
        } catch (ChildFailed e) {
            return e.failure() instanceof Failure.Terminated ? Ending.TERMINATED : Ending.FAILED;
        }
    }

    private void cancel(Firing firing) {
        try {
            Flow.external(attendant(firing))
                    .cancel("Schedule " + name + " starts another run in its place.");
        } catch (ExternalFailed _) {
            // It has ended, and says so itself.
        }
    }

    /** Whether the attendant of a firing has heard a signal; else it has ended. */
    private boolean isTold(Firing firing, String signal) {
        try {
            Flow.external(attendant(firing)).signal(signal);
            return true;
        } catch (ExternalFailed _) {
            return false;
        }
    }

    /**
     * What an earlier leg has started: whoever cannot be told that there is another leg is gone.
     */
    private boolean lookAfter(Firing firing) {
        boolean told = isTold(firing, Attendant.STAY);
        if (!told) {
            ended(firing, Ending.TERMINATED);
        }
        return told;
    }

    private void ended(Firing firing, Ending ending) {
        if (rota().state().running().stream().anyMatch(it -> it.firing().equals(firing))) {
            take(now -> rota().ended(now, firing, ending));
        }
    }

    /** An attendant says how what it started has ended. */
    @Signal(Schedules.ENDED)
    void ended(String key, String ending) {
        for (State.Running each : rota().state().running()) {
            if (each.firing().key().equals(key)) {
                ended(each.firing(), Ending.valueOf(ending));
                return;
            }
        }
    }

    // ---- What people ask for ----

    @Update(Schedules.PAUSE)
    void pause(String note) {
        checkThere();
        take(now -> rota().pause(now, note));
    }

    @Update(Schedules.RESUME)
    void resume() {
        checkThere();
        take(rota()::unpause);
    }

    @Update(value = Schedules.TRIGGER, validator = "checkTrigger")
    void trigger(String overlap) {
        checkThere();
        take(now -> rota().trigger(now, overlap(overlap)));
    }

    /** Knows nothing of the rota: an update may be there before the leg has begun. */
    void checkTrigger(String overlap) {
        checkOverlap(overlap);
    }

    @Update(value = Schedules.BACKFILL, validator = "checkBackfill")
    void backfill(String from, String until, String overlap) {
        checkThere();
        var start = Instant.parse(from);
        var end = Instant.parse(until);
        Overlap how = overlap(overlap);
        Instant now = Flow.now();
        refused(() -> rota().checkBackfill(now, start, end));
        // How many times there are follows from the rules of time zones: so it is recorded.
        takeIfPossible(time -> rota().backfill(time, start, end, how));
    }

    @Update(value = Schedules.STOP_BACKFILL, validator = "checkStopBackfill")
    void stopBackfill(String number) {
        checkThere();
        takeIfPossible(now -> rota().stopBackfill(now, Long.parseLong(number)));
    }

    void checkStopBackfill(String number) {
        Check.argument(number.matches("\\d{1,18}"), "a backfill has a number: %s", number);
    }

    void checkBackfill(String from, String until, String overlap) {
        var start = Instant.parse(from);
        var end = Instant.parse(until);
        checkOverlap(overlap);
        Instant now = Flow.now();
        if (!start.isBefore(end) || end.isAfter(now)) {
            throw new IllegalArgumentException(
                    "a backfill is from a time to a later one that is not in the future: from "
                            + start
                            + " until "
                            + end
                            + ", and now is "
                            + now);
        }
    }

    @Update(Schedules.UPDATE)
    void update(ScheduleSpec value) {
        checkThere();
        Instant now = Flow.now();
        refused(() -> rota().update(now, value.schedule()));
        take(time -> rota().update(time, value.schedule()));
        rota = new Rota(value.schedule(), rota().seed(), rota().state());
        spec = value;
    }

    /** What is asked together with its end, and after it, has no effect, and must not seem to. */
    private void checkThere() {
        if (deleted) {
            throw ApplicationFailed.fatal("Deleted", "schedule " + name + " was deleted just now");
        }
    }

    /** What cannot be done is said to whoever asks, and is no step. */
    private static void refused(Runnable step) {
        try {
            step.run();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw ApplicationFailed.fatal("Refused", String.valueOf(e.getMessage()));
        }
    }

    /** Looks at all times that are due, and ends; what was started goes on. */
    @Update(Schedules.DELETE)
    void delete() {
        checkThere();
        take(rota()::tick);
        deleted = true;
    }

    private static void checkOverlap(String text) {
        if (!text.isEmpty()) {
            Schedules.overlap(text);
        }
    }

    private Overlap overlap(String text) {
        return text.isEmpty() ? rota().schedule().overlap() : Schedules.overlap(text);
    }

    @Query(Schedules.DESCRIBE)
    ScheduleDescription describe() {
        State state = rota().state();
        boolean idle = state.paused().isPresent() || rota().isSpent();
        List<Started> running = new ArrayList<>();
        for (State.Running each : state.running()) {
            running.add(new Started(each.firing(), run(each.firing())));
        }
        List<Action> actions = new ArrayList<>();
        for (Decided each : recent) {
            Firing firing = each.fate().firing();
            actions.add(new Action(each.at(), firing, each.fate().kind(), run(firing)));
        }
        return new ScheduleDescription(
                name,
                spec(),
                created(),
                paused(),
                idle
                        ? List.of()
                        : rota().schedule()
                                .when()
                                .times(state.handled())
                                .limit(ScheduleDescription.NEXT_MAX)
                                .toList(),
                running,
                state.waiting().size(),
                backfills(state),
                actions,
                state.counts());
    }

    private List<Backfill> backfills(State state) {
        List<Backfill> told = new ArrayList<>();
        state.past().forEach(it -> told.add(backfill(it.backfill(), it.left(), true)));
        for (State.Backfill each : state.backfills()) {
            told.add(backfill(each, each.left(rota().schedule().when()), false));
        }
        told.sort(Comparator.comparingLong(Backfill::number));
        return told;
    }

    private Backfill backfill(State.Backfill it, long left, boolean over) {
        long waiting =
                rota().state().waiting().stream()
                        .filter(firing -> firing.serial() == it.serial())
                        .count();
        return new Backfill(
                it.serial(),
                it.from(),
                it.until(),
                it.overlap(),
                it.started(),
                it.skipped(),
                left + waiting,
                over && waiting == 0);
    }

    // ---- What is known ----

    private Optional<String> paused() {
        return rota().state().paused();
    }

    private RunId attendant(Firing firing) {
        return Schedules.attendantOf(run(firing));
    }

    private RunId run(Firing firing) {
        return Schedules.started(name, incarnation, firing);
    }

    private Rota rota() {
        return known(rota);
    }

    private ScheduleSpec spec() {
        return known(spec);
    }

    private Instant created() {
        return known(created);
    }

    private static <T> T known(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the schedule has not begun");
        }
        return value;
    }
}
