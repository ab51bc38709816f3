package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class RepriseTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void help_lists_every_command_with_examples() {
        assertThat(reprise("--help")).isZero();
        assertThat(out.toString())
                .contains("Usage: reprise", "Commands:", "demo", "bench", "Examples:")
                .contains("explore", "replay", "minimise", "picture", "check");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void version_names_the_program_and_the_jvm() {
        assertThat(reprise("--version")).isZero();
        assertThat(out.toString()).startsWith("Reprise ").contains("Java 2");
    }

    @Test
    void no_command_shows_the_help_as_an_error() {
        assertThat(reprise()).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: reprise", "demo");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_mistyped_command_is_answered_with_the_nearest_one() {
        assertThat(reprise("dmeo")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo(
                        """
                        reprise has no command 'dmeo'. Did you mean 'demo'?
                        Run 'reprise --help' to see what there is.
                        """);
    }

    @Test
    void a_mistyped_option_is_answered_with_the_nearest_one() {
        assertThat(reprise("demo", "--stack-trace")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "reprise demo has no option '--stack-trace'. Did you mean '--stacktrace'?");
    }

    @Test
    void help_for_a_command_that_there_is_not_is_refused() {
        assertThat(reprise("strat", "--help")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("reprise has no command 'strat'. Did you mean 'start'?\n");
        assertThat(out.toString()).isEmpty();
        assertThat(reprise("backup", "crate", "--help")).isEqualTo(2);
        assertThat(err.toString()).contains("reprise backup has no command 'crate'.");
    }

    @Test
    void for_programs_what_is_wrong_with_a_command_line_is_one_object() {
        assertThat(reprise("list", "--json", "--filter=stauts = failed")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("{\"error\":\"This selection cannot be read.")
                .endsWith(",\"command\":\"reprise list\"}\n")
                .hasLineCount(1);
        err.getBuffer().setLength(0);
        assertThat(reprise("list", "--jsno", "--json")).isEqualTo(2);
        assertThat(err.toString()).startsWith("{\"error\":\"reprise list has no option '--jsno'.");
        err.getBuffer().setLength(0);
        assertThat(reprise("break", "--json")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("{\"error\":\"the disk is full\",\"command\":\"reprise break\"}\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_word_like_no_command_gets_no_guess() {
        assertThat(reprise("zzzzzz")).isEqualTo(2);
        assertThat(err.toString()).startsWith("reprise has no command 'zzzzzz'.\n");
    }

    @Test
    void an_unexpected_failure_is_one_message_without_a_stack_trace() {
        assertThat(reprise("break")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        """
                        reprise break failed: the disk is full
                        Add --stacktrace to see where in the code.
                        """);
    }

    @Test
    void the_stack_trace_is_shown_when_asked_for() {
        assertThat(reprise("break", "--stacktrace")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("reprise break failed: the disk is full\n")
                .contains("at dev.reprise.app");
    }

    @Test
    void an_error_is_explained_like_an_exception() {
        assertThat(reprise("--stacktrace", "shatter")).isEqualTo(1);
        assertThat(err.toString()).startsWith("reprise failed: an invariant does not hold\n");
    }

    @Test
    void bench_without_the_script_says_how_to_run_it() {
        assertThat(reprise("bench", "choice", "--quick")).isEqualTo(1);
        assertThat(err.toString()).contains("./reprise bench choice --quick");
    }

    private int reprise(String... arguments) {
        return Reprise.run(
                List.of(new Break(), new Shatter()),
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                arguments);
    }

    @Command(name = "break")
    static final class Break implements Runnable {
        @Option(names = "--json")
        @SuppressWarnings("UnusedVariable") // what is wrong is told in it
        private boolean json;

        @Override
        public void run() {
            throw new IllegalStateException("the disk is full");
        }
    }

    @Command(name = "shatter")
    static final class Shatter implements Runnable {
        @Override
        public void run() {
            throw new AssertionError("an invariant does not hold");
        }
    }
}
