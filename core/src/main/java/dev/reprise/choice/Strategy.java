package dev.reprise.choice;

import dev.reprise.Check;
import java.util.Optional;

/**
 * A search that is itself the scheduler of its current execution, so that one more execution
 * allocates next to nothing. It keeps executions apart and counts them.
 */
abstract class Strategy implements Search, Scheduler {
    private long executions;
    private long failures;
    private long redundant;
    private boolean running;

    /** Makes everything ready for a new execution. */
    abstract void begin();

    /** Picks one of at least one enabled action. */
    abstract Action pick(Enabled enabled);

    /** Learns from the execution that has ended. */
    void end() {}

    /** Whether the execution that has ended was stopped by {@link Redundant}. */
    boolean wasRedundant() {
        return false;
    }

    /** Whether nothing is left to run. */
    boolean isFinished() {
        return false;
    }

    /** Whether a finished search has covered everything. */
    boolean isComplete() {
        return false;
    }

    @Override
    public final Optional<Scheduler> next() {
        Check.state(!running, "the last execution has not ended: call ended() before next()");
        if (isFinished()) {
            return Optional.empty();
        }
        running = true;
        begin();
        return Optional.of(this);
    }

    @Override
    public final void ended(boolean failed) {
        Check.state(running, "no execution has begun: call next() before ended()");
        running = false;
        if (wasRedundant()) {
            redundant++;
        } else {
            executions++;
            failures += failed ? 1 : 0;
        }
        end();
    }

    @Override
    public final Action choose(Enabled enabled) {
        return pick(Steps.checked(enabled));
    }

    @Override
    public final Progress progress() {
        return new Progress(
                executions, failures, redundant, isFinished(), isFinished() && isComplete());
    }

    @Override
    public final String toString() {
        return name();
    }
}
