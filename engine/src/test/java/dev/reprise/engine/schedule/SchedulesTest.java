package dev.reprise.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.ScheduleHandle;
import dev.reprise.engine.UpdateFailed;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestOptions;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.history.RunOptions;
import dev.reprise.schedule.Fate;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A schedule is a run of our own: what can be asked of it, and what it then starts. */
@Timeout(60)
class SchedulesTest {
    private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");
    private static final Schedule HOURLY = Schedule.of(When.parse("every 1h"));

    /** Sleeps for so many minutes; fails when that is a negative number. */
    static final class Report implements Workflow<Integer, String> {
        @Override
        public String run(Integer minutes) {
            if (minutes < 0) {
                throw ApplicationFailed.fatal("Broken", "no report");
            }
            Flow.sleep(Duration.ofMinutes(minutes));
            return "report at " + Flow.now();
        }
    }

    private static TestEngine engine() {
        return TestEngine.create(TestOptions.DEFAULT.begins(NEW_YEAR)).register(Report.class);
    }

    private static ScheduleHandle reports(TestEngine engine, Schedule schedule, int minutes) {
        var duty = engine.client().duty(Report.class, minutes);
        return engine.client().schedule("reports").create(new ScheduleSpec(schedule, duty));
    }

    /** The reports there are: when they began, by the time that was meant. */
    private static Map<String, Instant> started(TestEngine engine) {
        var found = new TreeMap<String, Instant>();
        try (var runs = engine.client().list()) {
            while (runs.hasNext()) {
                Description run = runs.next();
                if (run.type().equals("Report")) {
                    found.put(run.run().value().substring("reports/".length()), run.started());
                }
            }
        }
        return found;
    }

    private static List<String> keys(TestEngine engine) {
        return List.copyOf(started(engine).keySet());
    }

    @Test
    void its_code_is_as_deterministic_as_we_want_that_of_others() {
        assertThat(WorkflowType.of(ScheduleRun.class, Strictness.ERROR).name())
                .isEqualTo(Schedules.TYPE);
        assertThat(WorkflowType.of(Attendant.class, Strictness.ERROR).name())
                .isEqualTo(Schedules.ATTENDANT);
    }

    @Test
    void a_schedule_starts_a_run_at_each_of_its_times() {
        try (var engine = engine()) {
            reports(engine, HOURLY, 5);
            engine.advance(Duration.ofHours(3));
            assertThat(started(engine))
                    .isEqualTo(
                            Map.of(
                                    "2026-01-01T01:00:00Z", NEW_YEAR.plusSeconds(3_600),
                                    "2026-01-01T02:00:00Z", NEW_YEAR.plusSeconds(7_200),
                                    "2026-01-01T03:00:00Z", NEW_YEAR.plusSeconds(10_800)));
            var first = new RunId("reports/2026-01-01T01:00:00Z");
            assertThat(engine.client().handle(Report.class, first).result())
                    .isEqualTo("report at 2026-01-01T01:05:00Z");
            engine.replayAll();
        }
    }

    @Test
    void a_nightly_schedule_keeps_to_the_clock_on_the_wall_for_a_year() {
        try (var engine = engine()) {
            var nightly = When.parse("cron \"30 2 * * *\" in Europe/Berlin");
            reports(engine, Schedule.of(nightly), 30);
            engine.until(Instant.parse("2027-01-01T00:00:00Z"));
            List<Instant> times = new ArrayList<>(started(engine).values());
            assertThat(times)
                    .isEqualTo(
                            nightly.times(NEW_YEAR)
                                    .takeWhile(it -> it.isBefore(engine.now()))
                                    .toList())
                    .hasSize(365)
                    .contains(
                            Instant.parse("2026-03-28T01:30:00Z"), // the last night of winter
                            Instant.parse("2026-03-29T01:00:00Z"), // 02:30 is left out: at 03:00
                            Instant.parse("2026-03-30T00:30:00Z"),
                            Instant.parse("2026-10-25T00:30:00Z"), // 02:30 comes twice: the first
                            Instant.parse("2026-10-26T01:30:00Z"));
            engine.replayAll();
            assertThat(engine.client().schedule("reports").describe().counts().started())
                    .isEqualTo(365);
        }
    }

