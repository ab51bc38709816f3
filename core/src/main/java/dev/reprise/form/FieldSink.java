package dev.reprise.form;

import dev.reprise.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Writes a message field by field, in ascending order of the fields' numbers: in bytes or in JSON,
 * its user need not know. What is zero, empty or false is left out, and reads as such.
 */
public sealed interface FieldSink permits BinaryFieldSink, FieldComparison, JsonFieldSink {
    /** The deepest nesting of messages. */
    int NESTING_MAX = 100;

    /** The name of a run of bytes that JSON shows as text when it can. */
    String CONTENT = "base64|text";

    /** Writes the fields of {@code root} as bytes. */
    static FieldSink binary(ByteSink out, Shape root) {
        return new BinaryFieldSink(out, root);
    }

    /** Writes the fields of {@code root} into the JSON object that {@code out} has begun. */
    static FieldSink json(JsonSink out, Shape root) {
        return new JsonFieldSink(out, root);
    }

    /** Begins a message, even when nothing will be in it. */
    void open(int field, Shape shape);

    /** Ends the message begun last. */
    void close();

    /** Begins a list: until its end, that field is written once for each item. */
    void openList(int field);

    /** Ends the list. */
    void closeList();

    /** Writes a number that is not negative. */
    void number(int field, long value);

    /** Writes a number of either sign. */
    void signed(int field, long value);

    /** Writes 64 bits that are no number: a seed, a hash. */
    void bits(int field, long value);

    /** Writes a truth value. */
    void bool(int field, boolean value);

    /** Writes a real number. */
    void real(int field, double value);

    /** Writes a text. */
    void text(int field, String value);

    /** Writes bytes, which JSON shows in Base64. */
    void bytes(int field, byte[] value);

    /** Writes the bytes of a payload, which JSON shows as text when they are printable. */
    void content(int field, Payload value);

    /** Writes a span of time. */
    void duration(int field, Duration value);

    /** Writes a point in time. */
    void instant(int field, Instant value);

    /** Writes one of {@code constants}, whose order is part of the format: more come at the end. */
    <E extends Enum<E>> void constant(int field, E value, List<E> constants);
}
