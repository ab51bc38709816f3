package dev.reprise.app;

import dev.reprise.app.Code.Unusable;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Explorer;
import dev.reprise.sim.explore.Terms;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A method of a test class that is explored. It is found and called without JUnit, so nothing else
 * of the class is called: neither what JUnit would call before it, nor after it.
 *
 * @param type of which an object is made for it
 * @param terms how it is explored
 */
record ScenarioMethod(Class<?> type, Method method, Terms terms) {
    /**
     * Those of a class, and of those that it extends, by name.
     *
     * @throws Unusable when one cannot be called, or the class needs what is not there
     */
    static List<ScenarioMethod> of(Class<?> type) {
        List<ScenarioMethod> found = new ArrayList<>();
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return found;
        }
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method method : declared(each)) {
                boolean hidden =
                        found.stream().anyMatch(it -> it.method.getName().equals(method.getName()));
                if (!hidden) {
                    termsOf(type, method)
                            .ifPresent(it -> found.add(new ScenarioMethod(type, method, it)));
                }
            }
        }
        found.sort(Comparator.comparing(ScenarioMethod::name));
        return found;
    }

    private static Method[] declared(Class<?> type) {
        try {
            return type.getDeclaredMethods();
        } catch (LinkageError e) {
            throw new Unusable(
                    type.getName()
                            + " needs "
                            + String.valueOf(e.getMessage()).replace('/', '.')
                            + ", which is not there: name the jar or the folder that it is in with"
                            + " --code, too.");
        }
    }

    private static Optional<Terms> termsOf(Class<?> type, Method method) {
        String name = nameOf(type) + "." + method.getName();
        try {
            Optional<Terms> terms = Terms.of(method);
            if (terms.isPresent() && !takesExploration(method)) {
                throw new Unusable(
                        name
                                + "("
                                + parameters(method)
                                + ") cannot be explored: a method with @Explore has one parameter,"
                                + " a "
                                + Exploration.class.getName()
                                + ".");
            }
            return terms;
        } catch (IllegalArgumentException e) {
            throw new Unusable("@Explore of " + name + ": " + e.getMessage() + ".");
        }
    }

    private static boolean takesExploration(Method method) {
        return Arrays.equals(method.getParameterTypes(), new Class<?>[] {Exploration.class});
    }

    private static String parameters(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
    }

    /** The name of a class without its package. */
    static String nameOf(Class<?> type) {
        String name = type.getName();
        return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
    }

    /** Of the class and the method, such as {@code OrderTest.is_sent_once}. */
    String name() {
        return nameOf(type) + "." + method.getName();
    }

    /** The same on other terms. */
    ScenarioMethod on(Terms others) {
        return new ScenarioMethod(type, method, others);
    }

    /** What explores it, on an object of its own. */
    Explorer explorer() {
        Object instance = made(type);
        method.setAccessible(true);
        return new Explorer(terms, scenario -> tell(instance, scenario));
    }

    private static Object made(Class<?> type) {
        boolean inner = type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
        try {
            Constructor<?> constructor =
                    inner
                            ? type.getDeclaredConstructor(type.getEnclosingClass())
                            : type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return inner
                    ? constructor.newInstance(made(type.getEnclosingClass()))
                    : constructor.newInstance();
        } catch (NoSuchMethodException _) {
            throw new Unusable(nameOf(type) + " has no constructor without parameters.");
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new Unusable(
                    "An object of "
                            + nameOf(type)
                            + " could not be made: "
                            + Optional.ofNullable(e.getCause()).orElse(e)
                            + ".");
        }
    }

    private void tell(Object instance, Exploration scenario) {
        try {
            method.invoke(instance, scenario);
        } catch (InvocationTargetException e) {
            throw new Broken(e.getTargetException());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method + " was made accessible, and is not", e);
        }
    }

    /** The method itself has thrown, before anything could happen. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final Throwable thrown;

        Broken(Throwable thrown) {
            super(thrown);
            this.thrown = thrown;
        }

        Throwable thrown() {
            return thrown;
        }
    }
}