    @Test
    void a_crash_at_any_write_neither_loses_a_time_nor_meets_one_twice() {
        int crashes =
                TestEngine.crashEverywhere(
                        TestOptions.DEFAULT.begins(NEW_YEAR),
                        engine -> {
                            engine.register(Report.class);
                            var schedule = reports(engine, HOURLY, 5);
                            engine.advance(Duration.ofMinutes(150));
                            schedule.pause("for lunch");
                            engine.advance(Duration.ofHours(1));
                            schedule.resume();
                            schedule.once("now").trigger();
                            engine.advance(Duration.ofMinutes(90));
                            schedule.delete();
                            engine.advance(Duration.ofHours(2));
                            assertThat(keys(engine))
                                    .containsExactly(
                                            "2026-01-01T01:00:00Z",
                                            "2026-01-01T02:00:00Z",
                                            "2026-01-01T03:30:00Z-triggered-1",
                                            "2026-01-01T04:00:00Z",
                                            "2026-01-01T05:00:00Z");
                            engine.replayAll();
                        });
        assertThat(crashes).isGreaterThan(40);
    }

    @Test
    void it_goes_on_for_ever_without_a_history_that_grows() {
        try (var engine = engine()) {
            reports(engine, Schedule.of(When.parse("every 1h")), 90);
            var run = Schedules.runOf("reports");
            engine.advance(Duration.ofDays(60));
            Description schedule = engine.client().describe(run);
            assertThat(schedule.leg()).isGreaterThan(3);
            assertThat(schedule.entries() - schedule.origin()).isLessThan(Schedules.ACTS_MAX * 5L);
            // Each takes one and a half hours, so every other is left out; and none else.
            assertThat(started(engine)).hasSize(60 * 12);
            assertThat(engine.client().schedule("reports").describe().counts().skipped())
                    .isEqualTo(60 * 12);
            engine.replayAll();
        }
    }

    @Test
    void what_runs_over_many_legs_is_heard_of_when_it_ends() {
        try (var engine = engine()) {
            var often = Schedule.of(When.parse("every 1m"));
            reports(engine, often, 60 * 24);
            engine.advance(Duration.ofHours(23));
            assertThat(started(engine)).hasSize(1);
            assertThat(engine.client().describe(Schedules.runOf("reports")).leg()).isGreaterThan(2);
            engine.advance(Duration.ofHours(2));
            assertThat(started(engine)).hasSize(2);
        }
    }

    @Test
    void whoever_ends_an_attendant_does_not_block_the_schedule() {
        try (var engine = engine()) {
            reports(engine, Schedule.of(When.parse("every 1m")), 60 * 24);
            engine.advance(Duration.ofHours(12));
            var attendant = new RunId("schedule/reports/2026-01-01T00:01:00Z");
            engine.client().handle(attendant, String.class).terminate("by mistake");
            engine.advance(Duration.ofHours(6));
            assertThat(started(engine)).hasSize(2);
        }
    }

    @Test
    void what_is_started_takes_its_options_from_the_schedule() {
        try (var engine = engine()) {
            var limited =
                    RunOptions.UNSAID.timeouts(
                            RunOptions.Timeouts.NONE.run(Duration.ofMinutes(10)));
            var duty = engine.client().duty(Report.class, 30).options(limited);
            var schedule = engine.client().schedule("reports");
            schedule.create(new ScheduleSpec(HOURLY.pauseOnFailure(true), duty));
            engine.advance(Duration.ofHours(5));
            var first = new RunId("reports/2026-01-01T01:00:00Z");
            assertThat(engine.client().describe(first).status()).isEqualTo(Status.TIMED_OUT);
            assertThat(schedule.describe().paused()).hasValue("2026-01-01T01:00:00Z failed");
            assertThat(keys(engine)).containsExactly("2026-01-01T01:00:00Z");
        }
    }

