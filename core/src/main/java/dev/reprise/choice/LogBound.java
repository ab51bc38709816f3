package dev.reprise.choice;

import dev.reprise.Check;
import java.io.OutputStream;

/** How much of a recording is kept, and what happens beyond. */
public sealed interface LogBound {
    /** Fails after sixteen million entries, which take some hundred megabytes. */
    LogBound DEFAULT = new Fail(1L << 24);

    /** Refuses the choice that would be one entry too many: nothing recorded is lost. */
    static LogBound fail(long entriesMax) {
        return new Fail(entriesMax);
    }

    /**
     * Forgets the oldest entries: at most {@code entriesMax} are kept, and at least half as many. A
     * log that has forgotten its beginning says so and cannot be replayed.
     */
    static LogBound ring(long entriesMax) {
        return new Ring(entriesMax);
    }

    /**
     * Writes entries to {@code sink} in the binary form as they come and keeps only the last few
     * kilobytes: {@link Recorder#flush()} hands them over, {@link Recorder#close()} ends the file.
     * What has reached the sink before a crash can be read by {@link ChoiceLog#recover}.
     */
    static LogBound stream(OutputStream sink) {
        return new Stream(sink);
    }

    /** See {@link LogBound#fail}. */
    record Fail(long entriesMax) implements LogBound {
        /** Checks the bound. */
        public Fail {
            Check.argument(entriesMax >= 1, "entriesMax must be positive: %d", entriesMax);
        }
    }

    /** See {@link LogBound#ring}. */
    record Ring(long entriesMax) implements LogBound {
        /** Checks the bound. */
        public Ring {
            Check.argument(entriesMax >= 2, "a ring holds two entries or more: %d", entriesMax);
        }
    }

    /** See {@link LogBound#stream}. */
    record Stream(OutputStream sink) implements LogBound {}
}
