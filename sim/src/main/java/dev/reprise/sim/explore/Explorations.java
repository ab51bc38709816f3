package dev.reprise.sim.explore;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/**
 * Runs tests that have {@link Explore}: each as one test, which fails with the smallest story in
 * which it goes wrong. {@code -Dreprise.explore=…} tries one order again, as a failure says.
 */
@SuppressWarnings("exports") // whoever uses this has JUnit; whoever does not needs none
public final class Explorations implements TestTemplateInvocationContextProvider {
    /** The name of the system property that has one order to be tried. */
    public static final String REPLAY = "reprise.explore";

    /** The name of the system property that has the folder for what was found. */
    public static final String FOLDER = "reprise.explore.folder";

    /** Made by JUnit. */
    public Explorations() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext test) {
        return test.getTestMethod().flatMap(Terms::of).isPresent();
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
            ExtensionContext test) {
        return Stream.of(
                new TestTemplateInvocationContext() {
                    @Override
                    public String getDisplayName(int number) {
                        return test.getDisplayName();
                    }

                    @Override
                    public List<Extension> getAdditionalExtensions() {
                        return List.of(new Exploring());
                    }
                });
    }

    /** Gives the parameter, and calls the method as often as needed. */
    private static final class Exploring implements ParameterResolver, InvocationInterceptor {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
            return parameter.getParameter().getType() == Exploration.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
            return new Exploration(terms(test)); // never used: each order has its own
        }

        @Override
        public void interceptTestTemplateMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> call,
                ExtensionContext test) {
            invocation.skip();
            Method method = call.getExecutable();
            method.trySetAccessible();
            var explorer =
                    new Explorer(
                            terms(test), it -> told(method, test.getRequiredTestInstance(), it));
            String one = System.getProperty(REPLAY, "");
            Optional<Finding> found = one.isEmpty() ? explorer.explore() : explorer.again(one);
            test.publishReportEntry("explored", explorer.coverage());
            found.ifPresent(
                    it -> {
                        throw new AssertionError(message(it, test));
                    });
        }

        private static Terms terms(ExtensionContext test) {
            return Terms.of(test.getRequiredTestMethod()).orElseThrow();
        }

        private static void told(Method method, Object instance, Exploration scenario) {
            try {
                method.invoke(instance, scenario);
            } catch (InvocationTargetException e) {
                switch (e.getCause()) {
                    case RuntimeException cause -> throw cause;
                    case Error cause -> throw cause;
                    case null, default -> throw new IllegalStateException(e.getCause());
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(
                        "cannot call " + method + ": make it, and its class, visible", e);
            }
        }

        private static String message(Finding found, ExtensionContext test) {
            String type = test.getRequiredTestClass().getSimpleName();
            String name = test.getRequiredTestMethod().getName();
            return found.heading(terms(test).schedules())
                    + "\n\n"
                    + found.told()
                    + "\n\n  again: -Dtest="
                    + type
                    + "#"
                    + name
                    + " -D"
                    + REPLAY
                    + "="
                    + found.schedule()
                    + "\n  page:  "
                    + kept(found, type + "." + name)
                    + "\n";
        }

        private static String kept(Finding found, String name) {
            try {
                return found.keep(folder(), name).toString();
            } catch (IOException e) {
                return "not written: " + e;
            }
        }

        private static Path folder() {
            String asked = System.getProperty(FOLDER, "");
            boolean gradle =
                    Files.isDirectory(Path.of("build")) && !Files.exists(Path.of("pom.xml"));
            return asked.isEmpty()
                    ? Path.of(gradle ? "build" : "target", "explore")
                    : Path.of(asked);
        }
    }
}