    @Test
    void overlapping_times_are_dealt_with_as_the_schedule_says() {
        assertThat(afterFourHours(Overlap.SKIP)).isEqualTo("1:COMPLETED 3:COMPLETED 5:RUNNING");
        assertThat(afterFourHours(Overlap.BUFFER_ALL))
                .isEqualTo("1:COMPLETED 2:COMPLETED 3:COMPLETED 4:RUNNING");
        assertThat(afterFourHours(Overlap.ALLOW_ALL))
                .isEqualTo("1:COMPLETED 2:COMPLETED 3:COMPLETED 4:COMPLETED 5:RUNNING");
        assertThat(afterFourHours(Overlap.CANCEL_OTHER))
                .isEqualTo("1:CANCELLED 2:CANCELLED 3:CANCELLED 4:CANCELLED 5:RUNNING");
        assertThat(afterFourHours(Overlap.TERMINATE_OTHER))
                .isEqualTo("1:TERMINATED 2:TERMINATED 3:TERMINATED 4:TERMINATED 5:RUNNING");
    }

    /** The hours at which reports that take 80 minutes have begun, and what became of them. */
    private static String afterFourHours(Overlap overlap) {
        try (var engine = engine()) {
            reports(engine, HOURLY.overlap(overlap), 80);
            engine.advance(Duration.ofMinutes(5 * 60 + 30));
            List<String> told = new ArrayList<>();
            for (String key : keys(engine)) {
                Status status = engine.client().describe(new RunId("reports/" + key)).status();
                told.add(key.charAt(12) + ":" + status);
            }
            return String.join(" ", told);
        }
    }

    @Test
    void where_one_may_wait_it_starts_when_the_other_has_ended_and_the_next_is_left_out() {
        try (var engine = engine()) {
            var schedule = reports(engine, HOURLY.overlap(Overlap.BUFFER_ONE), 140);
            engine.advance(Duration.ofMinutes(3 * 60 + 10));
            ScheduleDescription told = schedule.describe();
            assertThat(told.counts().skipped()).isEqualTo(1);
            assertThat(told.waiting()).isEqualTo(1);
            engine.advance(Duration.ofMinutes(4 * 60 + 20));
            assertInALineOfOne(engine);
            engine.replayAll();
        }
    }

    /** At half past seven: what takes 140 minutes was due each hour, and one may wait. */
    private static void assertInALineOfOne(TestEngine engine) {
        assertThat(started(engine))
                .isEqualTo(
                        Map.of(
                                "2026-01-01T01:00:00Z", Instant.parse("2026-01-01T01:00:00Z"),
                                "2026-01-01T02:00:00Z", Instant.parse("2026-01-01T03:20:00Z"),
                                "2026-01-01T04:00:00Z", Instant.parse("2026-01-01T05:40:00Z")));
        var counts = engine.client().schedule("reports").describe().counts();
        assertThat(counts.started()).isEqualTo(3);
        assertThat(counts.skipped()).isEqualTo(3);
    }

    @Test
    void where_one_may_wait_a_crash_neither_loses_it_nor_lets_another_wait() {
        int crashes =
                TestEngine.crashEverywhere(
                        TestOptions.DEFAULT.begins(NEW_YEAR),
                        engine -> {
                            engine.register(Report.class);
                            reports(engine, HOURLY.overlap(Overlap.BUFFER_ONE), 140);
                            engine.advance(Duration.ofMinutes(7 * 60 + 30));
                            assertInALineOfOne(engine);
                            engine.replayAll();
                        });
        assertThat(crashes).isGreaterThan(40);
    }

