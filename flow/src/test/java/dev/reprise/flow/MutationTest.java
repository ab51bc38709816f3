package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.Command;
import dev.reprise.history.FieldDifference;
import dev.reprise.history.Mismatch;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Records {@link ProbeWorkflow}, changes one thing in its code, and replays: the difference is
 * found, and the message names it.
 */
final class MutationTest {
    /**
     * One change of the code that changes one field of one command.
     *
     * @param what what the code says otherwise
     * @param path the field that the message must name
     */
    record Change(
            Probe.End end, String what, Object value, String path, String before, String after) {
        @Override
        public String toString() {
            return what + " -> " + path;
        }

        boolean isOptionOnly() {
            return path.startsWith("options");
        }
    }

    /** One change of the code that makes other commands, or the same in another order. */
    record Turn(String what, Class<? extends Mismatch> finding, List<String> named) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Change change(
            String what, Object value, String path, String before, String after) {
        return new Change(Probe.End.RESULT, what, value, path, before, after);
    }

    private static Change text(String what, String path, String before) {
        return change(what, before + "x", path, before, before + "x");
    }

    private static Change payload(String what, String path, String before) {
        return change(
                what, before + "x", path, "text \"" + before + "\"", "text \"" + before + "x\"");
    }

    private static Change time(String what, String path, Duration before) {
        Duration after = before.plusSeconds(1);
        return change(what, after, path, before.toString(), after.toString());
    }

    private static Change at(Probe.End end, Change change) {
        return new Change(end, change.what, change.value, change.path, change.before, change.after);
    }

    private static Stream<Change> retries(String of, String path) {
        return Stream.of(
                change(of + "attemptsMax", 6, path + "attemptsMax", "5", "6"),
                time(of + "delay", path + "delay", Duration.ofSeconds(1)),
                change(of + "backoff", 3.0, path + "backoff", "2.0", "3.0"),
                time(of + "delayMax", path + "delayMax", Duration.ofSeconds(30)),
                text(of + "fatalTypes", path + "fatalTypes[0]", "Refused"));
    }

    private static Stream<Change> runOptions(String of, String path) {
        return Stream.of(
                        Stream.of(
                                text(of + "taskQueue", path + "taskQueue", "runs"),
                                time(
                                        of + "execution",
                                        path + "timeouts.execution",
                                        Duration.ofHours(2)),
                                time(of + "run", path + "timeouts.run", Duration.ofHours(1)),
                                text(of + "attribute.name", path + "attributes[0].name", "region"),
                                payload(
                                        of + "attribute.value",
                                        path + "attributes[0].value",
                                        "north"),
                                change(of + "priority", 2, path + "priority", "1", "2")),
                        retries(of, path + "retry."))
                .flatMap(it -> it);
    }

    static Stream<Change> changes() {
        return Stream.of(activities(), waiting(), effects(), otherRuns(), ends()).flatMap(it -> it);
    }

    private static Stream<Change> activities() {
        String timeouts = "options.timeouts.";
        var some =
                Stream.of(
                        text("activity.type", "type", "charge"),
                        text("activity.id", "activityId", "charge-1"),
                        payload("activity.input", "input[0]", "42"),
                        text("activity.taskQueue", "options.taskQueue", "payments"),
                        text("activity.fairnessKey", "options.fairnessKey", "acme"),
                        time(
                                "activity.scheduleToClose",
                                timeouts + "scheduleToClose",
                                Duration.ofSeconds(60)),
                        time(
                                "activity.scheduleToStart",
                                timeouts + "scheduleToStart",
                                Duration.ofSeconds(10)),
                        time(
                                "activity.startToClose",
                                timeouts + "startToClose",
                                Duration.ofSeconds(20)),
                        time("activity.heartbeat", timeouts + "heartbeat", Duration.ofSeconds(5)),
                        change("activity.priority", 4, "options.priority", "3", "4"),
                        change(
                                "activity.cancellation",
                                Cancellation.WAIT,
                                "options.cancellation",
                                "TRY",
                                "WAIT"),
                        change("activity.moved", true, "unit", "/", "/a0"),
                        text("local.type", "type", "format"),
                        text("local.id", "activityId", "format-1"),
                        payload("local.input", "input[0]", "x"),
                        time(
                                "local.scheduleToClose",
                                timeouts + "scheduleToClose",
                                Duration.ofSeconds(60)),
                        time(
                                "local.startToClose",
                                timeouts + "startToClose",
                                Duration.ofSeconds(20)),
                        change("local.priority", 4, "options.priority", "3", "4"),
                        change(
                                "local.cancellation",
                                Cancellation.ABANDON,
                                "options.cancellation",
                                "TRY",
                                "ABANDON"));
        return Stream.of(
                        some,
                        retries("activity.", "options.retry."),
                        retries("local.", "options.retry."))
                .flatMap(it -> it);
    }

