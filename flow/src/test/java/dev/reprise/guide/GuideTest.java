package dev.reprise.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.flow.Rehearsal;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.Command.CancelActivity;
import dev.reprise.history.Command.CancelTimer;
import dev.reprise.history.Command.CompleteRun;
import dev.reprise.history.Command.ContinueAsNew;
import dev.reprise.history.Command.ScheduleActivity;
import dev.reprise.history.Command.StartChild;
import dev.reprise.history.Command.StartTimer;
import dev.reprise.history.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide is true: its snippets are in the code here, and the code does what it says. */
class GuideTest {
    private static final Path GUIDE = Path.of("../docs/workflows.md");
    private static final Path CODE = Path.of("src/test/java/dev/reprise/guide");

    @Test
    void every_snippet_of_the_guide_is_compiled_code() throws IOException {
        var code = new StringBuilder();
        try (var files = Files.list(CODE)) {
            for (Path file : files.sorted().toList()) {
                code.append(squeezed(Files.readString(file)));
            }
        }
        var snippets = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
        var found =
                snippets.matcher(Files.readString(GUIDE)).results().map(it -> it.group(1)).toList();
        assertThat(found).hasSizeGreaterThan(12);
        for (String snippet : found) {
            assertThat(code.indexOf(squeezed(snippet)))
                    .as("the code in %s holds this snippet:%n%s", CODE, snippet)
                    .isNotNegative();
        }
    }

    @Test
    void the_workflow_in_the_readme_is_the_one_of_the_guide() throws IOException {
        var readme = Files.readString(Path.of("../README.md"));
        int from = readme.indexOf("```java\n    @Override") + "```java\n".length();
        var snippet = squeezed(readme.substring(from, readme.indexOf("```", from)));
        assertThat(snippet).hasSizeGreaterThan(100);
        assertThat(squeezed(Files.readString(CODE.resolve("OrderWorkflow.java"))))
                .contains(snippet);
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void an_order_is_charged_approved_and_completed() {
        try (var run = Rehearsal.of(WorkflowType.of(OrderWorkflow.class))) {
            run.start("42");
            run.expect(charge("42"));
            run.resolve(1, "receipt 7");
            run.expect(reserve("42"), confirm("42"));
            run.resolve(3, "sent").expectNothing();
            run.resolve(2, "2 kg");
            run.expect(new StartTimer(4, UnitId.ROOT, Duration.ofDays(2)));
            run.evict(); // thrown away, and replayed
            run.signal("approve", "carol");
            run.expect(new CancelTimer(5, UnitId.ROOT, 4), completed(6, "receipt 7, 2 kg"));
            run.replay().orThrow(); // from its stored bytes
        }
    }

    @Test
    void an_order_is_asked_and_updated() {
        try (var run = Rehearsal.of(WorkflowType.of(OrderWorkflow.class))) {
            run.start("42");
            assertThat(run.query("status")).isEqualTo(value("waiting"));
            run.update("u1", "changeAddress", " ").expectNothing();
            assertThat(run.answers())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Answer.UpdateRejected.class,
                            it -> assertThat(it.failure().message()).contains("not blank"));
            run.update("u2", "changeAddress", "Rome");
            var handler = UnitId.ROOT.child(UnitId.Kind.HANDLER, 0);
            run.expect(
                    new Command.AcceptUpdate(2, handler, "u2"),
                    new Command.CompleteUpdate(3, handler, "u2", value("ships to Rome")));
        }
    }

    private static Command charge(String order) {
        return activity(1, "/", "Payments.charge", order);
    }

    private static Command reserve(String order) {
        return activity(2, "/p0", "Stock.reserve", order);
    }

    private static Command confirm(String order) {
        return activity(3, "/p1", "Mail.confirm", order);
    }

    private static Command completed(long seq, String result) {
        return new CompleteRun(seq, UnitId.ROOT, Payload.text(result));
    }

    private static ScheduleActivity activity(long seq, String unit, String type, String input) {
        return new ScheduleActivity(
                seq,
                UnitId.parse(unit),
                Long.toString(seq),
                type,
                List.of(Payload.text(input)),
                ActivityOptions.UNSAID);
    }

    private static Outcome value(String text) {
        return new Outcome.Completed(Payload.text(text));
    }

    private static Rehearsal started(Class<? extends Workflow<String, String>> type, String input) {
        return Rehearsal.of(WorkflowType.of(type)).start(input);
    }

