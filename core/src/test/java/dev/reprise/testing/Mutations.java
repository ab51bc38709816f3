package dev.reprise.testing;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every way of changing one field of a record, however deep: found by reflection. */
public final class Mutations {
    private Mutations() {}

    /**
     * A record in which one field is changed.
     *
     * @param path the field, as in {@code options.timeouts.heartbeat} or {@code input[0]}
     */
    public record Mutation<R>(String path, R changed) {}

    /** The record with each of its fields changed, one at a time. */
    @SuppressWarnings("unchecked")
    public static <R> List<Mutation<R>> of(R record) {
        var mutations = new ArrayList<Mutation<R>>();
        for (var change : ofRecord("", (Record) record)) {
            mutations.add(new Mutation<>(change.path(), (R) change.changed()));
        }
        return mutations;
    }

    private static List<Mutation<Object>> ofRecord(String prefix, Record record) {
        var mutations = new ArrayList<Mutation<Object>>();
        RecordComponent[] components = record.getClass().getRecordComponents();
        List<Object> values = Records.values(record);
        for (int i = 0; i < components.length; i++) {
            String path = prefix + components[i].getName();
            for (var change : ofValue(path, components[i].getGenericType(), values.get(i))) {
                var changed = new ArrayList<>(values);
                changed.set(i, change.changed());
                try {
                    mutations.add(
                            new Mutation<>(
                                    change.path(), Records.make(record.getClass(), changed)));
                } catch (IllegalArgumentException refused) {
                    // No record has this value here, so no recording can have it either.
                }
            }
        }
        return mutations;
    }

    private static List<Mutation<Object>> ofValue(String path, Type type, Object value) {
        return switch (value) {
            case Long number -> one(path, number + 1);
            case Integer number -> one(path, number + 1);
            case Boolean flag -> one(path, !flag);
            case Double number -> one(path, number + 1);
            case String text -> one(path, text + "x");
            case Duration duration ->
                    one(path, duration.isZero() ? Duration.ofNanos(1) : duration.minusNanos(1));
            case Payload payload -> one(path, other(payload));
            case UnitId unit -> one(path, unit.child(UnitId.Kind.ASYNC, 7));
            case RunId id -> one(path, new RunId(id.value() + "x"));
            case Enum<?> constant -> one(path, other(constant));
            case Optional<?> optional -> ofOptional(path, type, optional);
            case List<?> list -> ofList(path, type, list);
            case Outcome outcome -> ofUnion(path, outcome, other(outcome));
            case Failure failure -> ofUnion(path, failure, other(failure, type));
            case Record record -> ofRecord(path + ".", record);
            default -> throw new AssertionError("how is a " + value.getClass() + " changed?");
        };
    }

    private static List<Mutation<Object>> one(String path, Object changed) {
        return List.of(new Mutation<>(path, changed));
    }

    private static List<Mutation<Object>> ofUnion(String path, Object value, Object other) {
        var mutations = ofRecord(path + ".", (Record) value);
        if (!other.equals(value)) {
            mutations.add(new Mutation<>(path, other));
        }
        return mutations;
    }

    private static List<Mutation<Object>> ofOptional(String path, Type type, Optional<?> optional) {
        if (optional.isPresent()) {
            var mutations = new ArrayList<Mutation<Object>>();
            for (var change : ofValue(path, argument(type), optional.get())) {
                mutations.add(new Mutation<>(change.path(), Optional.of(change.changed())));
            }
            mutations.add(new Mutation<>(path, Optional.empty()));
            return mutations;
        }
        return one(path, Optional.of(new Samples(1).value(argument(type), "item")));
    }

    private static List<Mutation<Object>> ofList(String path, Type type, List<?> list) {
        var mutations = new ArrayList<Mutation<Object>>();
        for (int i = 0; i < list.size(); i++) {
            for (var change : ofValue(path + "[" + i + "]", argument(type), list.get(i))) {
                var changed = new ArrayList<Object>(list);
                changed.set(i, change.changed());
                mutations.add(new Mutation<>(change.path(), changed));
            }
        }
        if (!list.isEmpty()) {
            mutations.add(new Mutation<>(path, list.subList(0, list.size() - 1)));
        }
        var longer = new ArrayList<Object>(list);
        longer.add(new Samples(2).value(argument(type), "item"));
        mutations.add(new Mutation<>(path, longer));
        return mutations;
    }

    private static Type argument(Type type) {
        return ((ParameterizedType) type).getActualTypeArguments()[0];
    }

    private static Payload other(Payload payload) {
        byte[] bytes = payload.isNone() ? new byte[] {1} : payload.bytes();
        if (bytes.length > 0) {
            bytes[bytes.length - 1] ^= 1;
        }
        return Payload.of(
                bytes.length == 0 ? "other" : payload.isNone() ? "x" : payload.encoding(), bytes);
    }

    private static Object other(Enum<?> constant) {
        var constants = List.of(constant.getDeclaringClass().getEnumConstants());
        return constants.get((constants.indexOf(constant) + 1) % constants.size());
    }

    private static Outcome other(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ ->
                    new Outcome.Failed(new Failure.Terminated("changed to a failure"));
            case Outcome.Failed _ -> new Outcome.Completed(Payload.text("changed to a value"));
        };
    }

    private static Failure other(Failure failure, Type type) {
        if (type == Failure.Cancelled.class) {
            return failure;
        }
        return failure instanceof Failure.Lost
                ? new Failure.Terminated("changed kind")
                : new Failure.Lost("changed kind", 0);
    }
}
