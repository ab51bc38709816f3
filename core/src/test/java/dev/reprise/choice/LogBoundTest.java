package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.testing.ChoiceProgram;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What happens when a recording reaches its bound, and what a stream leaves behind. */
class LogBoundTest {
    private static final Kind TOKEN = new Kind(1, "token");

    @Test
    void a_view_that_hands_out_more_or_fewer_actions_than_its_size_is_refused() {
        for (int difference : new int[] {-1, 1, 20}) {
            var kind = new Kind(1, "token");
            var view =
                    new Enabled() {
                        @Override
                        public int size() {
                            return 2;
                        }

                        @Override
                        public Action nth(int rank) {
                            return Action.of(kind.key(rank));
                        }

                        @Override
                        public long fingerprint() {
                            return 0;
                        }

                        @Override
                        public void forEach(Consumer<? super Action> consumer) {
                            for (int rank = 0; rank < 2 + difference; rank++) {
                                consumer.accept(nth(rank));
                            }
                        }
                    };
            var recorder = Scheduler.deterministic().recorded();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> recorder.choose(view))
                    .withMessage("a view of size 2 has " + (2 + difference) + " actions");
            assertThat(recorder.log().isEmpty()).isTrue();
        }
    }

    @Test
    void a_full_log_refuses_the_choice_before_the_policy_is_asked() {
        int[] asked = {0};
        Scheduler policy =
                enabled -> {
                    asked[0]++;
                    return enabled.least();
                };
        var recording = policy.recorded(LogBound.fail(3));
        for (int i = 0; i < 3; i++) {
            recording.choose(tokens(1, 2));
        }
        for (int i = 0; i < 2; i++) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> recording.choose(tokens(1, 2)))
                    .withMessageContaining("full")
                    .withMessageContaining("3 entries");
        }
        assertThat(asked[0]).isEqualTo(3);
        assertThat(recording.log().size()).isEqualTo(3);
        assertThat(recording.position()).isEqualTo(3);
        // A single action needs no room.
        recording.choose(tokens(5));
        assertThat(recording.log().steps()).isEqualTo(4);
    }

    @Property(tries = 100)
    void a_ring_keeps_between_half_and_all_of_its_bound(
            @ForAll @IntRange(min = 2, max = 60) int bound,
            @ForAll @IntRange(min = 2, max = 400) int size) {
        var set = new EnabledSet();
        // Sets with far-apart numbers fill a chunk's bytes before its entries.
        for (long number = 0; number < size; number++) {
            set.add(Action.of(TOKEN.key(number * 1_000_000_007L)));
        }
        var recording = Scheduler.fair().recorded(LogBound.ring(bound));
        var all = Scheduler.fair().recorded();
        for (int step = 0; step < 3 * bound; step++) {
            var view = step % 2 == 0 ? set : Enabled.of(actions(set));
            recording.choose(view);
            all.choose(view);
            var log = recording.log();
            long made = step + 1L;
            assertThat(log.size()).isBetween(Math.min(made, (bound + 1L) / 2), (long) bound);
            assertThat(log.dropped() + log.size()).isEqualTo(made);
            assertThat(log.steps()).isEqualTo(made);
        }
        var log = recording.log();
        var last = all.log().entries();
        assertThat(log.entries()).isEqualTo(last.subList((int) log.dropped(), last.size()));
        assertThat(ChoiceLog.fromBytes(log.toBytes())).isEqualTo(log);
    }

    @Test
    void a_log_that_has_forgotten_its_beginning_says_so_and_is_not_replayed() throws IOException {
        var recording = Scheduler.deterministic().recorded(LogBound.ring(4));
        for (int step = 0; step < 20; step++) {
            recording.choose(tokens(1, 2));
            recording.choose(tokens(1));
        }
        var log = recording.log();
        assertThat(log.dropped()).isEqualTo(20 - log.size()).isPositive();
        assertThat(log.entries().getFirst().step()).isEqualTo(2 * log.dropped());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scheduler.replay(log))
                .withMessageContaining("first " + log.dropped() + " entries");
        assertThatIllegalArgumentException().isThrownBy(() -> Scheduler.replayLenient(log));
        assertThat(Logs.fromJson(Logs.toJson(log))).isEqualTo(log);
        assertThat(ChoiceLog.fromBytes(Logs.fromJson(Logs.toJson(log)).toBytes())).isEqualTo(log);
    }

    @Test
    void bounds_are_checked() {
        assertThatIllegalArgumentException().isThrownBy(() -> LogBound.fail(0));
        assertThatIllegalArgumentException().isThrownBy(() -> LogBound.ring(1));
    }

    @Property(tries = 40)
    void a_stream_that_was_closed_is_the_recording(@ForAll long seed) throws IOException {
        var program = ChoiceProgram.of(seed, 300, 200);
        var sink = new ByteArrayOutputStream();
        var memory = Scheduler.random(seed).recorded();
        program.run(memory);
        try (var streaming = Scheduler.random(seed).recorded(LogBound.stream(sink))) {
            program.run(streaming);
        }
        var read = ChoiceLog.fromBytes(sink.toByteArray());
        assertThat(read).isEqualTo(memory.log());
        assertThat(read.entries()).isEqualTo(memory.log().entries());
        assertThat(ChoiceLog.recover(in(sink.toByteArray())))
                .isEqualTo(new ChoiceLog.Recovered(read, java.util.Optional.empty()));
    }

    /** A recording in which frames end at known places, and how much is intact there. */
    private record Streamed(ByteArrayOutputStream file, List<Integer> ends, List<ChoiceLog> logs) {
        byte[] bytes() {
            return file.toByteArray();
        }
    }

    private static Streamed streamed() {
        var sink = new ByteArrayOutputStream();
        var recording = Scheduler.random(4).recorded(LogBound.stream(sink));
        var memory = Scheduler.random(4).recorded();
        var ends = new ArrayList<Integer>();
        var logs = new ArrayList<ChoiceLog>();
        var set = new EnabledSet();
        for (int number = 0; number < 5; number++) {
            set.add(Action.of(TOKEN.key(number)));
        }
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 3; i++) {
                var chosen = recording.choose(set).key();
                memory.choose(set);
                set.remove(chosen);
                set.add(Action.of((round > 1 ? TOKEN : new Kind(2, "timer")).key(10L * round + i)));
                recording.choose(Enabled.of(set.least()));
                memory.choose(Enabled.of(set.least()));
            }
            recording.flush();
            ends.add(sink.size());
            logs.add(memory.log());
        }
        recording.close();
        return new Streamed(sink, ends, logs);
    }

    @Test
    void whatever_prefix_survives_a_crash_gives_exactly_its_intact_frames() throws IOException {
        var streamed = streamed();
        for (int cut = 0; cut < streamed.bytes().length; cut++) {
            var prefix = Arrays.copyOf(streamed.bytes(), cut);
            var recovered = ChoiceLog.recover(in(prefix));
            int intact = 0;
            while (intact < streamed.ends().size() && streamed.ends().get(intact) <= cut) {
                intact++;
            }
            List<ChoiceLog.Entry> expected =
                    intact == 0 ? List.of() : streamed.logs().get(intact - 1).entries();
            assertThat(recovered.log().entries()).as("cut at byte %d", cut).isEqualTo(expected);
            assertThat(recovered.problem().orElseThrow().problem()).isEqualTo(Problem.TRUNCATED);
            assertThatExceptionOfType(Malformed.class)
                    .isThrownBy(() -> ChoiceLog.fromBytes(prefix))
                    .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.TRUNCATED));
        }
        assertThat(ChoiceLog.fromBytes(streamed.bytes())).isEqualTo(streamed.logs().getLast());
    }

    @Test
    void a_recovered_log_replays_as_far_as_it_goes() throws IOException {
        var streamed = streamed();
        var prefix = Arrays.copyOf(streamed.bytes(), streamed.ends().get(1) + 5);
        var log = ChoiceLog.recover(in(prefix)).log();
        assertThat(log.isComplete()).isFalse();
        // The single decision after the last entry is not known to the file.
        assertThat(log.steps()).isEqualTo(streamed.logs().get(1).steps() - 1);
        assertThat(ChoiceLog.recover(in(log.toBytes())).log()).isEqualTo(log);
        assertThat(Logs.fromJson(Logs.toJson(log))).isEqualTo(log);
    }

    @Test
    void a_damaged_frame_ends_what_can_be_recovered() throws IOException {
        var streamed = streamed();
        for (int at = streamed.ends().get(1); at < streamed.ends().get(2); at++) {
            var damaged = streamed.bytes();
            damaged[at] ^= 4;
            var recovered = ChoiceLog.recover(in(damaged));
            assertThat(recovered.log().entries()).isEqualTo(streamed.logs().get(1).entries());
            assertThat(recovered.problem()).isPresent();
        }
    }

    @Test
    void what_is_no_choice_log_is_not_recovered() {
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(
                        () ->
                                ChoiceLog.recover(
                                        in(
                                                "PK hello, I am a zip"
                                                        .getBytes(
                                                                java.nio.charset.StandardCharsets
                                                                        .US_ASCII))))
                .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.FOREIGN));
    }

    /** A sink that breaks after some bytes. */
    private static final class Breaking extends OutputStream {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private int left;

        Breaking(int left) {
            this.left = left;
        }

        @Override
        public void write(int one) throws IOException {
            if (left-- <= 0) {
                throw new IOException("the disk is full");
            }
            kept.write(one);
        }
    }

    @Test
    void a_sink_that_fails_is_reported_and_the_choice_is_not_made() throws IOException {
        var sink = new Breaking(20_000);
        var recording = Scheduler.deterministic().recorded(LogBound.stream(sink));
        var keys = new long[300];
        Arrays.setAll(keys, i -> i * 1_000_000_007L);
        long made = 0;
        try {
            while (made < 1000) {
                recording.choose(tokens(keys));
                made++;
            }
        } catch (UncheckedIOException e) {
            assertThat(e).hasMessage("the sink of the choice log failed");
            assertThat(e.getCause()).hasMessage("the disk is full");
        }
        assertThat(made).isLessThan(1000);
        assertThat(recording.position()).isEqualTo(made);
        for (int i = 0; i < 2; i++) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> recording.choose(tokens(1, 2)))
                    .withMessageContaining("failed before");
            assertThatIllegalStateException().isThrownBy(() -> recording.choose(tokens(1)));
        }
        assertThatIllegalStateException().isThrownBy(recording::flush);
        assertThatIllegalStateException().isThrownBy(recording::close);
        var recovered = ChoiceLog.recover(in(sink.kept.toByteArray()));
        assertThat(recovered.log().size()).isPositive().isLessThanOrEqualTo(made);
    }

    @Test
    void a_sink_that_fails_on_flush_or_close_is_reported() {
        var flushed = Scheduler.deterministic().recorded(LogBound.stream(new Breaking(3)));
        flushed.choose(tokens(1, 2));
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(flushed::flush);
        var closed = Scheduler.deterministic().recorded(LogBound.stream(new Breaking(3)));
        closed.choose(tokens(1, 2));
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(closed::close);
    }

    @Test
    void a_closed_stream_takes_no_more_steps_and_may_be_closed_again() {
        var sink = new ByteArrayOutputStream();
        var recording = Scheduler.deterministic().recorded(LogBound.stream(sink));
        recording.choose(tokens(1, 2));
        recording.close();
        recording.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> recording.choose(tokens(1, 2)))
                .withMessageContaining("closed");
        assertThatIllegalStateException().isThrownBy(() -> recording.choose(tokens(1)));
        assertThatIllegalStateException().isThrownBy(recording::log);
        assertThat(ChoiceLog.fromBytes(sink.toByteArray()).steps()).isEqualTo(1);
    }

    @Test
    void a_recording_in_memory_may_be_flushed_and_closed_and_goes_on() {
        var recording = Scheduler.deterministic().recorded();
        recording.choose(tokens(1, 2));
        recording.flush();
        recording.close();
        recording.choose(tokens(1, 2));
        assertThat(recording.log().size()).isEqualTo(2);
    }

    @Test
    void too_many_kinds_are_refused_and_nothing_that_was_recorded_is_lost() {
        var recording = Scheduler.deterministic().recorded();
        for (int order = 0; order < LogEncoder.KINDS_MAX; order++) {
            var kind = new Kind(order, "kind-" + order);
            recording.choose(Enabled.of(Action.of(kind.key(1)), Action.of(kind.key(2))));
        }
        var before = recording.log();
        var one = new Kind(1, "kind-1");
        var last = new Kind(5000, "one-too-many");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                recording.choose(
                                        Enabled.of(Action.of(one.key(1)), Action.of(last.key(2)))))
                .withMessageContaining("at most 4096 kinds");
        assertThat(recording.log()).isEqualTo(before);
        recording.choose(Enabled.of(Action.of(one.key(1)), Action.of(one.key(7))));
        assertThat(recording.log().size()).isEqualTo(before.size() + 1);
        assertThat(ChoiceLog.fromBytes(recording.log().toBytes())).isEqualTo(recording.log());
    }

    @Test
    void kinds_that_clash_are_refused_and_nothing_that_was_recorded_is_lost() {
        var recording = Scheduler.deterministic().recorded();
        var set = new EnabledSet();
        for (int number = 0; number < 4; number++) {
            set.add(Action.of(TOKEN.key(number)));
        }
        recording.choose(set);
        set.remove(TOKEN.key(0));
        set.add(Action.of(new Kind(3, "late").key(1_000_000)));
        var clashing = new Kind(1, "clash");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                recording.choose(
                                        Enabled.of(
                                                Action.of(new Kind(0, "a").key(5)),
                                                Action.of(clashing.key(6)))))
                .withMessageContaining("clash (order 1)")
                .withMessageContaining("token (order 1)");
        set.add(Action.of(TOKEN.key(77)));
        recording.choose(set);
        set.remove(TOKEN.key(1));
        recording.choose(set);
        assertThat(recording.log().entries())
                .extracting(ChoiceLog.Entry::step, entry -> entry.enabled().toString())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                0L, "[token#0, token#1, token#2, token#3]"),
                        org.assertj.core.groups.Tuple.tuple(
                                1L, "[token#1, token#2, token#3, token#77, late#1000000]"),
                        org.assertj.core.groups.Tuple.tuple(
                                2L, "[token#2, token#3, token#77, late#1000000]"));
        assertThat(ChoiceLog.fromBytes(recording.log().toBytes())).isEqualTo(recording.log());
    }

    @Test
    void a_clash_that_comes_with_a_change_of_the_set_leaves_the_log_whole() {
        var recording = Scheduler.deterministic().recorded();
        recording.choose(
                Enabled.of(Action.of(TOKEN.key(1)), Action.of(new Kind(9, "nine").key(2))));
        var set = new EnabledSet();
        for (int number = 0; number < 4; number++) {
            set.add(Action.of(TOKEN.key(number)));
        }
        recording.choose(set);
        var clashing = new Kind(9, "neuf").key(5);
        set.remove(TOKEN.key(3));
        set.add(Action.of(clashing));
        set.add(Action.of(TOKEN.key(1_000_000)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recording.choose(set))
                .withMessageContaining("neuf (order 9)")
                .withMessageContaining("nine (order 9)");
        set.remove(clashing);
        recording.choose(set);
        set.add(Action.of(TOKEN.key(7)));
        recording.choose(set);
        assertThat(recording.log().entries())
                .extracting(entry -> entry.enabled().toString())
                .containsExactly(
                        "[token#1, nine#2]",
                        "[token#0, token#1, token#2, token#3]",
                        "[token#0, token#1, token#2, token#1000000]",
                        "[token#0, token#1, token#2, token#7, token#1000000]");
        assertThat(ChoiceLog.fromBytes(recording.log().toBytes())).isEqualTo(recording.log());
    }

    @Test
    void too_many_actions_are_refused() {
        var recording = Scheduler.deterministic().recorded();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recording.choose(new Endless(LogEncoder.ENABLED_MAX + 1)))
                .withMessageContaining("4194305")
                .withMessageContaining("4194304");
        assertThat(recording.log()).isEqualTo(ChoiceLog.EMPTY);
    }

    @Test
    void a_view_that_is_not_in_key_order_cannot_be_recorded() {
        var recording = Scheduler.deterministic().recorded();
        recording.choose(tokens(1, 2));
        var unsorted =
                new Sorting(
                        List.of(
                                Action.of(TOKEN.key(3)),
                                Action.of(TOKEN.key(2)),
                                Action.of(TOKEN.key(9))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recording.choose(unsorted))
                .withMessageContaining("key order")
                .withMessageContaining("token#2");
        assertThat(recording.log().size()).isEqualTo(1);
        assertThat(ChoiceLog.fromBytes(recording.log().toBytes())).isEqualTo(recording.log());
    }

    /** A view with a mistake: it ranks as if it were sorted. */
    private record Sorting(List<Action> actions) implements Enabled {
        @Override
        public int size() {
            return actions.size();
        }

        @Override
        public Action nth(int rank) {
            return actions.get(rank);
        }

        @Override
        public int rank(Key key) {
            return 0;
        }

        @Override
        public long fingerprint() {
            return 0;
        }
    }

    /** Computes its actions. */
    private record Endless(int size) implements Enabled {
        @Override
        public Action nth(int rank) {
            return Action.of(TOKEN.key(rank));
        }

        @Override
        public long fingerprint() {
            return 0;
        }
    }

    private static ByteArrayInputStream in(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }

    private static List<Action> actions(Enabled enabled) {
        var actions = new ArrayList<Action>();
        enabled.forEach(actions::add);
        return actions;
    }

    private static Enabled tokens(long... numbers) {
        var actions = new ArrayList<Action>();
        for (long number : numbers) {
            actions.add(Action.of(TOKEN.key(number)));
        }
        return Enabled.of(actions);
    }
}
