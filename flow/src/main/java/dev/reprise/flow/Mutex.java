package dev.reprise.flow;

import dev.reprise.Check;
import org.jspecify.annotations.Nullable;

/** Lets one unit of a run in at a time; those who wait are served in their order. */
public final class Mutex {
    private final Semaphore one;
    private @Nullable Unit owner;

    Mutex(Run run) {
        this.one = new Semaphore(run, 1);
    }

    /** Locks it. Pauses until no other unit has it; the unit that has it must not ask again. */
    public void lock() {
        Unit unit = Unit.acting();
        Check.state(owner != unit, "unit %s has locked this mutex already", unit.id);
        one.acquire();
        owner = unit;
    }

    /** Unlocks it. */
    public void unlock() {
        Unit unit = Unit.acting();
        Check.state(owner == unit, "unit %s has not locked this mutex", unit.id);
        owner = null;
        one.release();
    }

    /** Runs a piece of code while it is locked. */
    public <T extends @Nullable Object> T with(Body<T> body) {
        lock();
        return Unit.releasing(body, this::unlock);
    }

    /** Whether a unit has locked it. */
    public boolean isLocked() {
        return owner != null;
    }
}
