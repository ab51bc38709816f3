package dev.reprise.engine.schedule;

import dev.reprise.RunId;
import dev.reprise.engine.schedule.ScheduleDescription.Action;
import dev.reprise.engine.schedule.ScheduleDescription.Backfill;
import dev.reprise.engine.schedule.ScheduleDescription.Started;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Turn;
import dev.reprise.schedule.Fate;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.Firing.Origin;
import dev.reprise.schedule.Order;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.State;
import dev.reprise.schedule.State.Counts;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * How what schedules are told, and tell, is written down: a version, then every part in order. What
 * is started is written as the start that it becomes.
 */
final class ScheduleForm {
    /**
     * The version of what others are told. What starts something is compared with what was recorded
     * when a history is replayed: its bytes stay what they are.
     */
    static final int FIRST = 1;

    /**
     * The version of steps and descriptions: in the first, steps cannot be refused, and of
     * backfills is said only how many there are.
     */
    static final int SECOND = 2;

    private static final int LIST_MAX = 1 << 20;
    private static final List<Origin> ORIGINS = List.of(Origin.values());
    private static final List<Overlap> OVERLAPS = List.of(Overlap.values());
    private static final List<Fate.Kind> KINDS = List.of(Fate.Kind.values());
    private static final int START = 0;
    private static final int CANCEL = 1;
    private static final int TERMINATE = 2;

    private ScheduleForm() {}

    static <T> byte[] bytes(int version, T value, BiConsumer<ByteSink, T> write) {
        var out = new ByteSink(256);
        out.varint(version);
        write.accept(out, value);
        return out.toByteArray();
    }

