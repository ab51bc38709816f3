package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is done once instead, when no retry is left. What it starts has the same timeouts. */
public sealed interface Fallback {
    /**
     * Another activity runs, with the same input. The gates of the policy do not guard it.
     *
     * @param name its name
     */
    record Instead(String name) implements Fallback {
        /** Checks the name. */
        public Instead {
            Text.name("an activity's name", name);
        }
    }

    /** The same activity runs with something changed in what it knows. */
    record RetryWith(SortedMap<String, Payload> overrides) implements Fallback {
        /** The most overrides. */
        public static final int OVERRIDES_MAX = 100;

        /** Checks the names, and copies the map. */
        public RetryWith {
            Check.argument(!overrides.isEmpty(), "a retry with overrides needs one at least");
            Check.argument(
                    overrides.size() <= OVERRIDES_MAX,
                    "at most %d overrides: %d",
                    OVERRIDES_MAX,
                    overrides.size());
            overrides.keySet().forEach(name -> Text.name("an override's name", name));
            overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
        }
    }

    /** Nothing runs: this is the value. */
    record Value(Payload value) implements Fallback {}
}
