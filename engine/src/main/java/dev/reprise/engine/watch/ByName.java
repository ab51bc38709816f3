package dev.reprise.engine.watch;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something for each name, made when the name is met first. There may be so many names and no more:
 * all others share one, so that whoever makes up names cannot fill the memory.
 */
public final class ByName<T> {
    /** The name that all have who came too late. */
    public static final String OTHER = "other";

    /** So many types of workflows or activities are told apart. */
    public static final int NAMES_MAX = 256;

    private final int max;
    private final Function<String, T> made;
    private final ConcurrentMap<String, T> known = new ConcurrentHashMap<>();
    private volatile @Nullable T other;

    /** Up to {@link #NAMES_MAX} names. */
    public ByName(Function<String, T> made) {
        this(NAMES_MAX, made);
    }

    ByName(int max, Function<String, T> made) {
        this.max = max;
        this.made = made;
    }

    /** What belongs to a name. */
    public T of(String name) {
        T found = known.get(name);
        return found != null ? found : add(name);
    }

    private T add(String name) {
        T rest = other;
        if (rest != null) {
            return rest;
        }
        synchronized (this) {
            if (known.size() < max || known.containsKey(name)) {
                return known.computeIfAbsent(name, made);
            }
            T last = other;
            if (last == null) {
                last = made.apply(OTHER);
                other = last;
            }
            return last;
        }
    }
}