    /**
     * Reads what {@link #bytes} wrote.
     *
     * @throws dev.reprise.form.Malformed if that is not so
     */
    static <T> T read(String what, int known, byte[] bytes, BiFunction<ByteSource, Long, T> read) {
        var in = new ByteSource(what, bytes);
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
        T value;
        try {
            value = read.apply(in, version);
        } catch (IllegalArgumentException e) {
            throw in.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
        in.expectEnd();
        return value;
    }

    // ---- What is told ----

    static void write(ByteSink out, ScheduleSpec spec) {
        spec.schedule().writeTo(out);
        write(out, new RunId("duty"), spec.duty());
    }

    static ScheduleSpec readSpec(ByteSource in) {
        return new ScheduleSpec(Schedule.readFrom(in), duty(start(in)));
    }

    /** As a turn that holds a start. */
    private static void write(ByteSink out, RunId run, Duty duty) {
        var info = RunInfo.FIRST.options(duty.options());
        var start = new Job.Start(run, duty.workflow(), duty.input(), info);
        var told = new Activation(Instant.EPOCH, 0, 0, false, List.of(start));
        out.bytes(Turn.of(told, Completion.Decided.NOTHING).toBytes());
    }

    private static Job.Start start(ByteSource in) {
        List<Job> jobs = Turn.fromBytes(in.bytes()).activation().jobs();
        if (jobs.size() == 1 && jobs.getFirst() instanceof Job.Start start) {
            return start;
        }
        throw in.malformed(Problem.INCONSISTENT, "what it starts is no start.");
    }

    private static Duty duty(Job.Start start) {
        return new Duty(start.workflowType(), start.input(), start.info().options());
    }

    static void write(ByteSink out, Charge charge) {
        out.text(charge.name());
        write(out, charge.spec());
        out.varint(charge.actsMax());
        Charge.Past past = charge.past();
        out.u8(past == null ? 0 : 1);
        if (past != null) {
            out.varint(past.incarnation());
            write(out, past.created());
            past.state().writeTo(out);
            list(out, past.recent(), ScheduleForm::write);
        }
    }

    static Charge readCharge(ByteSource in) {
        String name = in.text();
        ScheduleSpec spec = readSpec(in);
        int actsMax = in.count("steps", Integer.MAX_VALUE);
        Charge.Past past =
                in.u8() == 0
                        ? null
                        : new Charge.Past(
                                in.varint(),
                                readTime(in),
                                State.readFrom(in),
                                list(in, ScheduleForm::readDecided));
        return new Charge(name, spec, actsMax, past);
    }

    static void write(ByteSink out, Attendance attendance) {
        out.text(attendance.schedule().value());
        out.text(attendance.key());
        write(out, attendance.run(), attendance.duty());
    }

    static Attendance readAttendance(ByteSource in) {
        var schedule = new RunId(in.text());
        String key = in.text();
        Job.Start start = start(in);
        return new Attendance(schedule, key, start.runId(), duty(start));
    }

    // ---- What is decided ----

    static void write(ByteSink out, Taken taken) {
        taken.state().writeTo(out);
        list(out, taken.orders(), ScheduleForm::write);
        list(out, taken.fates(), ScheduleForm::write);
        write(out, taken.wakeUp());
        out.text(taken.refusal());
    }

    static Taken readTaken(ByteSource in, long version) {
        return new Taken(
                State.readFrom(in),
                list(in, ScheduleForm::readOrder),
                list(in, ScheduleForm::readFate),
                readMoment(in),
                version == 1 ? "" : in.text());
    }

    private static void write(ByteSink out, Order order) {
        out.u8(
                switch (order) {
                    case Order.Start _ -> START;
                    case Order.Cancel _ -> CANCEL;
                    case Order.Terminate _ -> TERMINATE;
                });
        write(out, order.firing());
    }

    private static Order readOrder(ByteSource in) {
        int kind = in.u8();
        Firing firing = readFiring(in);
        return switch (kind) {
            case START -> new Order.Start(firing);
            case CANCEL -> new Order.Cancel(firing);
            case TERMINATE -> new Order.Terminate(firing);
            default -> throw in.malformed(Problem.UNKNOWN, "there is no order " + kind + ".");
        };
    }

    private static void write(ByteSink out, Fate fate) {
        write(out, fate.firing());
        out.u8(KINDS.indexOf(fate.kind()));
    }

    private static Fate readFate(ByteSource in) {
        return new Fate(readFiring(in), constant(in, KINDS));
    }

    private static void write(ByteSink out, Decided decided) {
        write(out, decided.at());
        write(out, decided.fate());
    }

    private static Decided readDecided(ByteSource in) {
        return new Decided(readTime(in), readFate(in));
    }

    private static void write(ByteSink out, Firing firing) {
        out.u8(ORIGINS.indexOf(firing.origin()));
        write(out, firing.nominal());
        out.varint(firing.serial());
    }

    private static Firing readFiring(ByteSource in) {
        return new Firing(constant(in, ORIGINS), readTime(in), in.varint());
    }

    // ---- What is described ----

    static void write(ByteSink out, ScheduleDescription it) {
        out.text(it.name());
        write(out, it.spec());
        write(out, it.created());
        out.u8(it.paused().isPresent() ? 1 : 0);
        it.paused().ifPresent(out::text);
        list(out, it.next(), ScheduleForm::write);
        list(
                out,
                it.running(),
                (to, each) -> {
                    write(to, each.firing());
                    to.text(each.run().value());
                });
        out.varint(it.waiting());
        list(out, it.backfills(), ScheduleForm::write);
        list(
                out,
                it.recent(),
                (to, each) -> {
                    write(to, new Decided(each.at(), new Fate(each.firing(), each.kind())));
                    to.text(each.run().value());
                });
        Counts counts = it.counts();
        out.varint(counts.started());
        out.varint(counts.skipped());
        out.varint(counts.missed());
        out.varint(counts.passed());
        out.varint(counts.dropped());
        out.varint(counts.failed());
    }

    private static void write(ByteSink out, Backfill backfill) {
        out.varint(backfill.number());
        write(out, backfill.from());
        write(out, backfill.until());
        out.u8(OVERLAPS.indexOf(backfill.overlap()));
        out.varint(backfill.started());
        out.varint(backfill.skipped());
        out.varint(backfill.left());
        out.u8(backfill.isOver() ? 1 : 0);
    }

    private static Backfill readBackfill(ByteSource in) {
        return new Backfill(
                in.varint(),
                readTime(in),
                readTime(in),
                constant(in, OVERLAPS),
                in.varint(),
                in.varint(),
                in.varint(),
                in.u8() != 0);
    }

    static ScheduleDescription readDescription(ByteSource in, long version) {
        return new ScheduleDescription(
                in.text(),
                readSpec(in),
                readTime(in),
                in.u8() == 0 ? Optional.empty() : Optional.of(in.text()),
                list(in, ScheduleForm::readTime),
                list(in, from -> new Started(readFiring(from), new RunId(from.text()))),
                in.count("waiting", State.WAITING_MAX),
                version == 1 ? none(in) : list(in, ScheduleForm::readBackfill),
                list(in, ScheduleForm::readAction),
                new Counts(
                        in.varint(),
                        in.varint(),
                        in.varint(),
                        in.varint(),
                        in.varint(),
                        in.varint()));
    }

    /** An older program tells how many there are, and nothing of them. */
    private static List<Backfill> none(ByteSource in) {
        in.count("backfills", State.BACKFILLS_MAX);
        return List.of();
    }

    private static Action readAction(ByteSource in) {
        Decided decided = readDecided(in);
        Fate fate = decided.fate();
        return new Action(decided.at(), fate.firing(), fate.kind(), new RunId(in.text()));
    }

    // ---- Parts ----

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

    private static void write(ByteSink out, Optional<Instant> time) {
        out.u8(time.isPresent() ? 1 : 0);
        time.ifPresent(it -> write(out, it));
    }

    private static Optional<Instant> readMoment(ByteSource in) {
        return in.u8() == 0 ? Optional.empty() : Optional.of(readTime(in));
    }

    private static <T> void list(ByteSink out, List<T> list, BiConsumer<ByteSink, T> write) {
        out.varint(list.size());
        list.forEach(each -> write.accept(out, each));
    }

    private static <T> List<T> list(ByteSource in, Function<ByteSource, T> read) {
        int count = in.count("parts", LIST_MAX);
        var list = new ArrayList<T>();
        for (int i = 0; i < count; i++) {
            list.add(read.apply(in));
        }
        return list;
    }

    private static <E> E constant(ByteSource in, List<E> constants) {
        int number = in.u8();
        if (number >= constants.size()) {
            throw in.malformed(
                    Problem.VERSION,
                    "number " + number + " stands for nothing that this program knows.");
        }
        return constants.get(number);
    }
}
