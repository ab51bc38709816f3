package dev.reprise.schedule;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.schedule.Firing.Origin;
import dev.reprise.schedule.State.Backfill;
import dev.reprise.schedule.State.Counts;
import dev.reprise.schedule.State.Past;
import dev.reprise.schedule.State.Running;
import dev.reprise.schedule.State.Stop;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How schedules and their states are written down: a version, then every part in order. Lists are
 * counted; the order of constants is part of the form.
 */
final class Stored {
    private static final int SCHEDULE_VERSION = 1;

    /** Version 1 does not know what has become of backfills. */
    private static final int STATE_VERSION = 2;

    private static final List<Overlap> OVERLAPS = List.of(Overlap.values());
    private static final List<Origin> ORIGINS = List.of(Origin.values());
    private static final List<Stop> STOPS = List.of(Stop.values());

    private Stored() {}

    static void write(ByteSink out, Schedule schedule) {
        out.varint(SCHEDULE_VERSION);
        out.text(schedule.when().text());
        out.u8(OVERLAPS.indexOf(schedule.overlap()));
        write(out, schedule.catchUp());
        write(out, schedule.jitter());
        out.varint(schedule.startsMax());
        out.u8(schedule.pauseOnFailure() ? 1 : 0);
    }

    static Schedule readSchedule(ByteSource in) {
        version(in, SCHEDULE_VERSION);
        return checked(
                in,
                () ->
                        new Schedule(
                                readWhen(in),
                                constant(in, OVERLAPS),
                                readSpan(in),
                                readSpan(in),
                                in.varint(),
                                flag(in)));
    }

    private static When readWhen(ByteSource in) {
        String text = in.text();
        try {
            return When.parse(text);
        } catch (Malformed e) {
            throw in.malformed(Problem.INCONSISTENT, "its times: " + e.getMessage());
        }
    }

    static void write(ByteSink out, State state) {
        out.varint(STATE_VERSION);
        write(out, state.handled());
        write(out, state.passUntil());
        out.u8(state.paused().isPresent() ? 1 : 0);
        state.paused().ifPresent(out::text);
        out.varint(state.starts());
        out.varint(state.serials());
        list(out, state.running(), Stored::write);
        list(out, state.waiting(), Stored::write);
        list(out, state.backfills(), Stored::write);
        list(out, state.past(), Stored::write);
        Counts counts = state.counts();
        out.varint(counts.started());
        out.varint(counts.skipped());
        out.varint(counts.missed());
        out.varint(counts.passed());
        out.varint(counts.dropped());
        out.varint(counts.failed());
    }

    static State readState(ByteSource in) {
        long version = version(in, STATE_VERSION);
        return checked(
                in,
                () ->
                        new State(
                                readTime(in),
                                readTime(in),
                                flag(in) ? Optional.of(in.text()) : Optional.empty(),
                                in.varint(),
                                in.varint(),
                                list(in, "running", State.RUNNING_MAX, Stored::readRunning),
                                list(in, "waiting", State.WAITING_MAX, Stored::readFiring),
                                list(
                                        in,
                                        "backfills",
                                        State.BACKFILLS_MAX,
                                        from -> readBackfill(from, version)),
                                version == 1
                                        ? List.of()
                                        : list(in, "past", State.PAST_MAX, Stored::readPast),
                                new Counts(
                                        in.varint(),
                                        in.varint(),
                                        in.varint(),
                                        in.varint(),
                                        in.varint(),
                                        in.varint())));
    }

    private static void write(ByteSink out, Running running) {
        write(out, running.firing());
        out.u8(STOPS.indexOf(running.stop()) << 1 | (running.confirmed() ? 1 : 0));
    }

    private static Running readRunning(ByteSource in) {
        Firing firing = readFiring(in);
        int both = in.u8();
        return new Running(firing, (both & 1) != 0, constant(in, both >>> 1, STOPS));
    }

    private static void write(ByteSink out, Firing firing) {
        out.u8(ORIGINS.indexOf(firing.origin()));
        write(out, firing.nominal());
        if (firing.origin() != Origin.SCHEDULED) {
            out.varint(firing.serial());
        }
    }

    private static Firing readFiring(ByteSource in) {
        Origin origin = constant(in, ORIGINS);
        return new Firing(origin, readTime(in), origin == Origin.SCHEDULED ? 0 : in.varint());
    }

    private static void write(ByteSink out, Backfill backfill) {
        out.varint(backfill.serial());
        write(out, backfill.handled());
        write(out, backfill.until());
        out.u8(OVERLAPS.indexOf(backfill.overlap()));
        write(out, backfill.from());
        out.varint(backfill.started());
        out.varint(backfill.skipped());
    }

    private static Backfill readBackfill(ByteSource in, long version) {
        long serial = in.varint();
        Instant handled = readTime(in);
        Instant until = readTime(in);
        Overlap overlap = constant(in, OVERLAPS);
        return version == 1
                ? new Backfill(serial, after(handled), handled, until, overlap, 0, 0)
                : new Backfill(
                        serial, readTime(in), handled, until, overlap, in.varint(), in.varint());
    }

    /** What was done before is not known: so it begins here. */
    private static Instant after(Instant handled) {
        return handled.equals(Instant.MAX) ? handled : handled.plusNanos(1);
    }

    private static void write(ByteSink out, Past past) {
        write(out, past.backfill());
        out.varint(past.left());
    }

    private static Past readPast(ByteSource in) {
        return new Past(readBackfill(in, STATE_VERSION), in.varint());
    }

    private static void write(ByteSink out, Instant time) {
        out.zigzag(time.getEpochSecond());
        out.varint(time.getNano());
    }

    private static Instant readTime(ByteSource in) {
        long seconds = in.zigzag();
        int nanos = in.count("nanoseconds", 999_999_999);
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException e) {
            throw in.malformed(Problem.LIMIT, "there is no second " + seconds + ".");
        }
    }

    private static void write(ByteSink out, Duration span) {
        out.varint(span.getSeconds());
        out.varint(span.getNano());
    }

    private static Duration readSpan(ByteSource in) {
        return Duration.ofSeconds(in.varint(), in.count("nanoseconds", 999_999_999));
    }

    private static <T> void list(ByteSink out, List<T> list, BiConsumer<ByteSink, T> write) {
        out.varint(list.size());
        list.forEach(each -> write.accept(out, each));
    }

    private static <T> List<T> list(
            ByteSource in, String what, int max, Function<ByteSource, T> read) {
        int count = in.count("the number of " + what, max);
        var list = new ArrayList<T>();
        for (int i = 0; i < count; i++) {
            list.add(read.apply(in));
        }
        return list;
    }

    private static <E> E constant(ByteSource in, List<E> constants) {
        return constant(in, in.u8(), constants);
    }

    private static <E> E constant(ByteSource in, int number, List<E> constants) {
        if (number >= constants.size()) {
            throw in.malformed(
                    Problem.VERSION,
                    "number " + number + " stands for nothing that this program knows.");
        }
        return constants.get(number);
    }

    private static boolean flag(ByteSource in) {
        return constant(in, List.of(false, true));
    }

    private static long version(ByteSource in, int known) {
        long version = in.varint();
        if (version < 1 || version > known) {
            throw in.malformed(
                    Problem.VERSION,
                    "it has version "
                            + Long.toUnsignedString(version)
                            + ", this program knows up to "
                            + known
                            + ".");
        }
        return version;
    }

    /** What the records refuse is refused as input, too. */
    private static <T> T checked(ByteSource in, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw in.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }
}
