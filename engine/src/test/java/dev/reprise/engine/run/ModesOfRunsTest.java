package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.history.Job;
import dev.reprise.policy.Execution.Mode;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is written down around an activity, and when, as the mode of its policy says. */
@Timeout(60)
final class ModesOfRunsTest {
    private static Partial mode(Mode mode) {
        return Partial.NONE.with(Field.MODE, mode);
    }

    // ---- Before it begins ----

    @Test
    void what_is_not_durable_begins_only_where_its_mode_says_so() {
        for (Mode mode : List.of(Mode.ASYNC, Mode.SYNC)) {
            try (var it = new Rehearsed()) {
                it.says(mode(mode)).opened().writes(false);
                it.asks("a").begins(1);
                assertThat(it.engine().archive().describe(Rehearsed.RUN)).isEmpty();
                assertThat(it.writes(true).result()).isEqualTo("done");
                assertThat(it.begun).hasSize(1);
            }
        }
        for (Mode mode : List.of(Mode.DURABLE, Mode.EXTERNAL)) {
            try (var it = new Rehearsed()) {
                it.says(mode(mode)).opened().writes(false).asks("a").waitsToBeWritten();
                assertThat(it.begun).isEmpty();
                it.writes(true).begins(1);
            }
        }
    }

    @Test
    void what_may_be_delivered_once_is_durable_before_it_begins_whatever_its_mode_is() {
        for (Mode mode : List.of(Mode.ASYNC, Mode.SYNC)) {
            try (var it = new Rehearsed()) {
                it.says(mode(mode).with(Field.AT_MOST_ONCE, true)).opened().writes(false);
                it.asks("a").waitsToBeWritten();
                assertThat(it.begun).isEmpty();
                assertThat(it.writes(true).result()).isEqualTo("done");
            }
        }
    }

    @Test
    void a_delivery_that_was_lost_is_counted_before_it_is_repeated() {
        try (var it = new Rehearsed()) {
            it.says(mode(Mode.ASYNC)).does(_ -> it.stall()).opened();
            it.start(Rehearsed.Each.class, "a").begins(1);
            it.does(_ -> "done").opened(false).waitsToBeWritten();
            assertThat(it.begun).hasSize(1);
            assertThat(it.writes(true).result()).isEqualTo("done");
            assertThat(it.begun).containsExactly("work a 1+0", "work a 1+1");
        }
    }

    // ---- After it has ended ----

    /** How many appends and syncs a run of three activities costs. */
    private static List<Long> costs(Class<?> type, Partial partial) {
        try (var it = new Rehearsed()) {
            it.says(partial).opened();
            var before = it.written();
            assertThat(it.start(type, "a b c").result()).isEqualTo("done, done, done");
            var since = it.written().minus(before);
            assertThat(it.engine().counts().appends()).isEqualTo(since.changes());
            return List.of(since.changes(), since.syncs());
        }
    }

    @Test
    void what_is_done_in_the_step_costs_no_append_of_its_own() {
        assertThat(costs(Rehearsed.Each.class, mode(Mode.SYNC))).containsExactly(2L, 2L);
        assertThat(costs(Rehearsed.All.class, mode(Mode.SYNC))).containsExactly(2L, 2L);
        assertThat(costs(Rehearsed.Each.class, mode(Mode.ASYNC))).containsExactly(4L, 4L);
        assertThat(costs(Rehearsed.Each.class, mode(Mode.DURABLE))).containsExactly(4L, 4L);
    }

    @Test
    void all_entries_are_there_though_they_were_written_together() {
        try (var it = new Rehearsed()) {
            it.says(mode(Mode.SYNC)).opened().start(Rehearsed.Each.class, "a b c").result();
            assertThat(it.opened().entries()).isEqualTo(4);
            assertThat(it.result()).isEqualTo("done, done, done");
        }
    }

    @Test
    void what_was_done_in_the_step_and_not_written_is_done_again_by_the_next_process() {
        try (var it = new Rehearsed()) {
            it.says(mode(Mode.SYNC)).does(_ -> it.begun.size() == 2 ? it.stall() : "done").opened();
            it.start(Rehearsed.Each.class, "a b").begins(2).settles();
            assertThat(it.entries()).isEqualTo(1);
            assertThat(it.does(_ -> "done").opened().result()).isEqualTo("done, done");
            assertThat(it.begun)
                    .containsExactly("work a 1+0", "work b 1+0", "work a 1+1", "work b 1+0");
        }
    }

