package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On what terms runs are started from a terminal, and what else can be asked of an engine. */
@Timeout(60)
class StartCommandTest {
    private final Session session = new Session();
    private final Tea.SmallKitchen kitchen = new Tea.SmallKitchen();

    @TempDir private Path data;

    /** An update that takes as long as it is not told to end. */
    static final class Slow implements Workflow<String, String> {
        private boolean go;

        @Override
        public String run(String input) {
            Flow.await(() -> false);
            return "";
        }

        @Update
        String recount(int from) {
            Flow.await(() -> go);
            return "counted from " + from;
        }

        @Signal
        void go() {
            go = true;
        }
    }

    private int reprise(Object... words) {
        var all = new Object[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--data";
        all[words.length + 1] = data;
        return session.run(all);
    }

    private int start(String... more) {
        var all = new Object[more.length + 2];
        all[0] = "start";
        all[1] = "Tea";
        System.arraycopy(more, 0, all, 2, more.length);
        return reprise(all);
    }

    @Test
    void a_start_says_what_becomes_of_another_run_of_its_id() {
        try (var engine = Tea.engine(data, kitchen)) {
            assertThat(start("--id=cup", "--input=\"green\"")).as(session.err()).isZero();
            assertThat(start("--id=cup", "--input=\"black\"")).isEqualTo(1);
            assertThat(start("--id=cup", "--while-running=join")).as(session.err()).isZero();
            assertThat(leg(engine)).isEqualTo(1);
            assertThat(start("--id=cup", "--input=\"black\"", "--while-running=replace"))
                    .as(session.err())
                    .isZero();
            assertThat(leg(engine)).isEqualTo(2);
            assertThat(reprise("terminate", "cup")).isZero();
            assertThat(start("--id=cup", "--while-running=join")).isEqualTo(1);
            assertThat(start("--id=cup", "--after-end=allow-after-failure")).isZero();
            assertThat(leg(engine)).isEqualTo(3);
            assertThat(reprise("terminate", "cup")).isZero();
            assertThat(start("--id=cup", "--while-running=replace")).isEqualTo(1);
            assertThat(start("--id=cup", "--while-running=replace", "--after-end=allow"))
                    .as(session.err())
                    .isZero();
            assertThat(leg(engine)).isEqualTo(4);
        }
    }

    private static long leg(Engine engine) {
        return engine.client().describe(new RunId("cup")).leg();
    }

    @Test
    void a_signal_comes_with_a_start_or_to_the_run_that_is_there() {
        try (var _ = Tea.engine(data, kitchen)) {
            assertThat(start("--id=cup", "--input=\"green\"", "--wait=2", "--signal=sugar", "7"))
                    .isEqualTo(1);
            assertThat(session.err()).contains("Signal sugar", "(7)", "cup was not told");
            assertThat(
                            start(
                                    "--id=mug",
                                    "--input=\"green\"",
                                    "--wait=30",
                                    "--signal=sugar",
                                    "\"honey\""))
                    .as(session.err())
                    .isZero();
            assertThat(session.out()).isEqualTo("green with hot water and honey\n");
            assertThat(start("--id=mug", "--signal=sugar", "\"milk\"")).isEqualTo(1);
        }
    }

    @Test
    void a_run_is_found_by_its_attributes_begins_later_and_ends_in_time() {
        try (var _ = Tea.engine(data, kitchen)) {
            assertThat(start("--id=late", "--delay=2h")).as(session.err()).isZero();
            assertThat(start("--id=soon", "--attribute=region=\"north\"")).isZero();
            assertThat(start("--id=now", "--attribute=region=\"south\"", "--attribute=n=3"))
                    .isZero();
            assertThat(reprise("describe", "late")).isZero();
            assertThat(session.out()).contains("its beginning  ", "in 1 h 59 min");
            assertThat(reprise("count", "attr.region = 'north'")).isZero();
            assertThat(session.out()).isEqualTo("1\n");
            assertThat(reprise("count", "attr.n > 2 or attr.region = 'north'", "--json")).isZero();
            assertThat(session.out()).isEqualTo("{\"runs\":2}\n");
            assertThat(reprise("count")).isZero();
            assertThat(session.out()).isEqualTo("3\n");

            assertThat(start("--id=short", "--run-timeout=1s", "--wait=30")).isEqualTo(1);
            assertThat(session.err()).contains("short ended without a result");
            assertThat(start("--id=brief", "--execution-timeout=1s", "--wait=30")).isEqualTo(1);
            assertThat(session.err()).contains("brief ended without a result");
        }
        assertThat(reprise("count", "status = timed_out")).as(session.err()).isZero();
        assertThat(session.out()).isEqualTo("2\n");
    }

    @Test
    void a_run_that_fails_is_tried_again_on_its_queue() {
        try (var engine = Tea.engine(data, kitchen)) {
            assertThat(start("--id=cup", "--input=\"broken\"", "--retry=2", "--queue=hall"))
                    .isZero();
            for (int leg = 1; leg <= 2; leg++) {
                while (leg(engine) < leg || engine.client().deadLetters().isEmpty()) {
                    Thread.onSpinWait();
                }
                assertThat(reprise("describe", "cup", "--json")).isZero();
                assertThat(session.out()).contains("\"task_queue\":\"hall\"");
                assertThat(reprise("queue", "reject", "cup", "1")).as(session.err()).isZero();
            }
            assertThat(start("--id=cup", "--while-running=join")).isEqualTo(1);
        }
    }

    @Test
    void an_update_is_asked_for_and_its_answer_later() {
        try (var engine = Tea.engine(data, kitchen).register(Slow.class)) {
            engine.client().start(Slow.class, new RunId("slow"), "");
            String[] asked = {"update", "slow", "recount", "4", "--request-id=r1"};
            assertThat(reprise(asked[0], asked[1], asked[2], asked[3], asked[4], "--accepted"))
                    .as(session.err())
                    .isZero();
            assertThat(session.out())
                    .isEqualTo("slow has let recount in, under the request id r1\n");
            assertThat(reprise("signal", "slow", "go")).isZero();
            assertThat(reprise((Object[]) asked)).isZero();
            assertThat(session.out()).isEqualTo("counted from 4\n");
        }
    }

    @Test
    void an_activity_outside_says_that_it_goes_on() throws Exception {
        try (var _ = Tea.engine(data, kitchen)) {
            assertThat(start("--id=cup", "--input=\"rare\"")).isZero();
            String token = kitchen.token.get(30, TimeUnit.SECONDS);
            assertThat(reprise("heartbeat", token, "{\"page\":40}")).as(session.err()).isZero();
            assertThat(session.out()).isEqualTo("the activity goes on\n");
            assertThat(reprise("complete", token, "\"oolong\"")).isZero();
            assertThat(start("--id=cup", "--while-running=join")).isEqualTo(1);
            assertThat(reprise("heartbeat", token)).isEqualTo(1);
            assertThat(reprise("batch", "delete", "--filter=type = 'Tea'")).isZero();
            assertThat(reprise("count")).isZero();
            assertThat(session.out()).isEqualTo("0\n");
        }
    }

    @Test
    void what_cannot_be_meant_is_refused_with_what_can() {
        Tea.engine(data, kitchen).close();
        assertThat(start("--while-running=joint")).isEqualTo(2);
        assertThat(session.err()).contains("no rule 'joint'", "Did you mean join?");
        assertThat(start("--after-end=sometimes")).isEqualTo(2);
        assertThat(session.err()).contains("refuse, allow-after-failure, allow");
        assertThat(start("--while-running=replace", "--signal", "go")).isEqualTo(2);
        assertThat(session.err()).contains("Leave one of them away");
        assertThat(start("--delay=soon")).isEqualTo(2);
        assertThat(session.err()).startsWith("--delay: ");
        assertThat(start("--attribute=region")).isEqualTo(2);
        assertThat(session.err()).contains("a name and a value are needed");
        assertThat(start("--retry=0")).isEqualTo(2);
        assertThat(reprise("count", "colour ~ red")).isEqualTo(2);
    }
}
