package dev.reprise.flow.guard;

import java.util.UUID;
import java.util.function.LongSupplier;

/** Workflows that silence the guard, rightly or not. */
@SuppressWarnings({"all", "UnusedVariable"})
final class Silenced {
    private Silenced() {}

    static class Method {
        @Allowed(value = Rule.CLOCK, reason = "only for a log line")
        long run() {
            return System.nanoTime();
        }
    }

    static class OtherRule {
        @Allowed(value = Rule.RANDOM, reason = "not about clocks")
        long run() {
            return System.nanoTime();
        }
    }

    static class TwoRules {
        @Allowed(
                value = {Rule.CLOCK, Rule.RANDOM},
                reason = "a test of both")
        String run() {
            return UUID.randomUUID() + " " + System.nanoTime();
        }
    }

    static class LambdaInside {
        @Allowed(value = Rule.CLOCK, reason = "covers what is written here")
        long run() {
            LongSupplier time = () -> System.nanoTime();
            var other =
                    new LongSupplier() {
                        @Override
                        public long getAsLong() {
                            return System.currentTimeMillis();
                        }
                    };
            return time.getAsLong() + other.getAsLong();
        }
    }

    static class Callee {
        @Allowed(value = Rule.CLOCK, reason = "does not cover what is called")
        long run() {
            return time();
        }

        private long time() {
            return System.nanoTime(); // not silenced
        }
    }

    static class WithConstructor {
        private final long started = System.nanoTime();

        @Allowed(value = Rule.CLOCK, reason = "covers the field initialisers too")
        WithConstructor() {}
    }

    @Allowed(value = Rule.CLOCK, reason = "covers everything inside")
    static class WholeClass {
        static final long STARTED = System.nanoTime();

        long run() {
            return System.nanoTime() + new Nested().time();
        }

        static class Nested {
            long time() {
                return System.nanoTime();
            }
        }
    }

    static class NoReason {
        @Allowed(value = Rule.CLOCK, reason = " ")
        long run() {
            return System.nanoTime(); // silenced for no reason
        }
    }

    @Allowed(
            value = {Rule.CLOCK, Rule.IO},
            reason = "")
    static class ClassWithoutReason {
        long run() {
            return System.nanoTime();
        }

        void other() {}
    }

    static class NothingToSilence {
        @Allowed(value = Rule.CLOCK, reason = "it was there once")
        void run() {}
    }
}
