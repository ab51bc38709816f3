package dev.reprise.flow.guard;

import dev.reprise.flow.Flow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One call that a workflow may not make, by every way that leads to it. */
@SuppressWarnings({"all", "UnusedVariable", "ClassCanBeStatic", "UnusedMethod", "TimeZoneUsage"})
final class OffendingWays {
    private OffendingWays() {}

    static class PrivateMethod {
        long run() {
            return price();
        }

        private long price() {
            return System.currentTimeMillis(); // ! CLOCK
        }
    }

    static class StaticMethod {
        long run() {
            return price();
        }

        static long price() {
            return System.currentTimeMillis(); // ! CLOCK
        }
    }

    static class SignalHandler {
        void run() {}

        void onSignal(String name) {
            System.currentTimeMillis(); // ! CLOCK
        }
    }

    static class OtherClass {
        long run() {
            return new Prices().price();
        }

        static class Prices {
            long price() {
                return System.currentTimeMillis(); // ! CLOCK
            }

            long neverCalled() {
                return System.nanoTime();
            }
        }
    }

    static class Lambda {
        long run() {
            return twice(() -> System.currentTimeMillis()); // ! CLOCK
        }

        private long twice(LongSupplier number) {
            return number.getAsLong() + number.getAsLong();
        }
    }

    static class LambdaInLambda {
        Object run(List<String> names) {
            return names.stream()
                    .map(
                            name ->
                                    Stream.of(name)
                                            .map(it -> System.nanoTime()) // ! CLOCK
                                            .toList())
                    .toList();
        }
    }

    static class ForeignMethodReference {
        Object run() {
            return Stream.generate(Instant::now).limit(1).toList(); // ! CLOCK
        }
    }

    static class OwnMethodReference {
        Object run(List<String> names) {
            return names.stream().map(this::stamp).toList();
        }

        private String stamp(String name) {
            return name + System.nanoTime(); // ! CLOCK
        }
    }

    static class ConstructorReference {
        Object run(List<String> names) {
            return names.stream().map(Stamped::new).toList();
        }

        static class Stamped {
            private final long time;

            Stamped(String name) {
                time = System.nanoTime(); // ! CLOCK
            }
        }
    }

    static class InnerClass {
        private int calls;

        long run() {
            return new Counter().next();
        }

        class Counter {
            long next() {
                calls++;
                return System.nanoTime(); // ! CLOCK
            }
        }
    }

    static class AnonymousClass {
        Object run(List<String> names) {
            names.sort(
                    new Comparator<String>() {
                        @Override
                        public int compare(String one, String other) {
                            return (int) System.nanoTime(); // ! CLOCK
                        }
                    });
            return names;
        }
    }

    static class LocalClass {
        Iterable<Long> run() {
            class Times implements Iterator<Long> {
                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public Long next() {
                    return System.nanoTime(); // ! CLOCK
                }
            }
            return Times::new;
        }
    }

    static class Superclass extends Base {
        void run() {}
    }

    static class Base {
        void onSignal() {
            System.nanoTime(); // in Superclass
        }
    }

    static class SuperCall extends Greeting {
        @Override
        String greet() {
            return super.greet();
        }
    }

    static class Greeting {
        String greet() {
            return "it is " + System.nanoTime(); // in SuperCall
        }
    }

    static class DefaultMethod {
        long run() {
            return new Order().time();
        }

        static class Order implements Timed {}

        interface Timed {
            default long time() {
                return System.nanoTime(); // ! CLOCK
            }
        }
    }

    static class StaticInterfaceMethod {
        long run() {
            return Timed.time();
        }

        interface Timed {
            static long time() {
                return System.nanoTime(); // ! CLOCK
            }
        }
    }

    static class LambdaOfOwnInterface {
        long run() {
            Price price = () -> 3;
            return price.now();
        }

        interface Price {
            long amount();

            default long now() {
                return amount() + System.nanoTime(); // ! CLOCK
            }
        }
    }

    static class Overriding {
        long run() {
            Shape shape = new Circle();
            return shape.area();
        }

        abstract static class Shape {
            abstract long area();
        }

        static class Circle extends Shape {
            @Override
            long area() {
                return System.nanoTime(); // ! CLOCK
            }
        }
    }

