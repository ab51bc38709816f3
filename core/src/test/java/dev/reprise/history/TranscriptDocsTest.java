package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.form.Shape;
import dev.reprise.form.ValueForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/transcript.md says what the code does. */
class TranscriptDocsTest {
    private static final Path DOCS = Path.of("..", "docs", "transcript.md");

    private static final Payload BOOKS = Payload.text("3 books");
    private static final Job START =
            new Job.Start(new RunId("order-17"), "Order", List.of(BOOKS), RunInfo.FIRST);
    private static final Job RESOLVED =
            new Job.ActivityResolved(
                    1, new Outcome.Completed(Payload.of("bytes", new byte[] {0, 1, 2})));
    private static final ActivityOptions TEN_SECONDS =
            ActivityOptions.UNSAID.timeouts(
                    ActivityOptions.Timeouts.NONE.startToClose(Duration.ofSeconds(10)));
    private static final List<Command> FIRST_COMMANDS =
            List.of(
                    new Command.ScheduleActivity(
                            1, UnitId.ROOT, "1", "charge", List.of(BOOKS), TEN_SECONDS),
                    new Command.StartTimer(2, UnitId.parse("/p0"), Duration.ofMillis(1500)));
    private static final List<Command> LAST_COMMANDS =
            List.of(
                    new Command.CancelTimer(3, UnitId.ROOT, 2),
                    new Command.CompleteRun(4, UnitId.ROOT, Payload.NONE));

    static final Transcript EXAMPLE =
            new Transcript(
                    new Transcript.Header(new RunId("order-17"), "Order"),
                    List.of(
                            turn("2026-01-31T12:00:00Z", 0, START, FIRST_COMMANDS),
                            turn("2026-01-31T12:00:01.5Z", 1, RESOLVED, LAST_COMMANDS)));

    private static Turn turn(String now, int number, Job job, List<Command> commands) {
        return new Turn(
                new Activation(Instant.parse(now), 42 + number, number, false, List.of(job)),
                Completion.Decided.of(commands));
    }

    @Test
    void the_bytes_of_the_example_are_those_in_the_document() throws IOException {
        assertThat(block("bytes")).isEqualTo(hexdump(EXAMPLE.toBytes()));
    }

    @Test
    void the_json_of_the_example_is_that_in_the_document() throws IOException {
        assertThat(block("json")).isEqualTo(EXAMPLE.toJson());
        assertThat(Transcript.fromJson(block("json"))).isEqualTo(EXAMPLE);
    }

    static Stream<Shape> shapes() {
        return Stream.of(
                        TurnForm.SHAPES,
                        JobForm.SHAPES,
                        CommandForm.SHAPES,
                        ValueForm.SHAPES,
                        OptionsForm.SHAPES)
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void every_message_is_in_the_document_with_its_fields(Shape shape) throws IOException {
        assertThat(Files.readString(DOCS)).contains(row(shape));
    }

    /** The message as a row of the document's tables. */
    static String row(Shape shape) {
        var fields = new StringBuilder();
        for (int field = 1; field <= shape.fieldCount(); field++) {
            fields.append(field == 1 ? "" : ", ").append(field).append(" `");
            fields.append(shape.fieldName(field).replace("|", "` or `")).append('`');
            fields.append(shape.isList(field) ? " list" : "");
        }
        return "| **"
                + shape.name()
                + "**"
                + (shape.isUnion() ? " (union)" : "")
                + " | "
                + fields
                + " |";
    }

    static String hexdump(byte[] bytes) {
        var text = new StringBuilder();
        for (int from = 0; from < bytes.length; from += 16) {
            int to = Math.min(bytes.length, from + 16);
            text.append(HexFormat.of().toHexDigits((short) from)).append("  ");
            text.append(HexFormat.ofDelimiter(" ").formatHex(bytes, from, to)).append('\n');
        }
        return text.toString();
    }

    /** The code block that follows the mark of this name. */
    private static String block(String name) throws IOException {
        String text = Files.readString(DOCS);
        int mark = text.indexOf("<!-- example: " + name + " -->");
        assertThat(mark).as("the mark of %s", name).isNotNegative();
        int from = text.indexOf('\n', text.indexOf("```", mark)) + 1;
        return text.substring(from, text.indexOf("```", from));
    }
}
