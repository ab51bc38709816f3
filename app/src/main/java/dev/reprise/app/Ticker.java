package dev.reprise.app;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Says how far something has come: on a terminal in one line that is written again and again, else
 * in a plain line now and then, so that a log of a long search shows that it lives.
 */
final class Ticker {
    private static final long ON_TERMINAL = Duration.ofMillis(100).toNanos();
    private static final long IN_LOG = Duration.ofSeconds(15).toNanos();

    /** A line that is broken cannot be written again. */
    private static final int WIDTH_MAX = 79;

    /** Says nothing. */
    static final Ticker SILENT = new Ticker(new PrintWriter(Writer.nullWriter()), false);

    private final PrintWriter err;
    private final boolean terminal;
    private long last;
    private int width;

    @SuppressWarnings("SystemConsoleNull") // it is null again, from JDK 25 on, without a terminal
    Ticker(PrintWriter err) {
        this(err, System.console() != null && System.console().isTerminal());
    }

    Ticker(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
        last = System.nanoTime();
    }

    /** Says this, if it is time to say something. */
    void tick(Supplier<String> line) {
        long now = System.nanoTime();
        if (now - last >= (terminal ? ON_TERMINAL : IN_LOG)) {
            last = now;
            say(line.get());
        }
    }

    /** Says this now. */
    void say(String line) {
        if (terminal) {
            var shown = line.substring(0, Math.min(line.length(), WIDTH_MAX));
            err.print("\r" + shown + " ".repeat(Math.max(0, width - shown.length())));
            err.flush();
            width = shown.length();
        } else {
            err.println(line);
        }
    }

    /** Makes room for what comes next: nothing is left of the line. */
    void clear() {
        if (terminal && width > 0) {
            err.print("\r" + " ".repeat(width) + "\r");
            err.flush();
            width = 0;
        }
    }
}
