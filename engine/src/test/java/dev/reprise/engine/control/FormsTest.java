package dev.reprise.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.engine.run.Beginning.WhileRunning;
import dev.reprise.engine.run.Shortage;
import dev.reprise.engine.store.Head;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Job;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import dev.reprise.history.SearchAttribute;
import dev.reprise.policy.Line;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests and replies as JSON. */
final class FormsTest {
    private static final RunId RUN = new RunId("order \"1\"");
    private static final Payload JSON =
            Payload.of("json", "{\"a\":1}".getBytes(StandardCharsets.UTF_8));
    private static final Payload BYTES = Payload.of("bytes", new byte[] {0, -1, 7});

    private static final StartTerms REPLACING =
            new StartTerms(
                    IdReuse.ALLOW_AFTER_END,
                    WhileRunning.REPLACE,
                    Duration.ZERO,
                    RunOptions.UNSAID,
                    Optional.empty());

    private static final StartTerms ALL_TERMS =
            new StartTerms(
                    IdReuse.ALLOW_AFTER_FAILURE,
                    WhileRunning.JOIN,
                    Duration.ofMillis(1),
                    new RunOptions(
                            "cards",
                            new RunOptions.Timeouts(Duration.ofMillis(3), Duration.ofMillis(2)),
                            RetryOptions.UNSAID.attemptsMax(4),
                            List.of(new SearchAttribute("region", JSON)),
                            -5),
                    Optional.of(new Job.Signal("approve", List.of(BYTES), "", "")));