    private static Stream<Change> waiting() {
        return Stream.of(
                time("sleep", "duration", Duration.ofSeconds(30)),
                time("await", "duration", Duration.ofSeconds(31)),
                time("signal", "duration", Duration.ofSeconds(32)),
                time("phase", "duration", Duration.ofSeconds(33)),
                time("get", "duration", Duration.ofSeconds(34)),
                time("withTimeout", "duration", Duration.ofSeconds(35)));
    }

    private static Stream<Change> effects() {
        return Stream.of(
                text("effect.type", "type", "clock"),
                text("attribute.name", "attributes[0].name", "region"),
                payload("attribute.value", "attributes[0].value", "12:00"),
                change("branches.swapped", true, "type", "left", "right"),
                change(
                        "update.result",
                        "other",
                        "outcome.value",
                        "text \"adjusted by 5\"",
                        "text \"other\""));
    }

    private static Stream<Change> otherRuns() {
        return Stream.of(
                        Stream.of(
                                text("child.type", "type", "Ship"),
                                text("child.id", "runId", "ship-1"),
                                payload("child.input", "input[0]", "box"),
                                change(
                                        "child.parentClose",
                                        ChildOptions.ParentClose.ABANDON,
                                        "options.parentClose",
                                        "CANCEL",
                                        "ABANDON"),
                                change(
                                        "child.idReuse",
                                        ChildOptions.IdReuse.ALLOW_AFTER_END,
                                        "options.idReuse",
                                        "REFUSE",
                                        "ALLOW_AFTER_END"),
                                change(
                                        "child.cancellation",
                                        Cancellation.WAIT,
                                        "options.cancellation",
                                        "TRY",
                                        "WAIT"),
                                text("child.reason", "reason", "sold out"),
                                text("signal.target", "runId", "stock-1"),
                                text("signal.name", "name", "reserve"),
                                payload("signal.input", "input[0]", "7"),
                                text("cancel.target", "runId", "stock-2"),
                                text("cancel.reason", "reason", "sold out")),
                        runOptions("child.run.", "options.run."))
                .flatMap(it -> it);
    }