    @Test
    void a_backfill_does_what_was_to_be_done_before_there_was_a_schedule() {
        try (var engine = engine()) {
            var schedule = reports(engine, HOURLY, 1);
            Instant from = NEW_YEAR.minusSeconds(3 * 3_600);
            schedule.backfill(from, NEW_YEAR, Overlap.BUFFER_ALL);
            engine.advance(Duration.ofMinutes(10));
            assertThat(keys(engine))
                    .containsExactly(
                            "2025-12-31T21:00:00Z-backfilled-1",
                            "2025-12-31T22:00:00Z-backfilled-1",
                            "2025-12-31T23:00:00Z-backfilled-1");
            assertThatThrownBy(
                            () ->
                                    schedule.backfill(
                                            from, NEW_YEAR.plusSeconds(3_600), Overlap.SKIP))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("a later one that is not in the future")
                    .hasMessageContaining("2026-01-01T01:00:00Z");
        }
    }

    @Test
    void a_backfill_says_how_far_it_is_and_can_be_stopped() {
        try (var engine = engine()) {
            var schedule = reports(engine, HOURLY, 25);
            Instant from = NEW_YEAR.minusSeconds(30 * 3_600);
            schedule.backfill(from, NEW_YEAR, Overlap.BUFFER_ALL);
            engine.advance(Duration.ofMinutes(140));
            assertThat(schedule.describe().backfills())
                    .containsExactly(backfill(from, 4, 26, false));
            schedule.stopBackfills();
            engine.advance(Duration.ofHours(5));
            assertThat(schedule.describe().backfills())
                    .containsExactly(backfill(from, 4, 26, true));
            assertThat(keys(engine))
                    .containsExactly(
                            "2025-12-30T18:00:00Z-backfilled-1",
                            "2025-12-30T19:00:00Z-backfilled-1",
                            "2025-12-30T20:00:00Z-backfilled-1",
                            "2025-12-30T21:00:00Z-backfilled-1",
                            "2026-01-01T01:00:00Z",
                            "2026-01-01T02:00:00Z",
                            "2026-01-01T03:00:00Z",
                            "2026-01-01T04:00:00Z",
                            "2026-01-01T05:00:00Z",
                            "2026-01-01T06:00:00Z",
                            "2026-01-01T07:00:00Z");
            assertThatThrownBy(schedule::stopBackfills)
                    .isInstanceOf(UpdateFailed.class)
                    .hasMessageContaining("no backfill is under way");
            assertThatThrownBy(() -> schedule.stopBackfill(7)).isInstanceOf(UpdateFailed.class);
            engine.replayAll();
        }
    }

    private static ScheduleDescription.Backfill backfill(
            Instant from, long started, long left, boolean over) {
        return new ScheduleDescription.Backfill(
                1, from, NEW_YEAR, Overlap.BUFFER_ALL, started, 0, left, over);
    }

    @Test
    void a_time_that_comes_during_a_backfill_is_not_left_out() {
        try (var engine = engine()) {
            var schedule = reports(engine, HOURLY, 40);
            schedule.backfill(NEW_YEAR.minusSeconds(30 * 3_600), NEW_YEAR, Overlap.BUFFER_ALL);
            engine.advance(Duration.ofMinutes(110));
            assertThat(started(engine))
                    .containsEntry("2026-01-01T01:00:00Z", NEW_YEAR.plusSeconds(80 * 60));
            assertThat(schedule.describe().counts().skipped()).isZero();
        }
    }

    @Test
    void a_backfill_without_bounds_is_refused_and_changes_nothing() {
        try (var engine = engine()) {
            var schedule = reports(engine, Schedule.of(When.parse("every 1s")), 1);
            schedule.pause("quiet");
            assertThatThrownBy(
                            () ->
                                    schedule.backfill(
                                            NEW_YEAR.minus(Duration.ofDays(365)),
                                            NEW_YEAR,
                                            Overlap.ALLOW_ALL))
                    .isInstanceOf(UpdateFailed.class)
                    .hasMessageContaining("the schedule has more than 10000 times")
                    .hasMessageContaining("until 2025-01-01T02:46:40Z it would be so many");
            engine.advance(Duration.ofMinutes(5));
            assertThat(keys(engine)).isEmpty();
            assertThat(schedule.describe().backfills()).isEmpty();
            engine.replayAll();
        }
    }

