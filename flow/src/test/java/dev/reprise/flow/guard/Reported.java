package dev.reprise.flow.guard;

import java.util.List;

/** Workflows whose findings are read closely. */
@SuppressWarnings({"all", "UnusedVariable"})
final class Reported {
    private Reported() {}

    static class Order {
        long run(List<String> lines) {
            return quote(lines); // run calls quote
        }

        private long quote(List<String> lines) {
            return lines.stream()
                    .mapToLong(line -> Prices.of(line)) // the lambda calls of
                    .sum();
        }
    }

    static class Prices {
        static long of(String line) {
            return line.length() + today(); // of calls today
        }

        private static long today() {
            return System.currentTimeMillis(); // today asks
        }
    }

    static class Direct {
        void run() {
            System.out.println("here"); // direct
        }
    }

    static class Many {
        void second() {
            System.out.println(Math.random()); // two in one line
            System.exit(3); // and one more
        }

        void first() {
            System.nanoTime();
        }
    }

    static class Short {
        long run(boolean far) {
            return far ? step() : time();
        }

        private long step() {
            return time();
        }

        private long time() {
            return System.nanoTime();
        }
    }
}