    private static Stream<Change> ends() {
        return Stream.of(
                        Stream.of(payload("result", "result", "done")),
                        Stream.of(
                                        text("failure.type", "failure.type", "SoldOut"),
                                        text("failure.message", "failure.message", "none left"),
                                        change(
                                                "failure.fatal",
                                                true,
                                                "failure.retryable",
                                                "true",
                                                "false"))
                                .map(it -> at(Probe.End.FAILURE, it)),
                        Stream.of(
                                        text("continue.type", "type", "ProbeAgain"),
                                        payload("continue.input", "input[0]", "next"))
                                .map(it -> at(Probe.End.CONTINUED, it)),
                        runOptions("continue.", "options.").map(it -> at(Probe.End.CONTINUED, it)))
                .flatMap(it -> it);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void a_change_of_one_field_is_found_and_named(Change change) {
        try (var recorded = ProbeWorkflow.played(Probe.ending(change.end))) {
            var mutant = Probe.ending(change.end).with(change.what, change.value);
            var mismatch = mismatch(recorded, mutant);
            assertThat(mismatch).isInstanceOf(Mismatch.Changed.class);
            assertThat(((Mismatch.Changed) mismatch).differences())
                    .containsExactly(new FieldDifference(change.path, change.before, change.after));
            assertThat(mismatch.describe())
                    .contains("field " + change.path + ".", change.before, change.after);
        }
    }

    static List<Turn> turns() {
        return List.of(
                new Turn("swapped", Mismatch.Reordered.class, List.of("first", "second")),
                new Turn("one missing", Mismatch.Missing.class, List.of("second")),
                new Turn("one more", Mismatch.Extra.class, List.of("third")),
                new Turn("activity.more input", Mismatch.Changed.class, List.of("input[1]")),
                new Turn(
                        "activity.local",
                        Mismatch.Changed.class,
                        List.of("kind", "ScheduleActivity", "ScheduleLocalActivity")),
                new Turn("branches.one more", Mismatch.Extra.class, List.of("third", "/p2")),
                new Turn("branches.one missing", Mismatch.Missing.class, List.of("right", "/p1")),
                new Turn("branches.async", Mismatch.Changed.class, List.of("unit", "/p0", "/a0")),
                new Turn("patch.id", Mismatch.Missing.class, List.of("MarkPatch", "new-fees")),
                new Turn(
                        "update.fails",
                        Mismatch.Changed.class,
                        List.of("outcome", "Completed", "Failed")),
                new Turn("scope.unused", Mismatch.Missing.class, List.of("CancelActivity")));
    }

    @ParameterizedTest
    @MethodSource("turns")
    void a_command_that_is_missing_extra_moved_or_of_another_kind_is_found_and_named(Turn turn) {
        try (var recorded = ProbeWorkflow.played(Probe.ending(Probe.End.RESULT))) {
            var mutant = Probe.ending(Probe.End.RESULT).with(turn.what, "otherwise");
            var mismatch = mismatch(recorded, mutant);
            assertThat(mismatch).isInstanceOf(turn.finding);
            assertThat(mismatch.describe()).contains(turn.named);
        }
    }

    /** Without a search for the line of code, which would take longer than all the rest. */
    private static Mismatch mismatch(Rehearsal recorded, Probe mutant) {
        var type = ProbeWorkflow.type(mutant);
        var stored = Transcript.fromBytes(recorded.transcript().toBytes());
        try (var machine = new FlowMachine(type)) {
            var verdict = FlowReplay.onto(machine, type, stored.recording());
            assertThat(verdict).isInstanceOf(Replay.Differed.class);
            return ((Replay.Differed) verdict).mismatch();
        }
    }

    @Test
    void the_probe_as_it_was_recorded_matches_and_uses_every_kind_of_command() {
        var kinds = new ArrayList<Class<?>>();
        for (Probe.End end : Probe.End.values()) {
            try (var recorded = ProbeWorkflow.played(Probe.ending(end))) {
                assertThat(recorded.replay().orThrow().ended()).isTrue();
                for (var turn : recorded.transcript().turns()) {
                    turn.commands().forEach(it -> kinds.add(it.getClass()));
                }
            }
        }
        assertThat(kinds).containsAll(dev.reprise.testing.Records.kinds(Command.class));
    }

    @Test
    void a_patch_may_become_deprecated_and_the_other_way_round_because_that_is_what_it_is_for() {
        try (var recorded = ProbeWorkflow.played(Probe.ending(Probe.End.RESULT))) {
            var turned = Probe.ending(Probe.End.RESULT).with("patch.turned", true);
            assertThat(recorded.replayOn(ProbeWorkflow.type(turned)).orThrow().ended()).isTrue();
        }
    }
}
