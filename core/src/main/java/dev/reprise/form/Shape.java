package dev.reprise.form;

import dev.reprise.Check;
import java.util.List;

/**
 * The fields of one kind of message: their numbers in the binary form, their names in JSON. A
 * number is never given to another field. A list may come any number of times, every other field
 * once.
 *
 * <p>A union is a message that has exactly one of its fields, which says what it is.
 */
public final class Shape {
    private final String name;
    private final List<String> fields;
    private final int fieldCount;
    private final long lists;
    private final boolean union;

    private Shape(String name, boolean union, String... fields) {
        Check.argument(fields.length < Long.SIZE, "a message has at most 63 fields: %s", name);
        this.name = name;
        this.union = union;
        this.fields = List.of(fields);
        this.fieldCount = fields.length;
        long lists = 0;
        for (int i = 0; i < fields.length; i++) {
            lists |= fields[i].endsWith("*") ? 1L << (i + 1) : 0;
        }
        this.lists = lists;
    }

    /**
     * A message.
     *
     * @param fields the names of fields 1, 2, 3, …; the name of a list ends in {@code *}; {@code
     *     base64|text} is a run of bytes that JSON shows under either name
     */
    public static Shape message(String name, String... fields) {
        return new Shape(name, false, fields);
    }

    /** A message that has exactly one of these fields. */
    public static Shape union(String name, String... fields) {
        return new Shape(name, true, fields);
    }

    /** What the message is called in messages and in documents. */
    public String name() {
        return name;
    }

    /** Whether exactly one field must be there. */
    public boolean isUnion() {
        return union;
    }

    /** How many fields there are: the greatest number. */
    public int fieldCount() {
        return fieldCount;
    }

    /** Whether the field may come more than once. */
    public boolean isList(int field) {
        return (lists >>> field & 1) != 0;
    }

    /** The name of a field, without marks. */
    public String fieldName(int field) {
        String name = fields.get(field - 1);
        return isList(field) ? name.substring(0, name.length() - 1) : name;
    }

    /** The number of the field that JSON calls {@code name}, or 0 when there is none. */
    int fieldNumber(String name) {
        for (int field = 1; field <= fields.size(); field++) {
            String known = fieldName(field);
            if (known.equals(name)
                    || (known.equals(FieldSink.CONTENT)
                            && (name.equals("base64") || name.equals("text")))) {
                return field;
            }
        }
        return 0;
    }

    @Override
    public String toString() {
        return name;
    }
}
