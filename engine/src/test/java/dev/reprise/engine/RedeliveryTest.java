package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Settings;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is written down of deliveries that were lost. */
@Timeout(60)
class RedeliveryTest {
    interface Post {
        String send(String letter);
    }

    static final class Letter implements Workflow<String, String> {
        @Override
        public String run(String letter) {
            return Flow.activity(Post.class).send(letter);
        }
    }

    /** Fails at once, then never comes to an end; or ends at once. */
    private static final class Postman implements Post {
        private final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();
        private final CountDownLatch second = new CountDownLatch(1);
        private final boolean ends;

        Postman(boolean ends) {
            this.ends = ends;
        }

        @Override
        public String send(String letter) {
            var context = ActivityContext.current();
            calls.add("attempt " + context.attempt() + ", redelivery " + context.redeliveries());
            if (ends) {
                return "sent";
            }
            if (context.attempt() == 1) {
                throw new IllegalStateException("nobody is in");
            }
            second.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "late";
        }
    }

    @Test
    void an_attempt_that_waited_for_its_time_and_was_lost_is_counted_when_it_comes_again(
            @TempDir Path folder) throws InterruptedException {
        var options =
                EngineOptions.DEFAULT
                        .patience(Duration.ZERO)
                        .settings(
                                Settings.DEFAULT.defaults(
                                        Partial.NONE.with(Field.BACKOFF, Backoff.Shape.NONE)));
        var id = new RunId("letter");
        var first = new Postman(false);
        try (var engine = Engine.open(folder, options)) {
            engine.register(Letter.class).activities(first);
            engine.client().start(Letter.class, id, "to whom");
            first.second.await();
        }
        assertThat(first.calls)
                .containsExactly("attempt 1, redelivery 0", "attempt 2, redelivery 0");

        var second = new Postman(true);
        try (var engine = Engine.open(folder, options)) {
            engine.register(Letter.class).activities(second);
            assertThat(engine.client().handle(Letter.class, id).result()).isEqualTo("sent");
        }
        assertThat(second.calls).containsExactly("attempt 2, redelivery 1");
    }
}
