package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.schedule.Firing.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Schedules and their states, as bytes and back. */
class StoredTest {
    private static final Instant TIME = Instant.ofEpochSecond(1_000_000, 5);
    private static final Firing TRIGGERED = new Firing(Origin.TRIGGERED, TIME, 3);

    private static final State STATE =
            new State(
                    TIME,
                    TIME.plusSeconds(1),
                    Optional.of("why"),
                    7,
                    4,
                    List.of(
                            new State.Running(Firing.scheduled(TIME), true, State.Stop.CANCEL),
                            new State.Running(TRIGGERED, false, State.Stop.NONE)),
                    List.of(new Firing(Origin.BACKFILLED, TIME, 4)),
                    List.of(
                            new State.Backfill(
                                    4,
                                    TIME.plusNanos(1),
                                    TIME,
                                    TIME.plusSeconds(9),
                                    Overlap.ALLOW_ALL,
                                    0,
                                    0)),
                    List.of(),
                    new State.Counts(1, 2, 3, 4, 5, 6));
    private static final Schedule SCHEDULE =
            Schedule.of(When.parse("cron \"0 9 * * MON-FRI\" in Europe/Berlin"))
                    .overlap(Overlap.CANCEL_OTHER)
                    .catchUp(Duration.ofMinutes(1))
                    .jitter(Duration.ofMillis(1))
                    .startsMax(300)
                    .pauseOnFailure(true);

    private static final State LATER =
            new State(
                    STATE.handled(),
                    STATE.passUntil(),
                    STATE.paused(),
                    STATE.starts(),
                    STATE.serials(),
                    STATE.running(),
                    STATE.waiting(),
                    List.of(backfill(6, Overlap.ALLOW_ALL)),
                    List.of(new State.Past(backfill(5, Overlap.SKIP), 12)),
                    STATE.counts());

    /** These bytes are in stores: they are read for ever. */
    private static final String OLD_STATE =
            "0180897a0582897a0501037768790704020080897a05030180897a050300010280897a0504010480897a0592"
                    + "897a0505010203040506";

    private static final String GOLDEN_STATE =
            "0280897a0582897a0501037768790704020080897a05030180897a050300010280897a0504010680897a059"
                    + "2897a0505ee887a050302010580897a0592897a0500ee887a0503020c010203040506";

    private static final String GOLDEN_SCHEDULE =
            "012763726f6e2022302039202a202a204d4f4e2d4652492220696e204575726f70652f4265726c696e033c00"
                    + "00c0843dac0201";

    private static State.Backfill backfill(long serial, Overlap overlap) {
        Instant until = TIME.plusSeconds(9);
        return new State.Backfill(serial, TIME.minusSeconds(9), TIME, until, overlap, 3, 2);
    }

    @Test
    void the_bytes_are_those_that_were_written_before() {
        assertThat(HexFormat.of().formatHex(bytes(LATER))).isEqualTo(GOLDEN_STATE);
        assertThat(HexFormat.of().formatHex(bytes(SCHEDULE))).isEqualTo(GOLDEN_SCHEDULE);
        assertThat(state(HexFormat.of().parseHex(GOLDEN_STATE))).isEqualTo(LATER);
        assertThat(state(HexFormat.of().parseHex(OLD_STATE))).isEqualTo(STATE);
        assertThat(schedule(HexFormat.of().parseHex(GOLDEN_SCHEDULE))).isEqualTo(SCHEDULE);
    }

    @Property(tries = 200)
    void any_schedule_comes_back_as_it_was(@ForAll long seed) {
        var random = new Random(seed);
        var schedule =
                Schedule.of(new WhenSamples(seed).when())
                        .catchUp(Duration.ofNanos(random.nextLong(Long.MAX_VALUE / 4)))
                        .startsMax(random.nextLong(Schedule.STARTS_MAX));
        assertThat(schedule(bytes(schedule))).isEqualTo(schedule);
    }

    @Property(tries = 1_000)
    void what_is_changed_is_refused_or_is_another(@ForAll long seed) {
        var random = new Random(seed);
        byte[] changed = bytes(LATER);
        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        try {
            var read = state(changed);
            assertThat(state(bytes(read))).isEqualTo(read);
        } catch (Malformed refusal) {
            assertThat(refusal.getMessage()).contains("byte ");
        }
        byte[] schedule = bytes(SCHEDULE);
        schedule[random.nextInt(schedule.length)] ^= (byte) (1 << random.nextInt(8));
        try {
            var read = schedule(schedule);
            assertThat(schedule(bytes(read))).isEqualTo(read);
        } catch (Malformed refusal) {
            assertThat(refusal.getMessage()).contains("byte ");
        }
    }

    @Test
    void what_is_cut_or_of_another_version_is_refused() {
        byte[] bytes = bytes(LATER);
        for (int length = 0; length < bytes.length; length++) {
            assertThat(problem(Arrays.copyOf(bytes, length))).isEqualTo(Problem.TRUNCATED);
        }
        bytes[0] = 3;
        assertThat(problem(bytes)).isEqualTo(Problem.VERSION);
    }

    private static Problem problem(byte[] bytes) {
        var problem = new Problem[1];
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> state(bytes))
                .satisfies(refusal -> problem[0] = refusal.problem());
        return problem[0];
    }

    private static byte[] bytes(State state) {
        var out = new ByteSink(64);
        state.writeTo(out);
        return out.toByteArray();
    }

    private static byte[] bytes(Schedule schedule) {
        var out = new ByteSink(64);
        schedule.writeTo(out);
        return out.toByteArray();
    }

    private static State state(byte[] bytes) {
        var in = new ByteSource("state of a schedule", bytes);
        var state = State.readFrom(in);
        in.expectEnd();
        return state;
    }

    private static Schedule schedule(byte[] bytes) {
        var in = new ByteSource("schedule", bytes);
        var schedule = Schedule.readFrom(in);
        in.expectEnd();
        return schedule;
    }
}