    @Test
    void what_is_held_back_is_written_after_a_second() {
        try (var it = new Rehearsed()) {
            it.says(mode(Mode.SYNC)).does(_ -> it.begun.size() == 2 ? it.stall() : "done").opened();
            it.start(Rehearsed.Each.class, "a b").begins(2).passes(Duration.ofMillis(999));
            assertThat(it.entries()).isEqualTo(1);
            it.passes(Duration.ofMillis(1));
            assertThat(it.entries()).isEqualTo(2);
            assertThat(it.does(_ -> "done").opened().result()).isEqualTo("done, done");
            assertThat(it.begun).containsExactly("work a 1+0", "work b 1+0", "work b 1+1");
        }
    }

    @Test
    void who_asks_or_tells_something_does_not_wait_for_what_is_done_in_the_step() {
        try (var it = new Rehearsed()) {
            it.says(mode(Mode.SYNC)).does(_ -> it.begun.size() == 2 ? it.stall() : "done").opened();
            it.start(Rehearsed.Each.class, "a b").begins(2).settles();
            assertThat(it.engine().query(Rehearsed.RUN, "none", List.of()))
                    .failsWithin(Duration.ofSeconds(30));
            assertThat(it.entries()).isEqualTo(2);
        }
        try (var it = new Rehearsed()) {
            it.says(mode(Mode.SYNC)).does(_ -> it.begun.size() == 2 ? it.stall() : "done").opened();
            it.start(Rehearsed.Each.class, "a b").begins(2).settles();
            var signal = new Job.Signal("none", List.of(Payload.NONE), "", "");
            assertThat(it.engine().tell(Rehearsed.RUN, signal, "").join()).isTrue();
            assertThat(it.entries()).isGreaterThan(1);
        }
    }

    @Test
    void a_run_that_has_to_leave_memory_is_written_first() {
        try (var it = new Rehearsed()) {
            it.says(mode(Mode.SYNC)).does(_ -> it.begun.size() == 2 ? it.stall() : "done").opened();
            it.start(Rehearsed.Each.class, "a b").begins(2).settles();
            it.engine().evict(Rehearsed.RUN);
            assertThat(it.settles().entries()).isEqualTo(2);
            it.release.countDown();
            assertThat(it.result()).isEqualTo("done, done");
        }
    }

    @Test
    void no_more_than_a_hundred_entries_are_held_back() {
        try (var it = new Rehearsed()) {
            it.says(mode(Mode.SYNC)).opened();
            var before = it.written();
            it.start(Rehearsed.Each.class, "a ".repeat(250).strip()).result();
            assertThat(it.written().minus(before).changes()).isEqualTo(4);
        }
    }

    // ---- Checkpoints ----

    @Test
    void after_a_checkpoint_nothing_is_gathered() {
        var checkpoint = mode(Mode.SYNC).with(Field.CHECKPOINT_AFTER, true);
        assertThat(costs(Rehearsed.Each.class, checkpoint)).containsExactly(4L, 4L);
    }

    @Test
    void nothing_begins_before_the_checkpoint_is_durable() {
        for (Mode mode : List.of(Mode.ASYNC, Mode.SYNC)) {
            try (var it = new Rehearsed()) {
                it.says(mode(mode).with(Field.CHECKPOINT_AFTER, true));
                it.does(_ -> it.begun.size() == 1 ? it.stall() : "done").opened();
                it.start(Rehearsed.Each.class, "a b").begins(1).writes(false);
                it.release.countDown();
                it.waitsToBeWritten();
                assertThat(it.begun).hasSize(1);
                assertThat(it.writes(true).result()).isEqualTo("done, done");
            }
        }
        try (var it = new Rehearsed()) {
            it.says(mode(Mode.ASYNC)).does(_ -> it.begun.size() == 1 ? it.stall() : "done");
            it.opened().start(Rehearsed.Each.class, "a b").begins(1).writes(false);
            it.release.countDown();
            it.begins(2).writes(true);
        }
    }
}
