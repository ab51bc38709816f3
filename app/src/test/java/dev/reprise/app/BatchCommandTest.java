package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.run.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The same for many runs, and for many activities that wait for a person. */
@Timeout(120)
class BatchCommandTest {
    private static final int CUPS = 300;

    private final Session session = new Session();

    @TempDir private Path temp;

    private Path data() {
        return temp.resolve("data");
    }

    private int reprise(Object... words) {
        return reprise(data(), words);
    }

    private int reprise(Path folder, Object... words) {
        var all = new Object[words.length + 1];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--data=" + folder;
        return session.run(all);
    }

    private Engine kitchen() throws Exception {
        Files.createDirectories(data());
        return Tea.engine(data(), new Tea.SmallKitchen());
    }

    /** Cups of the same tea, by number. */
    private static void cups(Engine engine, String kind, int count) {
        for (int i = 0; i < count; i++) {
            engine.client().start(Tea.class, cup(i), kind);
        }
    }

    private static RunId cup(int number) {
        return new RunId("cup-%03d".formatted(number));
    }

    private static RunHandle<String> handle(Engine engine, int number) {
        return engine.client().handle(Tea.class, cup(number));
    }

    @EnabledOnOs({OS.LINUX, OS.MAC})
    @Test
    void some_hundred_are_under_way_at_a_time_and_what_is_deleted_leaves_nothing_behind()
            throws Exception {
        Path ear = Files.createDirectory(temp.resolve("ear"));
        try (var engine = kitchen();
                var overheard = Overheard.in(ear, data())) {
            cups(engine, "mint", CUPS);
            assertThat(reprise(ear, "batch", "terminate", "--filter=")).as(session.err()).isZero();
            assertThat(session.out()).isEqualTo("300 runs found, 300 done, 0 refused\n");
            assertThat(overheard.requests()).as("one page, and two times some hundred").hasSize(3);

            assertThat(reprise(ear, "batch", "delete", "--filter=")).isZero();
            assertThat(engine.client().count("")).isZero();
            assertThat(overheard.requests()).hasSize(6);
            assertThat(overheard.requests().get(4))
                    .contains("\"id\":\"\",\"do\":\"delete\",\"run\":\"cup-000\"");
        }
    }

    @Test
    void what_is_refused_is_counted_and_told_once_for_each_reason() throws Exception {
        try (var engine = kitchen()) {
            cups(engine, "mint", 5);
            for (int i = 0; i < 3; i++) {
                handle(engine, i).terminate("before");
            }
            assertThat(reprise("batch", "cancel", "--filter=")).isEqualTo(1);
            assertThat(session.out())
                    .isEqualTo(
                            """
                            Run cup-000 has ended, so nothing can be told to it. (one of 3)
                            5 runs found, 2 done, 3 refused
                            """);
            assertThat(reprise("batch", "cancel", "--filter=", "--json")).isEqualTo(1);
            assertThat(session.out())
                    .contains(
                            "\"refused\":5,\"reasons\":[{\"reason\":\"ALREADY_ENDED\",\"count\":5");
            assertThat(reprise("batch", "cancel", "--filter=", "--dry-run", "--json")).isZero();
            assertThat(session.out())
                    .startsWith("{\"run\":\"cup-000\"}\n")
                    .endsWith("{\"found\":5,\"dry_run\":true}\n");
        }
    }

    @Test
    void all_that_waits_for_a_person_in_a_queue_is_driven_anew_once() throws Exception {
        try (var engine = kitchen()) {
            cups(engine, "broken kettle", 4);
            waitFor(engine, 4);
            Object[] all = {"queue", "redrive", "--queue=kitchen", "--request-id=mended"};
            assertThat(reprise("queue", "redrive", "--queue=kitchen", "--dry-run")).isZero();
            assertThat(session.out())
                    .startsWith("cup-000 1\ncup-001 1\n")
                    .endsWith("4 activities. Nothing was done: take --dry-run away to do it.\n");
            assertThat(reprise("queue", "redrive", "--queue=hall")).isZero();
            assertThat(session.out()).isEqualTo("0 activities found, 0 done, 0 refused\n");
            assertThat(reprise(all)).as(session.err()).isZero();
            assertThat(session.out()).isEqualTo("4 activities found, 4 done, 0 refused\n");
            waitFor(engine, 4);
            assertThat(reprise(all)).isZero();
            assertThat(engine.client().deadLetters())
                    .as("asked again, nothing is driven anew")
                    .hasSize(4)
                    .allMatch(it -> it.attempts() == 2);
        }
        assertThat(reprise("queue", "resolve", "--filter=id = 'cup-001'", "\"cold\"")).isZero();
        assertThat(session.out()).isEqualTo("1 activity found, 1 done, 0 refused\n");
        assertThat(reprise("queue", "reject", "--all", "--reason=no tea today", "--json")).isZero();
        assertThat(session.out())
                .isEqualTo("{\"found\":3,\"done\":3,\"refused\":0,\"reasons\":[]}\n");
        try (var engine = kitchen()) {
            handle(engine, 1).signal("sugar", "no");
            assertThat(handle(engine, 1).result()).isEqualTo("broken kettle with cold and no");
            assertThat(engine.client().list("status = failed").runs())
                    .extracting(it -> it.run())
                    .containsExactly(cup(0), cup(2), cup(3));
            assertThat(handle(engine, 0).describe().status()).isEqualTo(Status.FAILED);
        }
    }

    private static void waitFor(Engine engine, int letters) throws InterruptedException {
        while (engine.client().deadLetters().size() < letters) {
            Thread.sleep(5);
        }
    }

    @EnabledOnOs({OS.LINUX, OS.MAC})
    @Test
    void each_activity_of_a_run_is_decided_under_an_id_of_its_own() throws Exception {
        Path ear = Files.createDirectory(temp.resolve("ear"));
        try (var engine = kitchen();
                var overheard = Overheard.in(ear, data())) {
            cups(engine, "broken kettle", 1);
            waitFor(engine, 1);
            reprise(ear, "queue", "redrive", "--all", "--request-id=mended");
            assertThat(overheard.requests().getLast())
                    .contains("\"deeds\":[{\"id\":\"mended/1\",\"do\":\"redrive\"");
        }
    }

    @Test
    void one_and_many_are_not_mixed_up() throws Exception {
        kitchen().close();
        assertThat(reprise("queue", "redrive")).isEqualTo(2);
        assertThat(session.err())
                .startsWith(
                        "Which activity? One is named by its run and the activity; --queue,"
                                + " --filter or --all mean many");
        assertThat(reprise("queue", "redrive", "cup-1", "1", "--all")).isEqualTo(2);
        assertThat(session.err()).startsWith("--queue, --filter and --all mean many");
        assertThat(reprise("queue", "redrive", "cup-1", "1", "--dry-run")).isEqualTo(2);
        assertThat(reprise("queue", "reject", "--filter=colour ~ red")).isEqualTo(2);
        assertThat(reprise("queue", "redrive", "--all")).isZero();
        assertThat(session.out()).isEqualTo("0 activities found, 0 done, 0 refused\n");
    }
}
