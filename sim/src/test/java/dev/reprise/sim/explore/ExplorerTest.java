package dev.reprise.sim.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.guard.Allowed;
import dev.reprise.flow.guard.Rule;
import dev.reprise.history.ActivityOptions;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Scenarios are tried in many orders, and what goes wrong is told as a small story. */
final class ExplorerTest {
    interface Bank {
        String charge(String order);
    }

    interface Post {
        String send(String order);
    }

    /** An order: charged, then sent. */
    static final class Order implements Workflow<String, String> {
        @Override
        public String run(String order) {
            String receipt = Flow.activity(Bank.class).charge(order);
            return receipt + ", " + Flow.activity(Post.class).send(order);
        }
    }

    /** Waits for a word, but not for ever. */
    static final class Approval implements Workflow<String, String> {
        private boolean approved;

        @Override
        public String run(String what) {
            boolean heard = Flow.await(Duration.ofDays(1), () -> approved);
            return heard ? "approved" : "too late";
        }

        @Signal
        void approve() {
            approved = true;
        }
    }

    /** What an approval becomes: it waits for longer. */
    static final class Patient implements Workflow<String, String> {
        private boolean approved;

        @Override
        public String run(String what) {
            Duration limit = Duration.ofDays(Flow.patched("patience") ? 2 : 1);
            return Flow.await(limit, () -> approved) ? "approved" : "too late";
        }

        @Signal
        void approve() {
            approved = true;
        }
    }

    /** What an approval must not become while some go on. */
    static final class Sleepy implements Workflow<String, String> {
        @Override
        public String run(String what) {
            Flow.sleep(Duration.ofHours(1));
            return "approved";
        }

        @Signal
        void approve() {}
    }

    /** Sends at once in its first leg, and as others do in its second. */
    static final class Relay implements Workflow<Integer, String> {
        @Override
        public String run(Integer leg) {
            if (leg == 1) {
                Flow.localActivity(Post.class, ActivityOptions.UNSAID).send("the first");
                return Flow.continueAsNew(2);
            }
            return Flow.activity(Post.class).send("the second");
        }
    }

