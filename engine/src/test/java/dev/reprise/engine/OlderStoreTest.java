package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.store.Folders;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Folders that an older version has left when it was killed: what was under way in them goes on.
 */
@Timeout(60)
final class OlderStoreTest {
    /** What runs asked for. */
    public interface Steps {
        String step(String it);

        String lost(String it);
    }

    /** Does something, then waits until it is told. */
    public static final class Waits implements Workflow<String, String> {
        private boolean told;

        @Override
        public String run(String in) {
            String a = Flow.activity(Steps.class).step(in);
            Flow.await(() -> told);
            return a;
        }

        @Signal
        void tell() {
            told = true;
        }
    }

    /** Sleeps. */
    public static final class Sleeps implements Workflow<String, String> {
        @Override
        public String run(String in) {
            Flow.sleep(Duration.ofMillis(1));
            Flow.sleep(Duration.ofDays(2000));
            return in;
        }
    }

    /** Does something that was under way when the process was killed. */
    public static final class Asks implements Workflow<String, String> {
        @Override
        public String run(String in) {
            return Flow.activity(Steps.class).lost(in);
        }
    }

    /** Adds, one leg for each signal. */
    public static final class Adds implements Workflow<Integer, Integer> {
        private int told;

        @Override
        public Integer run(Integer sum) {
            Flow.await(() -> told != 0);
            return told > 0 ? Flow.continueAsNew(sum + told) : sum;
        }

        @Signal
        void add(int what) {
            told = what;
        }
    }

    private static final class Done implements Steps {
        @Override
        public String step(String it) {
            return it + "!";
        }

        @Override
        public String lost(String it) {
            return it + " again";
        }
    }

    private static Engine open(Path folder) {
        var legs = EngineOptions.DEFAULT.retention(Retention.FOREVER.legs(2));
        return Engine.open(folder, legs)
                .register(Waits.class)
                .register(Sleeps.class)
                .register(Asks.class)
                .register(Adds.class)
                .activities(new Done());
    }

    @Test
    void what_is_restored_of_version_2_is_of_version_2_until_an_engine_has_it(
            @TempDir Path backup, @TempDir Path root) throws IOException {
        Folders.unpack("version-2.zip", backup);
        Path folder = root.resolve("restored");
        Store.restore(backup, folder);
        assertThat(folder.resolve("format")).hasContent("reprise-store 2 ready");
        try (var engine = open(folder)) {
            assertThat(engine.recovered().runs()).isEqualTo(5);
            var waits = engine.client().handle(Waits.class, new RunId("waits-1"));
            waits.once("r").signal("tell");
            assertThat(waits.result()).isEqualTo("one!");
        }
        assertThat(folder.resolve("format")).hasContent("reprise-store 4 ready");
        assertThat(backup.resolve("format")).hasContent("reprise-store 2 ready");
    }

    @Test
    void what_version_2_has_left_goes_on_and_becomes_version_4(@TempDir Path folder)
            throws IOException {
        Folders.unpack("version-2.zip", folder);
        assertThat(folder.resolve("format")).hasContent("reprise-store 2 ready");
        try (var engine = open(folder)) {
            var client = engine.client();
            assertThat(engine.recovered().runs()).isEqualTo(5);
            assertThat(client.handle(Waits.class, new RunId("done-1")).result()).isEqualTo("done!");
            assertThatThrownBy(() -> client.handle(Waits.class, new RunId("ended-1")).result())
                    .hasMessageContaining("no more");
            assertThat(client.handle(Asks.class, new RunId("asks-1")).result())
                    .isEqualTo("please again");
            client.start(Asks.class, new RunId("asks-1"), "req-1", "please");
            var waits = client.handle(Waits.class, new RunId("waits-1"));
            waits.once("r").signal("tell");
            waits.once("r").signal("tell");
            assertThat(waits.result()).isEqualTo("one!");
        }
        assertThat(folder.resolve("format")).hasContent("reprise-store 4 ready");
        try (var engine = open(folder)) {
            var sleeps = engine.client().describe(new RunId("sleeps-1"));
            assertThat(sleeps.status()).isEqualTo(Status.RUNNING);
            assertThat(sleeps.timers()).hasSize(1);
            assertThat(engine.recovered().open()).isEqualTo(1);
        }
    }

    @Test
    void what_version_3_has_left_goes_on_and_what_its_runs_keep_becomes_less(@TempDir Path folder)
            throws IOException {
        Folders.unpack("version-3.zip", folder);
        assertThat(folder.resolve("format")).hasContent("reprise-store 3 ready");
        try (var engine = open(folder)) {
            var client = engine.client();
            assertThat(client.handle(Asks.class, new RunId("asks-1")).result())
                    .isEqualTo("please again");
            // What was due since it was made depends on the day on which this is run.
            assertThat(client.schedule("daily").describe().recent()).isNotEmpty();
            var adds = client.handle(Adds.class, new RunId("adds-1"));
            adds.once("add-12").signal("add", 100);
            assertThat(adds.describe().leg()).as("asked before").isEqualTo(13);
            assertThat(adds.describe().first()).isZero();
            for (int i = 13; i <= 20; i++) {
                adds.once("add-" + i).signal("add", 1);
            }
            assertThat(adds.describe().first()).as("of thirteen legs").isGreaterThan(30);
            adds.signal("add", -1);
            assertThat(adds.result()).isEqualTo(20);
        }
        assertThat(folder.resolve("format")).hasContent("reprise-store 4 ready");
    }
}
