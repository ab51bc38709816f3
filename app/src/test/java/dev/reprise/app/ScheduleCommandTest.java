package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Schedules from a terminal: while an engine has the folder, and when nobody has it. */
@Timeout(60)
class ScheduleCommandTest {
    private static final String NIGHTLY = "cron \"30 2 * * *\" in Europe/Berlin";

    private final Session session = new Session();

    @TempDir private Path data;

    private int schedule(Object... words) {
        var all = new Object[words.length + 3];
        all[0] = "schedule";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--data";
        all[words.length + 2] = data;
        return session.run(all);
    }

    private void says(String expected) {
        assertThat(session.err() + session.out()).isEqualTo(expected);
    }

    private Engine kitchen() {
        return Tea.engine(data, new Tea.SmallKitchen());
    }

    @Test
    void a_schedule_is_made_looked_at_changed_and_ended() throws Exception {
        try (var engine = kitchen()) {
            assertThat(schedule("list")).isZero();
            says("No schedules.\n");
            assertThat(schedule("create", "nightly", "Tea", "--when", NIGHTLY, "--input=\"mint\""))
                    .isZero();
            says("nightly is created\n");
            assertThat(schedule("list")).isZero();
            assertThat(session.out())
                    .matches(
                            "SCHEDULE  STARTS  NEXT +TIMES\n"
                                    + "nightly   Tea     20..-..-..T0[01]:[03]0:00Z  cron \"30 2"
                                    + " \\* \\* \\*\" in Europe/Berlin\n");

            assertThat(schedule("pause", "nightly", "--note=holidays", "--json")).isZero();
            says("{\"done\":true,\"schedule\":\"nightly\"}\n");
            assertThat(schedule("list")).isZero();
            assertThat(session.out()).contains("paused: holidays");
            assertThat(schedule("trigger", "nightly", "--request-id=once")).isZero();
            says("nightly is triggered\n");
            assertThat(schedule("trigger", "nightly", "--request-id=once")).isZero();
            assertThat(schedule("describe", "nightly")).isZero();
            assertThat(session.out())
                    .contains(
                            "schedule  nightly\ntimes     " + NIGHTLY,
                            "starts    Tea(\"mint\")\n",
                            "rules     overlap skip, catch-up 1d\n",
                            "paused    holidays\n",
                            "so far    1 started\n")
                    .containsPattern("running   nightly/20.*Z-triggered-1\n")
                    .containsPattern("was       started  nightly/20.*Z-triggered-1  at 20.*Z\n");
            assertThat(session.out()).doesNotContain("ahead");
            var seen = engine.client().schedule("nightly").describe();
            var before = seen.recent().getLast().at().minusSeconds(100);
            assertThat(DescribeSchedule.ahead(seen, before))
                    .as("the clock was wrong, and was set right")
                    .contains(seen.recent().getLast().at());
            assertThat(schedule("resume", "nightly")).isZero();
            says("nightly goes on\n");

            assertThat(schedule("update", "nightly", "--when=every 1h", "--overlap=allow-all"))
                    .isZero();
            says("nightly is updated\n");
            assertThat(schedule("update", "nightly", "--catch-up=2h30m", "--run-timeout=1h"))
                    .isZero();
            assertThat(schedule("describe", "nightly", "--json")).isZero();
            assertThat(session.json())
                    .containsEntry("when", "every 1h")
                    .containsEntry("overlap", "allow-all")
                    .containsEntry("catch_up", "2h30m")
                    .containsEntry("run_timeout", "1h")
                    .containsEntry("input", "\"mint\"");

            assertThat(schedule("delete", "nightly")).isZero();
            says("nightly is deleted\n");
            assertThat(schedule("describe", "nightly")).isEqualTo(1);
            assertThat(engine.client().schedules()).isEmpty();
        }
    }

    @Test
    void when_nobody_has_the_folder_a_schedule_can_be_told_things_all_the_same() {
        kitchen().close();
        assertThat(schedule("create", "hourly", "Tea", "--when=every 1h", "--input=\"mint\""))
                .isZero();
        says(
                "No engine has the folder open, so nobody could say whether there is a workflow"
                        + " Tea. What is started waits until there is.\nhourly is created\n");
        assertThat(
                        schedule(
                                "backfill",
                                "hourly",
                                "--from=2026-01-01T00:00:00Z",
                                "--until=2026-01-01T02:00:00Z",
                                "--overlap=allow-all"))
                .as(session.err())
                .isZero();
        says(
                "hourly is backfilled, as backfill 1 with 2 times: side by side, at most 500 at a"
                        + " time\n");
        assertThat(schedule("describe", "hourly")).isZero();
        assertThat(session.out())
                .contains("running   hourly/2026-01-01T01:00:00Z-backfilled-1\n", "2 started");
        try (var engine = kitchen()) {
            var first = new RunId("hourly/2026-01-01T00:00:00Z-backfilled-1");
            engine.client().handle(Tea.class, first).signal("sugar", "no");
            assertThat(engine.client().handle(Tea.class, first).result())
                    .isEqualTo("mint with hot water and no");
        }
    }

