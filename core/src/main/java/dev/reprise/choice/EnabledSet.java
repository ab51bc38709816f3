package dev.reprise.choice;

import dev.reprise.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The enabled actions of an owner that adds and removes them one by one. Every operation is O(log
 * n); the last changes are remembered for recorders, one for every sixteen actions at least.
 */
public final class EnabledSet implements Enabled {
    private static final int JOURNAL_MIN = 64;

    /**
     * One change in so many actions is remembered: few enough to stay in the processor's caches.
     */
    private static final int JOURNAL_SHARE = 16;

    private final KeyMap<Action> actions = new KeyMap<>();
    private final List<Kind> kinds = new ArrayList<>();
    private @Nullable Kind lastKind;
    private long fingerprint;

    /**
     * A ring: the change that made the revision r stands at (r - 1) modulo its length. It is kept
     * from the moment somebody asks for the revision, so that nobody pays for what nobody reads.
     */
    private @Nullable Action[] journal = new @Nullable Action[JOURNAL_MIN];

    private boolean[] journalAdded = new boolean[JOURNAL_MIN];
    private boolean journalKept;
    private long revision;
    private long revisionKnown;

    /** Nothing enabled. */
    public EnabledSet() {}

    /** Makes {@code action} enabled; no action with its key may be enabled already. */
    public void add(Action action) {
        know(action.key().kind());
        if (!actions.put(action.key().code(), action)) {
            throw new IllegalArgumentException(
                    "an action with the key "
                            + action
                            + " is enabled already: keys name actions,"
                            + " so give each one its own, or remove the old one first");
        }
        fingerprint += action.key().print();
        note(action, true);
    }

    /** Makes the action with this key no longer enabled; it must be enabled. */
    public Action remove(Key key) {
        var action = isKnown(key.kind()) ? actions.remove(key.code()) : null;
        if (action == null) {
            throw new IllegalArgumentException("no action with the key " + key + " is enabled");
        }
        fingerprint -= action.key().print();
        note(action, false);
        return action;
    }

    /** Puts {@code action} in the place of the enabled action with the same key. */
    public void replace(Action action) {
        if (!isKnown(action.key().kind()) || !actions.replace(action.key().code(), action)) {
            throw new IllegalArgumentException("no action with the key " + action + " is enabled");
        }
    }

    /** Makes nothing enabled. */
    public void clear() {
        while (size() > 0) {
            remove(least().key());
        }
    }

    @Override
    public int size() {
        return actions.size();
    }

    @Override
    public Action nth(int rank) {
        return actions.nth(rank);
    }

    @Override
    public long fingerprint() {
        return fingerprint;
    }

    @Override
    public Action least() {
        return actions.least();
    }

    @Override
    public int rank(Key key) {
        int rank = actions.rank(key.code());
        return rank >= 0 && !isKnown(key.kind()) ? -1 - rank : rank;
    }

    @Override
    public boolean contains(Key key) {
        return actions.get(key.code()) != null && isKnown(key.kind());
    }

    /** Whether keys of this kind are in here: another kind of the same order is not. */
    private boolean isKnown(Kind kind) {
        if (!kind.equals(lastKind)) {
            if (!kinds.contains(kind)) {
                return false;
            }
            lastKind = kind;
        }
        return true;
    }

    /** The keys' codes, ascending, into an array that has room. */
    void copyCodes(long[] target) {
        actions.copyKeys(target);
    }

    /** The one kind of this order that is in here. */
    Kind kindOf(int order) {
        for (var kind : kinds) {
            if (kind.order() == order) {
                return kind;
            }
        }
        throw new IllegalArgumentException("there is no kind of the order " + order);
    }

    private void know(Kind kind) {
        if (!isKnown(kind)) {
            kind.clashIn(kinds)
                    .ifPresent(
                            clash -> {
                                throw new IllegalArgumentException("two kinds clash: " + clash);
                            });
            kinds.add(kind);
        }
    }

    @Override
    public void forEach(Consumer<? super Action> consumer) {
        actions.forEach(consumer);
    }

    @Override
    public long revision() {
        journalKept = true;
        return revision;
    }

    @Override
    public boolean changesSince(long since, Changes listener) {
        if (since < revisionKnown || since > revision) {
            return false;
        }
        int mask = journal.length - 1;
        for (long change = since; change < revision; change++) {
            int at = (int) change & mask;
            var action = journal[at];
            Check.invariant(action != null, "a remembered change is missing");
            if (journalAdded[at]) {
                listener.added(action);
            } else {
                listener.removed(action);
            }
        }
        return true;
    }

    /** Checks the whole structure: for tests and the simulator. */
    void invariants() {
        actions.invariants();
        long[] sum = {0};
        actions.forEach(action -> sum[0] += action.key().print());
        Check.invariant(sum[0] == fingerprint, "the fingerprint is not the sum of the actions'");
    }

    private void note(Action action, boolean added) {
        if (!journalKept) {
            return;
        }
        if (revision - revisionKnown == journal.length) {
            if (journal.length < size() / JOURNAL_SHARE) {
                grow();
            } else {
                revisionKnown++;
            }
        }
        int at = (int) revision & (journal.length - 1);
        journal[at] = action;
        journalAdded[at] = added;
        revision++;
    }

    private void grow() {
        int length = journal.length;
        var wider = Arrays.copyOf(journal, length * 2);
        var widerAdded = Arrays.copyOf(journalAdded, length * 2);
        for (long change = revisionKnown; change < revision; change++) {
            int from = (int) change & (length - 1);
            int to = (int) change & (length * 2 - 1);
            wider[to] = journal[from];
            widerAdded[to] = journalAdded[from];
        }
        journal = wider;
        journalAdded = widerAdded;
    }

    @Override
    public String toString() {
        return Shown.actions(this);
    }
}
