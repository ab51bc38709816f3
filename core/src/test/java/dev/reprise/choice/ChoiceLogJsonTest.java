package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The JSON form: what is written can be read, and a change is refused by name. */
class ChoiceLogJsonTest {
    @Property(tries = 100)
    void what_is_written_is_read_back(
            @ForAll long seed,
            @ForAll @IntRange(max = 150) int steps,
            @ForAll @IntRange(min = 1, max = 300) int burst) {
        var log = Logs.random(seed, steps, burst);
        var json = Logs.toJson(log);
        var read = Logs.fromJson(json);
        assertThat(read).isEqualTo(log);
        assertThat(read.entries()).isEqualTo(log.entries());
        assertThat(ChoiceLog.fromBytes(read.toBytes())).isEqualTo(log);
        var replay = Scheduler.replay(read);
        dev.reprise.testing.ChoiceProgram.of(seed, steps, burst).run(replay);
        replay.finish();
    }

    @Test
    void entries_stand_on_a_line_each() {
        var lines = Logs.toJson(Logs.sample()).lines().toList();
        assertThat(lines).hasSize((int) Logs.sample().size() + 2);
        assertThat(lines.subList(1, lines.size() - 1))
                .allMatch(line -> line.contains("{\"step\":"));
    }

    @Test
    void the_empty_log_is_read_back() {
        assertThat(Logs.fromJson(Logs.toJson(ChoiceLog.EMPTY))).isEqualTo(ChoiceLog.EMPTY);
    }

    /** A token of the JSON text and where it belongs. */
    private record Token(
            int from, int to, String text, Optional<Integer> entry, String field, boolean isName) {}

    private static final Pattern TOKENS =
            Pattern.compile("\"[^\"]*\"|-?[0-9]+|true|false|[\\[\\]{}:,]");

    /**
     * The tokens of a log whose texts hold no escapes; only what a log consists of is understood.
     */
    private static List<Token> tokens(String json) {
        var tokens = new ArrayList<Token>();
        var matcher = TOKENS.matcher(json);
        int depth = 0;
        int entry = -1;
        String top = "";
        String field = "";
        while (matcher.find()) {
            var text = matcher.group();
            boolean isName = text.startsWith("\"") && json.startsWith(":", matcher.end());
            if (isName && depth == 1) {
                top = text.substring(1, text.length() - 1);
                field = top;
            } else if (isName && depth == 3) {
                field = text.substring(1, text.length() - 1);
            }
            if (text.equals("{") && depth == 2 && top.equals("entries")) {
                entry++;
            }
            depth += text.equals("{") || text.equals("[") ? 1 : 0;
            depth -= text.equals("}") || text.equals("]") ? 1 : 0;
            boolean inEntry = top.equals("entries") && depth >= 3;
            var named = inEntry || !top.equals("kinds") ? field : top;
            tokens.add(
                    new Token(
                            matcher.start(),
                            matcher.end(),
                            text,
                            inEntry ? Optional.of(entry) : Optional.empty(),
                            named,
                            isName));
        }
        return tokens;
    }

    private static List<String> mutations(Token token) {
        var text = token.text();
        if (text.startsWith("\"")) {
            var inner = text.substring(1, text.length() - 1);
            return List.of(
                    "\"" + inner + "x\"",
                    "\"" + inner.substring(0, Math.max(0, inner.length() - 1)) + "\"",
                    "\""
                            + inner.substring(0, inner.length() - 1)
                            + (inner.endsWith("1") ? "2" : "1")
                            + "\"",
                    "\"\"",
                    "7",
                    "null",
                    "");
        }
        if (text.equals("true") || text.equals("false")) {
            return List.of(text.equals("true") ? "false" : "true", "1", "null", "");
        }
        if (Character.isDigit(text.charAt(0))) {
            return List.of(
                    String.valueOf(Long.parseLong(text) + 1),
                    String.valueOf(Long.parseLong(text) - 1),
                    "-" + text,
                    text + "000000000000000000000",
                    text + ".5",
                    "\"" + text + "\"",
                    "[]",
                    "");
        }
        return List.of("");
    }

