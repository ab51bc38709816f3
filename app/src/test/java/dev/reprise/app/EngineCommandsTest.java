package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.policy.QueueLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Talking to an engine from a terminal: while it has its folder, and when nobody has it. */
@Timeout(60)
class EngineCommandsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Session session = new Session();
    private final Tea.SmallKitchen kitchen = new Tea.SmallKitchen();

    @TempDir private Path data;

    private int reprise(Object... words) {
        var all = new Object[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--data";
        all[words.length + 1] = data;
        return session.run(all);
    }

    /** A run that waits for a guest, and one whose kettle is broken. */
    private Engine kitchenWithTwoCups() throws Exception {
        Engine engine = Tea.engine(data, kitchen);
        engine.client().start(Tea.class, new RunId("cup-1"), "green");
        engine.client().start(Tea.class, new RunId("cup-2"), "broken");
        while (engine.client().deadLetters().isEmpty()
                || !engine.client().describe(new RunId("cup-1")).activities().isEmpty()) {
            Thread.onSpinWait();
        }
        return engine;
    }

    @Test
    void an_engine_that_has_its_folder_is_talked_to() throws Exception {
        try (var _ = kitchenWithTwoCups()) {
            assertThat(reprise("list")).as(session.err()).isZero();
            assertThat(session.out().lines().toList())
                    .hasSize(3)
                    .first()
                    .asString()
                    .matches("RUN +TYPE +STATUS +STARTED +EVENTS");
            assertThat(session.out()).containsPattern("cup-1  Tea   running  20\\d\\d-.*Z  2\n");

            assertThat(reprise("query", "cup-1", "sugar")).isZero();
            assertThat(session.out()).isEqualTo("\n");
            assertThat(reprise("signal", "cup-1", "sugar", "\"two lumps\"")).isZero();
            assertThat(session.out()).isEqualTo("signal sugar is kept by cup-1\n");

            assertThat(reprise("start", "Tea", "--id", "cup-3", "--input", "\"black\"")).isZero();
            assertThat(session.out()).isEqualTo("cup-3\n");
            assertThat(reprise("signal", "cup-3", "sugar", "\"none\"", "--json")).isZero();
            assertThat(session.out()).isEqualTo("{\"done\":true,\"run\":\"cup-3\"}\n");
            assertThat(
                            reprise(
                                    "start",
                                    "Tea",
                                    "--id=cup-3",
                                    "--input=\"black\"",
                                    "--request-id=other"))
                    .isEqualTo(1);
            assertThat(session.err()).contains("cup-3");

            assertThat(reprise("show", "cup-1")).isZero();
            assertThat(session.out())
                    .contains("Kitchen.boil #1  \"green\"", "signal sugar  \"two lumps\"")
                    .contains("run completed  \"green with hot water and two lumps\"");

            assertThat(reprise("cancel", "cup-2", "--reason", "no time")).isZero();
            assertThat(session.out()).isEqualTo("cup-2 is asked to cancel\n");
            assertThat(reprise("start", "Tea", "--id=cup-4", "--input=\"mint\"")).isZero();
            assertThat(reprise("terminate", "cup-4")).isZero();
            assertThat(reprise("list", "--filter", "status = terminated", "--json")).isZero();
            assertThat(session.json()).containsEntry("run", "cup-4").containsKey("reason");
        }
    }

    @Test
    void a_run_is_taken_back_and_another_goes_on_from_it() throws Exception {
        try (var engine = kitchenWithTwoCups()) {
            assertThat(reprise("reset", "cup-1", "--to", "1", "--reason=cold")).isZero();
            assertThat(session.out()).isEqualTo("cup-1 goes on after activation 1\n");
            while (!engine.client().describe(new RunId("cup-1")).activities().isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(reprise("show", "cup-1")).isZero();
            assertThat(session.out())
                    .contains("run goes on after activation 1")
                    .containsPattern(" 0        \\+0 ms .*start Tea")
                    .containsPattern(" 3  @1    \\+.*run goes on after")
                    .containsPattern(" \\d  @2    \\+.*Kitchen.boil #1 done")
                    .doesNotContain("+-");
            assertThat(reprise("show", "cup-1", "--last", 1, "--json")).isZero();
            assertThat(session.out()).containsPattern("\\{\"entry\":\\d,\"activation\":2,");
            assertThat(reprise("reset", "cup-1", "--to", "3")).isEqualTo(1);
            assertThat(session.err()).contains("has 2 activations");
            assertThat(reprise("reset", "cup-2", "--to=1", "--fork=cup-9", "--json")).isZero();
            assertThat(session.json()).containsEntry("run", "cup-9");
            assertThat(reprise("reset", "cup-2", "--to=77")).isEqualTo(1);
            assertThat(session.err()).contains("the one with number 77");
        }
    }

    @Test
    void no_terminal_obeys_what_runs_say() throws Exception {
        String red = "\u001B[31mred\u0007\rx";
        String shown = "U+001B[31mredU+0007U+000Dx";
        try (var engine = kitchenWithTwoCups()) {
            engine.client().handle(Tea.class, new RunId("cup-1")).signal("sugar", red);
            assertThat(reprise("start", "Tea", "--id=cup-1", "--wait=20")).isEqualTo(1);
            assertThat(reprise("query", "cup-1", "sugar")).isZero();
            assertThat(session.out()).isEqualTo(shown + "\n");
            engine.client().handle(Tea.class, new RunId("cup-2")).terminate(red);
        }
        for (String command : new String[] {"describe", "show"}) {
            assertThat(reprise(command, "cup-2")).isZero();
            assertThat(session.out()).contains(shown).doesNotContain("\u001B", "\u0007", "\r");
            assertThat(reprise(command, "cup-2", "--json")).isZero();
            assertThat(session.out()).contains("\\u001B[31mred\\u0007\\rx");
        }
    }

    @Test
    void the_same_is_done_to_all_that_a_filter_accepts() throws Exception {
        try (var _ = kitchenWithTwoCups()) {
            assertThat(reprise("batch", "terminate", "--filter=id >= 'cup'", "--dry-run")).isZero();
            assertThat(session.out()).startsWith("cup-1\ncup-2\n").contains("Nothing was done");
            assertThat(reprise("terminate", "cup-2")).isZero();
            assertThat(reprise("batch", "terminate", "--filter=type = 'Tea'")).isEqualTo(1);
            assertThat(session.out())
                    .contains("Run cup-2 has ended")
                    .contains("2 runs found, 1 done, 1 refused");
            assertThat(reprise("batch", "reset", "--filter=")).isEqualTo(2);
            assertThat(session.err()).contains("reset needs --to");
            assertThat(reprise("batch", "cancel", "--filter=colour ~ red")).isEqualTo(2);
        }
    }

    @Test
    void an_update_is_done_once_and_its_answer_printed() throws Exception {
        try (var _ = kitchenWithTwoCups()) {
            assertThat(reprise("update", "cup-1", "stir", "2", "--request-id=s1")).isZero();
            assertThat(session.out()).isEqualTo("2\n");
            assertThat(reprise("update", "cup-1", "stir", "2", "--request-id=s1")).isZero();
            assertThat(session.out()).isEqualTo("2\n");
            assertThat(reprise("update", "cup-1", "stir", "3", "--json")).isZero();
            assertThat(session.out()).isEqualTo("{\"run\":\"cup-1\",\"answer\":5}\n");
            assertThat(reprise("show", "cup-1", "--json", "--last", 1)).isZero();
            assertThat(session.out())
                    .contains("\"what\":\"update stir\",\"detail\":\"3\",\"values\":[3]}\n");
            assertThat(reprise("update", "cup-1", "stir", "10")).isEqualTo(1);
            assertThat(session.out()).contains("the tea is on the table");
            assertThat(reprise("update", "cup-1", "shake", "1")).isEqualTo(1);
            assertThat(session.err()).contains("takes no update shake");
        }
    }

    @Test
    void a_start_can_be_waited_for() throws Exception {
        try (var engine = kitchenWithTwoCups()) {
            var guest =
                    Thread.startVirtualThread(
                            () -> {
                                while (!hasRun(engine, "cup-9")) {
                                    Thread.onSpinWait();
                                }
                                engine.client()
                                        .handle(Tea.class, new RunId("cup-9"))
                                        .signal("sugar", "one lump");
                            });
            assertThat(reprise("start", "Tea", "--id=cup-9", "--input=\"red\"", "--wait=30"))
                    .isZero();
            assertThat(session.out()).isEqualTo("red with hot water and one lump\n");
            guest.join();
        }
    }

    private static boolean hasRun(Engine engine, String id) {
        return engine.store().head(new RunId(id)).isPresent();
    }

    @Test
    void a_folder_that_nobody_has_is_read_and_not_changed() throws Exception {
        kitchenWithTwoCups().close();
        assertThat(reprise("list", "--limit", 1)).isZero();
        assertThat(session.out())
                .contains("cup-1")
                .doesNotContain("cup-2  Tea")
                .contains("There are more", "limit 1 after 'cup-1'");
        assertThat(reprise("list", "--all", "--limit", 1, "--json")).isZero();
        assertThat(session.out().lines()).hasSize(2);
        assertThat(reprise("describe", "cup-2")).isZero();
        assertThat(session.out())
                .contains("status    running")
                .containsPattern(
                        "WAITS FOR +SINCE\nactivity Kitchen.boil #1  2[-0-9T:.]+Z  waits for a"
                                + " person in queue kitchen, as activity 1, after 1 attempt:"
                                + " IllegalStateException: the kettle is broken\n");
        assertThat(reprise("describe", "cup-2", "--json")).isZero();
        assertThat(session.out())
                .contains("\"waits\":[{\"for\":\"activity\",\"command\":1,\"activity\":\"1\"")
                .contains("\"state\":\"dead_letter\",\"queue\":\"kitchen\",\"failure\":");
        assertThat(reprise("describe", "cup-1")).isZero();
        assertThat(session.out())
                .contains("somebody   -      a signal, an update, or a condition in its code")
                .endsWith("Where its code is: reprise replay cup-1 --code …\n");
        assertThat(reprise("show", "cup-1", "--json", "--last", 1)).isZero();
        assertThat(session.out().lines().toList())
                .hasSize(2)
                .last()
                .asString()
                .contains("\"kind\":\"done\"", "\"what\":\"Kitchen.boil #1 done\"");
        assertThat(reprise("list", "--filter", "events > 2")).isZero();
        assertThat(session.out()).isEqualTo("No runs that this filter accepts.\n");
        assertThat(reprise("list", "--filter", "updated > -1h and ended is null")).isZero();
        assertThat(session.out().lines()).hasSize(3);
    }

    @Test
    void a_picture_of_a_run_is_written() throws Exception {
        kitchenWithTwoCups().close();
        Path file = data.resolve("cup-1.svg");
        assertThat(reprise("show", "cup-1", "--svg", file)).isZero();
        assertThat(session.out()).isEqualTo("wrote " + file + "\n");
        assertThat(file).content().startsWith("<?xml").contains("cup-1 · Tea");
        assertThat(reprise("show", "cup-1", "--svg", data.resolve("no/such.svg"))).isEqualTo(2);
        assertThat(session.err()).contains("there is no folder " + data.resolve("no"));
        assertThat(data.resolve("no")).doesNotExist();
        assertThat(reprise("show", "cup-1", "--svg", data)).isEqualTo(2);
        assertThat(session.err()).contains("cannot be written", "name another place");
    }

    @Test
    void a_signal_to_a_folder_that_nobody_has_is_kept_for_its_engine() throws Exception {
        kitchenWithTwoCups().close();
        assertThat(reprise("signal", "cup-1", "sugar", "\"honey\"")).as(session.err()).isZero();
        assertThat(reprise("describe", "cup-1")).isZero();
        assertThat(session.out())
                .contains("status    stuck", "No code is registered")
                .contains("code that takes the signal sugar  2")
                .contains("it was told that, and has not taken it yet");
        assertThat(reprise("show", "cup-1")).isZero();
        assertThat(session.out()).contains("signal sugar kept  until there is code that fits");
        try (var engine = Tea.engine(data, kitchen)) {
            String cup = engine.client().handle(Tea.class, new RunId("cup-1")).result(PATIENCE);
            assertThat(cup).isEqualTo("green with hot water and honey");
        }
    }

    @Test
    void what_needs_code_says_so_when_nobody_has_the_folder() throws Exception {
        kitchenWithTwoCups().close();
        assertThat(reprise("query", "cup-1", "sugar")).isEqualTo(1);
        assertThat(session.err())
                .startsWith("No engine has the folder " + data + " open")
                .contains("name the code with --code");
        assertThat(reprise("start", "Tea", "--json")).isEqualTo(1);
        assertThat(session.out()).startsWith("{\"refused\":{\"reason\":\"NO_CODE\"");
        assertThat(reprise("describe", "cup-1")).isZero();
        assertThat(session.out()).contains("running").doesNotContain("stuck");
    }

    @Test
    void a_start_where_there_is_no_store_says_what_makes_one() {
        assertThat(reprise("start", "Tea")).isEqualTo(2);
        assertThat(session.err())
                .contains("There is no store", "reprise run FILE.java --data " + data);
    }

    @Test
    void what_waits_for_a_person_is_listed_and_decided() throws Exception {
        try (var engine = kitchenWithTwoCups()) {
            assertThat(reprise("queue")).isZero();
            assertThat(session.out())
                    .containsPattern("RUN +ACTIVITY +TYPE +QUEUE +ATTEMPTS +FAILURE")
                    .containsPattern(
                            "cup-2 +1 +Kitchen.boil +kitchen +1 +IllegalStateException: the"
                                    + " kettle is broken");
            assertThat(reprise("queue", "--name", "hall", "--json")).isZero();
            assertThat(session.out()).isEmpty();
            assertThat(reprise("queue", "redrive", "cup-2", "1")).as(session.err()).isZero();
            while (engine.client().deadLetters().isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(reprise("queue", "redrive", "cup-1", "1")).isEqualTo(1);
            assertThat(session.err()).contains("cup-1");
        }
        assertThat(reprise("queue", "--json")).isZero();
        assertThat(session.json()).containsEntry("queue", "kitchen").containsEntry("activity", "1");
        assertThat(reprise("queue", "resolve", "cup-2", "1", "\"cold water\"")).isZero();
        assertThat(session.out()).isEqualTo("activity 1 of cup-2 waits for nobody any more\n");
        assertThat(reprise("queue")).isZero();
        assertThat(session.out()).isEqualTo("Nothing waits for a person.\n");
        assertThat(reprise("show", "cup-2")).isZero();
        assertThat(session.out()).contains("waits for a person in queue kitchen", "driven anew");
    }

    @Test
    void a_dead_letter_is_shown_with_its_input() throws Exception {
        kitchenWithTwoCups().close();
        assertThat(reprise("queue", "show", "cup-2", "1")).as(session.err()).isZero();
        assertThat(session.out())
                .contains("activity  1  Kitchen.boil", "attempts  1", "input     \"broken")
                .contains("failure   IllegalStateException: the kettle is broken");
        assertThat(reprise("queue", "show", "cup-1", "1")).isEqualTo(1);
        assertThat(session.err()).contains("Activity 1 of cup-1 does not wait for a person.");
    }

    @Test
    void a_task_queue_is_paused_described_and_resumed_and_a_start_too_many_is_told_so()
            throws Exception {
        var one = QueueLimits.NONE.concurrencyMax(1).backlogMax(1);
        try (var _ = Tea.engine(data, kitchen, it -> it.queue("default", one))) {
            assertThat(reprise("queue", "pause", "default")).as(session.err()).isZero();
            assertThat(reprise("start", "Tea", "--id", "cup-1", "--input", "\"green\"")).isZero();
            assertThat(reprise("queue", "list")).isZero();
            assertThat(session.out())
                    .containsPattern("default +paused +1 +0 +2\\S+Z +1 at once, backlog 1");
            assertThat(reprise("start", "Tea", "--input", "\"black\"")).isEqualTo(3);
            assertThat(session.err())
                    .startsWith("Queue default is full: 1 attempts wait in it")
                    .contains("It is paused.");
            assertThat(reprise("start", "Tea", "--patience", "1", "--json")).isEqualTo(3);
            assertThat(session.out()).startsWith("{\"refused\":{\"reason\":\"QUEUE_FULL\"");
            assertThat(reprise("describe", "cup-1")).isZero();
            assertThat(session.out()).endsWith("about to begin; its queue default is paused\n");
            assertThat(reprise("queue", "describe", "default")).isZero();
            assertThat(session.out())
                    .contains("waiting   1")
                    .containsPattern("PRIORITY +KEY +WEIGHT +WAITING +RUNNING +STARTED")
                    .containsPattern("0 +- +1 +1 +0 +0");
        }
        assertThat(reprise("queue", "list", "--json")).isZero();
        assertThat(session.out()).startsWith("{\"name\":\"default\",\"paused\":true,");
        assertThat(reprise("queue", "resume", "default")).as(session.err()).isZero();
        assertThat(reprise("queue", "list")).isZero();
        assertThat(session.out()).isEqualTo("No task queue has limits or is paused.\n");
    }

    @Test
    void an_activity_outside_is_completed_by_its_token() throws Exception {
        try (var engine = Tea.engine(data, kitchen)) {
            var run = engine.client().start(Tea.class, new RunId("cup-7"), "rare");
            String token = kitchen.token.get();
            while (run.describe().entries() < 3) {
                Thread.onSpinWait();
            }
            assertThat(reprise("complete", token, "\"gyokuro\"")).as(session.err()).isZero();
            assertThat(run.result(PATIENCE)).isEqualTo("gyokuro");
            assertThat(reprise("complete", "nonsense", "--fail", "no")).isEqualTo(1);
            assertThat(session.err()).contains("nonsense");
        }
    }

    @Test
    void an_engine_that_does_not_listen_is_named_with_what_to_do() {
        try (var _ = Tea.engine(data, kitchen, false)) {
            assertThat(reprise("list")).isEqualTo(1);
            assertThat(session.err())
                    .contains("is in use by this process", "EngineOptions.control(true)");
        }
    }

    @Test
    void bad_input_is_answered_with_what_would_be_right() throws Exception {
        kitchenWithTwoCups().close();
        assertThat(session.run("list", "--data", data.resolve("none"))).isEqualTo(2);
        assertThat(session.err()).startsWith("There is no store in the folder " + data);
        assertThat(data.resolve("none")).doesNotExist();
        assertThat(reprise("show", "cpu-1")).isEqualTo(1);
        assertThat(session.err()).startsWith("There is no run cpu-1.").contains("mean cup-1?");
        assertThat(reprise("list", "--filter", "stauts = failed")).isEqualTo(2);
        assertThat(session.err()).contains("line 1, column 1", "Did you mean status?");
        assertThat(reprise("list", "--limit", 20_000)).isEqualTo(2);
        assertThat(session.err()).contains("--limit 20000: a page has 1 to 10000 runs");
        assertThat(reprise("signal", "cup-1", "sugar", "lots")).isEqualTo(2);
        assertThat(session.err()).startsWith("'lots' is not JSON").contains("'\"lots\"'");
        assertThat(reprise("show", "cup-1", "--from", 3, "--to", 2)).isEqualTo(2);
        assertThat(session.err()).startsWith("There are no entries from 3 to 2");
        assertThat(reprise("show", "cup-1", "--width", 3)).isEqualTo(2);
        assertThat(session.err()).startsWith("--width 3: at least 40");
        assertThat(reprise("signal", " ", "sugar")).isEqualTo(2);
        assertThat(session.err()).startsWith("a run id must not be blank");
        assertThat(reprise("shwo", "cup-1")).isEqualTo(2);
        assertThat(session.err()).contains("Did you mean 'show'?");
        Files.writeString(data.resolve("format"), "reprise-store 99 ready\n");
        assertThat(reprise("list", "--json")).isEqualTo(1);
        assertThat(session.out()).contains("\"reason\":\"STORE_FOREIGN\"");
    }

    @Test
    void an_engine_says_how_it_is() throws Exception {
        try (var _ = kitchenWithTwoCups()) {
            assertThat(reprise("health")).as(session.err()).isZero();
            assertThat(session.out())
                    .containsPattern("engine    open since 20\\d\\d-.*, for .*s\n")
                    .containsPattern("runs      2 begun, 0 busy, 0 ended, .* 1 parked, .*0 stuck\n")
                    .containsPattern(
                            "store     \\d+ room, \\d+ size, \\d+ syncs, 0 waiting, \\d+ written\n")
                    .endsWith("well      nothing is slow, nothing is stuck\n");
            assertThat(reprise("health", "--json")).isZero();
            assertThat(session.out())
                    .startsWith("{\"well\":true,\"at\":\"20")
                    .contains("\"runs.busy\":0");
        }
        assertThat(reprise("health")).isZero();
        assertThat(session.out())
                .contains("engine    none has the folder open\n", "runs      2 running\n");

        // Without code a run that is told something gets stuck.
        assertThat(reprise("signal", "cup-1", "sugar", "\"much\"")).isZero();
        assertThat(reprise("health")).isEqualTo(1);
        assertThat(session.out())
                .contains("runs      1 running, 1 stuck\n")
                .contains(
                        "stuck     1 run of Tea, UNKNOWN_TYPE, such as cup-1: No code is registered")
                .doesNotContain("well ");
        assertThat(reprise("health", "--json")).isEqualTo(1);
        assertThat(session.out().lines().toList())
                .hasSize(2)
                .last()
                .asString()
                .startsWith(
                        "{\"stuck\":{\"type\":\"Tea\",\"reason\":\"UNKNOWN_TYPE\",\"runs\":1,\"first\":\"cup-1\"");
    }
}
