package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.UnitId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person is told of each kind of difference. */
final class MismatchTextTest {
    private static final Mismatch.Place PLACE = new Mismatch.Place("r", 3, 1, UnitId.ROOT);
    private static final Command MINUTE =
            new Command.StartTimer(2, UnitId.ROOT, Duration.ofMinutes(1));
    private static final Command HOUR = new Command.StartTimer(2, UnitId.ROOT, Duration.ofHours(1));

    @Test
    void what_is_missing_and_what_is_extra_show_one_side() {
        assertThat(new Mismatch.Missing(PLACE, MINUTE).describe())
                .isEqualTo(
                        """
                        Run r took a different path on replay: a recorded command is missing: StartTimer 2.
                          at turn 3, command 1, unit /
                                    recorded    attempted
                        * kind      StartTimer  -
                        * seq       2           -
                        * unit      /           -
                        * duration  PT1M        -
                        Likely cause: the code no longer does this, or a condition before it came out otherwise (a clock, a random number, a map order read outside the machine).
                        What to do: let this run go on with the code that started it, or guard the change with a patch so that old runs keep the old path. See docs/transcript.md#replay.""");
        assertThat(new Mismatch.Extra(PLACE, MINUTE).describe())
                .contains("an extra command was attempted: StartTimer 2.")
                .contains("\n* duration  -         PT1M\n")
                .contains("Likely cause: the code does something new at this point");
    }

    @Test
    void where_nobody_knows_the_run_and_somebody_knows_the_line_that_is_said() {
        var place =
                new Mismatch.Place("", 0, 0, UnitId.ROOT).with("A.run(A.java:7)", "a map order.");
        assertThat(new Mismatch.Extra(place, MINUTE).describe())
                .startsWith("A run took a different path")
                .contains("\n  at turn 0, command 0, unit /\n  in code A.run(A.java:7)\n")
                .contains("\nLikely cause: a map order.\nWhat to do: ");
    }

    @Test
    void of_two_commands_the_fields_that_differ_are_marked_and_unknown_ones_are_not() {
        var differences = FieldTable.differences(MINUTE, HOUR, List.of());
        assertThat(new Mismatch.Changed(PLACE, MINUTE, HOUR, differences, List.of()).describe())
                .contains("a command is changed: StartTimer 2, field duration.")
                .contains("\n* duration  PT1M        PT1H\n")
                .contains("\n  seq       2           2\n")
                .contains("Likely cause: the code changed, or the value comes from outside");
        assertThat(
                        new Mismatch.Changed(PLACE, MINUTE, HOUR, differences, List.of("seq"))
                                .describe())
                .contains("\n  seq       (unknown)   2\n");
        assertThat(new Mismatch.Reordered(PLACE, MINUTE, HOUR).describe())
                .contains("StartTimer 2 was recorded where StartTimer 2 was attempted.")
                .contains("\n* duration  PT1M        PT1H\n")
                .contains("Likely cause: steps of the code changed places");
    }

    @Test
    void options_are_blamed_only_where_nothing_else_differs() {
        var options = new FieldDifference("options.taskQueue", "a", "b");
        var input = new FieldDifference("input", "a", "b");
        assertThat(
                        new Mismatch.Changed(PLACE, MINUTE, HOUR, List.of(options), List.of())
                                .describe())
                .contains("Likely cause: the options given in the code changed.");
        assertThat(
                        new Mismatch.Changed(
                                        PLACE, MINUTE, HOUR, List.of(options, input), List.of())
                                .describe())
                .contains("Likely cause: the code changed, or");
    }

    @Test
    void what_is_no_command_has_no_place_in_its_turn() {
        var turn =
                new Turn(
                        new Activation(Instant.EPOCH, 0, 0, false, List.of(new Job.TimerFired(1))),
                        Completion.Decided.NOTHING);
        assertThat(new Mismatch.LeftOver(PLACE, turn).describe())
                .isEqualTo(
                        """
                        Run r took a different path on replay: it has ended, but the recording goes on.
                          at turn 3
                          recorded   1 jobs, 0 commands
                          attempted  nothing: the run has ended
                        Likely cause: the recording is not one of this run, or was put together wrongly.
                        What to do: check where the recording comes from. See docs/transcript.md#replay.""");
        var stuck = new Failure.Activation(Failure.ActivationKind.UNKNOWN_TYPE, "one\ntwo");
        assertThat(new Mismatch.ActivationFailed(PLACE, stuck).describe())
                .contains("the machine could not carry out the activation.\n  at turn 3\n  ")
                .contains("one\n    two\nLikely cause: see the failure above.\n")
                .contains("What to do: register the code that fits this run");
        assertThat(new Mismatch.Threw(PLACE, new IllegalStateException("broken")).describe())
                .contains("the machine threw java.lang.IllegalStateException.\n  at turn 3\n")
                .contains("\n  java.lang.IllegalStateException: broken\n")
                .contains("What to do: look at the exception; replay needs a fresh machine.");
    }

    @Test
    void after_the_end_the_machine_is_blamed() {
        assertThat(new Mismatch.AfterEnd(PLACE, MINUTE).describe())
                .contains("a command was attempted after the end of the run: StartTimer 2.")
                .contains("\n* duration  -         PT1M\n")
                .contains("Likely cause: the machine is wrong: nothing may follow the end.")
                .contains("What to do: report the machine, with this text.");
    }

    // ---- Cells ----

    private static String shownOf(String activityId) {
        var command =
                new Command.ScheduleActivity(
                        1, UnitId.ROOT, activityId, "type", List.of(), ActivityOptions.UNSAID);
        return new Mismatch.Missing(PLACE, command)
                .describe()
                .lines()
                .filter(it -> it.startsWith("* activityId"))
                .findFirst()
                .orElseThrow()
                .replaceAll(" +-$", "")
                .replaceAll("^\\* activityId +", "");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 47, 48, 49, 60, 200})
    void a_text_that_fits_is_shown_whole_and_a_longer_one_in_part(int length) {
        String text = "0123456789".repeat(20).substring(0, length);
        assertThat(shownOf(text)).isEqualTo(length <= 48 ? text : text.substring(0, 48) + "…");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 11, 12, 13, 50, 63, 64, 65, 99})
    void of_two_long_texts_the_part_that_differs_is_shown(int at) {
        String one = "0123456789".repeat(10);
        String other = one.substring(0, at) + "#" + one.substring(at + 1);
        var recorded =
                new Command.ScheduleActivity(
                        1, UnitId.ROOT, one, "type", List.of(), ActivityOptions.UNSAID);
        var attempted =
                new Command.ScheduleActivity(
                        1, UnitId.ROOT, other, "type", List.of(), ActivityOptions.UNSAID);
        var differences = FieldTable.differences(recorded, attempted, List.of());
        int from = Math.max(0, Math.min(at - 12, 52));
        String shown =
                (from > 0 ? "…" : "") + other.substring(from, from + 48) + (from < 52 ? "…" : "");
        assertThat(
                        new Mismatch.Changed(PLACE, recorded, attempted, differences, List.of())
                                .describe())
                .contains("  " + shown + "\n");
        assertThat(shown).contains("#");
    }
}