    @Test
    void every_changed_token_is_refused_and_the_message_names_entry_and_field() {
        var log = Logs.sample();
        var json = Logs.toJson(log);
        int refused = 0;
        for (var token : tokens(json)) {
            for (var mutation : mutations(token)) {
                var changed =
                        json.substring(0, token.from()) + mutation + json.substring(token.to());
                var refusal = refusal(changed, log);
                if (refusal.isEmpty()) {
                    continue;
                }
                refused++;
                boolean isPunctuation =
                        token.text().length() == 1 && !Character.isDigit(token.text().charAt(0));
                if (isPunctuation || mutation.isEmpty()) {
                    continue;
                }
                var message = Objects.requireNonNull(refusal.get().getMessage());
                assertThat(message)
                        .matches("(?s)This choice log cannot be read. At line \\d+, column \\d+.*");
                if (!token.isName()) {
                    // Where two fields contradict each other the set may be called what it is.
                    boolean isSet = List.of("alone", "removed", "added").contains(token.field());
                    assertThat(
                                    message.contains(token.field())
                                            || (isSet && message.contains("enabled")))
                            .as("%s -> %s: %s", token, mutation, message)
                            .isTrue();
                }
                if (token.entry().isPresent()) {
                    int entry = token.entry().get();
                    assertThat(
                                    message.contains("entry " + entry + ":")
                                            || message.contains("entries[" + entry + "]"))
                            .as("%s -> %s: %s", token, mutation, message)
                            .isTrue();
                }
            }
        }
        assertThat(refused).isGreaterThan(1000);
    }

    /** Empty when the text is read as an equal log; a log that differs is a failure of the test. */
    private static Optional<Malformed> refusal(String json, ChoiceLog log) {
        try {
            assertThat(Logs.fromJson(json)).as(json).isEqualTo(log);
            return Optional.empty();
        } catch (Malformed e) {
            return Optional.of(e);
        }
    }

    @Test
    void entries_that_are_dropped_doubled_or_moved_are_refused() {
        var log = Logs.sample();
        var lines = Logs.toJson(log).lines().toList();
        for (int line = 1; line < lines.size() - 1; line++) {
            var dropped = new ArrayList<>(lines);
            dropped.remove(line);
            var doubled = new ArrayList<>(lines);
            doubled.add(line, lines.get(line));
            for (var wrong : List.of(dropped, doubled)) {
                assertThat(refusal(withCommas(wrong), log)).as("line %d", line).isPresent();
            }
            for (int other = line + 1; other < lines.size() - 1; other++) {
                var moved = new ArrayList<>(lines);
                java.util.Collections.swap(moved, line, other);
                assertThat(refusal(withCommas(moved), log)).isPresent();
            }
        }
        assertThat(refusal(withCommas(lines), log)).isEmpty();
    }

    private static String withCommas(List<String> lines) {
        var text = new StringBuilder(lines.getFirst());
        for (int line = 1; line < lines.size() - 1; line++) {
            var entry = lines.get(line);
            var bare = entry.substring(entry.indexOf('{'), entry.lastIndexOf('}') + 1);
            text.append('\n').append(bare).append(line < lines.size() - 2 ? "," : "");
        }
        return text.append('\n').append(lines.getLast()).toString();
    }

    @Test
    void fields_that_are_missing_or_unknown_are_refused() {
        var log = Logs.sample();
        var json = Logs.toJson(log);
        var field = Pattern.compile("\"(\\w+)\":(\\[[^\\[\\]{}]*\\]|\"[^\"]*\"|\\d+|true),?");
        var matcher = field.matcher(json);
        int missing = 0;
        while (matcher.find()) {
            var without = json.substring(0, matcher.start()) + json.substring(matcher.end());
            without = without.replaceAll(",\\s*}", "}");
            assertThat(refusal(without, log)).as("without %s", matcher.group()).isPresent();
            var more =
                    json.substring(0, matcher.start())
                            + "\"more\":1,"
                            + json.substring(matcher.start());
            var refusal = refusal(more, log).orElseThrow();
            assertThat(refusal.problem()).isEqualTo(Problem.UNKNOWN);
            assertThat(refusal).hasMessageContaining("no field \"more\"");
            var twice =
                    json.substring(0, matcher.start())
                            + matcher.group().replaceAll(",$", "")
                            + ","
                            + json.substring(matcher.start());
            assertThat(refusal(twice, log).orElseThrow()).hasMessageContaining(matcher.group(1));
            missing++;
        }
        assertThat(missing).isGreaterThan(20);
    }

