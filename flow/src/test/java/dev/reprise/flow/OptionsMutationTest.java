package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same mutations where {@link WorkflowType#recordedOptionsWin} says that options may change.
 */
final class OptionsMutationTest {
    private final List<String> warnings = new ArrayList<>();

    static Stream<MutationTest.Change> optionChanges() {
        return MutationTest.changes().filter(MutationTest.Change::isOptionOnly);
    }

    static Stream<MutationTest.Change> otherChanges() {
        return MutationTest.changes().filter(it -> !it.isOptionOnly());
    }

    @ParameterizedTest
    @MethodSource("optionChanges")
    void a_change_of_options_is_a_warning_that_shows_both(MutationTest.Change change) {
        assertThat(replayed(change)).isInstanceOf(Replay.Matched.class);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.getFirst())
                .contains("what was recorded holds", shown(change, change.before()))
                .contains(shown(change, change.after()));
    }

    /** A field as the options show it. */
    private static String shown(MutationTest.Change change, String value) {
        String field = change.path().substring(change.path().lastIndexOf('.') + 1);
        return field.endsWith("[0]")
                ? field.replace("[0]", "=[") + value + "]"
                : field + "=" + value;
    }

    @ParameterizedTest
    @MethodSource("otherChanges")
    void a_change_of_anything_else_is_still_found(MutationTest.Change change) {
        assertThat(replayed(change)).isInstanceOf(Replay.Differed.class);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.reprise.flow.MutationTest#turns")
    void so_is_another_sequence_of_commands(MutationTest.Turn turn) {
        assertThat(replayed(Probe.End.RESULT, turn.what(), "otherwise"))
                .isInstanceOf(Replay.Differed.class);
    }

    @Test
    void without_a_change_nothing_is_said() {
        assertThat(replayed(Probe.End.CONTINUED, "nothing", "")).isInstanceOf(Replay.Matched.class);
        assertThat(warnings).isEmpty();
    }

    private Replay.Verdict replayed(MutationTest.Change change) {
        return replayed(change.end(), change.what(), change.value());
    }

    private Replay.Verdict replayed(Probe.End end, String what, Object value) {
        var type = ProbeWorkflow.type(Probe.ending(end).with(what, value)).recordedOptionsWin(true);
        try (var recorded = ProbeWorkflow.played(Probe.ending(end));
                var machine = machine(type)) {
            return FlowReplay.onto(machine, type, stored(recorded).recording());
        }
    }

    private FlowMachine machine(WorkflowType<?, ?> type) {
        return new FlowMachine(
                type, Strands.best(), (_, message, _) -> warnings.add(message), false);
    }

    private static Transcript stored(Rehearsal recorded) {
        return Transcript.fromBytes(recorded.transcript().toBytes());
    }

    // ---- What wins also decides ----

    /** Calls one activity, and ends with what became of it. */
    private static final class Caller implements Workflow<String, String> {
        private final Cancellation cancellation;

        Caller(Cancellation cancellation) {
            this.cancellation = cancellation;
        }

        @Override
        public String run(String input) {
            return Flow.activity("slow", String.class)
                    .options(ActivityOptions.UNSAID.cancellation(cancellation))
                    .call(input);
        }

        static WorkflowType<String, String> type(Cancellation cancellation) {
            return WorkflowType.of(Caller.class, () -> new Caller(cancellation), Strictness.OFF)
                    .recordedOptionsWin(true);
        }
    }

    @Test
    void a_recorded_cancellation_that_waits_wins_over_code_that_abandons() {
        assertThat(cancelledAfterReplay(Cancellation.WAIT, Cancellation.ABANDON))
                .containsExactly(new Command.CancelActivity(2, UnitId.ROOT, 1));
    }

    @Test
    void a_recorded_cancellation_that_abandons_wins_over_code_that_waits() {
        assertThat(cancelledAfterReplay(Cancellation.ABANDON, Cancellation.WAIT))
                .containsExactly(
                        new Command.CancelRun(
                                2, UnitId.ROOT, new Failure.Cancelled("enough", Payload.NONE)));
    }

    private List<Command> cancelledAfterReplay(Cancellation before, Cancellation now) {
        try (var recorded = Rehearsal.of(Caller.type(before)).start("x");
                var machine = machine(Caller.type(now))) {
            FlowReplay.onto(machine, Caller.type(now), stored(recorded).recording()).orThrow();
            var cancel =
                    new Activation(Instant.EPOCH, 0, 1, false, List.of(new Job.Cancel("enough")));
            return ((Completion.Decided) machine.activate(cancel)).commands();
        }
    }
}
