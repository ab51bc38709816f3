package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.testing.CounterMachine;
import dev.reprise.testing.CounterMachine.Quirk;
import dev.reprise.testing.CounterStory;
import dev.reprise.testing.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final Transcript COUNTER = CounterStory.whole().told(new CounterMachine());
    private static final Activation NOTHING_HAPPENED =
            new Activation(Instant.EPOCH, 0, 0, false, List.of());

    // The sample machine

    @Test
    void a_machine_that_does_the_same_matches() {
        assertThat(Replay.of(new CounterMachine(), COUNTER.recording()))
                .isEqualTo(new Replay.Matched(6, 10, true));
    }

    @Test
    void a_skipped_timer_is_missing() {
        var missing = mismatch(Quirk.SKIPS_TIMER, Mismatch.Missing.class);
        assertThat(missing.recorded()).isInstanceOf(Command.StartTimer.class);
        assertThat(missing.place()).isEqualTo(new Mismatch.Place("counter-1", 0, 2, UnitId.ROOT));
        assertThat(missing.describe())
                .startsWith(
                        "Run counter-1 took a different path on replay: a recorded command is"
                                + " missing: StartTimer 3.")
                .contains("at turn 0, command 2, unit /")
                .contains("* duration  PT1M")
                .contains("Likely cause: the code no longer does this")
                .contains("What to do: let this run go on with the code that started it");
    }

    @Test
    void an_added_timer_is_extra() {
        var extra = mismatch(Quirk.ADDS_TIMER, Mismatch.Extra.class);
        assertThat(extra.attempted())
                .isEqualTo(new Command.StartTimer(4, UnitId.ROOT, Duration.ofHours(1)));
        assertThat(extra.place().command()).isEqualTo(3);
        assertThat(extra.describe()).contains("an extra command was attempted: StartTimer 4");
    }

    @Test
    void swapped_commands_are_reordered() {
        var reordered = mismatch(Quirk.SWAPS_COMMANDS, Mismatch.Reordered.class);
        assertThat(reordered.recorded()).isInstanceOf(Command.StartTimer.class);
        assertThat(reordered.attempted()).isInstanceOf(Command.ScheduleActivity.class);
        assertThat(reordered.describe())
                .contains("StartTimer 3 was recorded where ScheduleActivity 3 was attempted");
    }

    @Test
    void a_changed_input_is_changed_and_nothing_else_is_blamed() {
        var changed = mismatch(Quirk.CHANGES_INPUT, Mismatch.Changed.class);
        assertThat(changed.differences())
                .containsExactly(new FieldDifference("input[0]", "text \"0\"", "text \"changed\""));
    }

    @Test
    void both_sides_are_shown_field_by_field() {
        var changed = mismatch(Quirk.CHANGES_HEARTBEAT, Mismatch.Changed.class);
        assertThat(changed.describe())
                .isEqualTo(
                        """
                        Run counter-1 took a different path on replay: a command is changed: \
                        ScheduleActivity 4, field options.timeouts.heartbeat.
                          at turn 0, command 3, unit /
                                                            recorded          attempted
                          kind                              ScheduleActivity  ScheduleActivity
                          seq                               4                 4
                          unit                              /                 /
                          activityId                        activity-4        activity-4
                          type                              step-0            step-0
                          input                             1 item            1 item
                          input[0]                          text "0"          text "0"
                          options.taskQueue
                          options.timeouts.scheduleToClose  PT0S              PT0S
                          options.timeouts.scheduleToStart  PT0S              PT0S
                          options.timeouts.startToClose     PT10S             PT10S
                        * options.timeouts.heartbeat        PT2S              PT3S
                          options.retry.attemptsMax         0                 0
                          options.retry.delay               PT0S              PT0S
                          options.retry.backoff             0.0               0.0
                          options.retry.delayMax            PT0S              PT0S
                          options.retry.fatalTypes          0 items           0 items
                          options.cancellation              TRY               TRY
                          options.priority                  0                 0
                          options.fairnessKey
                        Likely cause: the options given in the code changed.
                        What to do: let this run go on with the code that started it, or guard the \
                        change with a patch so that old runs keep the old path. \
                        See docs/transcript.md#replay.""");
    }

    @Test
    void a_side_effect_that_is_not_recalled_is_changed() {
        var calls = new AtomicInteger();
        var transcript =
                CounterStory.whole()
                        .told(new CounterMachine(Quirk.NONE, () -> "call " + calls.get()));
        calls.incrementAndGet();
        assertThat(
                        Replay.of(
                                        new CounterMachine(Quirk.NONE, () -> "call " + calls.get()),
                                        transcript.recording())
                                .orThrow()
                                .turns())
                .isEqualTo(6);
        var forgetful = new CounterMachine(Quirk.FORGETS_SIDE_EFFECT, () -> "call " + calls.get());
        assertThat(Replay.of(forgetful, transcript.recording()))
                .isInstanceOfSatisfying(
                        Replay.Differed.class,
                        differed ->
                                assertThat(differed.mismatch().describe())
                                        .contains("RecordSideEffect 2, field value"));
    }

    @Test
    void other_choices_are_found() {
        var verdict = Replay.of(new CounterMachine(Quirk.FORGETS_CHOICES), COUNTER.recording());
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Replay.Differed.class,
                        differed ->
                                assertThat(differed.mismatch().describe())
                                        .contains("ScheduleActivity 6, field type"));
    }

    @Test
    void the_same_commands_by_other_choices_are_found() {
        var transcript =
                IntStream.range(0, 100)
                        .mapToObj(seed -> new Samples(seed).transcript(1))
                        .filter(it -> !it.turns().getFirst().decided().choices().isEmpty())
                        .findFirst()
                        .orElseThrow();
        var turn = transcript.turns().getFirst();
        Machine machine = _ -> Completion.Decided.of(turn.commands());
        assertThat(Replay.of(machine, transcript.recording()))
                .isInstanceOfSatisfying(
                        Replay.Differed.class,
                        differed -> {
                            assertThat(differed.mismatch())
                                    .isInstanceOf(Mismatch.ChoicesDiffer.class);
                            assertThat(differed.mismatch().describe())
                                    .contains("the commands are the same, the choices are not");
                        });
    }

    @Test
    void a_command_after_the_end_is_found() {
        var afterEnd = mismatch(Quirk.GOES_ON, Mismatch.AfterEnd.class);
        assertThat(afterEnd.place().turn()).isEqualTo(5);
        assertThat(afterEnd.describe()).contains("after the end of the run: StartTimer 11");
    }

    @Test
    void a_left_out_number_is_blamed_where_it_is_left_out() {
        var changed = mismatch(Quirk.SKIPS_SEQ, Mismatch.Changed.class);
        assertThat(changed.differences()).containsExactly(new FieldDifference("seq", "2", "3"));
    }

    @Test
    void a_machine_that_fails_is_reported_with_its_failure() {
        var failed = mismatch(Quirk.FAILS, Mismatch.ActivationFailed.class);
        assertThat(failed.place().turn()).isEqualTo(1);
        assertThat(failed.failure().kind()).isEqualTo(Failure.ActivationKind.VIOLATION);
        assertThat(failed.describe()).contains("this machine fails").contains("at turn 1\n");
    }

    @Test
    void a_machine_that_throws_is_reported_and_the_exception_is_kept() {
        var threw = mismatch(Quirk.THROWS, Mismatch.Threw.class);
        assertThat(threw.place().turn()).isEqualTo(1);
        assertThat(threw.cause()).hasMessage("this machine throws");
        assertThat(threw.failure().kind()).isEqualTo(Failure.ActivationKind.INTERNAL);
        assertThatThrownBy(
                        () ->
                                Replay.of(new CounterMachine(Quirk.THROWS), COUNTER.recording())
                                        .orThrow())
                .isInstanceOf(Nondeterminism.class)
                .hasMessageContaining("the machine threw java.lang.IllegalStateException")
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("this machine throws");
    }

    private static <M extends Mismatch> M mismatch(Quirk quirk, Class<M> kind) {
        var verdict = Replay.of(new CounterMachine(quirk), COUNTER.recording());
        assertThat(verdict).isInstanceOf(Replay.Differed.class);
        var mismatch = ((Replay.Differed) verdict).mismatch();
        assertThat(mismatch).isInstanceOf(kind);
        return kind.cast(mismatch);
    }

    // What a recording and a machine can do to each other

    @Test
    void the_verdict_is_a_value_and_can_be_thrown() {
        var differed = Replay.of(new CounterMachine(Quirk.ADDS_TIMER), COUNTER.recording());
        assertThatThrownBy(differed::orThrow)
                .isInstanceOfSatisfying(
                        Nondeterminism.class,
                        thrown -> assertThat(thrown.mismatch()).isInstanceOf(Mismatch.Extra.class));
        assertThat(mismatch(Quirk.ADDS_TIMER, Mismatch.Extra.class).failure().kind())
                .isEqualTo(Failure.ActivationKind.NONDETERMINISM);
    }

    @Test
    void a_recording_that_goes_on_after_the_end_is_left_over() {
        var end = turn(List.of(new Command.CompleteRun(1, UnitId.ROOT, Payload.NONE)));
        var more = turn(List.of());
        var activations = new AtomicInteger();
        Machine machine =
                _ -> {
                    activations.incrementAndGet();
                    return end.decided();
                };
        assertThat(Replay.of(machine, recording(end, more)))
                .isInstanceOfSatisfying(
                        Replay.Differed.class,
                        differed -> {
                            assertThat(differed.mismatch()).isInstanceOf(Mismatch.LeftOver.class);
                            assertThat(differed.mismatch().place().turn()).isEqualTo(1);
                            assertThat(differed.mismatch().describe())
                                    .startsWith("A run took a different path");
                        });
        assertThat(activations).hasValue(1);
    }

    @Test
    void each_turn_is_used_once_and_none_is_asked_for_too_early() {
        var handedOut = new AtomicInteger();
        var carriedOut = new AtomicInteger();
        Iterator<Turn> rest = COUNTER.turns().iterator();
        Recording recording =
                () -> {
                    assertThat(handedOut.get()).isEqualTo(carriedOut.get());
                    if (!rest.hasNext()) {
                        return Optional.empty();
                    }
                    handedOut.incrementAndGet();
                    return Optional.of(Recording.Expected.exactly(rest.next()));
                };
        var counter = new CounterMachine();
        Machine machine =
                activation -> {
                    carriedOut.incrementAndGet();
                    return counter.activate(activation);
                };
        assertThat(Replay.of(machine, recording).orThrow().turns()).isEqualTo(6);
        assertThat(handedOut).hasValue(6);
        assertThat(carriedOut).hasValue(6);
    }

    @Test
    void after_a_mismatch_a_replay_does_not_go_on() {
        var replay = new Replay(new CounterMachine(Quirk.SKIPS_TIMER));
        var first = Recording.Expected.exactly(COUNTER.turns().getFirst());
        assertThat(replay.turn(first)).isPresent();
        assertThatIllegalStateException().isThrownBy(() -> replay.turn(first));
        assertThatIllegalStateException().isThrownBy(replay::matched);
    }

    @Test
    void what_a_machine_answers_is_not_compared() {
        var turn = turn(List.of());
        Machine talkative =
                _ ->
                        new Completion.Decided(
                                List.of(),
                                ChoiceLog.EMPTY,
                                List.of(
                                        new Answer.UpdateRejected(
                                                "u", new Failure.Terminated("no"))));
        assertThat(Replay.of(talkative, recording(turn)))
                .isEqualTo(new Replay.Matched(1, 0, false));
    }

    // Unknown fields

    @Test
    void unknown_fields_are_not_compared() {
        var recorded = activity(1, UnitId.ROOT, Duration.ofSeconds(1), "a");
        var attempted = activity(1, UnitId.parse("/p0"), Duration.ofSeconds(2), "a");
        var expected =
                new Recording.Expected(
                        turn(List.of(recorded)),
                        List.of(
                                new Recording.Unknown(0, "unit"),
                                new Recording.Unknown(0, "options.timeouts")));
        assertThat(replayed(expected, attempted)).isEmpty();
        var other = activity(1, UnitId.parse("/p0"), Duration.ofSeconds(2), "b");
        assertThat(replayed(expected, other))
                .get()
                .isInstanceOfSatisfying(
                        Mismatch.Changed.class,
                        changed -> {
                            assertThat(changed.differences())
                                    .extracting(FieldDifference::path)
                                    .containsExactly("input[0]");
                            assertThat(changed.describe())
                                    .containsPattern("  unit +\\(unknown\\) +/p0");
                        });
    }

    @Test
    void unknown_fields_do_not_hide_which_command_is_missing() {
        var first = activity(1, UnitId.ROOT, Duration.ZERO, "a");
        var second = activity(2, UnitId.ROOT, Duration.ZERO, "b");
        var expected =
                new Recording.Expected(
                        turn(List.of(first, second)),
                        List.of(
                                new Recording.Unknown(0, "unit"),
                                new Recording.Unknown(1, "unit")));
        assertThat(replayed(expected, activity(1, UnitId.parse("/p0"), Duration.ZERO, "b")))
                .get()
                .isInstanceOfSatisfying(
                        Mismatch.Missing.class,
                        missing -> assertThat(missing.recorded()).isEqualTo(first));
    }

    @Test
    void a_path_that_is_no_field_is_refused_with_those_that_are() {
        var turn = turn(List.of(activity(1, UnitId.ROOT, Duration.ZERO, "a")));
        for (String path : List.of("uni", "options.timeouts.heart", "input[1]", "", "units")) {
            assertThatIllegalArgumentException()
                    .as(path)
                    .isThrownBy(
                            () ->
                                    new Recording.Expected(
                                            turn, List.of(new Recording.Unknown(0, path))))
                    .withMessageContaining("ScheduleActivity has no field " + path)
                    .withMessageContaining("options.timeouts.heartbeat");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new Recording.Expected(
                                        turn, List.of(new Recording.Unknown(1, "unit"))))
                .withMessageContaining("there is no command 1 among 1");
    }

    // Which command is to blame

    @Property(tries = 100)
    void a_command_left_out_is_missing(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 5) int index) {
        var recorded = distinct(seed);
        var attempted = new ArrayList<>(recorded);
        attempted.remove(index);
        assertThat(compared(recorded, renumbered(attempted)))
                .isInstanceOfSatisfying(
                        Mismatch.Missing.class,
                        missing -> {
                            assertThat(missing.recorded()).isEqualTo(recorded.get(index));
                            assertThat(missing.place().command()).isEqualTo(index);
                            assertThat(missing.place().unit())
                                    .isEqualTo(recorded.get(index).unit());
                            assertThat(missing.describe()).contains("is missing");
                        });
    }

    @Property(tries = 100)
    void a_command_put_in_is_extra(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 5) int index) {
        var attempted = distinct(seed);
        var recorded = new ArrayList<>(attempted);
        recorded.remove(index);
        assertThat(compared(renumbered(recorded), attempted))
                .isInstanceOfSatisfying(
                        Mismatch.Extra.class,
                        extra -> {
                            assertThat(extra.attempted()).isEqualTo(attempted.get(index));
                            assertThat(extra.place().command()).isEqualTo(index);
                            assertThat(extra.describe()).contains("an extra command");
                        });
    }

    @Property(tries = 100)
    void two_commands_that_change_places_are_reordered(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 5) int one,
            @ForAll @IntRange(min = 0, max = 4) int step) {
        int other = (one + 1 + step) % 6;
        var recorded = distinct(seed);
        var attempted = new ArrayList<>(recorded);
        Collections.swap(attempted, one, other);
        assertThat(compared(recorded, renumbered(attempted)))
                .isInstanceOfSatisfying(
                        Mismatch.Reordered.class,
                        reordered -> {
                            assertThat(reordered.place().command()).isEqualTo(Math.min(one, other));
                            assertThat(reordered.describe()).contains("commands are reordered");
                        });
    }

    @Test
    void names_made_of_numbers_shift_with_them() {
        var recorded =
                List.<Command>of(
                        activity(1, UnitId.ROOT, Duration.ZERO, "a"),
                        activity(2, UnitId.ROOT, Duration.ZERO, "b"),
                        activity(3, UnitId.ROOT, Duration.ZERO, "c"));
        var attempted =
                List.<Command>of(
                        activity(1, UnitId.ROOT, Duration.ZERO, "b"),
                        activity(2, UnitId.ROOT, Duration.ZERO, "c"));
        assertThat(compared(recorded, attempted))
                .isInstanceOfSatisfying(
                        Mismatch.Missing.class,
                        missing -> assertThat(missing.recorded()).isEqualTo(recorded.getFirst()));
    }

    @Test
    void one_of_equal_commands_left_out_is_missing_not_reordered() {
        var x = new Command.StartTimer(1, UnitId.ROOT, Duration.ofSeconds(1));
        var y = new Command.StartTimer(2, UnitId.ROOT, Duration.ofSeconds(2));
        var z = new Command.StartTimer(3, UnitId.ROOT, Duration.ofSeconds(1));
        assertThat(compared(List.of(x, y, z), renumbered(List.of(y, z))))
                .isInstanceOf(Mismatch.Missing.class);
    }

    @Test
    void another_kind_in_the_same_place_is_a_change_of_kind() {
        var timer = new Command.StartTimer(1, UnitId.ROOT, Duration.ZERO);
        var patch = new Command.MarkPatch(1, UnitId.ROOT, "p", false);
        assertThat(compared(List.of(timer), List.of(patch)))
                .isInstanceOfSatisfying(
                        Mismatch.Changed.class,
                        changed ->
                                assertThat(changed.differences())
                                        .contains(
                                                new FieldDifference(
                                                        "kind", "StartTimer", "MarkPatch")));
    }

    @Test
    void a_command_missing_before_a_changed_one_is_missing() {
        var timer = new Command.StartTimer(1, UnitId.ROOT, Duration.ZERO);
        assertThat(
                        compared(
                                List.of(timer, activity(2, UnitId.ROOT, Duration.ZERO, "a")),
                                List.of(activity(1, UnitId.ROOT, Duration.ZERO, "b"))))
                .isInstanceOf(Mismatch.Missing.class);
        assertThat(
                        compared(
                                List.of(activity(1, UnitId.ROOT, Duration.ZERO, "b")),
                                List.of(timer, activity(2, UnitId.ROOT, Duration.ZERO, "a"))))
                .isInstanceOf(Mismatch.Extra.class);
    }

    @Test
    void long_payloads_are_shown_where_they_differ() {
        var one = Payload.text("x".repeat(500) + "left");
        var other = Payload.text("x".repeat(500) + "right");
        var mismatch =
                compared(
                        List.of(new Command.CompleteRun(1, UnitId.ROOT, one)),
                        List.of(new Command.CompleteRun(1, UnitId.ROOT, other)));
        assertThat(mismatch.describe())
                .contains("from byte 500: text \"left\"")
                .contains("from byte 500: text \"right\"");
    }

    @Test
    void a_difference_far_ahead_of_a_long_turn_is_found_in_bounded_time() {
        var recorded = new ArrayList<Command>();
        for (int i = 1; i <= 10_000; i++) {
            recorded.add(new Command.StartTimer(i, UnitId.ROOT, Duration.ofSeconds(i)));
        }
        var attempted = new ArrayList<>(recorded);
        attempted.remove(5_000);
        assertThat(compared(recorded, renumbered(attempted)))
                .isInstanceOfSatisfying(
                        Mismatch.Missing.class,
                        missing -> assertThat(missing.place().command()).isEqualTo(5_000));
    }

    private static Mismatch compared(List<Command> recorded, List<Command> attempted) {
        var mismatch =
                new Replay(_ -> Completion.Decided.of(attempted))
                        .turn(Recording.Expected.exactly(turn(recorded)));
        assertThat(mismatch).isPresent();
        return mismatch.orElseThrow();
    }

    private static Optional<Mismatch> replayed(Recording.Expected expected, Command... attempted) {
        return new Replay(_ -> Completion.Decided.of(List.of(attempted))).turn(expected);
    }

    private static Command activity(long seq, UnitId unit, Duration heartbeat, String input) {
        return new Command.ScheduleActivity(
                seq,
                unit,
                "activity-" + seq,
                "charge",
                List.of(Payload.text(input)),
                ActivityOptions.UNSAID.timeouts(
                        ActivityOptions.Timeouts.NONE.heartbeat(heartbeat)));
    }

    /** Six random commands, no two alike, numbered from 10. */
    private static List<Command> distinct(long seed) {
        var samples = new Samples(seed);
        var commands = new ArrayList<Command>();
        while (commands.size() < 6) {
            Command next = samples.commands(10 + commands.size(), 1).getFirst();
            if (commands.stream()
                    .noneMatch(
                            c -> Samples.renumbered(c, 10).equals(Samples.renumbered(next, 10)))) {
                commands.add(next);
            }
        }
        return commands;
    }

    private static List<Command> renumbered(List<? extends Command> commands) {
        long first = commands.stream().mapToLong(Command::seq).min().orElse(1);
        first = first > 1 ? 10 : 1;
        var all = new ArrayList<Command>();
        for (Command command : commands) {
            all.add(Samples.renumbered(command, first + all.size()));
        }
        return all;
    }

    private static Turn turn(List<? extends Command> commands) {
        return new Turn(NOTHING_HAPPENED, Completion.Decided.of(List.copyOf(commands)));
    }

    private static Recording recording(Turn... turns) {
        Iterator<Turn> rest = List.of(turns).iterator();
        return () ->
                rest.hasNext()
                        ? Optional.of(Recording.Expected.exactly(rest.next()))
                        : Optional.empty();
    }
}
