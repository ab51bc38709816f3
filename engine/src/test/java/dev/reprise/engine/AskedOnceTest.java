package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is asked of a run again and again under one request id is done once; updates are answered.
 */
@Timeout(60)
final class AskedOnceTest {
    private static final RunId ID = new RunId("account");

    /** An account, until it is closed. */
    public static final class Account implements Workflow<Integer, Integer> {
        private int sum;
        private boolean closed;

        @Override
        public Integer run(Integer first) {
            sum += first;
            Flow.await(() -> closed);
            return sum;
        }

        @Signal
        void pay(int amount) {
            sum += amount;
        }

        @Signal
        void penny() {
            sum++;
        }

        @Signal
        void close() {
            closed = true;
        }

        @Query
        int sum() {
            return sum;
        }

        @Update(validator = "mayWithdraw")
        int withdraw(int amount) {
            if (amount == 13) {
                throw ApplicationFailed.fatal("Unlucky", "not that one");
            }
            sum -= amount;
            return sum;
        }

        void mayWithdraw(int amount) {
            if (amount > sum) {
                throw ApplicationFailed.fatal("Poor", "there are only " + sum);
            }
        }

        @Update
        int slowly(int amount) {
            Flow.sleep(Duration.ofMillis(50));
            sum -= amount;
            return sum;
        }
    }

    private static Engine with(Engine engine) {
        return engine.register(Account.class);
    }

