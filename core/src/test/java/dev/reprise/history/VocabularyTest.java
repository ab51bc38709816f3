package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class VocabularyTest {
    private static final Job.Query QUERY = new Job.Query("q", "count", List.of());
    private static final Job.Evict EVICT = new Job.Evict("memory");
    private static final Job.TimerFired FIRED = new Job.TimerFired(1);
    private static final Job.Update UPDATE = new Job.Update("u", "set", List.of(), true);

    private static Activation live(Job... jobs) {
        return new Activation(Instant.EPOCH, 7, 3, false, List.of(jobs));
    }

    @Test
    void query_only_and_evict_only_are_what_they_say() {
        assertThat(live(QUERY, QUERY).isQueryOnly()).isTrue();
        assertThat(live(QUERY, FIRED).isQueryOnly()).isFalse();
        assertThat(live().isQueryOnly()).isFalse();
        assertThat(live(EVICT).isEvictOnly()).isTrue();
        assertThat(live(FIRED).isEvictOnly()).isFalse();
        assertThat(live().isEvictOnly()).isFalse();
    }

    @Test
    void an_eviction_comes_alone() {
        assertThatIllegalArgumentException().isThrownBy(() -> live(EVICT, FIRED));
        assertThatIllegalArgumentException().isThrownBy(() -> live(FIRED, EVICT));
    }

    @Test
    void recalled_facts_come_first_and_only_on_replay() {
        var patch = new Job.Patch("p", false);
        assertThat(new Activation(Instant.EPOCH, 0, 0, true, List.of(patch, FIRED)).jobs())
                .containsExactly(patch, FIRED);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> live(patch))
                .withMessageContaining("this is no replay");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Activation(Instant.EPOCH, 0, 0, true, List.of(FIRED, patch)))
                .withMessageContaining("must come before other jobs");
    }

    @Test
    void recalling_puts_what_was_decided_before_what_happened() {
        var keys = List.of(new Kind(1, "k").key(1), new Kind(1, "k").key(2));
        var log = ChoiceLog.of(List.of(new ChoiceLog.Entry(0, keys, keys.getFirst())));
        var value = Payload.text("v");
        var recorded =
                new Completion.Decided(
                        List.of(
                                new Command.RecordSideEffect(1, UnitId.ROOT, "t", value),
                                new Command.StartTimer(2, UnitId.ROOT, Duration.ZERO),
                                new Command.MarkPatch(3, UnitId.ROOT, "p", false)),
                        log,
                        List.of(new Answer.UpdateRejected("u2", new Failure.Terminated("no"))));
        var rejected = new Job.Update("u2", "set", List.of(), true);
        assertThat(live(FIRED, QUERY, UPDATE, rejected).recalling(recorded, false))
                .isEqualTo(
                        new Activation(
                                Instant.EPOCH,
                                7,
                                3,
                                true,
                                List.of(
                                        new Job.SideEffect(1, value),
                                        new Job.Patch("p", false),
                                        new Job.Choices(log),
                                        FIRED,
                                        new Job.Update("u", "set", List.of(), false))));
    }

    @Test
    void recalling_nothing_changes_nothing_but_that_it_is_a_replay() {
        assertThat(live(FIRED).recalling(Completion.Decided.NOTHING, false))
                .isEqualTo(new Activation(Instant.EPOCH, 7, 3, true, List.of(FIRED)));
    }

    @Test
    void the_options_of_commands_are_recalled_when_they_are_asked_for() {
        var activity = ActivityOptions.UNSAID.priority(3);
        var child = ChildOptions.UNSAID.cancellation(Cancellation.WAIT);
        var next = RunOptions.UNSAID.taskQueue("q");
        var recorded =
                Completion.Decided.of(
                        List.of(
                                new Command.ScheduleActivity(
                                        1, UnitId.ROOT, "1", "a", List.of(), activity),
                                new Command.StartTimer(2, UnitId.ROOT, Duration.ZERO),
                                new Command.ScheduleLocalActivity(
                                        3, UnitId.ROOT, "3", "l", List.of(), activity),
                                new Command.StartChild(
                                        4, UnitId.ROOT, new RunId("c"), "w", List.of(), child),
                                new Command.ContinueAsNew(5, UnitId.ROOT, "w", List.of(), next)));
        assertThat(live(FIRED).recalling(recorded, true).jobs())
                .containsExactly(
                        new Job.Options(1, activity),
                        new Job.Options(3, activity),
                        new Job.Options(4, child),
                        new Job.Options(5, next),
                        FIRED);
        assertThat(live(FIRED).recalling(recorded, false).jobs()).containsExactly(FIRED);
    }

    @Test
    void a_turn_holds_only_what_leaves_history() {
        var decided =
                new Completion.Decided(
                        List.of(),
                        ChoiceLog.EMPTY,
                        List.of(new Answer.UpdateRejected("u", new Failure.Terminated("no"))));
        assertThat(Turn.of(live(QUERY, FIRED, UPDATE), decided))
                .isEqualTo(new Turn(live(FIRED), Completion.Decided.NOTHING));
        assertThat(Turn.of(live(QUERY), Completion.Decided.NOTHING).isEmpty()).isTrue();
        assertThat(Turn.of(live(FIRED), Completion.Decided.NOTHING).isEmpty()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Turn(live(QUERY), Completion.Decided.NOTHING))
                .withMessageContaining("Turn.of leaves them out");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Turn(live(FIRED), decided))
                .withMessageContaining("no answers");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new Turn(
                                        live(FIRED).recalling(Completion.Decided.NOTHING, false),
                                        Completion.Decided.NOTHING));
    }

    @Test
    void a_turns_commands_are_numbered_without_gaps_and_end_with_the_end() {
        var first = new Command.StartTimer(4, UnitId.ROOT, Duration.ZERO);
        var gap = new Command.StartTimer(6, UnitId.ROOT, Duration.ZERO);
        var end = new Command.CompleteRun(5, UnitId.ROOT, Payload.NONE);
        assertThat(turn(first, end).decided().isTerminal()).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> turn(first, gap))
                .withMessageContaining("6 follows 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> turn(end, gap))
                .withMessageContaining("no command follows the end");
    }

    private static Turn turn(Command... commands) {
        return new Turn(live(), Completion.Decided.of(List.of(commands)));
    }

    @Test
    void a_transcript_is_the_history_of_one_run() {
        var header = new Transcript.Header(new RunId("r"), "counter");
        var start = start("r", "counter");
        var later = new Turn(live(FIRED), Completion.Decided.NOTHING);
        var ended =
                new Turn(
                        live(start),
                        Completion.Decided.of(
                                List.of(new Command.CompleteRun(1, UnitId.ROOT, Payload.NONE))));
        var started = new Turn(live(start), Completion.Decided.NOTHING);
        assertThat(new Transcript(header, List.of(started, later)).turns()).hasSize(2);
        refused(header, "the first turn starts it once", later);
        refused(header, "the first turn starts it once", started, started);
        refused(header, "comes after the end", ended, later);
        refused(
                header,
                "this is the transcript of run r of counter",
                new Turn(live(start("other", "counter")), Completion.Decided.NOTHING));
        refused(
                header,
                "has sequence number 2, but 1 comes next",
                new Turn(
                        live(start),
                        Completion.Decided.of(
                                List.of(new Command.CompleteRun(2, UnitId.ROOT, Payload.NONE)))));
    }

    private static Job.Start start(String run, String type) {
        return new Job.Start(new RunId(run), type, List.of(), RunInfo.FIRST);
    }

    private static void refused(Transcript.Header header, String sentence, Turn... turns) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Transcript(header, List.of(turns)))
                .withMessageContaining(sentence);
    }

    @Test
    void lists_are_copied() {
        var input = new ArrayList<>(List.of(Payload.text("a")));
        var query = new Job.Query("q", "n", input);
        input.clear();
        assertThat(query.input()).hasSize(1);
    }

    @Test
    void wrong_values_are_refused_with_the_value() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Job.TimerFired(0))
                .withMessageContaining("at least 1: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Command.StartTimer(1, UnitId.ROOT, Duration.ofNanos(-1)))
                .withMessageContaining("PT-0.000000001S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Command.CancelTimer(3, UnitId.ROOT, 3))
                .withMessageContaining("command 3 cannot cancel command 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryOptions.UNSAID.backoff(0.5))
                .withMessageContaining("0.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryOptions.UNSAID.backoff(Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                RetryOptions.UNSAID
                                        .delayMax(Duration.ofSeconds(1))
                                        .delay(Duration.ofSeconds(2)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActivityOptions.UNSAID.priority(1_001));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new Command.UpsertSearchAttributes(
                                        1,
                                        UnitId.ROOT,
                                        Collections.nCopies(
                                                2, new SearchAttribute("a", Payload.NONE))))
                .withMessageContaining("a is given twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Activation(Instant.EPOCH, 0, -1, false, List.of()));
    }

    @Test
    void a_local_activity_has_neither_queue_nor_heartbeat_nor_time_to_start() {
        localRefused(ActivityOptions.UNSAID.taskQueue("q"), "no task queue");
        localRefused(ActivityOptions.UNSAID.fairnessKey("k"), "no fairness key: k");
        localRefused(
                ActivityOptions.UNSAID.timeouts(
                        ActivityOptions.Timeouts.NONE.heartbeat(Duration.ofSeconds(1))),
                "no heartbeat");
        localRefused(
                ActivityOptions.UNSAID.timeouts(
                        ActivityOptions.Timeouts.NONE.scheduleToStart(Duration.ofSeconds(1))),
                "no time to start");
    }

    private static void localRefused(ActivityOptions options, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new Command.ScheduleLocalActivity(
                                        1, UnitId.ROOT, "id", "type", List.of(), options))
                .withMessageContaining(sentence);
    }

    @Test
    void the_bounds_of_lists_are_reached_and_not_passed() {
        var most = Collections.nCopies(Limits.INPUT_MAX, Payload.NONE);
        assertThat(new Job.Query("q", "n", most).input()).hasSize(Limits.INPUT_MAX);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new Job.Query(
                                        "q",
                                        "n",
                                        Collections.nCopies(Limits.INPUT_MAX + 1, Payload.NONE)))
                .withMessageContaining("at most 255 payloads of input are allowed, not 256");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                RetryOptions.UNSAID.fatalTypes(
                                        Collections.nCopies(Limits.FAILURE_TYPES_MAX + 1, "type")));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new Activation(
                                        Instant.EPOCH,
                                        0,
                                        0,
                                        false,
                                        Collections.nCopies(Limits.JOBS_MAX + 1, FIRED)));
    }

    @Test
    void a_mismatch_keeps_what_differs_when_more_is_known_about_its_place() {
        var place = new Mismatch.Place("order-17", 3, 1, UnitId.ROOT);
        var known = place.with("Order.run(Order.java:7)", "a map order");
        var one = new Command.CompleteRun(1, UnitId.ROOT, Payload.NONE);
        var other = new Command.CompleteRun(2, UnitId.ROOT, Payload.NONE);
        var turn = new Turn(live(FIRED), Completion.Decided.NOTHING);
        var stuck = new Failure.Activation(Failure.ActivationKind.UNKNOWN_TYPE, "no such workflow");
        for (Mismatch mismatch :
                List.of(
                        new Mismatch.Missing(place, one),
                        new Mismatch.Extra(place, one),
                        new Mismatch.Reordered(place, one, other),
                        new Mismatch.AfterEnd(place, one),
                        new Mismatch.LeftOver(place, turn))) {
            Mismatch moved = mismatch.at(known);
            assertThat(moved.place()).isEqualTo(known);
            assertThat(moved.at(place)).isEqualTo(mismatch);
            assertThat(moved.failure().kind()).isEqualTo(Failure.ActivationKind.NONDETERMINISM);
            assertThat(moved.failure().message()).isEqualTo(moved.describe());
        }
        Mismatch failed = new Mismatch.ActivationFailed(place, stuck).at(known);
        assertThat(failed).isEqualTo(new Mismatch.ActivationFailed(known, stuck));
        assertThat(failed.failure()).isSameAs(stuck);
        var cause = new IllegalStateException("broken");
        Mismatch threw = new Mismatch.Threw(place, cause).at(known);
        assertThat(threw).isEqualTo(new Mismatch.Threw(known, cause));
        assertThat(threw.failure().kind()).isEqualTo(Failure.ActivationKind.INTERNAL);
        assertThat(threw.failure().message()).contains("broken");
    }

    @Test
    void priorities_and_targets_have_bounds() {
        assertThat(ActivityOptions.UNSAID.priority(1_000).priority()).isEqualTo(1_000);
        assertThat(ActivityOptions.UNSAID.priority(-1_000).priority()).isEqualTo(-1_000);
        for (int priority : new int[] {1_001, -1_001}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ActivityOptions.UNSAID.priority(priority))
                    .withMessage("a priority is in -1000..1000: " + priority);
        }
        assertThat(new Command.CancelTimer(2, UnitId.ROOT, 1).target()).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Command.CancelTimer(2, UnitId.ROOT, 2))
                .withMessage("command 2 cannot cancel command 2, which comes later");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Command.CancelTimer(2, UnitId.ROOT, 0))
                .withMessageContaining("0");
    }
}
