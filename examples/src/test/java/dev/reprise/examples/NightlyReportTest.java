package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.ScheduleHandle;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.testing.StubCall;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.engine.testing.TestOptions;
import dev.reprise.examples.NightlyReport.Desk;
import dev.reprise.examples.NightlyReport.Office;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Every night has one report: in spring and in autumn, with a slow one before it, after a crash.
 */
class NightlyReportTest {
    private static final TestOptions BEFORE_SPRING =
            TestOptions.DEFAULT.begins(Instant.parse("2026-03-27T12:00:00Z"));

    @RegisterExtension
    final TestEngines engines =
            TestEngines.with(BEFORE_SPRING, engine -> engine.register(NightlyReport.class));

    private static ScheduleHandle nightly(TestEngine engine) {
        var duty = engine.client().duty(NightlyReport.class, "north");
        var spec = new ScheduleSpec(NightlyReport.SCHEDULE, duty);
        return engine.client().schedule(NightlyReport.NAME).create(spec);
    }

    @Test
    void every_night_has_one_report_also_the_one_that_has_no_half_past_two(TestEngine engine) {
        var office = engine.stub(Office.class);
        office.on(Office::sales).returns(42);
        office.on(Office::print).returns();
        nightly(engine);
        engine.advance(Duration.ofDays(3));
        assertThat(office.calls("print"))
                .extracting(StubCall::at)
                .containsExactly(
                        Instant.parse("2026-03-28T01:30:00Z"),
                        Instant.parse("2026-03-29T01:00:00Z"), // clocks go from 2:00 to 3:00
                        Instant.parse("2026-03-30T00:30:00Z"));
        var first = new RunId("nightly/2026-03-28T01:30:00Z");
        assertThat(engine.client().handle(NightlyReport.class, first).result())
                .isEqualTo("42 sold in the north");
    }

    @Test
    void a_report_waits_for_the_one_of_the_night_before(TestEngine engine) {
        var office = engine.stub(Office.class);
        office.on(Office::sales).takes(Duration.ofHours(30)).returns(1).returns(2);
        office.on(Office::print).returns();
        nightly(engine);
        engine.advance(Duration.ofDays(2));
        assertThat(office.calls("sales"))
                .extracting(StubCall::at)
                .containsExactly(
                        Instant.parse("2026-03-28T01:30:00Z"),
                        Instant.parse("2026-03-29T07:30:00Z")); // when the first has ended
    }

    @Test
    void what_was_missed_is_made_up_for_when_it_is_not_too_late(TestEngine engine) {
        var desk = new Desk();
        engine.activities(desk);
        var nightly = nightly(engine);
        engine.crash(Duration.ofHours(16)); // half past two was two and a half hours ago
        assertThat(desk.printed()).hasSize(1);
        engine.crash(Duration.ofDays(7)); // of a whole week, the last night alone
        assertThat(desk.printed()).hasSize(2);
        assertThat(nightly.describe().counts().started()).isEqualTo(2);
    }

    @Test
    void it_can_be_made_by_hand_and_be_paused(TestEngine engine) {
        var desk = new Desk();
        engine.activities(desk);
        var nightly = nightly(engine);
        nightly.pause("holidays");
        engine.advance(Duration.ofDays(7));
        assertThat(desk.printed()).isEmpty();
        nightly.trigger();
        engine.settle();
        assertThat(desk.printed()).hasSize(1);
    }

    @Test
    void no_night_is_left_out_or_reported_twice_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                BEFORE_SPRING,
                engine -> {
                    var desk = new Desk();
                    engine.register(NightlyReport.class).activities(desk);
                    nightly(engine);
                    engine.advance(Duration.ofDays(1));
                    assertThat(desk.printed()).hasSize(1);
                    engine.replayAll();
                });
    }
}
