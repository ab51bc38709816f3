package dev.reprise.policy;

import dev.reprise.Payload;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import java.lang.System.Logger.Level;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The values that a field can have, and how they are written down. Whether a policy can have a
 * value that was read, its records say.
 *
 * @param type the class of the values
 * @param copy a value that nobody can change
 */
record Values<T>(
        Class<?> type,
        UnaryOperator<T> copy,
        BiConsumer<ByteSink, T> write,
        Function<ByteSource, T> read) {
    static final Values<Long> LONG = of(Long.class, ByteSink::zigzag, ByteSource::zigzag);
    static final Values<Integer> INT =
            of(Integer.class, (out, value) -> out.zigzag(value), Values::readInt);
    static final Values<Boolean> TRUTH =
            of(
                    Boolean.class,
                    (out, value) -> out.u8(value ? 1 : 0),
                    in -> in.count("a truth value", 1) == 1);
    static final Values<Duration> SPAN = of(Duration.class, Values::write, Values::readSpan);
    static final Values<Instant> TIME = of(Instant.class, Values::write, Values::readTime);
    static final Values<String> TEXT = of(String.class, ByteSink::text, ByteSource::text);
    static final Values<List<String>> NAMES =
            new Values<>(List.class, List::copyOf, Values::write, Values::readNames);
    static final Values<SortedMap<String, String>> TEXTS =
            new Values<>(
                    SortedMap.class,
                    map -> Collections.unmodifiableSortedMap(new TreeMap<>(map)),
                    (out, map) -> writeMap(out, map, ByteSink::text),
                    in -> readMap(in, ByteSource::text));
    static final Values<Rate> RATE =
            of(
                    Rate.class,
                    (out, rate) -> {
                        out.varint(rate.count());
                        write(out, rate.per());
                    },
                    in -> new Rate(in.count("the count of a rate", Rate.COUNT_MAX), readSpan(in)));
    static final Values<OnFailure> ANSWER = of(OnFailure.class, Values::write, Values::readAnswer);

    // The orders of the constants are part of the form: more come at the end.
    static final Values<Backoff.Shape> SHAPE =
            constants(
                    Backoff.Shape.class,
                    List.of(
                            Backoff.Shape.NONE,
                            Backoff.Shape.LINEAR,
                            Backoff.Shape.EXPONENTIAL,
                            Backoff.Shape.JITTER,
                            Backoff.Shape.DECORRELATED));
    static final Values<Gates.OnOpen> ON_OPEN =
            constants(Gates.OnOpen.class, List.of(Gates.OnOpen.FAIL, Gates.OnOpen.WAIT));
    static final Values<Execution.Mode> MODE =
            constants(
                    Execution.Mode.class,
                    List.of(
                            Execution.Mode.DURABLE,
                            Execution.Mode.SYNC,
                            Execution.Mode.ASYNC,
                            Execution.Mode.EXTERNAL));
    static final Values<Level> LEVEL =
            constants(
                    Level.class,
                    List.of(
                            Level.ALL,
                            Level.TRACE,
                            Level.DEBUG,
                            Level.INFO,
                            Level.WARNING,
                            Level.ERROR,
                            Level.OFF));
    static final Values<Role> ROLE =
            constants(
                    Role.class,
                    List.of(Role.ACTIVITY, Role.FALLBACK, Role.COMPENSATION, Role.ROUTE));

    private static <T> Values<T> of(
            Class<T> type, BiConsumer<ByteSink, T> write, Function<ByteSource, T> read) {
        return new Values<>(type, value -> value, write, read);
    }

    private static <E extends Enum<E>> Values<E> constants(Class<E> type, List<E> all) {
        return of(
                type,
                (out, value) -> out.varint(all.indexOf(value)),
                in -> all.get(in.count("a constant of " + type.getSimpleName(), all.size() - 1)));
    }

    private static int readInt(ByteSource in) {
        long value = in.zigzag();
        if (value != (int) value) {
            throw in.malformed(Problem.LIMIT, "a number has more than 32 bits: " + value + ".");
        }
        return (int) value;
    }

    private static void write(ByteSink out, Duration span) {
        out.zigzag(span.getSeconds());
        out.varint(span.getNano());
    }

    private static Duration readSpan(ByteSource in) {
        return Duration.ofSeconds(in.zigzag(), nanos(in));
    }

    private static void write(ByteSink out, Instant time) {
        out.zigzag(time.getEpochSecond());
        out.varint(time.getNano());
    }

    private static Instant readTime(ByteSource in) {
        long seconds = in.zigzag();
        try {
            return Instant.ofEpochSecond(seconds, nanos(in));
        } catch (DateTimeException e) {
            throw in.malformed(Problem.LIMIT, "a time is out of range: " + seconds + " seconds.");
        }
    }

    private static int nanos(ByteSource in) {
        return in.count("nanoseconds", 999_999_999);
    }

    private static void write(ByteSink out, List<String> names) {
        out.varint(names.size());
        names.forEach(out::text);
    }

    private static List<String> readNames(ByteSource in) {
        int count = in.count("the number of names", Bounds.NAMES_MAX);
        var names = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            names.add(in.text());
        }
        return names;
    }

    private static <V> void writeMap(
            ByteSink out, SortedMap<String, V> map, BiConsumer<ByteSink, V> write) {
        out.varint(map.size());
        map.forEach(
                (name, value) -> {
                    out.text(name);
                    write.accept(out, value);
                });
    }

    private static <V> SortedMap<String, V> readMap(ByteSource in, Function<ByteSource, V> read) {
        int count = in.count("the number of entries", Bounds.NAMES_MAX);
        var map = new TreeMap<String, V>();
        for (int i = 0; i < count; i++) {
            String name = in.text();
            if (!map.isEmpty() && map.lastKey().compareTo(name) >= 0) {
                throw in.malformed(
                        Problem.ORDER, "\"" + name + "\" comes after \"" + map.lastKey() + "\".");
            }
            map.put(name, read.apply(in));
        }
        return map;
    }

    private static void write(ByteSink out, Payload payload) {
        out.text(payload.encoding());
        out.bytes(payload.bytes());
    }

    private static Payload readPayload(ByteSource in) {
        return Payload.wrap(in.text(), in.bytes());
    }

    private static void write(ByteSink out, OnFailure answer) {
        switch (answer) {
            case OnFailure.Halt _ -> out.u8(0);
            case OnFailure.Skip _ -> out.u8(1);
            case OnFailure.Recover(Fallback.Value(var value)) -> {
                out.u8(2);
                write(out, value);
            }
            case OnFailure.Recover(Fallback.Instead(var name)) -> {
                out.u8(3);
                out.text(name);
            }
            case OnFailure.Recover(Fallback.RetryWith(var overrides)) -> {
                out.u8(4);
                writeMap(out, overrides, Values::write);
            }
            case OnFailure.Compensate(var by) -> {
                out.u8(5);
                out.text(by);
            }
            case OnFailure.DeadLetter(var queue) -> {
                out.u8(6);
                out.text(queue);
            }
            case OnFailure.Route(var types, var to) -> {
                out.u8(7);
                write(out, types);
                out.text(to);
            }
        }
    }

    private static OnFailure readAnswer(ByteSource in) {
        int kind = in.u8();
        return switch (kind) {
            case 0 -> OnFailure.HALT;
            case 1 -> OnFailure.SKIP;
            case 2 -> new OnFailure.Recover(new Fallback.Value(readPayload(in)));
            case 3 -> new OnFailure.Recover(new Fallback.Instead(in.text()));
            case 4 ->
                    new OnFailure.Recover(new Fallback.RetryWith(readMap(in, Values::readPayload)));
            case 5 -> new OnFailure.Compensate(in.text());
            case 6 -> new OnFailure.DeadLetter(in.text());
            case 7 -> new OnFailure.Route(readNames(in), in.text());
            default ->
                    throw in.malformed(
                            Problem.VERSION,
                            "an answer to failures has kind "
                                    + kind
                                    + ", which this program does not know.");
        };
    }
}