    @Test
    void activities_in_all_their_shapes() {
        try (var run = started(Snippets.Activities.class, "a")) {
            run.resolve(1, "debited");
            assertThat(run.commands())
                    .satisfiesExactly(
                            it -> assertThat(it).isInstanceOf(Command.ScheduleLocalActivity.class),
                            it ->
                                    assertThat(((ScheduleActivity) it).activityId())
                                            .isEqualTo("notify-1"));
            run.resolve(3, "k").resolve(2, "1.1").expect(completed(4, "k1.1"));
        }
    }

    @Test
    void a_failing_activity_is_caught() {
        try (var run = started(Snippets.Failing.class, "a")) {
            run.fail(1, new Failure.Application("Empty", "no money"));
            run.expect(completed(2, "not debited: no money"));
        }
    }

    @Test
    void signals_are_waited_for() {
        try (var run = started(Snippets.Waiting.class, "")) {
            run.signal("answer", "one").fire(1).expect(completed(2, "one, and no more"));
        }
    }

    @Test
    void a_cart_is_filled_and_paid() {
        try (var run = started(Snippets.Shopping.class, "bob")) {
            run.tell(run.signalled("add", "pen"), run.signalled("gift", "amy"));
            run.update("u", "pay", "visa").resolve(2, "book").resolve(4, "receipt");
            assertThat(run.commands()).last().isEqualTo(completed(7, "bought [pen, book]"));
            run.replay().orThrow();
        }
    }

    @Test
    void branches_promises_and_a_race() {
        try (var run = started(Snippets.Together.class, "")) {
            run.resolve(1, "A").resolve(2, "B").resolve(4, "Y").resolve(5, "bob");
            assertThat(run.commands().getFirst()).isInstanceOf(CancelTimer.class);
            assertThat(run.commands().getLast()).isEqualTo(completed(8, "[A, B]Ybob"));
        }
    }

    @Test
    void two_uploads_at_a_time() {
        try (var run = started(Snippets.Limited.class, "a,b,c")) {
            run.expect(activity(1, "/p0", "upload", "a"), activity(2, "/p1", "upload", "b"));
            run.resolve(2, "B").expect(activity(3, "/p2", "upload", "c"));
            run.resolve(3, "C").resolve(1, "A").expect(completed(4, "A+B+C"));
        }
    }

    @Test
    void a_transfer_is_undone() {
        try (var run = started(Snippets.Transfer.class, "")) {
            run.resolve(1, "ok").fail(2, new Failure.Application("Closed", "no account"));
            run.expect(activity(3, "/", "Bank.credit", "alice"));
        }
    }

    @Test
    void a_build_that_is_too_slow_is_cleaned_up() {
        try (var run = started(Snippets.InTime.class, "x")) {
            run.fire(1);
            run.expect(new CancelActivity(3, UnitId.ROOT, 2), activity(4, "/", "cleanUp", "x"));
            run.resolve(4, "").expect(completed(5, "too slow"));
        }
    }

    @Test
    void a_scope_is_cancelled_by_another_unit() {
        try (var run = started(Snippets.Scoped.class, "x")) {
            run.signal("enough");
            assertThat(run.commands())
                    .first()
                    .isEqualTo(new CancelActivity(2, UnitId.parse("/a0"), 1));
        }
    }

    @Test
    void a_child_is_started_and_signalled() {
        try (var run = started(Snippets.Parent.class, "42")) {
            assertThat(run.commands()).first().isInstanceOf(StartChild.class);
            run.tell(new Job.ChildStarted(1, new RunId("run-1/1")));
            run.resolve(2, null).resolve(3, null).resolve(1, "shipped");
            run.expect(completed(4, "shipped"));
        }
    }

    @Test
    void a_long_run_continues_as_new() {
        try (var run = started(Snippets.Counter.class, "5")) {
            run.signal("tick").signal("tick").signal("tick");
            assertThat(run.commands())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            ContinueAsNew.class,
                            it -> assertThat(it.input()).containsExactly(Payload.text("8")));
        }
    }

    @Test
    void a_patch_and_values_from_outside_replay() {
        try (var run = started(Snippets.Changed.class, "42")) {
            run.resolve(2, "charged").replay().orThrow();
        }
        try (var run = started(Snippets.Outside.class, "bob")) {
            assertThat(run.query("progress")).isEqualTo(value("half way"));
            run.replay().orThrow();
        }
        try (var run = started(Snippets.Silenced.class, "x")) {
            run.expect(completed(1, "X"));
        }
    }
}
