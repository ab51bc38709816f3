package dev.reprise.engine.schedule;

import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RawCodec;
import dev.reprise.Undecodable;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import java.lang.reflect.Type;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * How the values of schedules are written, whatever codec an engine has. What belongs to somebody
 * else's workflow is a payload already, and stays what it is.
 */
final class ScheduleCodec implements PayloadCodec {
    /** The encoding label of what {@link ScheduleForm} writes. */
    static final String ENCODING = "reprise-schedule";

    static final ScheduleCodec INSTANCE = new ScheduleCodec();

    private final RawCodec raw = new RawCodec();

    private ScheduleCodec() {}

    @Override
    public Payload encode(Object value) {
        return switch (value) {
            case Payload payload -> payload;
            case Charge it -> of(ScheduleForm.bytes(ScheduleForm.FIRST, it, ScheduleForm::write));
            case Taken it -> of(ScheduleForm.bytes(ScheduleForm.SECOND, it, ScheduleForm::write));
            case Attendance it ->
                    of(ScheduleForm.bytes(ScheduleForm.FIRST, it, ScheduleForm::write));
            case ScheduleSpec it ->
                    of(ScheduleForm.bytes(ScheduleForm.FIRST, it, ScheduleForm::write));
            case ScheduleDescription it ->
                    of(ScheduleForm.bytes(ScheduleForm.SECOND, it, ScheduleForm::write));
            default -> raw.encode(value);
        };
    }

    private static Payload of(byte[] bytes) {
        return Payload.wrap(ENCODING, bytes);
    }

    @Override
    public Object decode(Payload payload, Type type) {
        if (type == Payload.class) {
            return payload;
        }
        if (!payload.encoding().equals(ENCODING)) {
            return raw.decode(payload, type);
        }
        try {
            byte[] bytes = payload.bytes();
            if (type == Charge.class) {
                return first("schedule", bytes, ScheduleForm::readCharge);
            } else if (type == Attendance.class) {
                return first("attendance", bytes, ScheduleForm::readAttendance);
            } else if (type == ScheduleSpec.class) {
                return first("specification", bytes, ScheduleForm::readSpec);
            } else if (type == Taken.class) {
                return second("step of a schedule", bytes, ScheduleForm::readTaken);
            } else if (type == ScheduleDescription.class) {
                return second("description", bytes, ScheduleForm::readDescription);
            }
        } catch (Malformed e) {
            throw Undecodable.of(payload, type, String.valueOf(e.getMessage()));
        }
        throw Undecodable.of(payload, type, "a schedule has no such value.");
    }

    private static <T> T first(String what, byte[] bytes, Function<ByteSource, T> read) {
        return ScheduleForm.read(what, ScheduleForm.FIRST, bytes, (in, _) -> read.apply(in));
    }

    private static <T> T second(String what, byte[] bytes, BiFunction<ByteSource, Long, T> read) {
        return ScheduleForm.read(what, ScheduleForm.SECOND, bytes, read);
    }
}
