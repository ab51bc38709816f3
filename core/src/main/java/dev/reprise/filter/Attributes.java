package dev.reprise.filter;

import dev.reprise.Check;
import dev.reprise.Text;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The values by which a run can be found, by name and in the order of their names. They never
 * change; {@link #with} and {@link #without} make others. Their forms are specified in
 * docs/filters.md.
 */
public final class Attributes {
    /** The most attributes of a run. */
    public static final int COUNT_MAX = 100;

    /** The longest name, in UTF-16 units. */
    public static final int NAME_CHARS_MAX = 128;

    /** The most bytes that all of them together may have in their binary form. */
    public static final int BYTES_MAX = 65_536;

    /** No attributes. */
    public static final Attributes NONE = new Attributes(new String[0], new Attribute[0]);

    private final String[] names;
    private final Attribute[] values;

    /** Keeps both arrays, which are checked and in order. */
    Attributes(String[] names, Attribute[] values) {
        this.names = names;
        this.values = values;
    }

    /**
     * These attributes.
     *
     * @throws IllegalArgumentException when a name is bad, or there is too much
     */
    public static Attributes of(Map<String, Attribute> values) {
        Check.argument(
                values.size() <= COUNT_MAX,
                "a run has at most %d attributes, not %d",
                COUNT_MAX,
                values.size());
        var sorted = new TreeMap<String, Attribute>(TextOrder::compare);
        sorted.putAll(values);
        sorted.keySet().forEach(Attributes::name);
        var made =
                new Attributes(
                        sorted.keySet().toArray(new String[0]),
                        sorted.values().toArray(new Attribute[0]));
        var bytes = new ByteSink(256);
        made.writeTo(bytes);
        Check.argument(
                bytes.size() <= BYTES_MAX,
                "the attributes of a run have at most %d bytes, not %d",
                BYTES_MAX,
                bytes.size());
        return made;
    }

    static String name(String name) {
        Text.name("an attribute's name", name);
        // What is said about a name that is too long is made only for such a name.
        if (name.length() > NAME_CHARS_MAX) {
            throw new IllegalArgumentException(
                    "an attribute's name has at most "
                            + NAME_CHARS_MAX
                            + " characters, not "
                            + name.length()
                            + ": \""
                            + Malformed.shown(name)
                            + "\"");
        }
        return name;
    }

    /** These and one more, which takes the place of one of the same name. */
    public Attributes with(String name, Attribute value) {
        var more = new TreeMap<>(asMap());
        more.put(name, value);
        return of(more);
    }

    /** These without the one of that name, if there is one. */
    public Attributes without(String name) {
        var fewer = new TreeMap<>(asMap());
        fewer.remove(name);
        return of(fewer);
    }

    /** How many there are. */
    public int size() {
        return names.length;
    }

    /** The one of that name. */
    public Optional<Attribute> get(String name) {
        return Optional.ofNullable(find(name));
    }

    @Nullable Attribute find(String name) {
        int low = 0;
        int high = names.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = TextOrder.compare(names[middle], name);
            if (order == 0) {
                return values[middle];
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /** All of them, in the order of the code points of their names. */
    public SortedMap<String, Attribute> asMap() {
        var map = new TreeMap<String, Attribute>(TextOrder::compare);
        for (int i = 0; i < names.length; i++) {
            map.put(names[i], values[i]);
        }
        return Collections.unmodifiableSortedMap(map);
    }

    /** Writes them down: one byte when there are none. */
    public void writeTo(ByteSink out) {
        AttributesForm.write(out, this);
    }

    /**
     * Reads what {@link #writeTo} wrote, and not further.
     *
     * @throws Malformed if it is anything else, or of a kind that this program does not know
     */
    public static Attributes readFrom(ByteSource in) {
        return AttributesForm.read(in);
    }

    /** Writes them as an object that has a member for each. */
    public void writeJson(JsonSink json) {
        AttributesJson.write(json, this);
    }

    /**
     * Reads what {@link #writeJson} wrote.
     *
     * @throws Malformed if it is anything else, or of a kind that this program does not know
     */
    public static Attributes readJson(JsonSource json) {
        return AttributesJson.read(json);
    }

    /**
     * Reads what {@link #toText()} wrote, or a person: {@code customer = 'acme', amount = 100.00}.
     *
     * @throws Malformed with line, column and what was expected
     */
    public static Attributes parse(String text) {
        return new Reading("attributes", text).attributes();
    }

    /** These written down for people: {@link #parse} reads them back. */
    public String toText() {
        return Writing.attributes(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Attributes that
                && Arrays.equals(names, that.names)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return toText();
    }
}
