package dev.reprise.sim.explore;

import static dev.reprise.pattern.Patterns.persistentTrigger;
import static dev.reprise.pattern.Patterns.seq;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Beginning;
import dev.reprise.engine.run.HistoryLimits;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.schedule.Duty;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Cancelled;
import dev.reprise.flow.Child;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.RetryOptions;
import dev.reprise.pattern.Registry;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rules;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.When;
import dev.reprise.vm.PatternType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Small scenarios, each about one thing that an engine can get wrong. */
final class EngineScenarios {
    private static final Duration PAUSE = Duration.ofMinutes(10);
    private static final int ATTEMPTS_MAX = 3;
    private static final int ENTRIES_MAX = 4;

    private EngineScenarios() {}

    /** What may go wrong in a scenario, and how often. */
    static Terms terms(String scenario) {
        Fault[] faults =
                switch (scenario) {
                    // Who was taken for dead goes on making attempts, and knows of no others.
                    case "attempts", "two failures", "cancelled in time", "two of a key" ->
                            new Fault[] {
                                Fault.CRASH, Fault.EVICT, Fault.LATE, Fault.TORN, Fault.FULL
                            };
                    // What was done by a process that died is not heard of.
                    case "cancelled, and waited for" -> new Fault[] {Fault.EVICT, Fault.LATE};
                    default -> Fault.values();
                };
        return Terms.DEFAULT.faults(faults).faultsMax(3);
    }

    static SortedMap<String, Consumer<Exploration>> all() {
        SortedMap<String, Consumer<Exploration>> all = new TreeMap<>();
        all.put("a call", EngineScenarios::call);
        all.put("a call that may be made once", EngineScenarios::callOnce);
        all.put("a local call", EngineScenarios::localCall);
        all.put("attempts", EngineScenarios::attempts);
        all.put("two failures", EngineScenarios::twoFailures);
        all.put("a dead letter", EngineScenarios::deadLetter);
        all.put("a pattern", EngineScenarios::pattern);
        all.put("a schedule", EngineScenarios::schedule);
        all.put("a call that hangs", EngineScenarios::hanging);
        all.put("a limit", EngineScenarios::limit);
        all.put("a sleep", EngineScenarios::sleep);
        all.put("signals", EngineScenarios::signals);
        all.put("a signal and a timer", EngineScenarios::approval);
        all.put("an update", EngineScenarios::update);
        all.put("updates", EngineScenarios::updates);
        all.put("legs", EngineScenarios::legs);
        all.put("a child", EngineScenarios::child);
        all.put("two that talk", EngineScenarios::talk);
        all.put("a question", EngineScenarios::question);
        all.put("cancelled", EngineScenarios::cancelled);
        all.put("cancelled in time", EngineScenarios::cancelledInTime);
        all.put("cancelled, and waited for", EngineScenarios::cancelledAndWaitedFor);
        all.put("terminated", EngineScenarios::terminated);
        all.put("begun anew", EngineScenarios::begunAnew);
        all.put("begun again", EngineScenarios::begunAgain);
        all.put("told between legs", EngineScenarios::toldBetweenLegs);
        all.put("asked between legs", EngineScenarios::askedBetweenLegs);
        all.put("taken back", EngineScenarios::takenBack);
        all.put("a late start", EngineScenarios::lateStart);
        all.put("many sleeps", EngineScenarios::manySleeps);
        all.put("a paused queue", EngineScenarios::pausedQueue);
        all.put("two of a key", EngineScenarios::twoOfAKey);
        all.put("a history that is too long", EngineScenarios::tooLong);
        return all;
    }

    interface Desk {
        String work(String what);
    }

    private static final ActivityOptions PATIENT =
            ActivityOptions.UNSAID.retry(
                    RetryOptions.UNSAID.attemptsMax(ATTEMPTS_MAX).delay(PAUSE));

    /** Works, and keeps a list of what it was asked. */
    private static void hire(Exploration it) {
        it.activities((Desk) what -> what + " done");
    }

