package dev.reprise.sim;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One property that must hold at every step. It objects with a sentence; it is silent as long as it
 * has nothing to object to. Each has a control in the tests: a planted bug that it must find.
 *
 * <p>It sees the {@link Ledger}, which is kept from the events alone, and the world itself.
 */
public abstract class Oracle {
    private final Set<Trace.Type> concerns;

    /**
     * An oracle that looks at events of these types one by one, and at the world after each step.
     */
    Oracle(Trace.Type... concerns) {
        this.concerns = EnumSet.noneOf(Trace.Type.class);
        this.concerns.addAll(Set.of(concerns));
    }

    /** Its name in artifacts: what is wrong when it objects. */
    public final String name() {
        return getClass().getSimpleName();
    }

    /** Whether it looks at the world after each step, too. */
    boolean looksAtSteps() {
        return false;
    }

    final boolean concerns(Trace.Type type) {
        return concerns.contains(type);
    }

    /** A run begins. */
    void begin(CrewWorld world) {}

    /** An event of a type that concerns it, before the ledger has taken it in. */
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        return null;
    }

    /** A step is done, if it {@linkplain #looksAtSteps looks at them}. */
    @Nullable String step(CrewWorld world, Ledger ledger) {
        return null;
    }

    /** The run has come to its end, and nothing more can be done. */
    @Nullable String end(CrewWorld world, Ledger ledger) {
        return null;
    }
}
