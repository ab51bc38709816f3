package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TickerTest {
    private final StringWriter err = new StringWriter();

    @Test
    void on_a_terminal_one_line_is_written_again_and_nothing_is_left_of_it() {
        var ticker = new Ticker(new PrintWriter(err), true);
        ticker.say("1000 runs");
        ticker.say("done");
        ticker.clear();
        ticker.clear();
        assertThat(err.toString()).isEqualTo("\r1000 runs\rdone     \r    \r");
    }

    @Test
    void a_long_line_is_cut_so_that_the_terminal_does_not_break_it() {
        new Ticker(new PrintWriter(err), true).say("x".repeat(200));
        assertThat(err.toString()).isEqualTo("\r" + "x".repeat(79));
    }

    @Test
    void elsewhere_lines_are_plain() {
        var ticker = new Ticker(new PrintWriter(err), false);
        ticker.say("1000 runs");
        ticker.say("done");
        ticker.clear();
        assertThat(err.toString()).isEqualToNormalizingNewlines("1000 runs\ndone\n");
    }
}