    @Test
    void a_signal_under_one_request_id_arrives_once(@TempDir Path folder) {
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().start(Account.class, ID, "s", 0);
            for (int i = 0; i < 3; i++) {
                run.once("p1").signal("pay", 5);
            }
            run.once("p2").signal("pay", 1);
            assertThat(run.query("sum", Integer.class)).isEqualTo(6);
        }
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().start(Account.class, ID, "s", 0);
            run.once("p1").signal("pay", 5);
            assertThat(run.once("p1").signalAsync("pay", 5))
                    .succeedsWithin(Duration.ofSeconds(5))
                    .isEqualTo(false);
            run.once("end").signal("close");
            assertThat(run.result()).isEqualTo(6);
            run.once("end").signal("close");
            assertThatThrownBy(() -> run.once("other").signal("close")).isInstanceOf(Refusal.class);
        }
    }

    @Test
    void a_signal_that_the_code_cannot_read_is_refused_and_the_run_goes_on() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Account.class, ID, 1);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> run.once("x").signal("pay", "a lot"))
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.UNDECODABLE))
                        .hasMessageContainingAll("Signal pay of workflow Account", "was not told");
            }
            assertThatThrownBy(() -> run.signal("pay")).hasMessageContaining("takes 1 values");
            run.once("x").signal("pay", 5);
            assertThat(run.query("sum", Integer.class)).isEqualTo(6);
        }
    }

    @Test
    void a_signal_with_a_start_that_the_code_cannot_read_starts_nothing_and_tells_nobody() {
        try (var engine = with(Engine.inMemory())) {
            var client = engine.client();
            var options = StartOptions.DEFAULT;
            assertThatThrownBy(
                            () ->
                                    client.signalWithStart(
                                            Account.class, ID, options, 1, "pay", "a lot"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.UNDECODABLE))
                    .hasMessageContaining("Signal pay of workflow Account");
            assertThatThrownBy(() -> client.describe(ID)).hasMessageContaining("no run");

            var run = client.signalWithStart(Account.class, ID, options, 1, "pay", 10);
            assertThatThrownBy(
                            () ->
                                    client.signalWithStart(
                                            Account.class, ID, options, 1, "pay", "a lot"))
                    .hasMessageContaining("was not told");
            var instead = options.whileRunning(StartOptions.WhileRunning.REPLACE);
            assertThat(run.query("sum", Integer.class)).isEqualTo(11);
            assertThat(client.start(Account.class, ID, instead, 5).query("sum", Integer.class))
                    .isEqualTo(5);
        }
    }

    @Test
    void another_operation_under_the_same_request_id_is_another_request(@TempDir Path folder) {
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().start(Account.class, ID, "x", 1).once("x");
            run.signal("pay", 5);
            run.signal("pay", 5);
            assertThat(run.update("withdraw", Integer.class, 2)).isEqualTo(4);
            run.signal("penny");
            run.reset(0, "again");
            run.reset(0, "again");
            assertThat(run.describe().leg()).isEqualTo(2);
        }
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().handle(Account.class, ID).once("x");
            run.signal("pay", 5);
            run.signal("penny");
            assertThat(run.query("sum", Integer.class)).isEqualTo(1 + 5 - 2 + 1);
            run.cancel("enough");
            assertThatThrownBy(run::result).hasMessageContaining("enough");
            assertThat(run.describe().status()).isEqualTo(Status.CANCELLED);
            run.cancel("enough");
            assertThatThrownBy(() -> run.terminate("now")).isInstanceOf(Refusal.class);
            run.delete();
            run.delete();
            assertThatThrownBy(() -> run.signal("penny"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.NO_SUCH_RUN));
        }
    }

    @Test
    void a_request_id_may_be_as_long_as_a_name() {
        try (var engine = with(Engine.inMemory())) {
            String id = "x".repeat(Text.NAME_CHARS_MAX);
            var run = engine.client().start(Account.class, ID, id, 10).once(id);
            for (int i = 0; i < 2; i++) {
                run.signal("pay", 1);
                assertThat(run.update("withdraw", Integer.class, 3)).isEqualTo(8);
            }
            run.terminate("enough");
            run.terminate("enough");
        }
    }

    @Test
    void a_queue_is_paused_and_resumed_under_one_request_id() {
        try (var engine = with(Engine.inMemory())) {
            var client = engine.client();
            client.pauseQueue("cards", "x");
            client.pauseQueue("mail", "x");
            assertThat(client.queues()).filteredOn(QueueState::paused).hasSize(2);
            client.resumeQueue("cards", "x");
            client.pauseQueue("cards", "x");
            assertThat(client.queues())
                    .filteredOn(QueueState::paused)
                    .extracting(QueueState::name)
                    .containsExactly("mail");
        }
    }

    @Test
    void a_fork_that_is_asked_for_again_is_there_whatever_became_of_its_source(
            @TempDir Path folder) {
        var other = new RunId("other");
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().start(Account.class, ID, 1);
            run.signal("pay", 5);
            run.once("f").fork(2, other);
            run.reset(0, "again");
            run.once("f").fork(2, other);
            run.terminate("enough");
            run.delete();
        }
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().handle(Account.class, ID);
            var fork = run.once("f").fork(2, other);
            assertThat(fork.query("sum", Integer.class)).isEqualTo(6);
            assertThatThrownBy(() -> run.once("g").fork(2, new RunId("another")))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.NO_SUCH_RUN));
            assertThatThrownBy(() -> fork.fork(0, new RunId("another")))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("keeps at least one activation");
        }
    }

    @Test
    void a_run_is_terminated_once_and_whoever_asks_again_hears_so() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Account.class, ID, 0);
            run.once("t").terminate("enough");
            run.once("t").terminate("enough");
            assertThatThrownBy(() -> run.terminate("enough")).isInstanceOf(Refusal.class);
        }
    }

    @Test
    void a_start_with_a_signal_is_asked_for_once() {
        try (var engine = with(Engine.inMemory())) {
            var client = engine.client();
            for (int i = 0; i < 3; i++) {
                client.signalWithStart(
                        Account.class, ID, StartOptions.DEFAULT.requestId("x"), 1, "pay", 10);
            }
            var run = client.handle(Account.class, ID);
            assertThat(run.query("sum", Integer.class)).isEqualTo(11);
        }
    }

    @Test
    void an_update_is_answered() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Account.class, ID, 20);
            assertThat(run.update("withdraw", Integer.class, 5)).isEqualTo(15);
            assertThatThrownBy(() -> run.update("withdraw", Integer.class, 13))
                    .isInstanceOf(UpdateFailed.class)
                    .hasMessageContaining("not that one");
            assertThat(run.update("slowly", Integer.class, 5)).isEqualTo(10);
        }
    }

    @Test
    void an_update_that_is_turned_away_leaves_no_trace() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Account.class, ID, 20);
            long entries = run.describe().entries();
            assertThatThrownBy(() -> run.update("withdraw", Integer.class, 50))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.reason()).isEqualTo(Refusal.Reason.UPDATE_REJECTED))
                    .hasMessageContaining("there are only 20");
            assertThatThrownBy(() -> run.update("unknown", Integer.class, 50))
                    .isInstanceOf(Refusal.class);
            assertThat(run.describe().entries()).isEqualTo(entries);
            assertThat(run.update("withdraw", Integer.class, 20)).isZero();
        }
    }

    @Test
    void an_update_under_one_id_is_done_once_and_always_answered_the_same(@TempDir Path folder) {
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().start(Account.class, ID, 20);
            assertThat(run.once("w").update("withdraw", Integer.class, 5)).isEqualTo(15);
            assertThat(run.once("w").update("withdraw", Integer.class, 5)).isEqualTo(15);
            var slow = run.once("s").startUpdate("slowly", Integer.class, 5);
            assertThat(slow.id()).isEqualTo("s");
        }
        try (var engine = with(Engine.open(folder))) {
            var run = engine.client().handle(Account.class, ID);
            assertThat(run.once("w").update("withdraw", Integer.class, 5)).isEqualTo(15);
            assertThat(run.once("s").update("slowly", Integer.class, 5)).isEqualTo(10);
            run.signal("close");
            assertThat(run.result()).isEqualTo(10);
            assertThat(run.once("s").update("slowly", Integer.class, 5)).isEqualTo(10);
        }
    }

    @Test
    void an_update_whose_run_ends_first_is_told_so() {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Account.class, ID, 20);
            var slow = run.startUpdate("slowly", Integer.class, 5);
            run.terminate("enough");
            assertThatThrownBy(slow::result).isInstanceOf(Refusal.class);
        }
    }

    @Test
    void whoever_asks_thrice_from_many_threads_is_served_once() throws InterruptedException {
        try (var engine = with(Engine.inMemory())) {
            var run = engine.client().start(Account.class, ID, 0);
            List<Thread> askers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                int asker = i;
                askers.add(
                        Thread.startVirtualThread(
                                () -> {
                                    for (int n = 0; n < 20; n++) {
                                        for (int again = 0; again < 3; again++) {
                                            run.once(asker + "-" + n).signal("pay", 1);
                                        }
                                    }
                                }));
            }
            for (Thread asker : askers) {
                asker.join();
            }
            assertThat(run.query("sum", Integer.class)).isEqualTo(16 * 20);
        }
    }

    interface Post {
        void send(String letter);
    }

    /** Sends a letter. */
    public static final class Sends implements Workflow<String, String> {
        @Override
        public String run(String letter) {
            Flow.activity(Post.class).send(letter);
            return letter + " is sent";
        }
    }

    @Test
    void what_waits_for_a_person_is_ended_once_and_whoever_asks_again_hears_so() {
        var once = Partial.NONE.with(Field.MAX_RETRIES, 0);
        var rules =
                Rules.NONE.append(
                        Matcher.name("Post.send"),
                        once.with(Field.ON_FAILURE, new OnFailure.DeadLetter("people")));
        Post closed =
                _ -> {
                    throw ApplicationFailed.fatal("Closed", "the post office is closed");
                };
        var options = EngineOptions.DEFAULT.settings(Settings.DEFAULT.rules(rules));
        try (var engine = Engine.inMemory(options).register(Sends.class).activities(closed)) {
            var client = engine.client();
            var sent = client.start(Sends.class, new RunId("sent"), "one");
            var lost = client.start(Sends.class, new RunId("lost"), "two");
            while (client.deadLetters("people").size() < 2) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 3; i++) {
                client.resolve(sent.id(), "1", null, "by-hand");
                client.fail(lost.id(), "1", new Failure.Application("Lost", "it is"), "given-up");
            }
            assertThat(sent.result()).isEqualTo("one is sent");
            assertThatThrownBy(lost::result).hasMessageContaining("it is");
            assertThatThrownBy(() -> client.resolve(sent.id(), "1", null, "another"))
                    .isInstanceOf(Refusal.class);
        }
    }
}
