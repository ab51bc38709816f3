package dev.reprise.app;

import dev.reprise.app.DemoProcess.Report;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/**
 * How far a process of the demo has come: on a terminal a block of lines that is written again and
 * again, else a plain line now and then.
 */
final class DemoProgress {
    private static final long IN_LOG = Duration.ofSeconds(1).toNanos();

    /** Quicker than anybody reads. */
    private static final long ON_TERMINAL = Duration.ofMillis(25).toNanos();

    private static final int BAR = 40;

    private final PrintWriter out;
    private final boolean terminal;
    private final int orders;
    private int shown;
    private long last;

    @SuppressWarnings("SystemConsoleNull") // it is null again, from JDK 25 on, without a terminal
    DemoProgress(PrintWriter out, int orders) {
        this(out, orders, System.console() != null && System.console().isTerminal());
    }

    DemoProgress(PrintWriter out, int orders, boolean terminal) {
        this.out = out;
        this.orders = orders;
        this.terminal = terminal;
        this.last = System.nanoTime() - (terminal ? ON_TERMINAL : 0);
    }

    /** What {@link DemoShop} says of itself. */
    record State(
            long started,
            long completed,
            long undone,
            long underWay,
            long retries,
            long redeliveries,
            long opened,
            long counted) {
        static final State NONE = new State(0, 0, 0, 0, 0, 0, 0, 0);

        static State of(Report report) {
            return new State(
                    report.at(0),
                    report.at(1),
                    report.at(2),
                    report.at(3),
                    report.at(4),
                    report.at(5),
                    report.at(6),
                    report.at(7));
        }

        /** How many orders have come to their end, one way or the other. */
        long ended() {
            return completed + undone;
        }
    }

    /** Shows this, unless something was shown just before. */
    void show(State state) {
        long now = System.nanoTime();
        if (now - last >= (terminal ? ON_TERMINAL : IN_LOG)) {
            last = now;
            if (terminal) {
                block(state);
            } else {
                line(state);
            }
        }
    }

    /** Shows how it stands at the end of the process; what comes next is below. */
    void end(State state) {
        if (terminal) {
            block(state);
            shown = 0;
            last -= ON_TERMINAL;
        } else {
            line(state);
        }
    }

    private void line(State state) {
        out.println("  " + orders(state) + "; " + activities(state) + "; " + others(state));
        out.flush();
    }

    private void block(State state) {
        List<String> lines =
                List.of(
                        "  " + bar(state),
                        "  orders      " + orders(state),
                        "  activities  " + activities(state),
                        "  besides     " + others(state));
        var text = new StringBuilder();
        if (shown > 0) {
            text.append("\033[").append(shown).append('A');
        }
        lines.forEach(it -> text.append('\r').append(it).append("\033[K").append('\n'));
        shown = lines.size();
        out.print(text);
        out.flush();
    }

    private String bar(State state) {
        int ended = (int) (state.ended() * BAR / orders);
        int started = Math.max(ended, (int) (state.started() * BAR / orders));
        return "#".repeat(ended) + "-".repeat(started - ended) + ".".repeat(BAR - started);
    }

    private static String orders(State state) {
        return state.started()
                + " started, "
                + state.completed()
                + " shipped, "
                + state.undone()
                + " undone";
    }

    private static String activities(State state) {
        return state.underWay() + " under way, " + state.retries() + " tried again";
    }

    private static String others(State state) {
        return "mail breaker opened "
                + times(state.opened())
                + ", stock taken "
                + times(state.counted());
    }

    private static String times(long n) {
        return n == 1 ? "once" : n + " times";
    }
}
