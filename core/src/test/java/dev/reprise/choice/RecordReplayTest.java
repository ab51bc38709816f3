package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.choice.Difference.What;
import dev.reprise.testing.ChoiceProgram;
import dev.reprise.testing.ChoiceProgram.Decision;
import dev.reprise.testing.ChoiceProgram.Twist;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** A recorded execution can be had again, and any other execution is told apart from it. */
class RecordReplayTest {
    enum Policy {
        DETERMINISTIC,
        RANDOM,
        FAIR,
        PRIORITY;

        Scheduler scheduler(long seed) {
            return switch (this) {
                case DETERMINISTIC -> Scheduler.deterministic();
                case RANDOM -> Scheduler.random(seed);
                case FAIR -> Scheduler.fair();
                case PRIORITY -> Scheduler.priority(Logs::classOf);
            };
        }
    }

    @Provide
    Arbitrary<ChoiceProgram> programs() {
        return Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.integers().between(0, 150),
                        Arbitraries.of(1, 10, 100, 3000))
                .as(ChoiceProgram::of);
    }

    @Property(tries = 300)
    void a_recording_replays_to_the_same_trace_and_the_same_bytes(
            @ForAll("programs") ChoiceProgram program, @ForAll Policy policy) {
        var recording = policy.scheduler(program.seed()).recorded();
        var recorded = program.run(recording);
        var log = recording.log();

        var replay = Scheduler.replay(log);
        var again = replay.recorded();
        assertThat(program.run(again)).isEqualTo(recorded);
        replay.finish();
        assertThat(replay.position()).isEqualTo(recorded.size());
        assertThat(replay.remaining()).isZero();
        assertThat(again.log()).isEqualTo(log);
        assertThat(again.log().toBytes()).isEqualTo(log.toBytes());
    }

    @Property(tries = 150)
    void a_recording_holds_every_choice_in_order_and_counts_every_decision(
            @ForAll("programs") ChoiceProgram program) {
        var recording = Scheduler.random(program.seed()).recorded();
        var trace = program.run(recording);
        var expected = new ArrayList<ChoiceLog.Entry>();
        for (int step = 0; step < trace.size(); step++) {
            var decision = trace.get(step);
            if (decision.isChoice()) {
                expected.add(
                        new ChoiceLog.Entry(
                                step, decision.enabled(), decision.chosen().orElseThrow()));
            }
        }
        assertThat(recording.log().entries()).isEqualTo(expected);
        assertThat(recording.log().size()).isEqualTo(expected.size());
        assertThat(recording.log().steps()).isEqualTo(trace.size());
        assertThat(recording.position()).isEqualTo(trace.size());
    }

    @Property(tries = 100)
    void a_log_read_back_from_bytes_replays_too(@ForAll("programs") ChoiceProgram program) {
        var recording = Scheduler.random(program.seed()).recorded();
        var recorded = program.run(recording);
        var replay = Scheduler.replay(ChoiceLog.fromBytes(recording.log().toBytes()));
        assertThat(program.run(replay)).isEqualTo(recorded);
        replay.finish();
    }

    @Property(tries = 100)
    void a_lenient_replay_of_the_same_program_sees_no_difference(
            @ForAll("programs") ChoiceProgram program) {
        var recording = Scheduler.random(program.seed()).recorded();
        var recorded = program.run(recording);
        var replay = Scheduler.replayLenient(recording.log());
        assertThat(program.run(replay)).isEqualTo(recorded);
        replay.finish();
        assertThat(replay.differences()).isEmpty();
        assertThat(replay.differencesCount()).isZero();
    }

    @Provide
    Arbitrary<Twist> twists() {
        var steps = Arbitraries.integers().between(0, 59);
        return Arbitraries.oneOf(
                steps.map(Twist.Extra::new),
                Combinators.combine(steps, Arbitraries.integers().between(0, 100))
                        .as(Twist.Missing::new),
                steps.map(Twist.Renamed::new),
                steps.map(Twist.Single::new),
                steps.map(Twist.Stops::new),
                Arbitraries.of(1, 2, 5).map(Twist.RunsOn::new));
    }

    /** What a difference should say, found by comparing the traces themselves. */
    private record Expected(What what, int step, Set<Key> missing, Set<Key> extra) {}

    @Property(tries = 600)
    void every_change_of_the_program_is_detected_where_it_happens(
            @ForAll long seed, @ForAll("twists") Twist twist) {
        var program = ChoiceProgram.of(seed, 60, 30);
        var recording = Scheduler.random(seed).recorded();
        var recorded = program.run(recording);

        var shown = new ArrayList<Decision>();
        var replay = Scheduler.replay(recording.log());
        Optional<Divergence> divergence = Optional.empty();
        try {
            program.with(twist).run(replay, shown);
            replay.finish();
        } catch (Divergence e) {
            divergence = Optional.of(e);
        }

        var expected = compare(recorded, shown);
        assertThat(divergence.isPresent()).isEqualTo(expected.isPresent());
        if (divergence.isPresent()) {
            var difference = divergence.get().difference();
            assertThat(difference.what()).isEqualTo(expected.get().what());
            assertThat(difference.step()).isEqualTo(expected.get().step());
            if (difference.what() == What.SET || difference.what() == What.NO_CHOICE_NOW) {
                assertThat(Set.copyOf(difference.missing())).isEqualTo(expected.get().missing());
                assertThat(Set.copyOf(difference.extra())).isEqualTo(expected.get().extra());
                assertThat(difference.recorded())
                        .isEqualTo(recorded.get((int) difference.step()).enabled());
            }
            assertThat(divergence.get()).hasMessageContaining("at step    " + difference.step());
            assertThat(divergence.get()).hasMessageContaining("Likely cause: ");
        } else {
            // Single decisions are not compared by name, so a renamed or replaced one may pass.
            assertThat(twist).isInstanceOfAny(Twist.Renamed.class, Twist.Missing.class);
            assertThat(shown).hasSameSizeAs(recorded);
        }
    }

    private static Optional<Expected> compare(List<Decision> recorded, List<Decision> shown) {
        for (int step = 0; step < shown.size(); step++) {
            var now = shown.get(step);
            if (step >= recorded.size()) {
                if (now.isChoice()) {
                    return Optional.of(new Expected(What.EXHAUSTED, step, Set.of(), Set.of()));
                }
                continue;
            }
            var then = recorded.get(step);
            boolean bothSingle = !then.isChoice() && !now.isChoice();
            if (!bothSingle && !then.enabled().equals(now.enabled())) {
                var what = What.SET;
                if (!now.isChoice()) {
                    what = What.NO_CHOICE_NOW;
                } else if (!then.isChoice()) {
                    what = What.NO_CHOICE_RECORDED;
                }
                return Optional.of(
                        new Expected(
                                what,
                                step,
                                less(then.enabled(), now.enabled()),
                                less(now.enabled(), then.enabled())));
            }
        }
        boolean left = recorded.stream().skip(shown.size()).anyMatch(Decision::isChoice);
        if (left || shown.size() != recorded.size()) {
            var what = left ? What.LEFT_OVER : What.STEPS;
            return Optional.of(new Expected(what, shown.size(), Set.of(), Set.of()));
        }
        return Optional.empty();
    }

    private static Set<Key> less(List<Key> all, List<Key> without) {
        var rest = new HashSet<>(all);
        without.forEach(rest::remove);
        return rest;
    }

    private static final Kind TOKEN = new Kind(1, "token");
    private static final Kind JOB = new Kind(1, "job");

    private static Enabled tokens(long... numbers) {
        return of(TOKEN, numbers);
    }

    private static Enabled of(Kind kind, long... numbers) {
        var actions = new ArrayList<Action>();
        for (long number : numbers) {
            actions.add(Action.of(kind.key(number)));
        }
        return Enabled.of(actions);
    }

    /** A recording of three decisions: a choice of two, a single one, a choice of three. */
    private static ChoiceLog shortRecording() {
        var recording = Scheduler.deterministic().recorded();
        recording.choose(tokens(1, 2));
        recording.choose(tokens(2));
        recording.choose(tokens(2, 3, 4));
        return recording.log();
    }

    private static void assertDiverges(Runnable execution, String message) {
        assertThatExceptionOfType(Divergence.class)
                .isThrownBy(execution::run)
                .satisfies(e -> assertThat(e.getMessage()).isEqualTo(message.stripTrailing()));
    }

    @Test
    void an_extra_action_is_shown() {
        var replay = Scheduler.replay(shortRecording());
        replay.choose(tokens(1, 2));
        replay.choose(tokens(2));
        assertDiverges(
                () -> replay.choose(tokens(2, 3, 4, 77)),
                """
                The execution differs from its recording: another set of actions is enabled.
                  at step    2
                  entry      1
                  recorded   {token#2, token#3, token#4}
                  actual     {token#2, token#3, token#4, token#77}
                  missing    {}
                  extra      {token#77}
                Likely cause: something is ready that was not in the recording: the code starts more, or starts it earlier.
                See docs/choice-log.md#divergence.
                """);
        assertThat(replay.position()).isEqualTo(2);
    }

    @Test
    void a_missing_action_is_shown() {
        var replay = Scheduler.replay(shortRecording());
        replay.choose(tokens(1, 2));
        replay.choose(tokens(2));
        assertDiverges(
                () -> replay.choose(tokens(2, 3)),
                """
                The execution differs from its recording: another set of actions is enabled.
                  at step    2
                  entry      1
                  recorded   {token#2, token#3, token#4}
                  actual     {token#2, token#3}
                  missing    {token#4}
                  extra      {}
                Likely cause: something that was ready in the recording is late or gone: the code changed, or it waits for a clock, a thread or another source outside of its inputs.
                See docs/choice-log.md#divergence.
                """);
    }

    @Test
    void a_renamed_kind_is_called_by_both_names() {
        var replay = Scheduler.replay(shortRecording());
        assertDiverges(
                () -> replay.choose(of(JOB, 1, 2)),
                """
                The execution differs from its recording: another set of actions is enabled.
                  at step    0
                  entry      0
                  recorded   {token#1, token#2}
                  actual     {job#1, job#2}
                  missing    {token#1, token#2}
                  extra      {job#1, job#2}
                Likely cause: the kind "token" is now called "job".
                See docs/choice-log.md#divergence.
                """);
    }

    @Test
    void a_choice_that_became_a_single_action_is_shown() {
        var replay = Scheduler.replay(shortRecording());
        assertDiverges(
                () -> replay.choose(tokens(1)),
                """
                The execution differs from its recording: it has no choice where the recording had one.
                  at step    0
                  entry      0
                  recorded   {token#1, token#2}
                  actual     {token#1}
                  missing    {token#2}
                  extra      {}
                Likely cause: something that was ready in the recording is late or gone: the code changed, or it waits for a clock, a thread or another source outside of its inputs.
                See docs/choice-log.md#divergence.
                """);
    }

    @Test
    void a_single_action_that_became_a_choice_is_shown() {
        var replay = Scheduler.replay(shortRecording());
        replay.choose(tokens(1, 2));
        assertDiverges(
                () -> replay.choose(tokens(2, 9)),
                """
                The execution differs from its recording: it has a choice where the recording had none.
                  at step    1
                  entry      1
                  recorded   no choice
                  actual     {token#2, token#9}
                Likely cause: something is ready that was not in the recording: the code starts more, or starts it earlier.
                See docs/choice-log.md#divergence.
                """);
    }

    @Test
    void a_choice_among_the_last_single_actions_is_not_taken_for_exhaustion() {
        var recording = Scheduler.deterministic().recorded();
        recording.choose(tokens(1, 2));
        recording.choose(tokens(2));
        var replay = Scheduler.replay(recording.log());
        replay.choose(tokens(1, 2));
        assertThatExceptionOfType(Divergence.class)
                .isThrownBy(() -> replay.choose(tokens(2, 3)))
                .satisfies(
                        e -> assertThat(e.difference().what()).isEqualTo(What.NO_CHOICE_RECORDED));
    }

    @Test
    void an_exhausted_recording_says_so() {
        var replay = Scheduler.replay(shortRecording());
        replay.choose(tokens(1, 2));
        replay.choose(tokens(2));
        replay.choose(tokens(2, 3, 4));
        assertDiverges(
                () -> replay.choose(tokens(3, 4)),
                """
                The execution goes on where its recording has ended.
                  at step    3
                  entry      2
                  recorded   no choice
                  actual     {token#3, token#4}
                Likely cause: the recording was cut off or belongs to a shorter execution; or the code now does more than it did.
                See docs/choice-log.md#divergence.
                """);
    }

    @Test
    void entries_left_over_are_reported() {
        var replay = Scheduler.replay(shortRecording());
        replay.choose(tokens(1, 2));
        assertThat(replay.remaining()).isEqualTo(1);
        assertDiverges(
                replay::finish,
                """
                The execution has ended, but its recording goes on.
                  at step    1
                  entry      1
                  recorded   {token#2, token#3, token#4}
                  actual     nothing
                Likely cause: the execution stopped early, or the code now does less than it did.
                See docs/choice-log.md#divergence.
                """);
    }

    @Test
    void another_number_of_steps_is_reported() {
        var recording = Scheduler.deterministic().recorded();
        recording.choose(tokens(1, 2));
        recording.choose(tokens(2));
        var shorter = Scheduler.replay(recording.log());
        shorter.choose(tokens(1, 2));
        assertDiverges(
                shorter::finish,
                """
                The execution has ended after another number of steps than its recording.
                  at step    1
                  entry      1
                  recorded   no choice
                  actual     nothing
                Likely cause: the execution stopped early, or the code now does less than it did.
                See docs/choice-log.md#divergence.
                """);
        var longer = Scheduler.replay(recording.log());
        longer.choose(tokens(1, 2));
        longer.choose(tokens(2));
        longer.choose(tokens(2));
        assertThatExceptionOfType(Divergence.class)
                .isThrownBy(longer::finish)
                .satisfies(e -> assertThat(e.difference().what()).isEqualTo(What.STEPS));
    }

    @Test
    void a_divergence_is_the_same_when_asked_again() {
        var replay = Scheduler.replay(shortRecording());
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(Divergence.class)
                    .isThrownBy(() -> replay.choose(tokens(1, 3)))
                    .satisfies(e -> assertThat(e.difference().step()).isZero());
        }
        assertThat(replay.choose(tokens(1, 2)).key()).isEqualTo(TOKEN.key(1));
    }

    @Test
    void sets_with_many_differences_show_their_beginning() {
        var recording = Scheduler.deterministic().recorded();
        recording.choose(tokens(java.util.stream.LongStream.range(0, 100).toArray()));
        var replay = Scheduler.replay(recording.log());
        assertThatExceptionOfType(Divergence.class)
                .isThrownBy(
                        () ->
                                replay.choose(
                                        tokens(
                                                java.util.stream.LongStream.range(100, 200)
                                                        .toArray())))
                .withMessageContaining("token#19, … 80 more}")
                .withMessageContaining("the keys of actions are not the same in every run");
    }

    @Test
    void a_lenient_replay_tolerates_other_sets_and_reports_them() {
        var replay = Scheduler.replayLenient(shortRecording());
        assertThat(replay.choose(tokens(1, 2, 3)).key()).isEqualTo(TOKEN.key(1));
        assertThat(replay.choose(tokens(9)).key()).isEqualTo(TOKEN.key(9));
        assertThat(replay.choose(tokens(2, 4)).key()).isEqualTo(TOKEN.key(2));
        replay.finish();
        assertThat(replay.differences())
                .extracting(
                        Difference::what,
                        Difference::step,
                        d -> d.missing().toString(),
                        d -> d.extra().toString())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(What.SET, 0L, "[]", "[token#3]"),
                        org.assertj.core.groups.Tuple.tuple(What.SET, 2L, "[token#3]", "[]"));
        assertThat(replay.differencesCount()).isEqualTo(2);
    }

    @Test
    void a_lenient_replay_takes_a_choice_early_or_where_it_is_none_now() {
        var replay = Scheduler.replayLenient(shortRecording());
        assertThat(replay.choose(tokens(1)).key()).isEqualTo(TOKEN.key(1));
        assertThat(replay.choose(tokens(2, 3, 4)).key()).isEqualTo(TOKEN.key(2));
        replay.finish();
        assertThat(replay.differences())
                .extracting(Difference::what)
                .containsExactly(What.NO_CHOICE_NOW, What.NO_CHOICE_RECORDED, What.STEPS);
    }

    @Test
    void a_lenient_replay_diverges_when_the_recorded_action_is_gone() {
        var replay = Scheduler.replayLenient(shortRecording());
        assertDiverges(
                () -> replay.choose(tokens(2, 3)),
                """
                The execution differs from its recording: the recorded action is not enabled.
                  at step    0
                  entry      0
                  recorded   {token#1, token#2}
                  actual     {token#2, token#3}
                  missing    {token#1}
                  extra      {token#3}
                Likely cause: the code changed, the recording belongs to another input, or the keys of actions are not the same in every run (from a hash order, an address, a thread).
                See docs/choice-log.md#divergence.
                """);
        assertThat(replay.choose(tokens(1, 7)).key()).isEqualTo(TOKEN.key(1));
    }

    @Test
    void a_lenient_replay_reports_entries_left_over() {
        var replay = Scheduler.replayLenient(shortRecording());
        replay.finish();
        assertThat(replay.differences())
                .extracting(Difference::what)
                .containsExactly(What.LEFT_OVER);
    }

    @Test
    void a_lenient_replay_keeps_a_bounded_number_of_differences_and_counts_all() {
        int steps = Replayer.DIFFERENCES_MAX + 50;
        var recording = Scheduler.deterministic().recorded();
        for (int step = 0; step <= steps; step++) {
            recording.choose(tokens(1, 2));
        }
        var replay = Scheduler.replayLenient(recording.log());
        for (int step = 0; step < steps; step++) {
            replay.choose(tokens(1, 3));
        }
        replay.finish();
        assertThat(replay.differences()).hasSize(Replayer.DIFFERENCES_MAX);
        assertThat(replay.differencesCount()).isEqualTo(steps + 1);
    }

    @Test
    void a_recorder_names_a_scheduler_that_chooses_what_is_not_enabled() {
        Scheduler broken = _ -> Action.of(TOKEN.key(99));
        var recording = broken.recorded();
        assertThatIllegalStateException()
                .isThrownBy(() -> recording.choose(tokens(1, 2)))
                .withMessageContaining("token#99")
                .withMessageContaining("{token#1, token#2}")
                .withMessageContaining("step 0");
        assertThatIllegalStateException().isThrownBy(() -> recording.choose(tokens(1)));
        assertThat(recording.position()).isZero();
        assertThat(recording.log()).isEqualTo(ChoiceLog.EMPTY);
    }

    @Test
    void the_log_of_a_replay_is_the_log_it_follows() {
        var log = shortRecording();
        assertThat(Replayer.fromLog(log).log()).isSameAs(log);
        assertThat(Replayer.lenientFromLog(log).toString())
                .startsWith("lenient replay of a choice log of 2");
    }
}