    @Test
    void a_backfill_says_how_many_times_it_has_how_far_it_is_and_is_stopped() throws Exception {
        try (var _ = kitchen()) {
            schedule("create", "hourly", "Tea", "--when=every 1h", "--input=\"mint\"");
            Object[] day = {
                "backfill", "hourly", "--from=2026-01-01T00:00:00Z", "--until=2026-01-02T00:00:00Z"
            };
            assertThat(schedule(and(day, "--dry-run"))).isZero();
            says(
                    "hourly has 24 times from 2026-01-01T00:00:00Z to 2026-01-01T23:00:00Z; one"
                            + " after the other. Nothing was done: take --dry-run away to do"
                            + " it.\n");
            assertThat(schedule(and(day, "--dry-run", "--overlap=skip"))).isZero();
            assertThat(session.out())
                    .contains(
                            "skip starts at most one of them, since all are due at once:"
                                    + " buffer-all starts each");
            assertThat(schedule("describe", "hourly")).isZero();
            assertThat(session.out()).doesNotContain("backfill");

            assertThat(schedule(day)).isZero();
            says("hourly is backfilled, as backfill 1 with 24 times: one after the other\n");
            assertThat(schedule("describe", "hourly")).isZero();
            assertThat(session.out())
                    .contains(
                            "backfill  1: from 2026-01-01T00:00:00Z until 2026-01-02T00:00:00Z,"
                                    + " buffer-all: 1 of 24 started, 23 to come\n");
            assertThat(schedule("pause", "hourly")).isZero();
            says(
                    "hourly is paused; a backfill goes on: schedule backfill hourly --stop ends"
                            + " it\n");
            assertThat(schedule("backfill", "hourly", "--stop", "--json")).isZero();
            says("{\"done\":true,\"schedule\":\"hourly\"}\n");
            assertThat(schedule("describe", "hourly")).isZero();
            assertThat(session.out())
                    .contains("backfill  1, stopped: ", ": 1 of 24 started, 23 not any more\n");
            assertThat(schedule("backfill", "hourly", "--stop=1")).isEqualTo(1);
            assertThat(session.err()).contains("no backfill is under way");
        }
    }

    private static Object[] and(Object[] words, Object... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray();
    }

    @Test
    void a_backfill_that_cannot_be_meant_is_refused_with_what_to_do() {
        try (var _ = kitchen()) {
            schedule("create", "busy", "Tea", "--when=every 1s");
            String year = "--from=2025-01-01T00:00:00Z";
            assertThat(schedule("backfill", "busy", year, "--until=2026-01-01T00:00:00Z"))
                    .isEqualTo(1);
            assertThat(session.err())
                    .contains(
                            "the schedule has more than 10000 times",
                            "until 2025-01-01T02:46:40Z it would be so many");
            assertThat(schedule("backfill", "busy", year)).isEqualTo(2);
            assertThat(session.err()).startsWith("Which times? --from and --until say it");
            assertThat(schedule("backfill", "busy", year, "--stop")).isEqualTo(2);
            assertThat(session.err()).startsWith("--stop ends backfills, so it stands alone.");
        }
    }

    @Test
    void what_is_wrong_is_said_with_its_place_and_what_to_do() {
        try (var _ = kitchen()) {
            assertThat(schedule("create", "nightly", "Tea", "--when=30 25 * * *")).isEqualTo(2);
            assertThat(session.err())
                    .startsWith(
                            "--when: This schedule cannot be read. At column 4: expected an hour"
                                    + " from 0 to 23, found \"25\"");
            assertThat(schedule("create", "a/b", "Tea", "--when=@daily")).isEqualTo(2);
            assertThat(session.err()).startsWith("the name of a schedule has no slash");
            assertThat(schedule("create", "tea", "Tea", "--when=@daily", "--jitter=5x"))
                    .isEqualTo(2);
            assertThat(session.err())
                    .contains("--jitter: ", "At column 2: expected a unit: d, h, m, s");
            assertThat(schedule("create", "tea", "Tea", "--when=@daily", "--overlap=some"))
                    .isEqualTo(2);
            assertThat(session.err()).contains("there is no overlap \"some\"; there are [SKIP,");
            assertThat(schedule("create", "nightly", "Te", "--when=@daily")).isEqualTo(1);
            says(
                    "No code is registered for workflow Te, only for [Tea]. Register it before"
                            + " runs of it are started.\n");
            assertThat(schedule("create", "nightly", "Tea", "--when=@daily")).isZero();
            assertThat(schedule("update", "nightly", "--workflow=Te")).isEqualTo(1);
            assertThat(session.err()).startsWith("No code is registered for workflow Te, ");
            assertThat(schedule("create", "nightly", "Tea", "--when=@daily")).isEqualTo(1);
            says(
                    "There is a schedule nightly already. Update it, delete it first, or take"
                            + " another name.\n");
            assertThat(schedule("pause", "nigthly")).isEqualTo(1);
            says(
                    "There is no schedule nigthly. Check the name; schedule list shows those there"
                            + " are. Did you mean nightly?\n");
            assertThat(
                            schedule(
                                    "backfill",
                                    "nightly",
                                    "--from=2026-01-01T00:00:00Z",
                                    "--until=2226-01-01T00:00:00Z"))
                    .isEqualTo(1);
            assertThat(session.err()).contains("a later one that is not in the future");
            assertThat(schedule("backfill", "nightly", "--from=monday", "--until=tuesday"))
                    .isEqualTo(2);
            assertThat(session.err()).startsWith("--from: \"monday\" is no time such as 2026-");
        }
    }
}