    @Test
    void fields_may_come_in_another_order() {
        var log = Logs.example();
        var json = Logs.toJson(log);
        var moved =
                json.replace("{\"step\":0,", "{")
                        .replace("\"chosen\":\"token#1\",", "\"chosen\":\"token#1\",\"step\":0,");
        assertThat(moved).isNotEqualTo(json);
        assertThat(Logs.fromJson(moved)).isEqualTo(log);
    }

    private static void assertRefused(String json, Problem problem, String... parts) {
        var refusal = refusal(json, ChoiceLog.EMPTY).orElseThrow();
        assertThat(refusal.problem()).as(refusal.getMessage()).isEqualTo(problem);
        assertThat(refusal.getMessage()).contains(parts);
    }

    /** The example with one part in place of another. */
    private static String changed(String part, String by) {
        var json = Logs.toJson(Logs.example());
        assertThat(json).contains(part);
        return json.replace(part, by);
    }

    @Test
    void each_refusal_says_what_is_wrong_and_where() {
        assertRefused(
                changed("reprise-choice-log", "other"),
                Problem.FOREIGN,
                "line 1, column 11 (format)");
        assertRefused(
                changed("\"version\":1", "\"version\":2"),
                Problem.VERSION,
                "version 2",
                "line 1, column 42 (version)");
        assertRefused(
                changed("\"step\":1", "\"step\":0"),
                Problem.ORDER,
                "entry 1: step is 0",
                "line 3",
                "(entries[1])");
        assertRefused(
                changed("\"step\":1", "\"step\":2"),
                Problem.CHECKSUM,
                "entry 1: step, enabled or chosen",
                "check is");
        assertRefused(
                changed(
                        "\"token#2\",\"token#3\"],\"chosen\":\"token#2\"",
                        "\"token#2\",\"token#3\"],\"chosen\":\"token#1\""),
                Problem.INCONSISTENT,
                "entry 1: chosen is token#1, which is not enabled");
        assertRefused(
                changed("\"chosen\":\"token#2\"", "\"chosen\":\"timer#2\""),
                Problem.UNKNOWN,
                "timer#2 is of no kind",
                "(entries[1].chosen)");
        assertRefused(
                changed("\"chosen\":\"token#2\"", "\"chosen\":\"token#02\""),
                Problem.LIMIT,
                "token#02 needs a number in 0..281474976710655");
        assertRefused(
                changed("\"chosen\":\"token#2\"", "\"chosen\":\"token#281474976710656\""),
                Problem.LIMIT,
                "needs a number");
        assertRefused(
                changed("\"chosen\":\"token#2\"", "\"chosen\":\"token#-2\""),
                Problem.LIMIT,
                "needs a number");
        assertRefused(
                changed(
                        "\"token#1\",\"token#2\",\"token#3\"",
                        "\"token#1\",\"token#3\",\"token#2\""),
                Problem.ORDER,
                "entry 0: enabled has token#3 before token#2");
        assertRefused(
                changed(
                        "\"token#1\",\"token#2\",\"token#3\"",
                        "\"token#1\",\"token#1\",\"token#2\""),
                Problem.ORDER,
                "token#1 before token#1");
        assertRefused(
                changed("\"enabled\":[\"token#2\",\"token#3\"]", "\"enabled\":[\"token#2\"]"),
                Problem.INCONSISTENT,
                "entry 1: enabled holds 1 actions");
        assertRefused(
                changed("\"enabled\":[\"token#2\",\"token#3\"]", "\"removed\":[\"token#1\"]"),
                Problem.SYNTAX,
                "entry 1: one of enabled");
        assertRefused(
                changed(
                        "\"enabled\":[\"token#2\",\"token#3\"]",
                        "\"removed\":[\"token#9\"],\"added\":[]"),
                Problem.UNKNOWN,
                "entry 1: removed names token#9");
        assertRefused(
                changed(
                        "\"enabled\":[\"token#2\",\"token#3\"]",
                        "\"removed\":[],\"added\":[\"token#3\"]"),
                Problem.INCONSISTENT,
                "entry 1: added names token#3");
        assertRefused(
                changed(
                        "\"enabled\":[\"token#1\",\"token#2\",\"token#3\"]",
                        "\"removed\":[],\"added\":[\"token#3\"]"),
                Problem.INCONSISTENT,
                "entry 0: removed is a difference");
        assertRefused(
                changed("\"steps\":3", "\"steps\":1"),
                Problem.INCONSISTENT,
                "steps is 1, but step 1 is among the entries");
        assertRefused(
                changed("\"steps\":3", "\"steps\":4"),
                Problem.CHECKSUM,
                "dropped, steps, complete");
        assertRefused(
                changed("\"steps\":3", "\"steps\":99999999999999999999"),
                Problem.SYNTAX,
                "(steps)");
        assertRefused(
                changed("\"steps\":3", "\"steps\":-3"),
                Problem.LIMIT,
                "-3 is not in 0..",
                "(steps)");
        assertRefused(
                changed("\"steps\":3", "\"dropped\":5,\"steps\":3"),
                Problem.INCONSISTENT,
                "dropped is 5, but the first step is 0");
        assertRefused(
                changed(
                        "{\"order\":1,\"name\":\"token\"}",
                        "{\"order\":1,\"name\":\"token\"},{\"order\":1,\"name\":\"job\"}"),
                Problem.INCONSISTENT,
                "share",
                "kinds[1]");
        assertRefused(
                changed("{\"order\":1,", "{\"order\":2,"), Problem.CHECKSUM, "kinds or entry 0");
        assertRefused(
                changed("{\"order\":1,", "{\"order\":40000,"), Problem.LIMIT, "(kinds[0].order)");
        assertRefused(changed("{\"order\":1,", "{"), Problem.SYNTAX, "a kind needs an order");
        assertRefused(Logs.toJson(Logs.example()) + "{}", Problem.TRAILING, "after the end");
        assertRefused("", Problem.TRUNCATED, "line 1, column 1");
        assertRefused("[1]", Problem.SYNTAX, "an object");
        assertRefused("{\"entries\":[]}", Problem.FOREIGN, "format and version must come before");
        assertRefused(
                Logs.toJson(ChoiceLog.EMPTY).replace("\"entries\"", "\"dropped\":3,\"entries\""),
                Problem.INCONSISTENT,
                "dropped is 3");
    }