    private static void gives(Exploration it, String run, Object expected) {
        it.atEnd(
                () -> {
                    Object result = it.result(run, expected.getClass());
                    Check.state(
                            result.equals(expected),
                            "Run %s gives %s instead of %s",
                            run,
                            result,
                            expected);
                });
    }

    // ---- Activities ----

    static final class Calls implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return Flow.activity(Desk.class).work(what);
        }
    }

    private static void call(Exploration it) {
        it.workflow(Calls.class);
        hire(it);
        it.start(Calls.class, "run", "tea");
        gives(it, "run", "tea done");
    }

    private static void callOnce(Exploration it) {
        List<String> done = new ArrayList<>();
        it.workflow(Calls.class)
                .rules(
                        Rules.NONE.append(
                                Matcher.any(), Partial.NONE.with(Field.AT_MOST_ONCE, true)))
                .activities(
                        (Desk)
                                what -> {
                                    done.add(what);
                                    return what + " done";
                                });
        it.start(Calls.class, "run", "tea");
        it.always("it is done once", () -> done.size() <= 1);
    }

    static final class LocalCalls implements Workflow<String, String> {
        @Override
        public String run(String what) {
            String first = Flow.localActivity(Desk.class, PATIENT).work(what);
            return Flow.localActivity(Desk.class, PATIENT).work(first);
        }
    }

    private static void localCall(Exploration it) {
        it.workflow(LocalCalls.class);
        hire(it);
        it.start(LocalCalls.class, "run", "tea");
        gives(it, "run", "tea done done");
    }

    static final class Tries implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return Flow.activity(Desk.class, PATIENT).work(what);
        }
    }

    /** Attempts are counted, each waits for its time, and there are no more than allowed. */
    private static void attempts(Exploration it) {
        int[] begun = {0};
        int[] failed = {0};
        Instant[] last = {Instant.MIN};
        boolean[] early = {false};
        boolean[] miscounted = {false};
        it.workflow(Tries.class)
                .activities(
                        (Desk)
                                what -> {
                                    int attempt = ActivityContext.current().attempt();
                                    miscounted[0] |= attempt < begun[0];
                                    begun[0] = attempt;
                                    early[0] |=
                                            attempt == failed[0] + 1
                                                    && attempt > 1
                                                    && ActivityContext.current().redeliveries() == 0
                                                    && it.now().isBefore(last[0].plus(PAUSE));
                                    if (it.maybe("the desk is closed")) {
                                        failed[0] = attempt;
                                        last[0] = it.now();
                                        throw new IllegalStateException("closed");
                                    }
                                    return what + " done";
                                });
        it.start(Tries.class, "run", "tea");
        it.never("an attempt is made before its time", () -> early[0]);
        it.never("attempts are counted anew", () -> miscounted[0]);
        it.always("there are three attempts at most", () -> failed[0] <= ATTEMPTS_MAX);
    }

    /** Attempts are counted, whoever dies between them. */
    private static void twoFailures(Exploration it) {
        int[] begun = {0};
        boolean[] miscounted = {false};
        it.workflow(Tries.class)
                .activities(
                        (Desk)
                                what -> {
                                    int attempt = ActivityContext.current().attempt();
                                    miscounted[0] |=
                                            ActivityContext.current().redeliveries() == 0
                                                    && attempt <= begun[0];
                                    begun[0] = attempt;
                                    if (attempt < ATTEMPTS_MAX) {
                                        throw new IllegalStateException("closed");
                                    }
                                    return what + " done";
                                });
        it.start(Tries.class, "run", "tea");
        it.never("attempts are counted anew", () -> miscounted[0]);
        gives(it, "run", "tea done");
    }

    /** What nobody could do waits for a person, who asks for it once more. */
    private static void deadLetter(Exploration it) {
        boolean[] open = {false};
        it.workflow(Calls.class)
                .rules(
                        Rules.NONE.append(
                                Matcher.any(),
                                Partial.NONE
                                        .with(Field.MAX_RETRIES, 0)
                                        .with(
                                                Field.ON_FAILURE,
                                                new OnFailure.DeadLetter("letters"))))
                .activities(
                        (Desk)
                                what -> {
                                    if (!open[0]) {
                                        throw new IllegalStateException("closed");
                                    }
                                    return what + " done";
                                })
                .mayStayOpen("run");
        Sent start = it.start(Calls.class, "run", "tea");
        Sent again =
                it.ask(
                                new RunId("run"),
                                "opens the desk, and asks for it once more",
                                (to, request) -> {
                                    open[0] = true;
                                    return to.redrive(new RunId("run"), "1", request);
                                })
                        .after(start);
        it.atEnd(
                () ->
                        Check.state(
                                again.refusal() != null
                                        || it.status("run").filter(Status::isEnd).isPresent(),
                                "What was asked for once more is not done"));
    }

    /** A pattern is brought back from its latest state, and what came after it. */
    private static void pattern(Exploration it) {
        it.pattern(
                        PatternType.of(
                                "steps",
                                seq(
                                        persistentTrigger("a", "a"),
                                        persistentTrigger("b", "b"),
                                        persistentTrigger("c", "c")),
                                Registry.NONE))
                .settings(settings -> settings.snapshotEvery(2));
        it.start("steps", "run", "tea");
        Sent first = it.signal("run", "a", "1");
        Sent second = it.signal("run", "b", "2").after(first);
        it.signal("run", "c", "3").after(second);
    }

    static final class Ticks implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return Flow.activity(Desk.class).work(Flow.info().runId().value());
        }
    }

    /** At half past two, in the night in which that comes twice. */
    private static void schedule(Exploration it) {
        Set<String> ticks = new TreeSet<>();
        it.workflow(Ticks.class)
                .activities(
                        (Desk)
                                run -> {
                                    ticks.add(run);
                                    return run;
                                });
        var when =
                When.parse(
                        "cron \"30 2 * * *\" in Europe/Berlin"
                                + " from 2026-10-24T12:00:00Z until 2026-10-25T12:00:00Z");
        var spec = new ScheduleSpec(Schedule.of(when), Duty.of("Ticks", Payload.text("\"tea\"")));
        RunId run = Schedules.runOf("nightly");
        it.mayStayOpen(run.value());
        it.ask(
                run,
                "creates a schedule",
                (to, request) -> to.createSchedule("nightly", spec, request));
        it.always("a night has one run", () -> ticks.size() <= 1);
        it.eventually("a night has a run", () -> ticks.size() == 1);
    }

    private static void hanging(Exploration it) {
        it.workflow(Calls.class)
                .rules(
                        Rules.NONE.append(
                                Matcher.any(),
                                Partial.NONE
                                        .with(Field.START_TO_CLOSE, PAUSE)
                                        .with(Field.MAX_RETRIES, 1)))
                .activities(
                        (Desk)
                                what -> {
                                    if (it.maybe("the desk is asleep")) {
                                        it.hang();
                                    }
                                    return what + " done";
                                });
        it.start(Calls.class, "run", "tea");
        it.atEnd(
                () ->
                        Check.state(
                                it.now().isBefore(Instant.parse("2026-01-02T00:00:00Z")),
                                "It has taken more than a day"));
    }

    /** Two runs share a desk at which one can be at a time. */
    private static void limit(Exploration it) {
        it.workflow(Tries.class)
                .rules(
                        Rules.NONE.append(
                                Matcher.any(),
                                Partial.NONE
                                        .with(Field.LIMIT_KEY, "desk")
                                        .with(Field.CONCURRENCY_MAX, 1)))
                .activities(
                        (Desk)
                                what -> {
                                    if (it.maybe("the desk is closed")) {
                                        throw ApplicationFailed.fatal("Closed", "for ever");
                                    }
                                    return what + " done";
                                });
        it.start(Tries.class, "one", "tea");
        it.start(Tries.class, "other", "tea");
    }

    /** Works when it is told to. */
    static final class Obeys implements Workflow<String, String> {
        @Override
        public String run(String what) {
            Flow.signal("say", String.class);
            return Flow.activity(Desk.class).work(what);
        }
    }

    /** Nothing begins in a queue that a client knows to be paused, whoever has died since. */
    private static void pausedQueue(Exploration it) {
        var resume = new AtomicReference<Sent>();
        var early = new AtomicBoolean();
        it.workflow(Obeys.class)
                .activities(
                        (Desk)
                                what -> {
                                    if (!resume.get().wasAsked()) {
                                        early.set(true);
                                    }
                                    return what + " done";
                                });
        Sent start = it.start(Obeys.class, "run", "tea");
        Sent pause =
                it.ask(
                                new RunId("run"),
                                "pauses the queue",
                                (to, request) -> to.pause(Execution.DEFAULT_QUEUE, true, request))
                        .after(start);
        Sent said = it.signal("run", "say", "go").after(pause);
        resume.set(
                it.ask(
                                new RunId("run"),
                                "resumes the queue",
                                (to, request) -> to.pause(Execution.DEFAULT_QUEUE, false, request))
                        .after(said));
        it.never("work begins while its queue is paused", early::get);
        gives(it, "run", "tea done");
    }

    /** Works for somebody. */
    static final class Serves implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return Flow.activity(Desk.class, ActivityOptions.UNSAID.fairnessKey("customer"))
                    .work(what);
        }
    }

    /** Two of one customer do not work at once, while there is room for two. */
    private static void twoOfAKey(Exploration it) {
        var working = new TreeSet<String>();
        var beside = new AtomicBoolean();
        it.workflow(Serves.class)
                .settings(
                        settings ->
                                settings.queue(
                                        Execution.DEFAULT_QUEUE,
                                        QueueLimits.NONE.concurrencyMax(2).perKeyMax(1)))
                .rules(
                        Rules.NONE.append(
                                Matcher.any(), Partial.NONE.with(Field.START_TO_CLOSE, PAUSE)))
                .activities(
                        (Desk)
                                what -> {
                                    if (!working.isEmpty()) {
                                        beside.set(true);
                                    }
                                    if (it.maybe("the desk is asleep")) {
                                        working.add(what);
                                        it.hang();
                                        working.remove(what);
                                    }
                                    return what + " done";
                                });
        it.start(Serves.class, "one", "tea");
        it.start(Serves.class, "other", "milk");
        it.never("two of a customer are served at once", beside::get);
    }

    // ---- Time ----

    static final class Sleeps implements Workflow<String, String> {
        @Override
        public String run(String what) {
            Flow.sleep(PAUSE);
            return what;
        }
    }

    private static void sleep(Exploration it) {
        Instant[] begun = {Instant.MAX};
        it.workflow(Sleeps.class);
        it.start(Sleeps.class, "run", "tea");
        it.always(
                "it sleeps for its time",
                () -> {
                    if (begun[0].equals(Instant.MAX) && it.status("run").isPresent()) {
                        begun[0] = it.now();
                    }
                    return it.status("run").filter(Status::isEnd).isEmpty()
                            || !it.now().isBefore(begun[0].plus(PAUSE));
                });
        gives(it, "run", "tea");
    }

    /** Seven branches sleep, three of them less long. */
    static final class SleepsOften implements Workflow<String, String> {
        @Override
        public String run(String what) {
            Flow.parallel(
                    () -> slept(PAUSE),
                    () -> slept(PAUSE),
                    () -> slept(PAUSE),
                    () -> slept(PAUSE.multipliedBy(2)),
                    () -> slept(PAUSE.multipliedBy(2)),
                    () -> slept(PAUSE.multipliedBy(2)),
                    () -> slept(PAUSE.multipliedBy(2)));
            return what;
        }

        private static String slept(Duration time) {
            Flow.sleep(time);
            return "";
        }
    }

    /** There are more timers than are held in memory, and all of those ring at once. */
    private static void manySleeps(Exploration it) {
        it.workflow(SleepsOften.class).timersMax(3);
        it.start(SleepsOften.class, "run", "tea");
        gives(it, "run", "tea");
    }

    private static void lateStart(Exploration it) {
        it.workflow(Calls.class);
        boolean[] early = {false};
        it.activities(
                (Desk)
                        what -> {
                            early[0] |= it.now().isBefore(ExploredWorld.BEGINNING.plus(PAUSE));
                            return what + " done";
                        });
        it.start(Calls.class, "run", "tea", Beginning.PLAIN.delay(PAUSE));
        it.never("it begins before its time", () -> early[0]);
        gives(it, "run", "tea done");
    }

    // ---- What runs are told ----

    /** Takes words for ever. */
    static final class Collects implements Workflow<String, String> {
        private final List<String> heard = new ArrayList<>();

        @Override
        public String run(String what) {
            Flow.await(() -> heard.size() > 100);
            return what;
        }

        @Signal
        void say(String word) {
            heard.add(word);
        }
    }

    /** A run is ended when its history is as long as it may be, and not before. */
    private static void tooLong(Exploration it) {
        it.workflow(Collects.class)
                .settings(
                        settings ->
                                settings.limits(
                                        HistoryLimits.DEFAULT.endAt(
                                                ENTRIES_MAX, HistoryLimits.NONE)));
        Sent last = it.start(Collects.class, "run", "tea");
        for (int i = 1; i <= ENTRIES_MAX; i++) {
            last = it.signal("run", "say", "word " + i).after(last);
        }
        it.always(
                "a run that goes on has no more than its history may hold",
                () ->
                        it.status("run").filter(status -> !status.isEnd()).isEmpty()
                                || it.description("run").entries() <= ENTRIES_MAX);
        it.atEnd(
                () -> {
                    var run = it.description("run");
                    Check.state(
                            run.status() == Status.TERMINATED && run.entries() > ENTRIES_MAX,
                            "It is %s with %d entries, and ends with more than %d",
                            run.status(),
                            run.entries(),
                            ENTRIES_MAX);
                });
    }

    static final class Listens implements Workflow<String, String> {
        private final List<String> heard = new ArrayList<>();

        @Override
        public String run(String what) {
            Flow.await(() -> heard.size() >= 2);
            return heard.stream().sorted().toList().toString();
        }

        @Signal
        void say(String word) {
            heard.add(word);
        }
    }

    private static void signals(Exploration it) {
        it.workflow(Listens.class);
        it.start(Listens.class, "run", "tea");
        it.signal("run", "say", "a");
        it.signal("run", "say", "b");
        gives(it, "run", "[a, b]");
    }

    private static void approval(Exploration it) {
        it.workflow(ExplorerTest.Approval.class);
        it.start(ExplorerTest.Approval.class, "run", "tea");
        it.signal("run", "approve");
        boolean[] waited = {false};
        it.always(
                "time passes",
                () -> {
                    Instant due = ExploredWorld.BEGINNING.plus(Duration.ofDays(1));
                    waited[0] |= !it.now().isBefore(due);
                    return true;
                });
        it.atEnd(
                () -> {
                    boolean late = waited[0];
                    String result = it.result("run", String.class);
                    Check.state(
                            late || result.equals("approved"), "It was too early for %s", result);
                });
    }

    static final class Adds implements Workflow<Integer, Integer> {
        private int sum;

        @Override
        public Integer run(Integer enough) {
            Flow.await(() -> sum >= enough);
            return sum;
        }

        @Update
        int add(int more) {
            sum += more;
            return sum;
        }

        @Query
        int sum() {
            return sum;
        }
    }

    private static void update(Exploration it) {
        it.workflow(Adds.class).mayStayOpen("run");
        it.start(Adds.class, "run", 2);
        it.update("run", "add", 1);
        it.never("it is added twice", () -> it.status("run").filter(Status::isEnd).isPresent());
    }

    private static void updates(Exploration it) {
        it.workflow(Adds.class);
        it.start(Adds.class, "run", 3);
        it.update("run", "add", 1);
        it.update("run", "add", 2);
        gives(it, "run", 3);
    }

    /** What was seen once is there for ever. */
    private static void question(Exploration it) {
        int[] most = {0};
        boolean[] less = {false};
        it.workflow(Adds.class);
        it.start(Adds.class, "run", 1);
        it.update("run", "add", 1);
        Consumer<Integer> heard =
                sum -> {
                    less[0] |= sum < most[0];
                    most[0] = Math.max(most[0], sum);
                };
        Sent first = it.query("run", "sum", Integer.class, heard);
        it.query("run", "sum", Integer.class, heard).after(first);
        it.never("what was seen is gone", () -> less[0]);
    }

    /** Each leg takes one word. */
    static final class Legs implements Workflow<List<String>, String> {
        @Override
        public String run(List<String> before) {
            List<String> heard = new ArrayList<>(before);
            heard.add(Flow.signal("say", String.class));
            return heard.size() == 2
                    ? heard.stream().sorted().toList().toString()
                    : Flow.continueAsNew(heard);
        }
    }

    private static void legs(Exploration it) {
        it.workflow(Legs.class);
        it.start(Legs.class, "run", List.of());
        it.signal("run", "say", "a");
        it.signal("run", "say", "b");
        gives(it, "run", "[a, b]");
    }

    static final class Raises implements Workflow<String, String> {
        @Override
        public String run(String what) {
            Child<String> child = Flow.child(Minor.class).start(what);
            return child.result().get();
        }
    }

    static final class Minor implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return what + " done";
        }
    }

    private static void child(Exploration it) {
        it.workflow(Raises.class).workflow(Minor.class);
        it.start(Raises.class, "run", "tea");
        gives(it, "run", "tea done");
    }

    static final class Tells implements Workflow<String, String> {
        @Override
        public String run(String other) {
            Flow.external(new RunId(other)).signal("say", "a");
            Flow.external(new RunId(other)).signal("say", "b");
            return "told";
        }
    }

    private static void talk(Exploration it) {
        it.workflow(Tells.class).workflow(Listens.class);
        Sent listener = it.start(Listens.class, "listener", "tea");
        it.start(Tells.class, "teller", "listener").after(listener);
        gives(it, "listener", "[a, b]");
    }

    // ---- Ends ----

    private static void cancelled(Exploration it) {
        it.workflow(Tries.class);
        hire(it);
        it.start(Tries.class, "run", "tea");
        it.cancel("run");
    }

    /** Wants to know what has become of its call, even when it is cancelled. */
    static final class Hears implements Workflow<String, String> {
        @Override
        public String run(String what) {
            var waiting = ActivityOptions.UNSAID.cancellation(Cancellation.WAIT);
            try {
                return Flow.activity(Desk.class, waiting).work(what);
            } catch (Cancelled e) {
                return "not done";
            }
        }
    }

    private static void cancelledAndWaitedFor(Exploration it) {
        List<String> done = new ArrayList<>();
        it.workflow(Hears.class)
                .activities(
                        (Desk)
                                what -> {
                                    done.add(what);
                                    return what + " done";
                                });
        it.start(Hears.class, "run", "tea");
        it.cancel("run");
        it.atEnd(
                () -> {
                    if (it.status("run").orElseThrow() == Status.COMPLETED) {
                        String heard = it.result("run", String.class);
                        Check.state(
                                heard.equals(done.isEmpty() ? "not done" : "tea done"),
                                "%s was done, and the run heard: %s",
                                done,
                                heard);
                    }
                });
    }

    /** Does without a call when it is told so. */
    static final class Contents implements Workflow<String, String> {
        private boolean enough;

        @Override
        public String run(String what) {
            String won =
                    Flow.race(
                            () -> Flow.activity(Desk.class).work(what),
                            () -> {
                                Flow.await(() -> enough);
                                return "enough";
                            });
            // What it does not want any more would begin while it goes on.
            Flow.sleep(PAUSE);
            return won;
        }

        @Signal
        void enough() {
            enough = true;
        }
    }

    private static void cancelledInTime(Exploration it) {
        var unwanted = new AtomicBoolean();
        var told = new AtomicReference<Sent>();
        it.workflow(Contents.class)
                .activities(
                        (Desk)
                                what -> {
                                    Sent enough = told.get();
                                    if (enough.isOver() && enough.refusal() == null) {
                                        unwanted.set(true);
                                    }
                                    return what + " done";
                                });
        it.start(Contents.class, "run", "tea");
        told.set(it.signal("run", "enough"));
        it.never("what was cancelled begins", unwanted::get);
    }

    private static void terminated(Exploration it) {
        it.workflow(Sleeps.class);
        it.start(Sleeps.class, "run", "tea");
        Sent end = it.terminate("run");
        it.atEnd(
                () ->
                        Check.state(
                                it.status("run").orElseThrow() == Status.TERMINATED
                                        || end.refusal() != null,
                                "It was terminated, and is %s",
                                it.status("run")));
    }

    /** Sleeps, then hears a word. */
    static final class Waits implements Workflow<String, String> {
        @Override
        public String run(String what) {
            String word = Flow.signal("say", String.class);
            Flow.sleep(PAUSE);
            return what + " " + word;
        }
    }

    private static void begunAnew(Exploration it) {
        it.workflow(Sleeps.class);
        it.start(Sleeps.class, "run", "tea");
        it.reset("run", 0);
        gives(it, "run", "tea");
    }

    private static void takenBack(Exploration it) {
        it.workflow(Waits.class);
        it.start(Waits.class, "run", "tea");
        it.signal("run", "say", "a");
        it.reset("run", 1);
        gives(it, "run", "tea a");
    }

    /** An order is cancelled while it is worked on, and ordered again. */
    private static void begunAgain(Exploration it) {
        it.workflow(Calls.class);
        hire(it);
        it.start(Calls.class, "run", "tea");
        it.cancel("run");
        Beginning again = Beginning.PLAIN.reuse(IdReuse.ALLOW_AFTER_END);
        it.start(Calls.class, "run", "coffee", again);
        it.atEnd(
                () ->
                        Check.state(
                                it.status("run").orElseThrow().isEnd(),
                                "There is nothing more to do, and the run goes on"));
    }

    record Heard(int legs, int signals) {}

    /** Works in its first leg, sleeps in its second, and counts what it is told. */
    static final class Counts implements Workflow<Heard, Integer> {
        private int signals;

        @Override
        public Integer run(Heard before) {
            signals += before.signals();
            if (before.legs() == 0) {
                Flow.activity(Desk.class).work("tea");
                return Flow.continueAsNew(new Heard(1, signals));
            }
            Flow.sleep(PAUSE);
            return signals;
        }

        @Signal
        void tell() {
            signals++;
        }
    }

    private static void toldBetweenLegs(Exploration it) {
        it.workflow(Counts.class);
        hire(it);
        it.start(Counts.class, "run", new Heard(0, 0));
        Sent told = it.signal("run", "tell");
        it.atEnd(
                () -> {
                    boolean acknowledged = told.isOver() && told.refusal() == null;
                    Check.state(
                            !acknowledged || it.result("run", Integer.class) == 1,
                            "The signal was acknowledged, and not heard");
                });
    }

    /** Each leg hears one word, and says which it knows. */
    static final class Listened implements Workflow<List<String>, Integer> {
        private final List<String> heard = new ArrayList<>();

        @Override
        public Integer run(List<String> before) {
            heard.addAll(before);
            Flow.await(() -> heard.size() > before.size());
            return heard.size() >= 2 ? heard.size() : Flow.continueAsNew(heard);
        }

        @Signal
        void say(String word) {
            heard.add(word);
        }

        @Query
        int heard() {
            return heard.size();
        }
    }

    /** A run is there between two legs too: whoever asks it is answered, and by what it knows. */
    private static void askedBetweenLegs(Exploration it) {
        boolean[] forgotten = {false};
        it.workflow(Listened.class);
        it.start(Listened.class, "run", List.of());
        Sent said = it.signal("run", "say", "a");
        it.signal("run", "say", "b");
        Sent asked =
                it.query(
                                "run",
                                "heard",
                                Integer.class,
                                words -> forgotten[0] |= words == 0 && said.refusal() == null)
                        .after(said);
        it.never("what was acknowledged is not known", () -> forgotten[0]);
        it.never(
                "it is taken for one that has not begun",
                () -> asked.refusal() != null && asked.refusal().contains("Query heard"));
        gives(it, "run", 2);
    }
}