    static class SealedInput {
        long run(Payment payment) {
            return payment.fee();
        }

        sealed interface Payment {
            long fee();
        }

        record Card(String number) implements Payment {
            @Override
            public long fee() {
                return System.nanoTime(); // ! CLOCK
            }
        }

        record Cash() implements Payment {
            @Override
            public long fee() {
                return 0;
            }
        }
    }

    static class GenericBridge {
        String run() {
            Function<String, String> stamp = new Stamp();
            return stamp.apply("x");
        }

        static class Stamp implements Function<String, String> {
            @Override
            public String apply(String text) {
                return text + System.nanoTime(); // ! CLOCK
            }
        }
    }

    static class StaticInitialiser {
        private static final long STARTED = started();

        long run() {
            return STARTED;
        }

        private static long started() {
            return System.nanoTime(); // ! CLOCK
        }
    }

    static class InitialiserOfOther {
        String run() {
            return Ids.FIRST;
        }

        static class Ids {
            static final String FIRST = UUID.randomUUID().toString(); // ! RANDOM
        }
    }

    static class Constructor {
        private final long started;

        Constructor() {
            started = System.nanoTime(); // ! CLOCK
        }
    }

    static class FieldInitialiser {
        private final long started = System.nanoTime(); // ! CLOCK
    }

    static class RecordMethod {
        long run() {
            return new Price(3).now();
        }

        record Price(long amount) {
            Price {
                if (amount == System.nanoTime()) { // ! CLOCK
                    throw new IllegalArgumentException("never");
                }
            }

            long now() {
                return amount + System.nanoTime(); // ! CLOCK
            }
        }
    }

    static class EnumMethod {
        long run() {
            return Tariff.NIGHT.price();
        }

        enum Tariff {
            DAY {
                @Override
                long price() {
                    return 1;
                }
            },
            NIGHT {
                @Override
                long price() {
                    return System.nanoTime(); // ! CLOCK
                }
            };

            abstract long price();
        }
    }

    static class SwitchExpression {
        long run(Object input) {
            return switch (input) {
                case String text when text.isEmpty() -> 0;
                case String _ -> System.nanoTime(); // ! CLOCK
                case Integer number -> number;
                default -> throw new IllegalStateException("no");
            };
        }
    }

    static class TryFinally {
        long run(List<String> log) {
            try {
                return log.size();
            } catch (IllegalStateException e) {
                return System.nanoTime(); // ! CLOCK
            } finally {
                log.clear();
            }
        }
    }

    static class TryWithResources {
        void run() {
            try (var timed = new Timed()) {
                timed.work();
            }
        }

        static class Timed implements AutoCloseable {
            void work() {}

            @Override
            public void close() {
                System.nanoTime(); // ! CLOCK
            }
        }
    }

    static class StringConcatenation {
        String run() {
            return "now " + System.nanoTime() + "!"; // ! CLOCK
        }
    }

    static class OwnThread {
        void run() {
            new Worker().start(); // ! THREAD
        }

        static class Worker extends Thread { // ! THREAD
            @Override
            public void run() {}
        }
    }

    static class BranchOfParallel {
        Object run() {
            return Flow.parallel(() -> 1L, () -> System.nanoTime()); // ! CLOCK
        }
    }

    static class ConditionOfAwait {
        void run() {
            Flow.await(() -> System.nanoTime() > 0); // ! CLOCK
        }
    }

    static class SideEffectAndMore {
        Object run() {
            Supplier<String> code = () -> "" + System.nanoTime(); // ! CLOCK
            Flow.sideEffect("time", String.class, code);
            return code.get();
        }
    }

    static class BesideSideEffect {
        Object run() {
            long before = System.nanoTime(); // ! CLOCK
            return Flow.sideEffect("time", Long.class, () -> before);
        }
    }

    static class CollectedLater {
        private final List<Supplier<Long>> steps = new ArrayList<>();

        long run() {
            steps.add(System::nanoTime); // ! CLOCK
            return steps.getFirst().get();
        }
    }

    static class LongParameters {
        double run(long one, double two, long[] many) {
            many[0] = one * 2 + (two > 1.5 ? 1L : -many.length);
            long shifted = one << 3 ^ ~one;
            many[1] += shifted;
            return Math.random() + two; // ! RANDOM
        }
    }
}
