package dev.reprise.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.engine.testing.Shop.Question;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** JUnit gives each test its engine, and takes it back. */
@Timeout(60)
class TestEnginesTest {
    @Nested
    @ExtendWith(TestEngines.class)
    class ByAnnotation {
        @Test
        void a_test_has_an_engine(TestEngine engine, TestEngine same) {
            engine.register(Question.class);
            var run = engine.client().start(Question.class, "why?");
            run.signal("answer", "because");
            assertThat(run.result()).isEqualTo("why? because");
            assertThat(same).isSameAs(engine);
        }
    }

    /** Expects the failure of the test, looks at it, and looks whether the engine is closed. */
    static final class Onlooker implements TestExecutionExceptionHandler, AfterEachCallback {
        private boolean seen;
        private TestEngine engine;

        @Override
        public void handleTestExecutionException(ExtensionContext test, Throwable thrown) {
            seen = true;
            assertThat(thrown).hasMessage("this test fails");
            assertThat(thrown.getSuppressed())
                    .singleElement()
                    .satisfies(
                            it ->
                                    assertThat(it)
                                            .hasMessageContaining("When the test failed:")
                                            .hasMessageContaining("waits for signal answer"));
        }

        @Override
        public void afterEach(ExtensionContext test) {
            assertThat(seen).isTrue();
            assertThatThrownBy(engine::settle).hasMessageContaining("closed");
        }
    }

    @Nested
    class ByField {
        private static final Instant BEGINS = Instant.parse("2000-01-01T00:00:00Z");

        @RegisterExtension
        @Order(1)
        final Onlooker onlooker = new Onlooker();

        @RegisterExtension
        @Order(2)
        final TestEngines engines =
                TestEngines.with(
                        TestOptions.DEFAULT.begins(BEGINS), it -> it.register(Question.class));

        @Test
        void a_test_that_fails_says_what_its_runs_wait_for(TestEngine engine) {
            onlooker.engine = engine;
            assertThat(engine.now()).isEqualTo(BEGINS);
            engine.client().start(Question.class, "why?");
            throw new IllegalStateException("this test fails");
        }
    }
}