    static Stream<Request> requests() {
        return Stream.of(
                new Request.ListRuns(Selection.parse("status = failed order by started limit 3")),
                new Request.FindRun(RUN),
                new Request.ReadEntries(RUN, 3, Long.MAX_VALUE),
                new Request.ReadKept("program/1"),
                new Request.ListLetters(),
                new Request.ListLetters(Filter.parse("status = running"), "people"),
                new Request.Many(
                        List.of(
                                new Request.Many.Asked("a", new Request.Cancel(RUN, "no")),
                                new Request.Many.Asked("", new Request.Delete(RUN)),
                                new Request.Many.Asked(
                                        "b/1", new Request.Resolve(RUN, "1", BYTES)))),
                new Request.CheckHealth(),
                new Request.DescribeSchedule("nightly"),
                new Request.CreateSchedule("nightly", BYTES),
                new Request.ListQueues(),
                new Request.Backup(Path.of("/backups/monday")),
                new Request.Compact(),
                new Request.Delete(RUN),
                new Request.PauseQueue("cards", true),
                new Request.PauseQueue("cards", false),
                new Request.Start(RUN, "Order", List.of(), Duration.ofSeconds(3), StartTerms.PLAIN),
                new Request.Start(RUN, "Order", List.of(JSON), Duration.ZERO, ALL_TERMS),
                new Request.Start(RUN, "Order", List.of(JSON), Duration.ZERO, REPLACING),
                new Request.Start(RUN, "Order", List.of(JSON, Payload.NONE, BYTES)),
                new Request.Signal(RUN, "approve", List.of(Payload.text("ann"))),
                new Request.Update(RUN, "change", List.of(Payload.text("ann"))),
                new Request.Update(RUN, "change", List.of(), true),
                new Request.Update(RUN, "change", List.of(), false, Duration.ZERO),
                new Request.Heartbeat("token", JSON),
                new Request.CountRuns(Filter.parse("status = failed")),
                new Request.Query(RUN, "status", List.of()),
                new Request.Await(RUN, Duration.ofMillis(1_500)),
                new Request.Cancel(RUN, "sold out"),
                new Request.Terminate(RUN, ""),
                new Request.Reset(RUN, -1, true, "mended"),
                new Request.Reset(RUN, 7, false, ""),
                new Request.Fork(RUN, 3, new RunId("what-if")),
                new Request.Complete("token", JSON),
                new Request.Fail("token", "Failed", "no"),
                new Request.Redrive(RUN, "1"),
                new Request.Resolve(RUN, "1", BYTES),
                new Request.Reject(RUN, "1", "no"));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void a_request_is_read_as_it_was_written(Request request) throws IOException {
        byte[] bytes = bytes(json -> RequestForm.write(json, "id-1", request));
        assertThat(request(bytes))
                .isEqualTo(new RequestForm.Numbered("id-1", request, RequestForm.FORMS));
    }

    static Stream<Reply> replies() {
        return Stream.of(
                new Reply.More("status = failed"),
                new Reply.Value(JSON),
                new Reply.Counted(3),
                new Reply.Failed("no"),
                new Reply.NotYet(),
                new Reply.Pending(),
                new Reply.Did(new Reply.Done()),
                new Reply.Did(new Reply.Refused("NO_SUCH_RUN", "There is none.")),
                new Reply.Letter(RUN, "1", "Shop.pay", "money", 3, "no", "1"),
                new Reply.State(
                        new Health.State(
                                Instant.EPOCH,
                                Optional.of(Instant.MIN),
                                "1",
                                "25",
                                Optional.of("The store failed."),
                                Optional.of(new Shortage(Instant.MAX, "There is no room.")),
                                new TreeMap<>(Map.of("runs.busy", 3L, "runs.stuck", -1L)))),
                new Reply.State(
                        new Health.State(
                                Instant.EPOCH,
                                Optional.empty(),
                                "1",
                                "25",
                                Optional.empty(),
                                Optional.empty(),
                                new TreeMap<>())),
                new Reply.Late(
                        new Health.Overdue(
                                Health.Overdue.What.ACTIVITY,
                                RUN,
                                "Shop.pay",
                                3,
                                Instant.MAX,
                                "a\nb")),
                new Reply.Stuck(new Health.StuckRuns("Order", "UNKNOWN_TYPE", 7, RUN, "No code.")),
                new Reply.Queue(QueueState.unknown("cards", true)),
                new Reply.Queue(
                        new QueueState(
                                "cards",
                                QueueLimits.NONE
                                        .concurrencyMax(1)
                                        .perKeyMax(2)
                                        .backlogMax(3)
                                        .rate(new Rate(4, Duration.ofMillis(1_500)))
                                        .weight("acme", 5),
                                false,
                                6,
                                7,
                                Optional.of(Instant.ofEpochSecond(8, 9)),
                                List.of(new Line.Load(-10, "acme", 6, 7, 11)),
                                12,
                                13)),
                new Reply.Done(),
                new Reply.Refused("NO_SUCH_RUN", "There is none."));
    }

    @ParameterizedTest
    @MethodSource("replies")
    void a_reply_is_read_as_it_was_written(Reply reply) throws IOException {
        assertThat(again(reply)).isEqualTo(reply);
    }

    @Test
    void replies_with_bytes_are_read_as_they_were_written() throws IOException {
        byte[] bytes = {1, 2, 3, -1};
        assertThat(((Reply.Entry) again(new Reply.Entry(bytes))).bytes()).isEqualTo(bytes);
        assertThat(((Reply.Kept) again(new Reply.Kept(bytes))).bytes()).isEqualTo(bytes);
        Head head = ((Reply.Run) again(new Reply.Run(new Head(RUN, 17, 3, bytes)))).head();
        assertThat(head.toString()).isEqualTo(new Head(RUN, 17, 3, bytes).toString());
        assertThat(head.summary()).isEqualTo(bytes);
    }

    private static Reply again(Reply reply) throws IOException {
        byte[] bytes = bytes(json -> ReplyForm.write(json, "id-1", reply));
        var read = JsonSource.read("reply", new ByteArrayInputStream(bytes), ReplyForm::read);
        assertThat(read.id()).isEqualTo("id-1");
        return read.reply();
    }

    private static byte[] bytes(Consumer<JsonSink> body) throws IOException {
        var out = new ByteArrayOutputStream();
        JsonSink.write(out, json -> json.object(() -> body.accept(json)));
        return out.toByteArray();
    }

    private static RequestForm.Numbered request(byte[] bytes) throws IOException {
        return JsonSource.read("request", new ByteArrayInputStream(bytes), RequestForm::read);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "{} ~ the field \"version\" is missing",
                "{\"version\":3} ~ version 3 is not spoken here, only 1 to 2",
                "{\"version\":1,\"id\":\"a\"} ~ the field \"do\" is missing",
                "{\"version\":1,\"id\":\" \",\"do\":\"letters\"} ~ a request id must not be blank",
                "{\"version\":1,\"id\":\"a\",\"do\":\"dance\"} ~ nobody can do \"dance\" here",
                "{\"version\":1,\"id\":\"a\",\"do\":\"find\"} ~ the field \"run\" is missing",
                "{\"version\":1,\"id\":\"a\",\"do\":\"find\",\"run\":\" \"} ~ a run id must not be blank",
                "{\"version\":1,\"id\":\"a\",\"do\":\"find\",\"run\":\"r\",\"name\":\"x\"} ~ has no field \"name\"",
                "{\"version\":1,\"id\":\"a\",\"do\":\"letters\",\"from\":3} ~ has no field \"from\"",
                "{\"version\":1,\"id\":\"a\",\"do\":\"letters\",\"colour\":3} ~ no field \"colour\"",
                "{\"version\":1,\"id\":\"a\",\"do\":\"list\",\"selection\":\"stauts = 1\"} ~ Did you mean status",
                "{\"version\":1,\"id\":\"a\",\"do\":\"await\",\"run\":\"r\",\"millis\":-1} ~ -1 is not in",
                "{\"version\":1,\"id\":\"a\",\"do\":\"complete\",\"token\":\"t\",\"values\":[]} ~ one value here, not 0",
                "{\"version\":1,\"id\":\"a\",\"do\":\"start\",\"run\":\"r\",\"type\":\"T\",\"values\":[{\"encoding\":\"\"}]} ~ encoding label",
                "[] ~ expected an object",
                "{\"version\":2,\"id\":\"\",\"do\":\"many\"} ~ the field \"deeds\" is missing",
                "{\"version\":2,\"deeds\":[{\"id\":\"\",\"do\":\"letters\"}]} ~ \"letters\" is not one of many",
                "{\"version\":2,\"deeds\":[{\"id\":\"\",\"deeds\":[]}]} ~ no field \"deeds\"",
                "{\"version\":1,\"version\":1} ~ version",
            })
    void a_request_that_is_none_is_refused_with_what_is_wrong(String text, String message) {
        assertThatThrownBy(() -> request(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining(message);
    }

    @Test
    void more_at_once_than_are_done_at_once_are_refused_before_anything_is_done() {
        String one = "{\"id\":\"\",\"do\":\"delete\",\"run\":\"r\"}";
        String deeds = String.join(",", Collections.nCopies(Request.Many.DEEDS_MAX + 1, one));
        String text = "{\"version\":2,\"id\":\"\",\"do\":\"many\",\"deeds\":[" + deeds + "]}";
        assertThatThrownBy(() -> request(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("at most 256 things are done at once, not 257");
    }
}