    @Test
    void a_crash_at_any_write_neither_loses_nor_repeats_a_time_of_a_backfill_and_keeps_its_end() {
        int crashes =
                TestEngine.crashEverywhere(
                        TestOptions.DEFAULT.begins(NEW_YEAR),
                        engine -> {
                            engine.register(Report.class);
                            var schedule = reports(engine, HOURLY, 5);
                            schedule.once("again")
                                    .backfill(
                                            NEW_YEAR.minusSeconds(5 * 3_600),
                                            NEW_YEAR,
                                            Overlap.BUFFER_ALL);
                            engine.advance(Duration.ofMinutes(12));
                            schedule.once("enough").stopBackfills();
                            engine.advance(Duration.ofMinutes(30));
                            assertThat(keys(engine))
                                    .containsExactly(
                                            "2025-12-31T19:00:00Z-backfilled-1",
                                            "2025-12-31T20:00:00Z-backfilled-1",
                                            "2025-12-31T21:00:00Z-backfilled-1");
                            var told = schedule.describe().backfills().getFirst();
                            assertThat(told.left()).isEqualTo(2);
                            assertThat(told.started()).isEqualTo(3);
                            engine.replayAll();
                        });
        assertThat(crashes).isGreaterThan(20);
    }

    @Test
    void an_update_takes_effect_after_what_was_due() {
        try (var engine = engine()) {
            var schedule = reports(engine, HOURLY, 1);
            engine.advance(Duration.ofMinutes(90));
            var spec = schedule.describe().spec();
            schedule.update(spec.schedule(Schedule.of(When.parse("every 20m"))));
            engine.advance(Duration.ofMinutes(30));
            assertThat(keys(engine))
                    .containsExactly(
                            "2026-01-01T01:00:00Z", "2026-01-01T01:40:00Z", "2026-01-01T02:00:00Z");
            assertThat(engine.client().schedules())
                    .singleElement()
                    .satisfies(
                            it -> {
                                assertThat(it.when()).isEqualTo("every 20m");
                                assertThat(it.workflow()).isEqualTo("Report");
                                assertThat(it.next())
                                        .hasValue(Instant.parse("2026-01-01T02:20:00Z"));
                            });
        }
    }

    @Test
    void it_says_what_it_is_and_what_it_does() {
        try (var engine = engine()) {
            var schedule = reports(engine, HOURLY, 80);
            engine.advance(Duration.ofMinutes(130));
            ScheduleDescription told = schedule.describe();
            assertThat(told.name()).isEqualTo("reports");
            assertThat(told.created()).isEqualTo(NEW_YEAR);
            assertThat(told.next())
                    .hasSize(10)
                    .startsWith(
                            Instant.parse("2026-01-01T03:00:00Z"),
                            Instant.parse("2026-01-01T04:00:00Z"));
            assertThat(told.running())
                    .extracting(it -> it.run().value())
                    .containsExactly("reports/2026-01-01T01:00:00Z");
            assertThat(told.recent())
                    .extracting(ScheduleDescription.Action::kind)
                    .containsExactly(Fate.Kind.STARTED, Fate.Kind.SKIPPED);
            assertThat(told.counts().skipped()).isEqualTo(1);
            schedule.pause("holidays");
            assertThat(schedule.describe().paused()).hasValue("holidays");
            assertThat(schedule.describe().next()).isEmpty();
            assertThat(engine.client().schedules().getFirst().paused()).hasValue("holidays");
            assertThat(
                            engine.client()
                                    .list("type = 'reprise.schedule' and paused = 'holidays'")
                                    .runs())
                    .hasSize(1);
        }
    }

