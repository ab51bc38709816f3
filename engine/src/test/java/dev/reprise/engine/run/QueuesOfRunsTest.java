package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Job;
import dev.reprise.history.RunOptions;
import dev.reprise.policy.Field;
import dev.reprise.policy.Line;
import dev.reprise.policy.Partial;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Activities that wait in task queues. Days pass in no time. */
@Timeout(60)
final class QueuesOfRunsTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final QueueLimits ONE = QueueLimits.NONE.concurrencyMax(1);

    /** Asks for works beside each other, on behalf of the run; those with a ! are urgent. */
    static final class Shared implements Workflow<String, String> {
        @Override
        public String run(String orders) {
            List<Body<String>> branches = new ArrayList<>();
            for (String order : orders.split(" ")) {
                var options =
                        ActivityOptions.UNSAID
                                .fairnessKey(Flow.info().runId().value())
                                .priority(order.endsWith("!") ? 5 : 0);
                branches.add(() -> Flow.activity(Rehearsed.Work.class, options).work(order));
            }
            return String.join(", ", Flow.parallel(branches));
        }
    }

    private static Rehearsed queued(QueueLimits limits) {
        return new Rehearsed().settings(it -> it.queue("default", limits));
    }

    private static QueueState queue(Rehearsed it) {
        return it.engine().queues().getFirst();
    }

    @Test
    void no_more_begin_than_the_queue_lets_in_and_the_others_wait_without_a_thread() {
        try (var it = queued(ONE.concurrencyMax(2))) {
            it.does(_ -> it.stall()).opened().start(Rehearsed.All.class, "a b c d");
            it.begins(2).settles();
            assertThat(it.begun).containsExactlyInAnyOrder("work a 1+0", "work b 1+0");
            assertThat(queue(it).waiting()).isEqualTo(2);
            assertThat(queue(it).running()).isEqualTo(2);
            assertThat(queue(it).oldest()).contains(it.now());
            it.release.countDown();
            assertThat(it.result()).isEqualTo("done, done, done, done");
            assertThat(queue(it).running()).isZero();
        }
    }

    @Test
    void what_is_urgent_goes_first_and_then_runs_take_turns() {
        try (var it = queued(ONE)) {
            it.does(_ -> it.stall()).opened();
            it.engine().register(WorkflowType.<String, String>of(Shared.class));
            it.also("noisy", Shared.class, "n1 n2 n3").begins(1).settles();
            it.also("quiet", Shared.class, "q1 q2!").settles();
            assertThat(queue(it).loads())
                    .containsExactly(
                            new Line.Load(5, "quiet", 1, 0, 0),
                            new Line.Load(0, "noisy", 2, 1, 1),
                            new Line.Load(0, "quiet", 1, 0, 0));
            it.release.countDown();
            it.begins(5).settles();
            assertThat(it.begun)
                    .containsExactly(
                            "work n1 1+0",
                            "work q2! 1+0",
                            "work q1 1+0",
                            "work n2 1+0",
                            "work n3 1+0");
        }
    }

    @Test
    void an_attempt_that_takes_too_long_gives_its_place_back() {
        try (var it = queued(ONE)) {
            it.says(
                            Partial.NONE
                                    .with(Field.MAX_RETRIES, 0)
                                    .with(Field.START_TO_CLOSE, Duration.ofHours(1)))
                    .does(context -> context.activityId().equals("1") ? it.stall() : "done")
                    .opened()
                    .start(Rehearsed.All.class, "a b")
                    .begins(1)
                    .passes(Duration.ofHours(1))
                    .begins(2);
            assertThat(it.result()).startsWith("Timeout ").endsWith(", done");
        }
    }

    @Test
    void the_rate_lets_one_begin_a_day() {
        try (var it = queued(QueueLimits.NONE.rate(new Rate(1, DAY)))) {
            it.opened().start(Rehearsed.All.class, "a b c").begins(1).settles();
            assertThat(it.begun).containsExactly("work a 1+0");
            it.passes(Duration.ofHours(23));
            assertThat(it.begun).hasSize(1);
            it.passes(Duration.ofHours(1)).begins(2).settles();
            assertThat(it.begun).containsExactly("work a 1+0", "work b 1+0");
            assertThat(it.passes(DAY).result()).isEqualTo("done, done, done");
        }
    }

    @Test
    void the_wait_in_a_queue_counts_for_the_time_until_it_starts() {
        try (var it = queued(ONE)) {
            it.says(
                            Partial.NONE
                                    .with(Field.MAX_RETRIES, 0)
                                    .with(Field.SCHEDULE_TO_START, Duration.ofHours(1)))
                    .does(_ -> it.stall())
                    .opened()
                    .start(Rehearsed.All.class, "a b")
                    .begins(1)
                    .passes(Duration.ofHours(2));
            assertThat(queue(it).waiting()).isZero();
            it.release.countDown();
            assertThat(it.result()).startsWith("done, Timeout It was due").endsWith("in time.");
        }
    }

    @Test
    void who_is_cancelled_leaves_the_line_and_nobody_else_is_held_up() {
        try (var it = queued(ONE)) {
            it.does(_ -> it.stall()).opened();
            it.also("first", Rehearsed.All.class, "a").begins(1).settles();
            it.also("second", Rehearsed.All.class, "b").settles();
            it.start(Rehearsed.All.class, "c").settles();
            assertThat(queue(it).waiting()).isEqualTo(2);
            it.engine().tell(new RunId("second"), new Job.Cancel("enough"), "").join();
            it.settles();
            assertThat(queue(it).waiting()).isEqualTo(1);
            it.release.countDown();
            assertThat(it.result()).isEqualTo("done");
            assertThat(it.begun).containsExactly("work a 1+0", "work c 1+0");
        }
    }

    @Test
    void after_a_restart_what_was_due_is_in_line_again() {
        try (var it = queued(ONE)) {
            it.does(_ -> it.stall()).opened().start(Rehearsed.All.class, "a b c").begins(1);
            it.settles().opened().begins(2).settles();
            assertThat(queue(it).waiting()).isEqualTo(2);
            assertThat(queue(it).running()).isEqualTo(1);
            it.release.countDown();
            assertThat(it.result()).isEqualTo("done, done, done");
        }
    }

    @Test
    void a_queue_that_is_paused_stays_so_in_the_next_process_and_loses_nothing() {
        try (var it = new Rehearsed()) {
            it.opened();
            assertThat(it.engine().pause("default", true, "").join()).isTrue();
            assertThat(it.engine().pause("default", true, "").join()).isFalse();
            it.start(Rehearsed.All.class, "a b").settles();
            assertThat(it.begun).isEmpty();
            it.opened().settles();
            assertThat(it.begun).isEmpty();
            assertThat(queue(it).paused()).isTrue();
            assertThat(queue(it).waiting()).isEqualTo(2);
            it.engine().pause("default", false, "").join();
            assertThat(it.result()).isEqualTo("done, done");
            it.opened();
            assertThat(it.engine().queues()).isEmpty();
        }
    }

    @Test
    void who_asks_again_under_the_same_id_does_not_pause_what_was_resumed_since() {
        try (var it = new Rehearsed()) {
            it.opened();
            assertThat(it.engine().pause("default", true, "stop").join()).isTrue();
            assertThat(it.engine().pause("default", false, "go").join()).isTrue();
            assertThat(it.engine().pause("default", true, "stop").join()).isFalse();
            it.opened();
            assertThat(it.engine().pause("default", true, "stop").join()).isFalse();
            assertThat(it.engine().queues()).isEmpty();
            for (int i = 0; i < PausedQueues.REQUESTS_MAX; i++) {
                it.engine().pause("other", i % 2 == 0, "r" + i).join();
            }
            it.opened();
            assertThat(it.engine().pause("other", true, "r2").join()).isFalse();
            assertThat(it.engine().pause("default", true, "stop").join()).isTrue();
        }
    }

    @Test
    void activities_wait_in_the_queue_of_their_run_unless_they_name_another() {
        try (var it = new Rehearsed()) {
            it.settings(settings -> settings.queue("cards", ONE)).does(_ -> it.stall()).opened();
            var options = RunOptions.UNSAID.taskQueue("cards");
            start(it, "in cards", Beginning.PLAIN.options(options)).join();
            it.begins(1).settles();
            assertThat(queue(it).name()).isEqualTo("cards");
            assertThat(queue(it).running()).isEqualTo(1);
            assertThat(queue(it).waiting()).isEqualTo(1);
            it.also("elsewhere", Rehearsed.All.class, "c d").begins(3);
            assertThat(queue(it).running()).isEqualTo(1);
        }
    }

    private static CompletableFuture<Boolean> start(Rehearsed it, String run, Beginning terms) {
        return start(it, run, "a b", terms);
    }

    private static CompletableFuture<Boolean> start(
            Rehearsed it, String run, String orders, Beginning terms) {
        var input = List.of(Settings.DEFAULT.codec().encode(orders));
        return it.engine().start(new RunId(run), Rehearsed.All.class.getSimpleName(), input, terms);
    }

    @Test
    void when_too_much_waits_a_start_is_refused_and_what_has_begun_goes_on() {
        try (var it = queued(ONE.backlogMax(1))) {
            it.does(_ -> it.stall()).opened();
            start(it, "one", Beginning.PLAIN.requestId("x")).join();
            it.begins(1).settles();
            assertThatThrownBy(() -> start(it, "two", Beginning.PLAIN).join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> {
                                assertThat(refusal.reason()).isEqualTo(Refusal.Reason.QUEUE_FULL);
                                assertThat(refusal.isPassing()).isTrue();
                            })
                    .hasMessage(
                            "Queue default is full: 1 attempts wait in it, 0 runs are being"
                                    + " started, and it takes no run from 1 on. Nothing was"
                                    + " started. Ask again later, or let the start wait.");
            assertThat(it.engine().archive().describe(new RunId("two"))).isEmpty();
            assertThat(start(it, "one", Beginning.PLAIN.requestId("x")).join())
                    .as("the same start adds nothing")
                    .isFalse();
            it.release.countDown();
            it.begins(2).settles();
            assertThat(start(it, "two", Beginning.PLAIN).join()).isTrue();
        }
    }

    @Test
    void the_activities_of_a_run_that_is_urgent_go_first() {
        try (var it = queued(ONE)) {
            it.does(_ -> it.stall()).opened();
            var urgent = Beginning.PLAIN.options(RunOptions.UNSAID.priority(7));
            start(it, "plain", "a b", Beginning.PLAIN).join();
            it.begins(1).settles();
            start(it, "urgent", "c d", urgent).join();
            it.settles();
            assertThat(queue(it).loads()).extracting(Line.Load::priority).containsExactly(7, 0);
            it.release.countDown();
            it.begins(4).settles();
            assertThat(it.begun)
                    .containsExactly("work a 1+0", "work c 1+0", "work d 1+0", "work b 1+0");
        }
    }

    @Test
    void a_start_that_waits_is_carried_out_when_there_is_room_or_given_up() {
        try (var it = queued(ONE.backlogMax(1))) {
            it.does(_ -> it.stall()).opened();
            start(it, "one", Beginning.PLAIN).join();
            it.begins(1).settles();
            var two = start(it, "two", Beginning.PLAIN.patiently(Duration.ofMinutes(1)));
            var three = start(it, "three", Beginning.PLAIN.patiently(Duration.ofHours(1)));
            it.settles();
            assertThat(queue(it).startsWaiting()).isEqualTo(2);
            it.passes(Duration.ofMinutes(1));
            assertThatThrownBy(two::join).hasCauseInstanceOf(Refusal.class);
            assertThat(three).isNotDone();
            it.release.countDown();
            assertThat(three.join()).isTrue();
            assertThat(it.engine().archive().describe(new RunId("two"))).isEmpty();
        }
    }

    @Test
    void a_start_that_waits_is_refused_when_the_engine_is_closed() {
        try (var it = queued(ONE.backlogMax(1))) {
            it.does(_ -> it.stall()).opened();
            start(it, "one", Beginning.PLAIN).join();
            it.begins(1).settles();
            var two = start(it, "two", Beginning.PLAIN.patiently(Duration.ofHours(1)));
            it.engine().close();
            assertThatThrownBy(two::join).hasMessageContaining("The engine is closed.");
        }
    }
}
