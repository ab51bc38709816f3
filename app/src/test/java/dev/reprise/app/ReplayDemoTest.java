package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.Scheduler;
import dev.reprise.flow.FlowReplay;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayDemoTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int demo(String... options) {
        var arguments = new String[options.length + 2];
        arguments[0] = "demo";
        arguments[1] = "replay";
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Reprise.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    @Test
    void it_finds_a_race_replays_it_and_shows_the_divergence_of_the_mended_code() {
        assertThat(demo()).isZero();

        assertThat(out.toString())
                .contains("overdraws the account", "takes 80, leaves -60")
                .contains("Replayed: the same steps in the same order.")
                .contains("it has no choice where the recording had one")
                .doesNotContain("did not notice")
                .doesNotContain("SOMETHING ELSE");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void it_replays_an_order_and_shows_the_field_that_changed_and_the_bit_that_was_turned() {
        assertThat(demo()).isZero();

        assertThat(out.toString())
                .contains("5 commands in 4 turns, all as recorded.")
                .contains("a command is changed: StartTimer 2, field duration.")
                .contains("in code OrderWorkflow.run(OrderWorkflow.java:")
                .containsPattern("\\* duration +PT48H +PT72H")
                .contains("This transcript cannot be read.");
    }

    @Test
    void what_it_keeps_can_be_read_and_replayed(@TempDir Path folder) throws IOException {
        assertThat(demo("--keep", folder.toString(), "--seed", "100")).isZero();

        ChoiceLog log;
        try (var in = Files.newInputStream(folder.resolve("account.choices"))) {
            log = ChoiceLog.readFrom(in);
        }
        try (var in = Files.newInputStream(folder.resolve("account.choices.json"))) {
            assertThat(ChoiceLog.readJson(in)).isEqualTo(log);
        }
        assertThat(Account.withdrawals(Scheduler.replay(log)).isOverdrawn()).isTrue();

        var transcript =
                Transcript.fromBytes(Files.readAllBytes(folder.resolve("order.transcript")));
        assertThat(Transcript.fromJson(Files.readString(folder.resolve("order.transcript.json"))))
                .isEqualTo(transcript);
        assertThat(FlowReplay.of(OrderWorkflow.type(OrderRun.APPROVAL_TIME), transcript))
                .isEqualTo(new Replay.Matched(4, 5, true));
    }

    @Test
    void a_folder_that_cannot_be_made_is_an_error_before_anything_is_shown(@TempDir Path folder)
            throws IOException {
        var file = Files.writeString(folder.resolve("file"), "in the way");

        assertThat(demo("--keep", file.resolve("under").toString())).isEqualTo(1);

        assertThat(err.toString())
                .contains("reprise demo replay failed: the folder ", "cannot be made");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void the_mended_account_is_never_overdrawn_and_the_other_one_sometimes_is() {
        int overdrawn = 0;
        for (long seed = 0; seed < 200; seed++) {
            assertThat(Account.mendedWithdrawals(Scheduler.random(seed)).balance()).isEqualTo(20);
            overdrawn += Account.withdrawals(Scheduler.random(seed)).isOverdrawn() ? 1 : 0;
        }
        assertThat(overdrawn).isBetween(20, 180);
    }

    @Test
    void an_order_that_nobody_approves_in_time_does_not_replay_as_one_that_was() {
        var verdict = FlowReplay.of(OrderWorkflow.type(Duration.ofHours(1)), OrderRun.transcript());

        assertThat(verdict).isInstanceOf(Replay.Differed.class);
    }
}