    @Test
    void there_is_one_schedule_of_a_name_until_it_is_deleted() {
        try (var engine = engine()) {
            var schedule = reports(engine, HOURLY, 1);
            assertThatThrownBy(() -> reports(engine, HOURLY, 2))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("There is a schedule reports already.");
            schedule.trigger();
            schedule.delete();
            assertThat(engine.client().schedules()).isEmpty();
            assertThatThrownBy(schedule::resume)
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("There is no schedule reports.");
            assertThatThrownBy(schedule::describe)
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("There is no schedule reports.");
            reports(engine, HOURLY, 2).trigger();
            engine.advance(Duration.ofMinutes(5));
            assertThat(keys(engine))
                    .containsExactly(
                            "2026-01-01T00:00:00Z-triggered-1",
                            "2026-01-01T00:00:00Z-triggered-1/2");
        }
    }

    @Test
    void to_create_twice_under_one_request_id_is_to_create_once() {
        try (var engine = engine()) {
            var spec = new ScheduleSpec(HOURLY, engine.client().duty(Report.class, 1));
            var schedule = engine.client().schedule("reports").once("mine");
            schedule.create(spec);
            schedule.create(spec);
            assertThat(engine.client().schedules()).hasSize(1);
        }
    }

    @Test
    void a_schedule_of_what_there_is_no_code_for_is_refused_as_its_runs_would_be() {
        try (var engine = engine()) {
            var typo = new ScheduleSpec(HOURLY, Duty.of("Reprot"));
            String sentence =
                    "No code is registered for workflow Reprot, only for [Report]. Register it"
                            + " before runs of it are started.";
            assertThatThrownBy(() -> engine.client().schedule("typo").create(typo))
                    .isInstanceOf(Refusal.class)
                    .hasMessage(sentence);
            assertThat(engine.client().schedules()).isEmpty();

            var reports = reports(engine, HOURLY, 1);
            assertThatThrownBy(() -> reports.update(typo))
                    .isInstanceOf(Refusal.class)
                    .hasMessage(sentence);
            assertThat(reports.describe().spec().duty().workflow()).isEqualTo("Report");
        }
    }

    @Test
    void where_there_is_no_code_at_all_a_schedule_is_made_and_what_it_starts_waits() {
        try (var engine = TestEngine.create(TestOptions.DEFAULT.begins(NEW_YEAR))) {
            var duty = engine.client().duty(Report.class, 1);
            engine.client().schedule("reports").create(new ScheduleSpec(HOURLY, duty));
            engine.advance(Duration.ofMinutes(61));
            assertThat(engine.client().count("type = 'Report' and status = stuck")).isEqualTo(1);
            engine.register(Report.class).advance(Duration.ofMinutes(5));
            assertThat(engine.client().count("type = 'Report' and status = completed"))
                    .isEqualTo(1);
        }
    }

    @Test
    void names_that_would_be_mistaken_are_refused() {
        try (var engine = engine()) {
            assertThatThrownBy(() -> engine.client().schedule("a/b"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no slash");
            assertThatThrownBy(
                            () ->
                                    engine.register(
                                            WorkflowType.of(Report.class).name(Schedules.TYPE)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the engine's own: reprise.schedule");
        }
    }

    @Test
    void what_was_missed_while_nobody_was_there_is_made_up_for_within_the_window() {
        try (var engine = engine()) {
            var schedule =
                    reports(
                            engine,
                            HOURLY.overlap(Overlap.BUFFER_ALL).catchUp(Duration.ofHours(2)),
                            1);
            engine.crash(Duration.ofMinutes(5 * 60 + 30)).advance(Duration.ofMinutes(5));
            assertThat(keys(engine))
                    .containsExactly("2026-01-01T04:00:00Z", "2026-01-01T05:00:00Z");
            assertThat(schedule.describe().counts().missed()).isEqualTo(3);
        }
    }
}
