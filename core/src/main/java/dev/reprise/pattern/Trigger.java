package dev.reprise.pattern;

import dev.reprise.Check;
import dev.reprise.Text;
import java.time.Duration;

/** Something from outside that a flow waits for. */
public sealed interface Trigger {
    /**
     * A signal.
     *
     * @param into the variable that gets its value, or nothing
     */
    record Signal(String name, String into, Keeping keeping) implements Trigger {
        /** Checks the names. */
        public Signal {
            Text.name("a signal's name", name);
            Text.optionalName("a variable's name", into);
        }
    }

    /** So much time has passed since the flow came here. */
    record After(Duration time) implements Trigger {
        /** Checks the time. */
        public After {
            Check.argument(!time.isNegative(), "a time to wait must not be negative: %s", time);
        }
    }

    /** What becomes of a signal that comes before anybody waits. */
    enum Keeping {
        /** It is kept until somebody does. */
        PERSISTENT,
        /** It is lost. */
        TRANSIENT
    }

    /** This as it is written in the text of a pattern. */
    default String toText() {
        return Writing.trigger(this);
    }
}
