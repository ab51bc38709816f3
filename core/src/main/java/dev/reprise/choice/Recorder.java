package dev.reprise.choice;

/**
 * A scheduler whose choices are recorded: every choice among more than one action becomes an entry
 * of the {@link #log()}. A choice that could not be recorded is not made.
 */
public final class Recorder implements Scheduler, AutoCloseable {
    private final Scheduler policy;
    private final LogStore store;
    private long position;

    Recorder(Scheduler policy, LogBound bound) {
        this.policy = policy;
        this.store = new LogStore(bound);
    }

    @Override
    public Action choose(Enabled enabled) {
        int size = Steps.checked(enabled).size();
        store.ensureOpen(size > 1);
        var chosen = policy.choose(enabled);
        int rank = enabled.rank(chosen.key());
        if (rank < 0) {
            throw new IllegalStateException(
                    "the scheduler "
                            + policy
                            + " chose "
                            + chosen
                            + " at step "
                            + position
                            + ", which is not enabled. Enabled are "
                            + Shown.actions(enabled)
                            + ". A scheduler must answer one of the actions it is shown.");
        }
        if (size > 1) {
            store.append(position, enabled, chosen, rank);
        }
        position++;
        return chosen;
    }

    @Override
    public boolean canPass() {
        return policy.canPass();
    }

    @Override
    public void pass() {
        store.ensureOpen(false);
        policy.pass();
        position++;
    }

    /** How many decisions were made so far, single ones included. */
    public long position() {
        return position;
    }

    /** What has been recorded so far; not for a recording that streams. */
    public ChoiceLog log() {
        return store.log(position);
    }

    /** Hands what is recorded so far to the sink of a recording that streams. */
    public void flush() {
        store.flush();
    }

    /** Ends the file of a recording that streams; the sink stays open. */
    @Override
    public void close() {
        store.end(position);
    }

    @Override
    public String toString() {
        return policy + ", recorded";
    }
}
