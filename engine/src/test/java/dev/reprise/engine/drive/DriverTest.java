package dev.reprise.engine.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.activity.ActivityCode;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.Prepared;
import dev.reprise.history.RunnableId;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Notes;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DriverTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();
    private final Activities activities = new Activities(new JsonCodec());
    private final List<String> seen = new ArrayList<>();
    private final List<Lifecycle> log = new ArrayList<>();
    private Driver.Means means = new Driver.Means(activities, time, time, () -> 0);
    private Driver driver = new Driver(means);

    private static Prepared prepared(String task) {
        return new Prepared(
                new RunnableId(new RunId("order-17"), 3),
                UnitId.ROOT,
                "3",
                task,
                List.of(),
                ActivityOptions.UNSAID,
                false);
    }

    private void code(String name, ActivityCode<Void, ?> code) {
        activities.add(
                name,
                Void.class,
                _ -> {
                    seen.add(name + " " + Duration.between(Instant.EPOCH, time.now()));
                    return code.perform(null);
                });
    }

    private void fails(String name, int times) {
        code(
                name,
                _ -> {
                    int attempt = ActivityContext.current().attempt();
                    if (attempt <= times) {
                        throw new IllegalStateException("failure " + attempt);
                    }
                    return "value " + attempt;
                });
    }

    private Executed driven(Policy policy) {
        var undertaking = driver.submit(prepared("act"), policy, new Purse(), log::add);
        time.run();
        return over(undertaking);
    }

    private static Executed over(Undertaking undertaking) {
        assertThat(undertaking.ended()).isDone();
        return undertaking.ended().join();
    }

    private static Decision.End value(String text, boolean byFallback) {
        return new Decision.Completed(Payload.text(text), byFallback);
    }

    private static Policy retries(int most, Duration wait) {
        return Policy.DEFAULT
                .maxRetries(most)
                .backoff(Backoff.exponential(wait, DAY.multipliedBy(8)));
    }

    @Test
    void what_succeeds_is_done_at_once_and_on_the_callers_thread() {
        code("act", _ -> Thread.currentThread().getName());
        var executed =
                driver.begin(prepared("act"), retries(3, DAY), new Purse(), log::add)
                        .ended()
                        .join();
        assertThat(executed.end()).isEqualTo(value(Thread.currentThread().getName(), false));
        assertThat(executed.attempts()).isEqualTo(1);
        assertThat(log)
                .extracting(it -> it.getClass().getSimpleName())
                .containsExactly("Dispatched", "Completed");
    }

    @Test
    void back_offs_of_days_take_no_time_here() {
        fails("act", 3);
        var executed = driven(retries(5, DAY));
        assertThat(executed.end()).isEqualTo(value("value 4", false));
        assertThat(seen).containsExactly("act PT0S", "act PT24H", "act PT72H", "act PT168H");
        assertThat(executed.attempts()).isEqualTo(4);
        assertThat(executed.took()).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void a_million_retries_without_a_wait_need_no_stack() {
        fails("act", 100_000);
        assertThat(driven(Policy.DEFAULT.maxRetries(1_000_000)).attempts()).isEqualTo(100_001);
    }

    @Test
    void what_takes_too_long_is_stopped_and_tried_again() {
        code(
                "act",
                _ -> {
                    if (ActivityContext.current().attempt() == 1) {
                        time.sleep(DAY);
                    }
                    return "value " + ActivityContext.current().attempt();
                });
        var policy = retries(1, DAY).timeouts(Policy.DEFAULT.timeouts().startToClose(HOUR));
        assertThat(driven(policy).end()).isEqualTo(value("value 2", false));
        assertThat(seen).containsExactly("act PT0S", "act PT25H");
        assertThat(driver.abandoned()).isEqualTo(1);
        assertThat(driver.late()).isEqualTo(1);
    }

    @Test
    void a_stuck_activity_is_abandoned_and_tried_again_beside_it() {
        code(
                "act",
                _ -> {
                    int attempt = ActivityContext.current().attempt();
                    if (attempt == 1) {
                        time.insist(DAY.multipliedBy(30));
                        seen.add("the first comes back " + time.now());
                    }
                    return "value " + attempt;
                });
        var policy = retries(1, DAY).timeouts(Policy.DEFAULT.timeouts().startToClose(HOUR));
        var executed = driven(policy);
        assertThat(executed.end()).isEqualTo(value("value 2", false));
        assertThat(executed.took()).isEqualTo(Duration.ofHours(25));
        assertThat(seen)
                .containsExactly(
                        "act PT0S", "act PT25H", "the first comes back 1970-01-31T00:00:00Z");
        assertThat(driver.abandoned()).isEqualTo(1);
        assertThat(driver.late()).isEqualTo(1);
    }

    @Test
    void a_fallback_runs_once_after_the_retries_under_the_same_timeout_and_knows_why() {
        fails("act", 9);
        code("other", _ -> ActivityContext.current().failure().orElseThrow().message());
        var policy =
                retries(1, DAY)
                        .onFailure(new OnFailure.Recover(new Fallback.Instead("other")))
                        .timeouts(Policy.DEFAULT.timeouts().startToClose(HOUR));
        assertThat(driven(policy).end()).isEqualTo(value("failure 2", true));
        assertThat(seen).containsExactly("act PT0S", "act PT24H", "other PT24H");
    }

    @Test
    void a_retry_with_overrides_sees_them() {
        code(
                "act",
                _ -> {
                    var context = ActivityContext.current();
                    return context.override("model", String.class)
                            .orElseThrow(() -> new IllegalStateException("the large one is busy"));
                });
        var small = new TreeMap<>(Map.of("model", Payload.text("small")));
        var policy = Policy.DEFAULT.onFailure(new OnFailure.Recover(new Fallback.RetryWith(small)));
        assertThat(driven(policy).end()).isEqualTo(value("small", true));
    }

    @Test
    void a_value_in_its_place_runs_nothing_more() {
        fails("act", 9);
        var policy =
                Policy.DEFAULT.onFailure(
                        new OnFailure.Recover(new Fallback.Value(Payload.text("synthetic"))));
        var executed = driven(policy);
        assertThat(executed.end()).isEqualTo(value("synthetic", true));
        assertThat(executed.attempts()).isEqualTo(1);
    }

    @Test
    void what_is_silent_for_too_long_is_stopped_and_the_next_attempt_knows_how_far_it_was() {
        code(
                "act",
                _ -> {
                    var context = ActivityContext.current();
                    if (context.attempt() == 1) {
                        time.sleep(HOUR);
                        context.heartbeat("a third");
                        time.sleep(HOUR);
                        context.heartbeat("half");
                        time.sleep(DAY);
                    }
                    return context.lastDetails(String.class).orElse("nothing")
                            + " after "
                            + context.failure().map(Failure::message).orElse("nothing");
                });
        var policy =
                retries(1, DAY)
                        .timeouts(Policy.DEFAULT.timeouts().heartbeat(Duration.ofMinutes(61)));
        assertThat(driven(policy).end())
                .isEqualTo(
                        value(
                                "half after It was last heard of 1970-01-01T02:00:00Z, and may be"
                                        + " silent for PT1H1M.",
                                false));
        assertThat(seen).containsExactly("act PT0S", "act PT27H1M");
    }

    @Test
    void what_is_cancelled_under_way_is_interrupted_and_not_waited_for() {
        code(
                "act",
                _ -> {
                    time.insist(DAY);
                    seen.add("cancelled: " + ActivityContext.current().isCancelled());
                    return "done";
                });
        var undertaking = driver.submit(prepared("act"), retries(9, DAY), new Purse(), log::add);
        time.step();
        undertaking.cancel("enough");
        assertThat(undertaking.ended()).isDone();
        time.run();
        assertThat(seen).containsExactly("act PT0S", "cancelled: true");
        assertThat(driver.late()).isEqualTo(1);
    }

    @Test
    void a_cancellation_ends_a_wait_and_nothing_starts_any_more() {
        fails("act", 9);
        var undertaking = driver.submit(prepared("act"), retries(9, DAY), new Purse(), log::add);
        time.step();
        assertThat(undertaking.ended()).isNotDone();
        undertaking.cancel("enough");
        assertThat(over(undertaking).end())
                .isEqualTo(new Decision.Failed(new Failure.Cancelled("enough", Payload.NONE)));
        time.run();
        assertThat(seen).hasSize(1);
        undertaking.cancel("again"); // over is over
    }

    @Test
    void a_cancellation_before_the_start_starts_nothing() {
        fails("act", 0);
        var undertaking = driver.submit(prepared("act"), Policy.DEFAULT, new Purse(), log::add);
        undertaking.cancel("never mind");
        time.run();
        assertThat(over(undertaking).end())
                .isEqualTo(new Decision.Failed(new Failure.Cancelled("never mind", Payload.NONE)));
        assertThat(seen).isEmpty();
        assertThat(log).hasSize(1);
    }

    @Test
    void a_cancellation_at_any_moment_ends_it() throws Exception {
        activities.add(
                "act",
                Void.class,
                _ -> {
                    throw new IllegalStateException("at once");
                });
        try (var watchman = Watchman.start(InstantSource.system())) {
            var real =
                    new Driver(
                            new Driver.Means(
                                    activities,
                                    watchman,
                                    task -> Thread.ofVirtual().start(task),
                                    () -> 0));
            for (int i = 0; i < 5_000; i++) {
                var undertaking = real.submit(prepared("act"), retries(9, DAY));
                for (int spin = 0; spin < i % 500; spin++) {
                    Thread.onSpinWait();
                }
                undertaking.cancel("enough");
                assertThat(undertaking.ended().get(1, TimeUnit.MINUTES).end())
                        .isEqualTo(
                                new Decision.Failed(new Failure.Cancelled("enough", Payload.NONE)));
            }
        }
    }

    @Test
    void hooks_hear_each_attempt_what_follows_it_and_the_end() {
        fails("act", 9);
        code("other", _ -> "instead");
        var heard = new ArrayList<String>();
        driver =
                new Driver(
                        means.hooks(
                                new Hooks() {
                                    @Override
                                    public Optional<Failure> onDispatch(Call call) {
                                        heard.add("dispatch " + call.type() + call.attempt());
                                        return Optional.empty();
                                    }

                                    @Override
                                    public Optional<Failure> onComplete(Call call, Payload value) {
                                        heard.add("complete " + value);
                                        return Optional.empty();
                                    }

                                    @Override
                                    public void onFail(Call call, Failure failure) {
                                        heard.add("fail " + failure.message());
                                    }

                                    @Override
                                    public void onRetry(Call call, Failure failure, Instant due) {
                                        heard.add("retry " + due);
                                    }

                                    @Override
                                    public void onFallback(Call call, Failure failure) {
                                        heard.add("fallback after " + failure.message());
                                    }
                                }));
        driven(retries(1, DAY).onFailure(new OnFailure.Recover(new Fallback.Instead("other"))));
        assertThat(heard)
                .containsExactly(
                        "dispatch act1",
                        "fail failure 1",
                        "retry 1970-01-02T00:00:00Z",
                        "dispatch act2",
                        "fail failure 2",
                        "fallback after failure 2",
                        "dispatch other3",
                        "complete text \"instead\"");
    }

    @Test
    void events_tell_every_attempt_and_one_end() {
        fails("act", 9);
        driven(retries(2, DAY).onFailure(OnFailure.SKIP));
        assertThat(log).hasSize(4);
        assertThat(log.subList(0, 3))
                .allSatisfy(it -> assertThat(it).isInstanceOf(Lifecycle.Dispatched.class))
                .extracting(it -> ((Lifecycle.Dispatched) it).attempt())
                .containsExactly(1, 2, 3);
        assertThat(log.getLast())
                .isInstanceOfSatisfying(
                        Lifecycle.Failed.class,
                        it -> {
                            assertThat(it.attempts()).isEqualTo(3);
                            assertThat(it.action()).isEqualTo(Lifecycle.Action.SKIP);
                            assertThat(it.error().message()).isEqualTo("failure 3");
                        });
    }

    @Test
    void a_deadline_that_has_passed_starts_nothing_and_beats_the_fallback() {
        fails("act", 9);
        var policy =
                Policy.DEFAULT
                        .timing(Policy.DEFAULT.timing().deadline(Instant.EPOCH))
                        .onFailure(new OnFailure.Recover(new Fallback.Value(Payload.text("late"))));
        assertThat(driven(policy).end())
                .isInstanceOfSatisfying(
                        Decision.Failed.class,
                        it ->
                                assertThat(it.failure())
                                        .isInstanceOfSatisfying(
                                                Failure.Timeout.class,
                                                t ->
                                                        assertThat(t.kind())
                                                                .isEqualTo(
                                                                        TimeoutKind
                                                                                .SCHEDULE_TO_CLOSE)));
        assertThat(seen).isEmpty();
        assertThat(log).hasSize(1);
    }

    @Test
    void what_is_done_elsewhere_is_completed_by_its_token_once() {
        var tokens = new ArrayList<TaskToken>();
        code("act", _ -> tokens.add(ActivityContext.current().taskToken()));
        var policy =
                retries(1, DAY)
                        .execution(Execution.DEFAULT.mode(Execution.Mode.EXTERNAL))
                        .timeouts(Policy.DEFAULT.timeouts().startToClose(HOUR));
        var undertaking = driver.submit(prepared("act"), policy, new Purse(), log::add);
        time.step();
        assertThat(undertaking.ended()).isNotDone();
        time.run(); // An hour passes, and a day: the second attempt is handed over, and times out.
        assertThat(over(undertaking).end()).isInstanceOf(Decision.Failed.class);
        assertThat(tokens).hasSize(2);
        assertThat(driver.complete(tokens.get(1), new Outcome.Completed(Payload.NONE))).isFalse();

        var again = driver.submit(prepared("act"), policy, new Purse(), log::add);
        time.step();
        var token = tokens.get(2);
        assertThat(driver.heartbeat(token, Payload.text("half"))).isTrue();
        var printed = new Outcome.Completed(Payload.text("printed"));
        assertThat(driver.complete(new TaskToken(token.run(), 3, 2), printed)).isFalse();
        assertThat(driver.complete(token, printed)).isTrue();
        assertThat(driver.complete(token, printed)).isFalse();
        assertThat(over(again).end()).isEqualTo(value("printed", false));
        assertThat(driver.heartbeat(token, Payload.NONE)).isFalse();
    }

    @Test
    void who_began_it_may_complete_it_on_the_same_thread() {
        var tokens = new ArrayList<TaskToken>();
        code("act", _ -> tokens.add(ActivityContext.current().taskToken()));
        var policy = Policy.DEFAULT.execution(Execution.DEFAULT.mode(Execution.Mode.EXTERNAL));
        var undertaking = driver.begin(prepared("act"), policy, new Purse(), log::add);
        var done = new Outcome.Completed(Payload.text("done"));
        assertThat(driver.complete(tokens.getFirst(), done)).isTrue();
        assertThat(over(undertaking).end()).isEqualTo(value("done", false));
        var second = driver.begin(prepared("act"), policy, new Purse(), log::add);
        second.cancel("enough");
        assertThat(over(second).end()).isInstanceOf(Decision.Failed.class);
    }

    @Test
    void who_is_told_something_and_throws_ends_it_and_nothing_is_kept() {
        fails("act", 9);
        var undertaking =
                driver.submit(
                        prepared("act"),
                        retries(9, DAY),
                        new Purse(),
                        event -> {
                            if (!log.isEmpty()) {
                                throw new IllegalStateException("the log is full");
                            }
                            log.add(event);
                        });
        time.run();
        assertThat(undertaking.ended()).isCompletedExceptionally();
        assertThat(seen).hasSize(1);
    }

    @Test
    void without_threads_it_ends_and_says_so() {
        fails("act", 9);
        driver =
                new Driver(
                        new Driver.Means(
                                activities,
                                time,
                                _ -> {
                                    throw new RejectedExecutionException("closed");
                                },
                                () -> 0));
        assertThat(driver.submit(prepared("act"), Policy.DEFAULT).ended())
                .isCompletedExceptionally();
        var waiting = driver.begin(prepared("act"), retries(9, DAY), new Purse(), log::add);
        assertThat(waiting.ended()).isNotDone();
        time.run();
        assertThat(waiting.ended()).isCompletedExceptionally();
    }

    @Test
    void the_key_function_of_the_policy_gives_the_key_and_a_missing_one_is_a_failure() {
        code("act", _ -> ActivityContext.current().idempotencyKey());
        driver =
                new Driver(means.functions(Functions.NONE.key("byType", (type, _) -> type + "-1")));
        var keyed = Policy.DEFAULT.execution(Execution.DEFAULT.idempotencyKey("byType"));
        assertThat(driven(keyed).end()).isEqualTo(value("act-1", false));
        var missing = Policy.DEFAULT.execution(Execution.DEFAULT.idempotencyKey("other"));
        assertThat(driven(missing).end())
                .isInstanceOfSatisfying(
                        Decision.Failed.class,
                        it ->
                                assertThat(it.failure().message())
                                        .contains("no key function is bound to the name"));
    }

    @Test
    void failures_are_logged_as_the_policy_says() {
        fails("act", 1);
        var said = new ArrayList<String>();
        driver = new Driver(means.voice((level, message) -> said.add(level + " " + message)));
        var notes =
                Notes.NONE
                        .logLevel(System.Logger.Level.WARNING)
                        .telemetryName("charging")
                        .metadata(new TreeMap<>(Map.of("team", "money")));
        driven(retries(1, DAY).notes(notes));
        assertThat(said)
                .containsExactly(
                        "WARNING attempt-failed run=order-17 command=3 activity=act attempt=1"
                                + " name=charging metadata=\"{team=money}\": failure 1 It is tried"
                                + " again 1970-01-02T00:00:00Z.");
    }

    @Test
    void where_the_policy_says_off_nothing_is_logged_and_hooks_are_told_all_the_same() {
        fails("act", 1);
        var said = new ArrayList<String>();
        var failed = new ArrayList<String>();
        var hooks =
                new Hooks() {
                    @Override
                    public void onFail(Call call, Failure failure) {
                        failed.add(failure.message());
                    }
                };
        driver =
                new Driver(means.hooks(hooks).voice((level, message) -> said.add(level + message)));
        driven(retries(1, DAY).notes(Notes.NONE.logLevel(System.Logger.Level.OFF)));
        assertThat(failed).containsExactly("failure 1");
        assertThat(said).isEmpty();
    }

    @Test
    void outcomes_are_values_in_the_end() {
        fails("act", 9);
        assertThat(driven(Policy.DEFAULT).end().told()).get().isInstanceOf(Outcome.Failed.class);
    }
}
