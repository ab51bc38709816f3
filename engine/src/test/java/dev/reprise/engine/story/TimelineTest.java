package dev.reprise.engine.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.UnitId;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.story.Event.Kind;
import dev.reprise.filter.Attributes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How made-up events look. */
final class TimelineTest {
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");
    private static final UnitId LEFT = UnitId.parse("/p0");
    private static final UnitId RIGHT = UnitId.parse("/p1");

    private final List<Event> events = new ArrayList<>();

    private Event event(long entry, long seconds, UnitId unit, Kind kind, String what) {
        Instant at = START.plusSeconds(seconds);
        var event =
                new Event(entry, entry, at, unit, kind, 1, what, "", List.of(), Optional.empty());
        events.add(event);
        return event;
    }

    private String shown(Timeline.Look look, int width) {
        var text = new StringWriter();
        var timeline = new Timeline(new PrintWriter(text, true), look, width);
        events.forEach(timeline::show);
        return text.toString();
    }

    @Test
    void units_keep_their_lanes_and_time_without_events_is_one_line() {
        event(0, 0, UnitId.ROOT, Kind.TOLD, "start");
        event(0, 0, LEFT, Kind.ASKED, "a");
        event(0, 0, RIGHT, Kind.ASKED, "b");
        event(1, 3, LEFT, Kind.FAILED, "a failed");
        event(2, 200_000, RIGHT, Kind.DONE, "b done");
        event(2, 200_000, RIGHT, Kind.ASKED, "c");
        event(3, 200_001, RIGHT, Kind.DONE, "c done");
        event(3, 200_001, UnitId.ROOT, Kind.COMPLETED, "run completed");

        assertThat(shown(Timeline.Look.PLAIN, 80))
                .isEqualTo(
                        """
                              0  +0 ms        ●      start
                                              │ ○    /p0 a
                                              │ │ ○  /p1 b
                              1  +3 s         │ ✗ │  /p0 a failed
                                              ┆   ┆  2 d 7 h later
                              2  +2 d 7 h     │   ●  /p1 b done
                                              │   ○  /p1 c
                              3  +2 d 7 h     │   ●  /p1 c done
                                              ■      run completed
                        """
                                .indent(0));
    }

    @Test
    void activations_have_numbers_of_their_own_where_they_are_asked_for() {
        event(3, 0, UnitId.ROOT, Kind.TOLD, "start");
        event(3, 0, UnitId.ROOT, Kind.ASKED, "a");
        event(0, 1, UnitId.ROOT, Kind.NOTED, "kept");
        var text = new StringWriter();
        var timeline = new Timeline(new PrintWriter(text, true), Timeline.Look.ASCII, 80);
        events.forEach(timeline.numbered()::show);
        assertThat(text.toString())
                .isEqualTo(
                        """
                              3  @3    +0 ms        *      start
                                                    o      a
                              0        +1 s         .      kept
                        """
                                .indent(0));
    }

    @Test
    void times_count_from_the_first_that_is_shown_and_from_what_a_reset_kept() {
        var passed = event(0, -900, UnitId.ROOT, Kind.TOLD, "start");
        event(1, 100, UnitId.ROOT, Kind.NOTED, "goes on after activation 2");
        event(1, 0, UnitId.ROOT, Kind.TOLD, "start again");
        event(2, 3, UnitId.ROOT, Kind.DONE, "a");
        var text = new StringWriter();
        var timeline = new Timeline(new PrintWriter(text, true), Timeline.Look.ASCII, 80);
        timeline.pass(passed);
        events.subList(1, 4).forEach(timeline::show);
        assertThat(text.toString().lines().filter(it -> it.contains("+")).toList())
                .satisfiesExactly(
                        it -> assertThat(it).matches(" *1  \\+0 ms .*goes on.*"),
                        it -> assertThat(it).matches(" *\\+0 ms .*start again"),
                        it -> assertThat(it).matches(" *2  \\+3 s .*a"));

        String svg = TimelinePicture.of(description(), events.iterator(), 1);
        assertThat(svg).contains(">+1 min 40 s<", ">+3 s<").doesNotContain("+-");
    }

    @Test
    void a_line_is_no_wider_than_the_terminal() {
        event(0, 0, UnitId.ROOT, Kind.TOLD, "x".repeat(300));
        event(1, 0, UnitId.ROOT, Kind.NOTED, "short");
        assertThat(shown(Timeline.Look.PLAIN, 60).lines())
                .allMatch(it -> it.length() <= 60)
                .first()
                .asString()
                .endsWith("x…");
        assertThatThrownBy(() -> shown(Timeline.Look.PLAIN, 39))
                .hasMessageContaining("40 letters or more, not 39");
    }

