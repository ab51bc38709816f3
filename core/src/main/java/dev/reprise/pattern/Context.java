package dev.reprise.pattern;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.RawCodec;
import dev.reprise.Text;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a flow knows: values by name, in the order of their names. It never changes; a branch that
 * puts something into its context has another one, and nobody else sees it before a merge.
 */
public final class Context {
    /** Nothing is known. */
    public static final Context EMPTY = new Context(Collections.emptySortedMap());

    private static final RawCodec TEXTS = new RawCodec();

    private final SortedMap<String, Payload> values;

    private Context(SortedMap<String, Payload> values) {
        this.values = Collections.unmodifiableSortedMap(values);
    }

    /** These values, by names that are checked. */
    public static Context of(SortedMap<String, Payload> values) {
        values.keySet().forEach(name -> Text.name("a variable's name", name));
        var sorted = new TreeMap<String, Payload>();
        sorted.putAll(values);
        return new Context(sorted);
    }

    /** The variables in the order of their names; not to be changed. */
    public SortedMap<String, Payload> values() {
        return values;
    }

    /** The value of the variable, if it has one. */
    public Optional<Payload> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** The value of the variable, which must have one. */
    public Payload get(String name) {
        var value = values.get(name);
        Check.argument(
                value != null,
                "the context has no variable \"%s\"; it has %s",
                name,
                values.keySet());
        return value;
    }

    /**
     * The text of the variable, which must have one.
     *
     * @throws dev.reprise.Undecodable when its value is no text
     */
    public String text(String name) {
        return TEXTS.decode(get(name), String.class);
    }

    /** The same with this value. */
    public Context with(String name, Payload value) {
        var more = new TreeMap<>(values);
        more.put(Text.name("a variable's name", name), value);
        return new Context(more);
    }

    /** The same with this text. */
    public Context with(String name, String text) {
        return with(name, Payload.text(text));
    }

    /** The same without this variable. */
    public Context without(String name) {
        if (!values.containsKey(name)) {
            return this;
        }
        var fewer = new TreeMap<>(values);
        fewer.remove(name);
        return new Context(fewer);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Context that && values.equals(that.values));
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
