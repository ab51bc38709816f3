package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.RetryOptions;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Presets;
import dev.reprise.policy.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ActivitiesOfRunsTest {
    interface Work {
        String work(String what);
    }

    static final class One implements Workflow<String, String> {
        @Override
        public String run(String what) {
            try {
                return Flow.activity(Work.class).work(what);
            } catch (ActivityFailed e) {
                return "failed: " + e.failure().root().message();
            }
        }
    }

    static final class Patient implements Workflow<String, String> {
        @Override
        public String run(String what) {
            var options =
                    ActivityOptions.UNSAID.retry(
                            RetryOptions.UNSAID.attemptsMax(5).delay(Duration.ofMillis(1)));
            return Flow.activity(Work.class, options).work(what);
        }
    }

    static final class Many implements Workflow<Integer, Integer> {
        @Override
        public Integer run(Integer count) {
            return Flow.parallel(
                            IntStream.range(0, count)
                                    .<dev.reprise.flow.Body<String>>mapToObj(
                                            i -> () -> Flow.activity(Work.class).work("w" + i))
                                    .toList())
                    .size();
        }
    }

    static final class Contest implements Workflow<String, String> {
        private int told;

        @Override
        public String run(String what) {
            String won =
                    Flow.race(
                            () -> Flow.activity(Work.class).work(what),
                            () -> {
                                Flow.await(() -> told > 0);
                                return "told";
                            });
            Flow.await(() -> told > 1);
            return won;
        }

        @Signal
        void tell(String what) {
            told++;
        }
    }

    /** Does as its script says, and writes down what it was asked. */
    private static final class Scripted implements Work {
        final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        private final int failures;

        Scripted(int failures) {
            this.failures = failures;
        }

        @Override
        public String work(String what) {
            var context = ActivityContext.current();
            asked.add(what + " " + context.attempt() + " " + context.redeliveries());
            if (context.attempt() <= failures) {
                throw new IllegalStateException("not the " + context.attempt() + ". time");
            }
            return what + " done";
        }
    }

    private static final EngineOptions QUICK =
            EngineOptions.DEFAULT.settings(
                    Settings.DEFAULT.defaults(
                            Partial.NONE.with(Field.DELAY_BASE, Duration.ofMillis(1))));

    @Test
    void one_that_fails_is_tried_again_until_it_works() {
        var work = new Scripted(2);
        try (var engine = Engine.inMemory(QUICK).register(One.class).activities(work)) {
            assertThat(engine.client().start(One.class, "a").result()).isEqualTo("a done");
            assertThat(work.asked).containsExactly("a 1 0", "a 2 0", "a 3 0");
            assertThat(engine.counts().retries()).isEqualTo(2);
        }
    }

    @Test
    void one_that_fails_too_often_fails_for_the_workflow() {
        var work = new Scripted(9);
        try (var engine = Engine.inMemory(QUICK).register(One.class).activities(work)) {
            assertThat(engine.client().start(One.class, "a").result())
                    .isEqualTo("failed: not the 3. time");
            assertThat(work.asked).hasSize(3);
        }
    }

    @Test
    void what_the_workflow_says_about_retries_wins() {
        var work = new Scripted(4);
        try (var engine = Engine.inMemory(QUICK).register(Patient.class).activities(work)) {
            assertThat(engine.client().start(Patient.class, "a").result()).isEqualTo("a done");
            assertThat(work.asked).hasSize(5);
        }
    }

    @Test
    void one_that_says_it_is_fatal_is_not_tried_again() {
        Work fatal =
                what -> {
                    throw ApplicationFailed.fatal("NoSuchThing", what);
                };
        try (var engine = Engine.inMemory(QUICK).register(One.class).activities(fatal)) {
            assertThat(engine.client().start(One.class, "a").result()).isEqualTo("failed: a");
            assertThat(engine.counts().deliveries()).isEqualTo(1);
        }
    }

    @Test
    void one_that_was_cancelled_comes_back_and_ends_once() {
        var held = new CountDownLatch(1);
        Work slow =
                what -> {
                    try {
                        held.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return what;
                };
        try (var engine = Engine.inMemory(QUICK).register(Contest.class).activities(slow)) {
            var run = engine.client().start(Contest.class, "a");
            run.signal("tell", "first");
            held.countDown();
            while (!run.describe().activities().isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(run.describe().status()).isEqualTo(Status.RUNNING);
            run.signal("tell", "second");
            assertThat(run.result()).isEqualTo("told");
        }
    }

    @Test
    void one_that_was_under_way_is_delivered_again_and_counted(@TempDir Path folder)
            throws Exception {
        RunId run = new RunId("r");
        var begun = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        Work endless =
                _ -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    throw new IllegalStateException("interrupted");
                };
        var impatient = QUICK.patience(Duration.ZERO);
        try (var engine = Engine.open(folder, impatient)) {
            engine.register(One.class).activities(endless);
            engine.client().start(One.class, run, "a");
            begun.await();
        }
        interrupted.await();
        var work = new Scripted(0);
        try (var engine = Engine.open(folder, QUICK)) {
            assertThat(engine.recovered().revived()).isEqualTo(1);
            assertThat(engine.client().describe(run).status()).isEqualTo(Status.RUNNING);
            // Nobody can deliver it before its code is there, in whatever order it comes.
            engine.register(One.class).activities(work);
            assertThat(engine.client().handle(One.class, run).result()).isEqualTo("a done");
            assertThat(work.asked).containsExactly("a 1 1");
            assertThat(engine.counts().redeliveries()).isEqualTo(1);
        }
    }

    @Test
    void more_activities_than_a_summary_holds_survive_a_restart(@TempDir Path folder)
            throws Exception {
        RunId run = new RunId("r");
        try (var engine = Engine.open(folder, QUICK)) {
            engine.register(Many.class);
            engine.client().start(Many.class, run, 300);
            assertThat(engine.client().describe(run).activities()).isEmpty();
        }
        var work = new Scripted(1);
        try (var engine = Engine.open(folder, QUICK)) {
            engine.register(Many.class).activities(work);
            assertThat(engine.client().handle(Many.class, run).result()).isEqualTo(300);
            assertThat(work.asked).hasSize(600);
        }
    }

    @Test
    void rules_are_over_the_defaults_and_may_be_changed_while_it_runs() {
        Rules other = Rules.NONE.append(Matcher.name("Other.work"), Presets.FAST_FAIL);
        try (var engine = Engine.inMemory(QUICK.rules(other)).register(One.class)) {
            engine.activities(new Scripted(2));
            assertThat(engine.client().start(One.class, "a").result()).isEqualTo("a done");
            engine.rules(Rules.NONE.append(Matcher.name("Work.work"), Presets.FAST_FAIL));
            assertThat(engine.client().start(One.class, "b").result()).startsWith("failed");
            engine.rules(Rules.NONE);
            assertThat(engine.client().start(One.class, "c").result()).isEqualTo("c done");
        }
    }

    @Test
    void a_refusing_executor_is_a_failed_attempt() {
        var options =
                QUICK.activities(
                        _ -> {
                            throw new java.util.concurrent.RejectedExecutionException("full");
                        });
        try (var engine =
                Engine.inMemory(options).register(One.class).activities(new Scripted(0))) {
            assertThat(engine.client().start(One.class, "a").result())
                    .startsWith("failed: The executor for activities refused");
        }
    }

    @Test
    void a_run_that_fails_says_how() {
        try (var engine =
                Engine.inMemory(QUICK).register(Patient.class).activities(new Scripted(9))) {
            var run = engine.client().start(Patient.class, "a");
            assertThatThrownBy(run::result)
                    .isInstanceOf(RunFailed.class)
                    .hasMessageContaining("not the 5. time");
            assertThat(run.describe().status()).isEqualTo(Status.FAILED);
            assertThat(List.of(run.describe().activities())).containsExactly(List.of());
        }
    }
}