    @Test
    void the_message_for_a_changed_entry_tells_the_check_to_write() {
        var wrong = changed("\"chosen\":\"token#1\"", "\"chosen\":\"token#2\"");
        var message = refusal(wrong, ChoiceLog.EMPTY).orElseThrow().getMessage();
        var right = Pattern.compile("the content gives ([0-9a-f]{8})").matcher(message);
        assertThat(right.find()).isTrue();
        var next = wrong;
        // Every check after the changed entry changes too: follow the messages to the end.
        for (int i = 0; i < 3; i++) {
            var refusal = refusal(next, ChoiceLog.EMPTY).orElseThrow();
            var matcher =
                    Pattern.compile("check is ([0-9a-f]{8}), the content gives ([0-9a-f]{8})")
                            .matcher(refusal.getMessage());
            assertThat(matcher.find()).isTrue();
            next = next.replace(matcher.group(1), matcher.group(2));
        }
        assertThat(Logs.fromJson(next).entries().getFirst().chosen().number()).isEqualTo(2);
    }

    @Test
    void every_truncation_is_refused() {
        var json = Logs.toJson(Logs.example()).strip();
        for (int length = 0; length < json.length(); length++) {
            var cut = json.substring(0, length);
            assertThat(refusal(cut, ChoiceLog.EMPTY).orElseThrow().problem())
                    .as(cut)
                    .isIn(Problem.TRUNCATED, Problem.SYNTAX);
        }
    }
}
