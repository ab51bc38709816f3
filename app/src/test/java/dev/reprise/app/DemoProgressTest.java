package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.app.DemoProgress.State;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class DemoProgressTest {
    private static final State HALF = new State(6, 4, 1, 3, 2, 0, 1, 5);

    private final StringWriter out = new StringWriter();

    @Test
    void on_a_terminal_one_block_is_written_again_and_the_last_one_stays() {
        var progress = new DemoProgress(new PrintWriter(out), 10, true);
        progress.show(State.NONE);
        progress.end(HALF);
        progress.show(HALF);
        assertThat(out.toString())
                .containsOnlyOnce("\033[4A")
                .contains("#".repeat(20) + "-".repeat(4) + ".".repeat(16))
                .contains("orders      6 started, 4 shipped, 1 undone\033[K\n")
                .contains("mail breaker opened once, stock taken 5 times");
    }

    @Test
    void elsewhere_lines_are_plain_and_few() {
        var progress = new DemoProgress(new PrintWriter(out), 10, false);
        progress.show(State.NONE);
        progress.end(HALF);
        assertThat(out.toString())
                .isEqualToNormalizingNewlines(
                        "  6 started, 4 shipped, 1 undone; 3 under way, 2 tried again; mail breaker"
                                + " opened once, stock taken 5 times\n");
    }
}
