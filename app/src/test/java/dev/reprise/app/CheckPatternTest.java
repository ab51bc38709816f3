package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckPatternTest {
    private static final String LOCKS =
            "par { lock a { lock b { task x } } lock b { lock a { task y } } }";

    private final Session session = new Session();

    @TempDir private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("some.pattern"), text);
    }

    @Test
    void what_is_sound_is_said_to_be() throws IOException {
        assertThat(session.run("check", file("seq { task draft effect legal }"))).isZero();
        assertThat(session.out()).isEqualTo("Sound: 3 states, 4 steps.\n");
    }

    @Test
    void what_can_go_wrong_is_shown_step_by_step() throws IOException {
        assertThat(session.run("check", file(LOCKS))).isEqualTo(1);
        assertThat(session.out())
                .startsWith("Unsound: deadlock. Nobody can go on,")
                .contains(
                        "Stuck: lock b /0/0, lock a /1/0.\nShortest trace:\n"
                                + "  lock a is taken /0\n  lock b is taken /1\nLet every join");
    }

    @Test
    void what_is_too_much_is_not_decided() throws IOException {
        var file = file("par { await { on x task a } await { on y task b } }");
        assertThat(session.run("check", file, "--states", "2")).isEqualTo(3);
        assertThat(session.out()).startsWith("Not decided within 2 states.");
        assertThat(session.run("check", file)).isZero();
    }

    @Test
    void instances_are_looked_at_up_to_k() throws IOException {
        var file = file("each count n { effect a }");
        assertThat(session.run("check", file, "--k", "3")).isZero();
        assertThat(session.out()).startsWith("Sound as far as k = 3 instances or calls: ");
    }

    @Test
    void programs_get_json() throws IOException {
        assertThat(session.run("check", file(LOCKS), "--json")).isEqualTo(1);
        assertThat(session.out())
                .startsWith("{\"verdict\":\"unsound\",\"flaw\":\"deadlock\",\"message\":\"Nobody")
                .contains("\"shortest\":true")
                .contains("\"trace\":[\"lock a is taken /0\",\"lock b is taken /1\"]");
        assertThat(session.run("check", file("each count n { task a }"), "--json")).isZero();
        assertThat(session.out()).startsWith("{\"verdict\":\"sound\",\"bounded\":true,\"steps\":");
        assertThat(session.run("check", file(LOCKS), "--json", "--states", "1")).isEqualTo(3);
        assertThat(session.out()).isEqualTo("{\"verdict\":\"undecided\",\"states\":1}\n");
    }

    @Test
    void what_is_no_pattern_or_leads_nowhere_is_refused() throws IOException {
        assertThat(session.run("check", file("seq {\n  tsk draft\n}"))).isEqualTo(2);
        assertThat(session.err()).contains("At line 2, column 3: expected a term or }, found tsk");
        assertThat(session.run("check", file("call nobody"))).isEqualTo(2);
        assertThat(session.err()).contains("some.pattern: ", "nobody");
        assertThat(session.run("check", folder.resolve("none"))).isEqualTo(2);
        assertThat(session.err()).startsWith("There is no file " + folder.resolve("none") + ".");
        assertThat(session.run("check", file(LOCKS), "--k", "0")).isEqualTo(2);
        assertThat(session.err()).startsWith("That cannot be looked at: k is 1 to 1000, not 0.");
    }

    @Test
    void help_shows_an_example() {
        assertThat(session.run("check", "--help")).isZero();
        assertThat(session.out()).contains("reprise check locks.pattern", "Exit codes:");
    }
}
