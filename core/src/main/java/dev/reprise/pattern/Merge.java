package dev.reprise.pattern;

import dev.reprise.Payload;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes one context of those that branches bring to a join. */
public interface Merge {
    /** The name of {@link #strictly}: what is meant where nothing is said. */
    String STRICT = "strict";

    /** The name of {@link #numbering}. */
    String NUMBERED = "numbered";

    /** The name of the rule that drops all that branches bring. */
    String NONE = "none";

    /**
     * The merged context.
     *
     * @param base the context from before the branches
     * @param arrivals what has arrived, by ascending number
     */
    Context merge(Context base, List<Arrival> arrivals);

    /**
     * What one branch brings.
     *
     * @param branch what to call it in a message
     * @param number its number among the branches
     */
    record Arrival(String branch, int number, Context context) {}

    /** Two branches changed a variable in different ways, and no rule says what follows. */
    final class Conflict extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Conflict(String sentence) {
            super(sentence);
        }
    }

    /** The rule that has this name without being bound to it. */
    static Optional<Merge> builtIn(String name) {
        return switch (name) {
            case STRICT -> Optional.of(Merge::strictly);
            case NUMBERED -> Optional.of(Merge::numbering);
            case NONE -> Optional.of((base, _) -> base);
            default -> Optional.empty();
        };
    }

    /**
     * Takes over what has changed. Several branches may change a variable only in the same way.
     *
     * @throws Conflict when they do not; it names two of them
     */
    static Context strictly(Context base, List<Arrival> arrivals) {
        var merged = new TreeMap<>(base.values());
        var changedBy = new TreeMap<String, Arrival>();
        for (var arrival : arrivals) {
            for (var name : changed(base, arrival.context())) {
                var before = changedBy.putIfAbsent(name, arrival);
                var value = arrival.context().find(name);
                if (before != null && !before.context().find(name).equals(value)) {
                    throw new Conflict(conflict(name, before, arrival));
                }
                value.ifPresentOrElse(it -> merged.put(name, it), () -> merged.remove(name));
            }
        }
        return changedBy.isEmpty() ? base : Context.of(merged);
    }

    /** Takes over what branch number 7 has put into {@code x} as {@code x.7}; {@code x} stays. */
    static Context numbering(Context base, List<Arrival> arrivals) {
        var merged = new TreeMap<>(base.values());
        for (var arrival : arrivals) {
            for (var name : changed(base, arrival.context())) {
                arrival.context()
                        .find(name)
                        .ifPresent(it -> merged.put(name + "." + arrival.number(), it));
            }
        }
        return Context.of(merged);
    }

    private static TreeSet<String> changed(Context base, Context now) {
        var changed = new TreeSet<String>();
        changed.addAll(base.values().keySet());
        changed.addAll(now.values().keySet());
        changed.removeIf(name -> base.find(name).equals(now.find(name)));
        return changed;
    }

    private static String conflict(String name, Arrival one, Arrival other) {
        return one.branch()
                + " and "
                + other.branch()
                + " both changed the variable \""
                + name
                + "\": "
                + shown(one.context().find(name))
                + " and "
                + shown(other.context().find(name))
                + ". Declare a merge, or let them use different variables.";
    }

    private static String shown(Optional<Payload> value) {
        return value.map(Payload::toString).orElse("removed");
    }
}
