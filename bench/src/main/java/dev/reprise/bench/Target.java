package dev.reprise.bench;

/** What a case is meant to reach. */
sealed interface Target {
    /** Whether the row reaches it. */
    boolean isMetBy(Row row);

    /** The value is below a limit. */
    record Below(double limit) implements Target {
        @Override
        public boolean isMetBy(Row row) {
            return row.measured().value() < limit;
        }
    }

    /** The value is a limit or more. */
    record AtLeast(double limit) implements Target {
        @Override
        public boolean isMetBy(Row row) {
            return row.measured().value() >= limit;
        }
    }

    /** The value is a limit or less. */
    record AtMost(double limit) implements Target {
        @Override
        public boolean isMetBy(Row row) {
            return row.measured().value() <= limit;
        }
    }

    /** The value is at most so many times the baseline. */
    record RatioAtMost(double limit) implements Target {
        @Override
        public boolean isMetBy(Row row) {
            return row.ratio() <= limit;
        }
    }
}
