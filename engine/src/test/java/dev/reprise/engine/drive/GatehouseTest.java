package dev.reprise.engine.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Prepared;
import dev.reprise.history.RunnableId;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Breaker;
import dev.reprise.policy.Breaking;
import dev.reprise.policy.Budget;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Gates;
import dev.reprise.policy.Limits;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Rate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GatehouseTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();
    private final Activities activities = new Activities(new JsonCodec());
    private final List<String> seen = new ArrayList<>();
    private final List<String> changes = new ArrayList<>();
    private final Gatehouse gates =
            new Gatehouse(
                    new Hooks() {
                        @Override
                        public void onBreakerChange(String breaker, String before, String after) {
                            changes.add(breaker + " " + before + " to " + after);
                        }
                    });
    private final Driver driver =
            new Driver(new Driver.Means(activities, time, time, () -> 0).gates(gates));
    private long seq;
    private boolean broken;

    GatehouseTest() {
        activities.add(
                "act",
                Void.class,
                _ -> {
                    seen.add(
                            ActivityContext.current().activityId()
                                    + " "
                                    + Duration.between(Instant.EPOCH, time.now()));
                    time.sleep(HOUR);
                    if (broken) {
                        throw new IllegalStateException("broken");
                    }
                    return "done";
                });
    }

    private Undertaking submitted(Policy policy) {
        return submitted(policy, new Purse());
    }

    private Undertaking submitted(Policy policy, Purse purse) {
        return driver.submit(prepared(), policy, purse, _ -> {});
    }

    private Prepared prepared() {
        seq++;
        return new Prepared(
                new RunnableId(new RunId("r"), seq),
                UnitId.ROOT,
                Long.toString(seq),
                "act",
                List.of(),
                ActivityOptions.UNSAID,
                false);
    }

    private static Policy atMost(int concurrency) {
        return Policy.DEFAULT.gates(Gates.NONE.limits(new Limits("", concurrency, Rate.NONE)));
    }

    private static Failure.Application failure(Undertaking undertaking) {
        assertThat(undertaking.ended()).isDone();
        var end = (Decision.Failed) undertaking.ended().join().end();
        return (Failure.Application) end.failure();
    }

    @Test
    void who_finds_no_room_starts_when_another_leaves_in_the_order_of_coming() {
        for (int i = 0; i < 5; i++) {
            submitted(atMost(2));
        }
        time.run();
        assertThat(seen).containsExactly("1 PT0S", "2 PT0S", "3 PT1H", "4 PT1H", "5 PT2H");
        assertThat(gates.running("act")).isZero();
    }

    @Test
    void who_has_a_higher_priority_waits_before_others() {
        var high = Execution.DEFAULT.priority(5);
        submitted(atMost(1));
        submitted(atMost(1));
        submitted(atMost(1).execution(high));
        time.run();
        assertThat(seen).containsExactly("1 PT0S", "3 PT1H", "2 PT2H");
    }

    @Test
    void who_is_cancelled_in_the_line_holds_nobody_up() {
        submitted(atMost(1));
        var second = submitted(atMost(1));
        submitted(atMost(1));
        for (int i = 0; i < 3; i++) {
            time.step();
        }
        second.cancel("never mind");
        time.run();
        assertThat(seen).containsExactly("1 PT0S", "3 PT1H");
        assertThat(gates.running("act")).isZero();
    }

    private void stepUntilRoom() {
        do {
            time.step();
        } while (gates.running("act") > 0);
    }

    @Test
    void who_is_cancelled_when_it_was_called_passes_the_call_on() {
        submitted(atMost(1));
        var second = submitted(atMost(1));
        submitted(atMost(1));
        stepUntilRoom();
        second.cancel("never mind");
        time.run();
        assertThat(seen).containsExactly("1 PT0S", "3 PT1H");
    }

    @Test
    void who_comes_when_another_was_called_does_not_overtake() {
        activities.add("quick", Void.class, _ -> seen.add("quick " + time.now()));
        var shared = Policy.DEFAULT.gates(Gates.NONE.limits(new Limits("act", 1, Rate.NONE)));
        submitted(atMost(1));
        submitted(atMost(1));
        stepUntilRoom();
        var quick =
                new Prepared(
                        new RunnableId(new RunId("r"), 99),
                        UnitId.ROOT,
                        "99",
                        "quick",
                        List.of(),
                        ActivityOptions.UNSAID,
                        false);
        driver.begin(quick, shared, new Purse(), _ -> {});
        time.run();
        assertThat(seen).containsExactly("1 PT0S", "2 PT1H", "quick 1970-01-01T02:00:00Z");
    }

    @Test
    void who_is_abandoned_gives_its_place_back() {
        var short_ = atMost(1).timeouts(Policy.DEFAULT.timeouts().startToClose(HOUR.dividedBy(2)));
        submitted(short_);
        submitted(short_);
        time.run();
        assertThat(seen).containsExactly("1 PT0S", "2 PT30M");
        assertThat(gates.running("act")).isZero();
    }

    @Test
    void nobody_waits_longer_for_room_than_the_policy_allows() {
        var hurried =
                atMost(1).timeouts(Policy.DEFAULT.timeouts().scheduleToStart(HOUR.dividedBy(2)));
        submitted(hurried);
        var second = submitted(hurried);
        time.run();
        assertThat(seen).containsExactly("1 PT0S");
        assertThat(second.ended()).isDone();
        assertThat(second.ended().join().end().told().orElseThrow().toString())
                .contains("SCHEDULE_TO_START");
    }

    @Test
    void on_real_threads_everybody_gets_in_and_never_too_many() throws Exception {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var busy = new Activities(new JsonCodec());
        busy.add(
                "act",
                Void.class,
                _ -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    inside.decrementAndGet();
                    return null;
                });
        try (var watchman = Watchman.start(InstantSource.system())) {
            var real =
                    new Driver(
                            new Driver.Means(
                                            busy,
                                            watchman,
                                            task -> Thread.ofVirtual().start(task),
                                            () -> 0)
                                    .gates(gates));
            var all = new ArrayList<Undertaking>();
            for (int i = 0; i < 5_000; i++) {
                all.add(real.submit(prepared(), atMost(3)));
                if (i % 7 == 0) {
                    all.get(i / 2).cancel("never mind");
                }
            }
            for (Undertaking each : all) {
                each.ended().get(1, TimeUnit.MINUTES);
            }
        }
        assertThat(most.get()).isBetween(1, 3);
        assertThat(gates.running("act")).isZero();
    }

    @Test
    void no_more_start_in_a_time_than_the_rate_says() {
        var rated =
                Policy.DEFAULT.gates(
                        Gates.NONE.limits(new Limits("", 0, new Rate(2, Duration.ofDays(1)))));
        for (int i = 0; i < 5; i++) {
            submitted(rated);
        }
        time.run();
        assertThat(seen).containsExactly("1 PT0S", "2 PT0S", "3 PT24H", "4 PT24H", "5 PT48H");
    }

    private static Policy guarded(Gates.OnOpen onOpen) {
        var breaking = Breaking.DEFAULT.windowCalls(2).callsMin(2).halfOpenCalls(1).openFor(HOUR);
        return Policy.DEFAULT.gates(Gates.NONE.breaker("bank").breaking(breaking).onOpen(onOpen));
    }

    private Undertaking tried(Policy policy) {
        var undertaking = submitted(policy);
        time.run();
        return undertaking;
    }

    @Test
    void a_breaker_opens_after_failures_lets_nobody_in_and_closes_after_a_trial() {
        broken = true;
        tried(guarded(Gates.OnOpen.FAIL));
        tried(guarded(Gates.OnOpen.FAIL));
        assertThat(gates.breaker("bank")).isEqualTo(Breaker.State.OPEN);
        var refused = tried(guarded(Gates.OnOpen.FAIL));
        assertThat(failure(refused).type()).isEqualTo(Attempts.BREAKER_OPEN);
        assertThat(seen).hasSize(2);

        broken = false;
        var waited = tried(guarded(Gates.OnOpen.WAIT));
        assertThat(waited.ended()).isDone();
        assertThat(waited.ended().join().end()).isInstanceOf(Decision.Completed.class);
        assertThat(seen).containsExactly("1 PT0S", "2 PT1H", "4 PT3H");
        assertThat(changes)
                .containsExactly(
                        "bank CLOSED to OPEN",
                        "bank OPEN to HALF_OPEN",
                        "bank HALF_OPEN to CLOSED");
    }

    @Test
    void those_who_wait_for_a_trial_are_called_when_it_is_over() {
        broken = true;
        tried(guarded(Gates.OnOpen.FAIL));
        tried(guarded(Gates.OnOpen.FAIL));
        broken = false;
        submitted(guarded(Gates.OnOpen.WAIT));
        submitted(guarded(Gates.OnOpen.WAIT));
        submitted(guarded(Gates.OnOpen.WAIT));
        time.run();
        assertThat(seen.subList(2, 5)).containsExactly("3 PT3H", "4 PT4H", "5 PT4H");
    }

    @Test
    void a_trial_that_finds_no_room_is_given_back() {
        var one = new Limits("", 1, Rate.NONE);
        var both = guarded(Gates.OnOpen.WAIT);
        both = both.gates(both.gates().limits(one));
        broken = true;
        tried(guarded(Gates.OnOpen.FAIL));
        tried(guarded(Gates.OnOpen.FAIL));
        broken = false;
        // Open until 3 h; from half an hour before to half an hour after that there is no room.
        submitted(
                Policy.DEFAULT
                        .timing(Policy.DEFAULT.timing().delay(HOUR.dividedBy(2)))
                        .gates(Gates.NONE.limits(one)));
        var last = submitted(both);
        time.run();
        assertThat(last.ended()).isDone();
        assertThat(seen.subList(2, 4)).containsExactly("3 PT2H30M", "4 PT3H30M");
    }

    @Test
    void a_run_that_has_spent_its_budget_starts_nothing_more() {
        var purse = new Purse();
        var policy =
                Policy.DEFAULT
                        .maxRetries(9)
                        .backoff(Backoff.NONE)
                        .budget(Budget.NONE.cost(10).budgetCost(30));
        broken = true;
        var undertaking = submitted(policy, purse);
        time.run();
        assertThat(failure(undertaking).type()).isEqualTo(Attempts.BUDGET_SPENT);
        assertThat(seen).hasSize(3);
        assertThat(purse.attempts()).isEqualTo(3);
        assertThat(purse.units()).isEqualTo(30);
        broken = false;
        assertThat(failure(submittedAndRun(policy, purse)).type()).isEqualTo(Attempts.BUDGET_SPENT);
        assertThat(seen).hasSize(3);
    }

    @Test
    void who_is_kept_waiting_has_not_paid() {
        var purse = new Purse();
        var policy = atMost(1).budget(Budget.NONE.budgetAttempts(3));
        for (int i = 0; i < 3; i++) {
            submitted(policy, purse);
        }
        time.run();
        assertThat(seen).hasSize(3);
        assertThat(purse.attempts()).isEqualTo(3);
    }

    private Undertaking submittedAndRun(Policy policy, Purse purse) {
        var undertaking = submitted(policy, purse);
        time.run();
        return undertaking;
    }
}
