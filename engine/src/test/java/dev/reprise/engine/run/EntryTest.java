package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.form.Malformed;
import dev.reprise.history.Activation;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Turn;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Progress;
import dev.reprise.policy.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class EntryTest {
    static final Instant NOW = Instant.parse("2026-11-15T12:00:00.000000007Z");
    static final RunId RUN = new RunId("r");
    private static final Failure FAILURE = new Failure.Application("Oops", "it broke");

    static Turn turn(List<Job> jobs, Command... commands) {
        return new Turn(
                new Activation(NOW, 7, 1, false, jobs), Completion.Decided.of(List.of(commands)));
    }

    static Command activity(long seq) {
        return new Command.ScheduleActivity(
                seq,
                UnitId.ROOT,
                "a" + seq,
                "Work.work",
                List.of(Payload.text("x")),
                ActivityOptions.UNSAID);
    }

    static Command timer(long seq, Duration duration) {
        return new Command.StartTimer(seq, UnitId.ROOT, duration);
    }

    static Job done(long seq) {
        return new Job.ActivityResolved(seq, new Outcome.Completed(Payload.NONE));
    }

    /** The attempt before this one has failed. */
    static Attempt next(long seq, int attempt, Instant notBefore) {
        var progress =
                new Progress(
                        attempt, 0, 0, Duration.ofSeconds(5), Role.ACTIVITY, Optional.of(FAILURE));
        return new Attempt(
                seq, Attempt.Why.NEXT, progress, NOW, notBefore, null, null, Payload.NONE, "", 1);
    }

    /** A delivery of this attempt was lost. */
    static Attempt lost(long seq, int attempt, int redeliveries, @Nullable Instant notBefore) {
        var progress =
                new Progress(
                        attempt, 0, redeliveries, Duration.ZERO, Role.ACTIVITY, Optional.empty());
        return new Attempt(
                seq, Attempt.Why.LOST, progress, NOW, notBefore, null, null, Payload.NONE, "", 1);
    }

    /** The first attempt has not begun. */
    static Attempt unbegun(long seq) {
        var why = Attempt.Why.UNBEGUN;
        return new Attempt(seq, why, Progress.NONE, NOW, null, null, null, Payload.NONE, "", 1);
    }

    static Stream<Entry> entries() {
        var start = new Job.Start(RUN, "W", List.of(Payload.text("in")), RunInfo.FIRST);
        return Stream.of(
                new Entry(List.of(), null, false),
                new Entry(List.of(), null, false).cutOff(Cutoff.terminated("a person said so")),
                new Entry(List.of(), Entry.told(NOW, List.of(done(3))), true)
                        .cutOff(Cutoff.timedOut("")),
                new Entry(List.of(), Entry.told(NOW, List.of(start)), true).delayed(NOW),
                new Entry(List.of(), null, false)
                        .settled(List.of(new BondId(1, 2), new BondId(3, Long.MAX_VALUE))),
                new Entry(List.of(), turn(List.of(start), activity(1)), false),
                new Entry(List.of(), Entry.told(NOW, List.of(start, done(3))), true),
                new Entry(List.of(next(1, 2, NOW)), null, false),
                new Entry(List.of(unbegun(1)), null, false),
                new Entry(
                        List.of(
                                lost(1, 1, 3, null),
                                next(2, 9, Instant.MIN),
                                lost(5, 1, 1, Instant.MAX)),
                        turn(List.of(done(4)), timer(6, Duration.ofDays(400))),
                        false),
                new Entry(
                        List.of(
                                new Attempt(
                                        3,
                                        Attempt.Why.PARKED,
                                        new Progress(
                                                4,
                                                3,
                                                0,
                                                Duration.ZERO,
                                                Role.ACTIVITY,
                                                Optional.of(FAILURE)),
                                        NOW.plusNanos(3),
                                        null,
                                        NOW,
                                        NOW.plusSeconds(1),
                                        Payload.text("half"),
                                        "people",
                                        0),
                                new Attempt(
                                        4,
                                        Attempt.Why.NEXT,
                                        new Progress(
                                                2,
                                                0,
                                                1,
                                                Duration.ofDays(1),
                                                Role.COMPENSATION,
                                                Optional.of(FAILURE)),
                                        NOW,
                                        null,
                                        null,
                                        null,
                                        Payload.NONE,
                                        "",
                                        Attempt.TOO_MUCH)),
                        null,
                        false),
                new Entry(
                        List.of(),
                        List.of(
                                new Dispatch(1, Policy.DEFAULT),
                                new Dispatch(2, Policy.DEFAULT.maxRetries(7)),
                                new Dispatch(3, Policy.DEFAULT.maxRetries(7)),
                                new Dispatch(
                                        4,
                                        Policy.DEFAULT,
                                        Optional.of(new Failure.Application("Bad", "no rule")))),
                        turn(List.of(), activity(1), activity(2), activity(3), activity(4)),
                        false));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void an_entry_is_read_as_it_was_written(Entry entry) {
        assertThat(Entry.fromBytes(entry.toBytes())).isEqualTo(entry);
    }

    @ParameterizedTest
    @MethodSource("entries")
    void a_shortened_entry_is_refused_or_another_one(Entry entry) {
        byte[] bytes = entry.toBytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            Entry read;
            try {
                read = Entry.fromBytes(cut);
            } catch (Malformed expected) {
                continue;
            }
            assertThat(read).as("the first %d bytes", length).isNotEqualTo(entry);
        }
    }

    @Test
    void the_program_of_a_pattern_is_in_its_first_entry() {
        var entry = new Entry(List.of(), null, false).pinned("abc");
        assertThat(Entry.fromBytes(entry.toBytes())).isEqualTo(entry);
        assertThat(Entry.fromBytes(entry.toBytes()).program()).isEqualTo("abc");
    }

    @Test
    void an_unknown_kind_is_refused() {
        for (byte[] kind :
                new byte[][] {{3}, {7}, {11}, {19}, {35}, {96}, {99}, {-128, 8}, {-1, 127}}) {
            assertThatThrownBy(() -> Entry.fromBytes(kind))
                    .isInstanceOf(Malformed.class)
                    .hasMessageContaining("kind");
        }
    }

    @Test
    void what_follows_an_entry_is_refused() {
        byte[] bytes = new Entry(List.of(), null, false).toBytes();
        assertThatThrownBy(() -> Entry.fromBytes(Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(Malformed.class);
    }
}