    /** Sends at once. */
    static final class Hasty implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return Flow.localActivity(Post.class, ActivityOptions.UNSAID).send(what);
        }
    }

    /** What the hasty one becomes: it says first that it will send. */
    static final class Sober implements Workflow<String, String> {
        @Override
        public String run(String what) {
            return Flow.activity(Post.class).send(what);
        }
    }

    /** Forgets what it was told while it was busy. */
    static final class Deaf implements Workflow<String, String> {
        private boolean told;

        @Override
        public String run(String what) {
            String receipt = Flow.activity(Bank.class).charge(what);
            told = false;
            Flow.await(() -> told);
            return receipt;
        }

        @Signal
        void tell() {
            told = true;
        }
    }

    /** Counts what it is asked to count, until it has counted enough. */
    static final class Counter implements Workflow<Integer, Integer> {
        private int count;

        @Override
        public Integer run(Integer enough) {
            Flow.await(() -> count >= enough);
            return count;
        }

        @Update
        int add(int more) {
            count += more;
            return count;
        }
    }

    /** Does not do the same again. */
    @Allowed(value = Rule.STATIC_STATE, reason = "it is to be found")
    static final class Moody implements Workflow<String, String> {
        private static final AtomicInteger MOOD = new AtomicInteger();

        @Override
        public String run(String what) {
            String receipt = Flow.activity(Bank.class).charge(what + MOOD.incrementAndGet());
            Flow.sleep(Duration.ofMinutes(1));
            return receipt;
        }
    }

    /** Never has enough. */
    static final class Greedy implements Workflow<String, String> {
        @Override
        public String run(String what) {
            while (true) {
                Flow.activity(Bank.class).charge(what);
            }
        }
    }

    private static Optional<Finding> explored(Terms terms, Consumer<Exploration> scenario) {
        return new Explorer(terms, scenario).explore();
    }

    private static Finding found(Terms terms, Consumer<Exploration> scenario) {
        return explored(terms, scenario).orElseThrow();
    }

    private static final Terms ALL_ORDERS =
            Terms.DEFAULT
                    .strategy(Strategy.EXHAUSTIVE)
                    .schedules(100_000)
                    .faults(Fault.CRASH)
                    .faultsMax(1);

    /** A bank that charges whenever it is asked. */
    private static void carelessly(Exploration it) {
        List<String> charges = new ArrayList<>();
        it.workflow(Order.class)
                .activities(
                        (Bank)
                                order -> {
                                    charges.add(order);
                                    return "paid";
                                },
                        (Post) _ -> "sent");
        it.start(Order.class, "order-1", "tea");
        it.always("nobody is charged twice", () -> charges.size() <= 1);
    }

    /** A bank that knows what it was asked before. */
    private static void carefully(Exploration it) {
        Set<String> charges = new TreeSet<>();
        it.workflow(Order.class)
                .activities(
                        (Bank)
                                _ -> {
                                    charges.add(ActivityContext.current().idempotencyKey());
                                    return "paid";
                                },
                        (Post) _ -> "sent");
        it.start(Order.class, "order-1", "tea");
        it.always("nobody is charged twice", () -> charges.size() <= 1);
        it.atEnd(() -> assertThat(it.result("order-1", String.class)).isEqualTo("paid, sent"));
    }

    private static void approval(Exploration it, Set<String> results) {
        it.workflow(Approval.class);
        it.start(Approval.class, "a", "tea");
        it.signal("a", "approve");
        it.atEnd(() -> results.add(it.result("a", String.class)));
    }

    @Nested
    class WhatGoesWrong {
        @Test
        void a_charge_without_a_key_is_made_twice_when_the_process_dies_behind_it() {
            Finding found = found(Terms.DEFAULT, ExplorerTest::carelessly);
            assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.BROKEN);
            assertThat(found.flaw().message()).contains("nobody is charged twice");
            assertThat(found.story()).hasSizeLessThanOrEqualTo(15);
            assertThat(found.told())
                    .contains("starts order-1: Order(\"tea\")")
                    .contains("Bank.charge(\"tea\") begins")
                    .contains("process 1 dies: what is not durable is gone")
                    .contains("Bank.charge(\"tea\") begins, delivered again");
        }

        @Test
        void a_word_that_comes_too_early_is_forgotten_and_the_story_says_who_waits_where() {
            Finding found =
                    found(
                            Terms.DEFAULT,
                            it -> {
                                it.workflow(Deaf.class).activities((Bank) _ -> "paid");
                                it.start(Deaf.class, "deaf", "tea");
                                it.signal("deaf", "tell");
                            });
            assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.OPEN);
            assertThat(found.flaw().message())
                    .contains("Run deaf does not end")
                    .contains("Deaf.run(ExplorerTest.java:");
            assertThat(found.story()).hasSizeLessThanOrEqualTo(15);
        }

        @Test
        void code_that_goes_another_way_when_it_is_replayed_is_stuck() {
            Finding found =
                    found(
                            Terms.DEFAULT,
                            it -> {
                                it.workflow(Moody.class).activities((Bank) _ -> "paid");
                                it.start(Moody.class, "moody", "tea");
                            });
            assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.STUCK);
            assertThat(found.flaw().message()).contains("moody");
        }

        @Test
        void newer_code_that_takes_another_path_leaves_runs_behind() {
            Finding found =
                    found(
                            Terms.DEFAULT.faults(Fault.UPGRADE),
                            it -> {
                                approval(it, new TreeSet<>());
                                it.upgrade(WorkflowType.of(Sleepy.class).name("Approval"));
                            });
            assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.STUCK);
            assertThat(found.told()).contains("is stopped, to be upgraded");
        }

        @Test
        void what_never_ends_is_given_up() {
            Finding found =
                    found(
                            Terms.DEFAULT.stepsMax(300),
                            it -> {
                                it.workflow(Greedy.class).activities((Bank) _ -> "paid");
                                it.start(Greedy.class, "greedy", "tea");
                            });
            assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.ENDLESS);
        }

        @Test
        void what_must_not_come_about_must_come_about_and_must_hold_in_the_end() {
            assertThat(
                            found(
                                            Terms.DEFAULT,
                                            it -> {
                                                carefully(it);
                                                it.never(
                                                        "it is done",
                                                        () ->
                                                                it.status("order-1")
                                                                        .filter(Status::isEnd)
                                                                        .isPresent());
                                            })
                                    .flaw())
                    .isEqualTo(
                            new Flaw(
                                    Flaw.Kind.BROKEN,
                                    "it is done",
                                    "it is done: that does not hold."));
            assertThat(
                            found(
                                            Terms.DEFAULT,
                                            it -> {
                                                carefully(it);
                                                it.eventually("it rains", () -> false);
                                            })
                                    .flaw()
                                    .message())
                    .isEqualTo("it rains: that has not come about.");
            assertThat(
                            found(
                                            Terms.DEFAULT,
                                            it -> {
                                                carefully(it);
                                                it.atEnd(
                                                        () -> {
                                                            throw new AssertionError("no!");
                                                        });
                                            })
                                    .flaw())
                    .isEqualTo(new Flaw(Flaw.Kind.END, "check 1", "no!"));
        }

        @Test
        void an_activity_that_hangs_runs_out_of_time() {
            Finding found =
                    found(
                            Terms.DEFAULT.faultsMax(0),
                            it -> {
                                it.workflow(Order.class)
                                        .rules(
                                                Rules.NONE.append(
                                                        Matcher.any(),
                                                        Partial.NONE
                                                                .with(
                                                                        Field.START_TO_CLOSE,
                                                                        Duration.ofMinutes(1))
                                                                .with(Field.MAX_RETRIES, 0)))
                                        .activities(
                                                (Bank)
                                                        _ -> {
                                                            if (it.maybe("the bank is away")) {
                                                                it.hang();
                                                            }
                                                            return "paid";
                                                        },
                                                (Post) _ -> "sent");
                                it.start(Order.class, "order-1", "tea");
                                it.atEnd(
                                        () ->
                                                assertThat(it.failure("order-1").isPresent())
                                                        .as("it failed")
                                                        .isFalse());
                            });
            assertThat(found.flaw().message()).contains("it failed");
            assertThat(found.told()).contains("the bank is away").contains("hangs");
        }
    }

    @Nested
    class WhatDoesNot {
        @Test
        void a_charge_with_a_key_is_made_once_whatever_happens() {
            var explorer =
                    new Explorer(
                            Terms.DEFAULT.faults(Fault.values()).faultsMax(4),
                            ExplorerTest::carefully);
            assertThat(explorer.explore()).isEmpty();
            assertThat(explorer.schedules()).isEqualTo(1_000);
            assertThat(explorer.coverage()).isEqualTo("1000 orders, by PORTFOLIO");
        }

        @Test
        void each_fault_happens_by_itself() {
            for (Fault fault : Fault.values()) {
                var explorer =
                        new Explorer(
                                Terms.DEFAULT.faults(fault).schedules(200),
                                it -> {
                                    approval(it, new TreeSet<>());
                                    it.upgrade(WorkflowType.of(Patient.class).name("Approval"));
                                });
                assertThat(explorer.explore()).as(fault.toString()).isEmpty();
                assertThat(explorer.met()).as(fault.toString()).containsKey(fault);
            }
        }

        @Test
        void what_was_begun_at_once_and_what_was_asked_for_first_are_told_apart() {
            var terms = Terms.DEFAULT.faults(Fault.values()).faultsMax(3).schedules(1_000);
            var relay =
                    new Explorer(
                            terms,
                            it -> {
                                it.workflow(Relay.class).activities((Post) what -> what);
                                it.start(Relay.class, "run", 1);
                            });
            assertThat(relay.explore()).isEmpty();
            // It may be upgraded when the hasty one has sent and nothing of that is durable; when
            // it is durable, the newer code does not fit. None of that is a flaw of the engine.
            for (int seed = 1; seed <= 20; seed++) {
                var upgraded =
                        new Explorer(
                                terms.seed(seed),
                                it -> {
                                    it.workflow(Hasty.class).activities((Post) what -> what);
                                    it.upgrade(WorkflowType.of(Sober.class).name("Hasty"));
                                    it.start(Hasty.class, "run", "word");
                                });
                assertThat(upgraded.explore().orElseThrow().flaw().kind())
                        .isEqualTo(Flaw.Kind.STUCK);
            }
        }

        @Test
        void updates_are_carried_out_once_however_often_they_are_asked_for() {
            assertThat(
                            explored(
                                    Terms.DEFAULT.faults(Fault.values()),
                                    it -> {
                                        it.workflow(Counter.class);
                                        it.start(Counter.class, "counter", 3);
                                        it.update("counter", "add", 1);
                                        it.update("counter", "add", 2);
                                        it.atEnd(
                                                () ->
                                                        assertThat(
                                                                        it.result(
                                                                                "counter",
                                                                                Integer.class))
                                                                .isEqualTo(3));
                                    }))
                    .isEmpty();
        }

        @Test
        void runs_are_cancelled_and_terminated_at_any_time() {
            Set<Status> ends = new TreeSet<>();
            assertThat(
                            explored(
                                    Terms.DEFAULT,
                                    it -> {
                                        carefully(it);
                                        it.workflow(Approval.class);
                                        it.start(Approval.class, "a", "tea");
                                        it.start(Approval.class, "b", "tea");
                                        it.cancel("a");
                                        it.terminate("b");
                                        it.atEnd(
                                                () -> {
                                                    ends.add(it.status("a").orElseThrow());
                                                    ends.add(it.status("b").orElseThrow());
                                                });
                                    }))
                    .isEmpty();
            assertThat(ends)
                    .containsExactlyInAnyOrder(
                            Status.COMPLETED, Status.CANCELLED, Status.TERMINATED);
        }

        @Test
        void a_run_may_stay_open_when_that_is_said() {
            assertThat(
                            explored(
                                    Terms.DEFAULT.schedules(50),
                                    it -> {
                                        it.workflow(Counter.class).mayStayOpen("counter");
                                        it.start(Counter.class, "counter", 1);
                                    }))
                    .isEmpty();
        }
    }

    @Nested
    class AllOrders {
        @Test
        void of_a_small_scenario_can_be_tried_and_are_counted() {
            Set<String> results = new TreeSet<>();
            var explorer = new Explorer(ALL_ORDERS, it -> approval(it, results));
            assertThat(explorer.explore()).isEmpty();
            assertThat(explorer.isExhausted()).isTrue();
            assertThat(explorer.coverage())
                    .isEqualTo("all " + explorer.schedules() + " distinct orders");
            assertThat(results).containsExactly("approved", "too late");
            assertThat(explorer.met().get(Fault.CRASH)).isGreaterThan(1);
        }

        @Test
        void of_what_turns_out_in_several_ways_have_each_way() {
            Set<String> results = new TreeSet<>();
            var explorer =
                    new Explorer(
                            ALL_ORDERS.faultsMax(0),
                            it -> {
                                it.workflow(Order.class)
                                        .activities(
                                                (Bank) _ -> it.oneOf("cash", "card"),
                                                (Post)
                                                        _ ->
                                                                it.maybe("it rains")
                                                                        ? "by car"
                                                                        : "by bike");
                                it.start(Order.class, "order-1", "tea");
                                it.atEnd(() -> results.add(it.result("order-1", String.class)));
                            });
            assertThat(explorer.explore()).isEmpty();
            assertThat(explorer.coverage()).isEqualTo("all 4 distinct orders");
            assertThat(results)
                    .containsExactly(
                            "card, by bike", "card, by car", "cash, by bike", "cash, by car");
        }

        @Test
        void include_the_one_that_goes_wrong() {
            Finding found = found(ALL_ORDERS, ExplorerTest::carelessly);
            assertThat(found.flaw().message()).contains("nobody is charged twice");
            assertThat(found.schedule()).startsWith("all/");
            assertThat(new Explorer(ALL_ORDERS, ExplorerTest::carelessly).again(found.schedule()))
                    .hasValueSatisfying(it -> assertThat(it.story()).isEqualTo(found.story()));
        }
    }

    @Nested
    class Again {
        @Test
        void the_same_seed_finds_the_same_story() {
            Finding one = found(Terms.DEFAULT.seed(7), ExplorerTest::carelessly);
            Finding other = found(Terms.DEFAULT.seed(7), ExplorerTest::carelessly);
            assertThat(other).isEqualTo(one);
        }

        @Test
        void one_line_is_enough_to_see_the_story_again() {
            Finding found = found(Terms.DEFAULT, ExplorerTest::carelessly);
            assertThat(
                            new Explorer(Terms.DEFAULT, ExplorerTest::carelessly)
                                    .again(found.schedule()))
                    .hasValueSatisfying(
                            it -> {
                                assertThat(it.flaw()).isEqualTo(found.flaw());
                                assertThat(it.story()).isEqualTo(found.story());
                            });
            assertThat(new Explorer(Terms.DEFAULT, ExplorerTest::carefully).again(found.schedule()))
                    .as("what was mended")
                    .isEmpty();
        }

        @Test
        void a_line_that_is_none_is_refused() {
            var explorer = new Explorer(Terms.DEFAULT, ExplorerTest::carelessly);
            assertThatThrownBy(() -> explorer.again("tuesday"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("crash@7/0x12.3.1")
                    .hasMessageContaining("tuesday");
        }
    }

    @Nested
    class TheStory {
        @Test
        void says_which_line_of_code_asked_and_what_brought_it_about() {
            Finding found = found(Terms.DEFAULT, ExplorerTest::carelessly);
            List<Line> story = found.story();
            Line asked = line(story, "Bank.charge #");
            assertThat(asked.lane()).isEqualTo("order-1");
            assertThat(asked.source()).contains("Order.run(ExplorerTest.java:");
            assertThat(asked.write()).isPositive();
            Line begins = line(story, "Bank.charge(\"tea\") begins");
            assertThat(story.get(begins.cause() - 1)).isEqualTo(asked);
            Line started = line(story, "start Order");
            assertThat(story.get(started.cause() - 1).lane()).isEqualTo("client");
        }

        @Test
        void can_be_looked_at() {
            Finding found = found(Terms.DEFAULT, ExplorerTest::carelessly);
            assertThat(found.picture())
                    .startsWith("<svg")
                    .contains("process 1 dies")
                    .contains("Bank.charge(&quot;tea&quot;) begins, delivered again");
            assertThat(found.page("a test"))
                    .startsWith("<!DOCTYPE html>")
                    .contains(found.picture())
                    .contains("step-" + found.story().size())
                    .doesNotContain("step-" + (found.story().size() + 1))
                    .doesNotContain("src=")
                    .doesNotContain("href=");
        }

        private static Line line(List<Line> story, String beginning) {
            return story.stream()
                    .filter(it -> it.text().startsWith(beginning))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Nested
    class ABadScenario {
        @Test
        void tells_a_run_that_nobody_starts() {
            assertThatThrownBy(() -> explored(Terms.DEFAULT, it -> it.signal("nobody", "tell")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("nobody starts run nobody before");
        }

        @Test
        void says_more_when_it_goes_on() {
            Finding found =
                    found(
                            Terms.DEFAULT,
                            it -> {
                                it.workflow(Order.class)
                                        .activities(
                                                (Bank)
                                                        order -> {
                                                            it.start(Order.class, "other", order);
                                                            return "paid";
                                                        },
                                                (Post) _ -> "sent");
                                it.start(Order.class, "order-1", "tea");
                                it.atEnd(() -> it.result("order-1", String.class));
                            });
            assertThat(found.flaw().message())
                    .contains("the scenario goes on: all of it has to be said before");
        }

        @Test
        void has_numbers_that_cannot_be() {
            assertThatThrownBy(() -> Terms.DEFAULT.schedules(0))
                    .hasMessageContaining("at least one order");
            assertThatThrownBy(() -> Terms.DEFAULT.faultsMax(-1)).hasMessageContaining("-1");
        }
    }
}
