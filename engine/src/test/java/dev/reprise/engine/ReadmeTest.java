package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine of the README compiles, runs, and is the one that stands there. */
@Timeout(60)
class ReadmeTest {
    interface Payments {
        String charge(String order);
    }

    static final class OrderWorkflow implements Workflow<String, String> {
        private boolean approved;

        @Override
        public String run(String order) {
            String receipt = Flow.activity(Payments.class).charge(order);
            return Flow.await(Duration.ofDays(2), () -> approved) ? receipt : "nobody approved";
        }

        @Signal
        void approve(String who) {
            approved = true;
        }
    }

    private static final class Shop implements Payments {
        @Override
        public String charge(String order) {
            return "receipt of " + order;
        }
    }

    @Test
    void an_order_comes_to_its_end(@TempDir Path data) {
        try (var engine = Engine.open(data)) {
            engine.register(OrderWorkflow.class).activities(new Shop());
            var order = engine.client().start(OrderWorkflow.class, new RunId("order-42"), "42");
            order.signal("approve", "carol");
            String receipt = order.result();
            assertThat(receipt).isEqualTo("receipt of 42");
        }
    }

    @Test
    void the_readme_shows_this_code() throws IOException {
        var readme = Files.readString(Path.of("../README.md"));
        var shown = readme.substring(readme.indexOf("```java\ntry (var engine") + 7);
        var source = Files.readString(Path.of("src/test/java/dev/reprise/engine/ReadmeTest.java"));
        var snippet = bare(shown.substring(0, shown.indexOf("```")));
        assertThat(snippet).hasSizeGreaterThan(100);
        assertThat(bare(source)).contains(snippet.substring(0, snippet.lastIndexOf('}')));
    }

    /** Some code without comments and layout. */
    private static String bare(String code) {
        return code.replaceAll("//.*", " ").replaceAll("\\s+", " ").strip();
    }
}