    @Test
    void only_what_is_coloured_has_colours() {
        event(0, 0, UnitId.ROOT, Kind.FAILED, "a failed");
        assertThat(shown(Timeline.Look.COLOURED, 80)).contains("\u001B[31ma failed\u001B[0m");
        assertThat(shown(Timeline.Look.PLAIN, 80)).doesNotContain("\u001B");
        assertThat(shown(Timeline.Look.ASCII, 80)).matches("[\\x20-\\x7E\\n]*");
    }

    @Test
    void spans_are_told_in_their_two_largest_units() {
        assertThat(Wording.span(Duration.ofNanos(999_999_999))).isEqualTo("999 ms");
        assertThat(Wording.span(Duration.ofSeconds(1))).isEqualTo("1 s");
        assertThat(Wording.span(Duration.ofMillis(59_999))).isEqualTo("59.9 s");
        assertThat(Wording.span(Duration.ofMinutes(1))).isEqualTo("1 min");
        assertThat(Wording.span(Duration.ofSeconds(3_599))).isEqualTo("59 min 59 s");
        assertThat(Wording.span(Duration.ofDays(1))).isEqualTo("1 d");
        assertThat(Wording.span(Duration.ofHours(-25))).isEqualTo("-1 d 1 h");
    }

    @Test
    void a_text_becomes_one_line_that_nothing_obeys() {
        assertThat(Wording.line("a\n\tb\u001B[2Jc\u202Ed")).isEqualTo("a b [2Jc\uFFFDd");
        assertThat(Wording.line("é".repeat(1_000))).hasSize(401).endsWith("…");
    }

    /** While they wait, two units share a lane only when there are more than lanes. */
    @Test
    void lanes_are_shared_by_nobody_who_waits_as_long_as_there_are_enough() {
        var random = new SplitMix64(7);
        var lanes = new Lanes();
        var waiting = new TreeMap<UnitId, Integer>();
        for (int step = 0; step < 5_000; step++) {
            var unit = UnitId.ROOT.child(UnitId.Kind.PARALLEL, random.below(20));
            boolean closes = waiting.containsKey(unit);
            var event = event(step, step, unit, closes ? Kind.DONE : Kind.ASKED, "x");
            int column = lanes.at(event);
            lanes.after(event);
            assertThat(column).isBetween(1, Lanes.COLUMNS_MAX - 1);
            if (closes) {
                assertThat(waiting.remove(unit)).isEqualTo(column);
            } else {
                if (column < Lanes.COLUMNS_MAX - 1) {
                    assertThat(waiting.values()).doesNotContain(column);
                }
                waiting.put(unit, column);
            }
        }
    }

    @Test
    void a_long_story_becomes_a_picture_of_few_rows_that_hold_all_of_it() {
        var sheet = new Sheet(TimelinePicture.ROWS_MAX);
        int all = 10_001;
        for (int i = 0; i < all; i++) {
            sheet.add(event(i, i, UnitId.ROOT, i % 100 == 7 ? Kind.FAILED : Kind.NOTED, "n" + i));
        }
        assertThat(sheet.rows()).hasSizeBetween(TimelinePicture.ROWS_MAX / 2, 256);
        assertThat(sheet.rows().stream().mapToInt(Sheet.Row::count).sum()).isEqualTo(all);
        assertThat(sheet.rows().stream().mapToInt(it -> it.count(Kind.FAILED)).sum())
                .isEqualTo(100);
        long next = 0;
        for (Sheet.Row row : sheet.rows()) {
            assertThat(row.first().entry()).isEqualTo(next);
            next = row.last().entry() + 1;
        }
        assertThat(next).isEqualTo(all);

        String svg = TimelinePicture.of(description(), events.iterator(), 0);
        assertThat(svg.length()).isLessThan(200_000);
        assertThat(svg).contains("10001 events", " failed");
    }

    private static Description description() {
        return new Description(
                new RunId("long"),
                "Long",
                Status.RUNNING,
                START,
                10_001,
                0,
                Optional.empty(),
                List.of(),
                List.of(),
                1,
                0,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Attributes.NONE,
                0,
                false);
    }
}
