package dev.reprise.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.testing.Shop.Order;
import dev.reprise.engine.testing.Shop.Payments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The guide to testing is true: its snippets are in the code here, and do what it says. */
@Timeout(60)
class TestingGuideTest {
    private static final Path GUIDE = Path.of("../docs/testing.md");
    private static final Path CODE =
            Path.of("src/test/java/dev/reprise/engine/testing/TestingGuideTest.java");

    @Test
    void every_snippet_of_the_guide_is_compiled_code() throws IOException {
        String code = squeezed(Files.readString(CODE));
        var snippets = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
        var found =
                snippets.matcher(Files.readString(GUIDE)).results().map(it -> it.group(1)).toList();
        assertThat(found).hasSize(5);
        for (String snippet : found) {
            assertThat(code.indexOf(squeezed(snippet)))
                    .as("the code in %s holds this snippet:%n%s", CODE, snippet)
                    .isNotNegative();
        }
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    /** Without times and lines of code. */
    private static String plain(String text) {
        return text.replaceAll("\\d\\d\\d\\d-[-0-9T:]+Z", "TIME").replaceAll("java:\\d+", "LINE");
    }

    @Nested
    @ExtendWith(TestEngines.class)
    class WithAParameter {
        @Test
        void an_order_is_approved(TestEngine engine) {
            engine.register(Order.class);
            var payments = engine.stub(Payments.class);
            payments.on(Payments::charge).fails(2, new IOException("down")).returns("receipt 7");
            payments.on(Payments::note).returns();

            var order = engine.client().start(Order.class, new RunId("order-42"), "42");
            engine.advance(Duration.ofHours(5));
            order.signal("approve", "carol");

            assertThat(order.result()).isEqualTo("receipt 7");
            assertThat(payments.calls("charge")).hasSize(3);
            engine.history(order)
                    .activity("Payments.charge", "42")
                    .retried(2)
                    .gave("receipt 7")
                    .timer(Duration.ofDays(2))
                    .signal("approve", "carol")
                    .completed("receipt 7");
        }

        @Test
        void what_the_guide_shows_of_a_wait_is_what_is_said(TestEngine engine) throws IOException {
            engine.register(Order.class);
            var payments = engine.stub(Payments.class);
            payments.on(Payments::charge).returns("receipt");
            payments.on(Payments::refund).hangs();
            var order = engine.client().start(Order.class, new RunId("order-42"), "42");
            String guide = Files.readString(GUIDE);
            String shown = guide.substring(guide.indexOf("What the test waits for"));
            assertThatThrownBy(order::result)
                    .isInstanceOf(Stalled.class)
                    .satisfies(
                            it ->
                                    assertThat(plain(shown.substring(0, shown.indexOf("```"))))
                                            .isEqualTo(plain(it.getMessage())));
        }

        @Test
        void stubs_have_answers_of_all_kinds(TestEngine engine) {
            var payments = engine.stub(Payments.class);
            payments.on(Payments::charge).returns("receipt 7");
            payments.on(Payments::charge).returns("first").returns("all others");
            payments.on(Payments::charge)
                    .answers(call -> "receipt of " + call.argument(0, String.class));
            payments.on(Payments::charge).fails(2, new IOException("down")).returns("receipt 7");
            payments.on(Payments::charge).failsForGood("NoMoney", "the account is empty");
            payments.on(Payments::charge).takes(Duration.ofHours(3)).returns("at last");
            payments.on(Payments::charge).hangs();
            payments.on(Payments::note).returns();
            payments.on("refund").returns("by its name");
            assertThat(payments.calls()).isEmpty();
        }

        @Test
        void a_crash_anywhere_loses_nothing() {
            TestEngine.crashEverywhere(
                    engine -> {
                        engine.register(Order.class);
                        var payments = engine.stub(Payments.class);
                        payments.on(Payments::charge).answers(call -> "receipt " + call.key());
                        payments.on(Payments::refund).returns("refunded");

                        var order = engine.client().start(Order.class, new RunId("order-42"), "42");

                        assertThat(order.result()).isEqualTo("refunded");
                        assertThat(payments.calls())
                                .extracting(StubCall::key)
                                .containsOnly("order-42/1~1.1", "order-42/3~1.1");
                        engine.replayAll();
                    });
        }

        @Test
        void an_order_is_as_it_was(TestEngine engine) {
            engine.register(Order.class);
            var payments = engine.stub(Payments.class);
            payments.on(Payments::charge).returns("receipt");
            payments.on(Payments::refund).returns("refunded");
            var order = engine.client().start(Order.class, new RunId("order-42"), "42");
            assertThat(order.result()).isEqualTo("refunded");
            engine.history(order)
                    .exactly()
                    .activity("Payments.charge", "42")
                    .timer(Duration.ofDays(2))
                    .activity("Payments.refund", "42", 100)
                    .completed("refunded")
                    .nothingElse();
            engine.history(order).golden(Path.of("src/test/resources/order.txt"));
        }
    }

    @Nested
    class WithAField {
        @RegisterExtension
        final TestEngines engines =
                TestEngines.with(
                        TestOptions.DEFAULT.seed(7).patience(Duration.ofSeconds(30)),
                        engine -> engine.register(Order.class));

        @Test
        void the_code_is_there(TestEngine engine) {
            assertThat(engine.stub(Payments.class).on(Payments::charge).returns("r").calls())
                    .isEmpty();
            assertThat(engine.client().start(Order.class, "42").describe().type())
                    .isEqualTo("Order");
        }
    }
}
