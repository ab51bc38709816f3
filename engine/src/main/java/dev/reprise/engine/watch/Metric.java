package dev.reprise.engine.watch;

import dev.reprise.Text;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a number is about.
 *
 * @param name words in lower case with dots between them: {@code reprise.activity.attempts}
 * @param help what it tells, as a sentence
 * @param tags what tells it from others of the same name, such as the activity it is about; never
 *     the id of a run, so there are few
 */
public record Metric(String name, String help, Unit unit, SortedMap<String, String> tags) {
    /** What is counted. */
    public enum Unit {
        /** Things. */
        ONE,
        /** Bytes. */
        BYTES,
        /** Nanoseconds; they are shown as seconds. */
        NANOS
    }

    /** Checks the name, and copies the tags. */
    public Metric {
        Text.name("a metric", name);
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    }

    /** A number of things. */
    public static Metric of(String name, String help) {
        return new Metric(name, help, Unit.ONE, Collections.emptySortedMap());
    }

    /** The same in another unit. */
    public Metric in(Unit value) {
        return new Metric(name, help, value, tags);
    }

    /** The same with one more tag. */
    public Metric tag(String key, String value) {
        var more = new TreeMap<>(tags);
        more.put(key, value);
        return new Metric(name, help, unit, more);
    }
}
