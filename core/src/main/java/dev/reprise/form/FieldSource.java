package dev.reprise.form;

import dev.reprise.form.Malformed.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * Reads what a {@link FieldSink} wrote. {@link #next()} says which field comes; its user then reads
 * the value with the method of the field's type, a message with {@link #open}, and so on until
 * {@code next()} says 0, which ends the message.
 *
 * <p>Fields that the shape does not have are passed over when they come from a newer version, but
 * for those that are critical; a kind of a union that is not known is always refused.
 */
public sealed interface FieldSource permits BinaryFieldSource, JsonFieldSource {
    /** Reads all of {@code in} as the fields of {@code root}. */
    static FieldSource binary(ByteSource in, Shape root) {
        return new BinaryFieldSource(in, root);
    }

    /** Reads the next value of {@code in} as an object with the fields of {@code root}. */
    static FieldSource json(JsonSource in, Shape root) {
        return new JsonFieldSource(in, root);
    }

    /** Begins anew: what the input holds now is read as the fields of {@code root}. */
    void begin(Shape root);

    /**
     * The number of the next field of the innermost open message, or 0: it has no more, and ends.
     */
    int next();

    /** Begins to read the field's value as a message. */
    void open(Shape shape);

    /** Reads a number from 0 to {@code max}. */
    long number(long max);

    /** Reads a number from {@code min} to {@code max}. */
    long signed(long min, long max);

    /** Reads 64 bits. */
    long bits();

    /** Reads a truth value. */
    boolean bool();

    /** Reads a real number. */
    double real();

    /** Reads a text. */
    String text();

    /** Reads a text that is likely to come again, such as a type or a label. */
    default String name() {
        return text();
    }

    /**
     * Reads a value that is likely to come again, by {@code read}; or gives the one that the same
     * {@code read} gave before for the same input.
     *
     * @param read depends on nothing but the field's value, and gives something that cannot change
     */
    default <T> T repeated(Function<FieldSource, T> read) {
        return read.apply(this);
    }

    /** Reads bytes. */
    byte[] bytes();

    /** Reads bytes that JSON may show as text. */
    byte[] content();

    /** Reads a span of time. */
    Duration duration();

    /** Reads a point in time. */
    Instant instant();

    /** Reads one of {@code constants}. */
    <E extends Enum<E>> E constant(List<E> constants);

    /** How many fields have been passed over since it began, because nobody knows them. */
    int skippedCount();

    /** The refusal of this input here. */
    Malformed malformed(Problem problem, String sentence);

    /** Reads the only field of a union that was just opened: its number. */
    default int kind(Shape union) {
        int kind = next();
        if (kind == 0) {
            throw malformed(Problem.INCONSISTENT, "a " + union + " is empty: it has no kind.");
        }
        return kind;
    }

    /** Ends the union after its only field. */
    default void endKind(Shape union) {
        if (next() != 0) {
            throw malformed(Problem.INCONSISTENT, "a " + union + " has two kinds.");
        }
    }
}
