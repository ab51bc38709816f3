package dev.reprise.engine.testing;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Gives every test that has a parameter for it a {@link TestEngine} of its own, closes it
 * afterwards, and adds what its runs wait for to the failure of a test.
 *
 * <pre>{@code
 * @ExtendWith(TestEngines.class)
 * class OrderTest {
 *     @Test
 *     void an_order_is_paid(TestEngine engine) { … }
 * }
 * }</pre>
 *
 * <p>With options, or with the same code for all tests of a class, it is a field:
 * {@code @RegisterExtension TestEngines engines = TestEngines.with(it ->
 * it.register(Order.class));}
 */
@SuppressWarnings("exports") // whoever uses this has JUnit; whoever does not needs none
public final class TestEngines
        implements ParameterResolver, AfterEachCallback, TestExecutionExceptionHandler {
    private static final ExtensionContext.Namespace ROOM =
            ExtensionContext.Namespace.create(TestEngines.class);

    private final TestOptions options;
    private final Consumer<TestEngine> prepared;

    /** Engines as we recommend them. */
    public TestEngines() {
        this(TestOptions.DEFAULT, _ -> {});
    }

    private TestEngines(TestOptions options, Consumer<TestEngine> prepared) {
        this.options = options;
        this.prepared = prepared;
    }

    /** Engines to which this was done before the test. */
    public static TestEngines with(Consumer<TestEngine> prepared) {
        return with(TestOptions.DEFAULT, prepared);
    }

    /** Engines with these options, to which this was done before the test. */
    public static TestEngines with(TestOptions options, Consumer<TestEngine> prepared) {
        return new TestEngines(options, prepared);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == TestEngine.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return test.getStore(ROOM).computeIfAbsent(TestEngine.class, _ -> made(), TestEngine.class);
    }

    private TestEngine made() {
        TestEngine engine = TestEngine.create(options);
        prepared.accept(engine);
        return engine;
    }

    private static @Nullable TestEngine engine(ExtensionContext test) {
        return test.getStore(ROOM).get(TestEngine.class, TestEngine.class);
    }

    @Override
    public void handleTestExecutionException(ExtensionContext test, Throwable thrown)
            throws Throwable {
        TestEngine engine = engine(test);
        if (engine != null && !(thrown instanceof Stalled)) {
            thrown.addSuppressed(new Scene(engine.waiting()));
        }
        throw thrown;
    }

    @Override
    public void afterEach(ExtensionContext test) {
        TestEngine engine = test.getStore(ROOM).remove(TestEngine.class, TestEngine.class);
        if (engine != null) {
            engine.close();
        }
    }

    /** What was to be seen when a test failed. */
    private static final class Scene extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Scene(String text) {
            super("When the test failed:\n" + text, null, false, false);
        }
    }
}
