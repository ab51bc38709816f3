package dev.reprise.choice;

import dev.reprise.Check;
import dev.reprise.choice.Difference.What;
import java.util.ArrayList;
import java.util.List;

/**
 * A scheduler that follows a recording. Each choice costs what changed since the one before,
 * however long the log is and wherever in it the execution stands.
 *
 * <p><b>Strict</b> replay compares every step: the number of decisions between two entries, the
 * size and the fingerprint of every set. Two different sets of equal size pass as equal with a
 * probability of 2<sup>-64</sup>. <b>Lenient</b> replay takes the entries in order and needs only
 * the recorded action to be enabled; every other difference is kept for {@link #differences()}.
 */
public final class Replayer implements Scheduler {
    /** How many differences a lenient replay keeps; further ones are only counted. */
    public static final int DIFFERENCES_MAX = 1000;

    private final ChoiceLog log;
    private final boolean lenient;
    private final LogCursor cursor;
    private boolean hasEntry;
    private long position;
    private final List<Difference> differences = new ArrayList<>();
    private long differencesCount;

    private Replayer(ChoiceLog log, boolean lenient) {
        Check.argument(
                log.dropped() == 0,
                "this log was kept in a ring and has forgotten its first %d entries: a replay needs the"
                        + " beginning",
                log.dropped());
        this.log = log;
        this.lenient = lenient;
        this.cursor = lenient ? LogCursor.full(log) : LogCursor.light(log);
        this.hasEntry = cursor.next();
    }

    /** Follows {@code log} strictly. */
    public static Replayer fromLog(ChoiceLog log) {
        return new Replayer(log, false);
    }

    /** Follows {@code log} as long as the recorded actions are enabled. */
    public static Replayer lenientFromLog(ChoiceLog log) {
        return new Replayer(log, true);
    }

    @Override
    public Action choose(Enabled enabled) {
        int size = Steps.checked(enabled).size();
        var chosen = lenient ? lenient(enabled, size) : strict(enabled, size);
        position++;
        return chosen;
    }

    private Action strict(Enabled enabled, int size) {
        boolean recorded = hasEntry && cursor.step() == position;
        if (size == 1) {
            if (recorded) {
                throw new Divergence(difference(What.NO_CHOICE_NOW, enabled));
            }
            return enabled.least();
        }
        if (!recorded) {
            throw new Divergence(difference(whatIsNotRecorded(), enabled));
        }
        if (size != cursor.size() || enabled.fingerprint() != cursor.fingerprint()) {
            throw new Divergence(difference(What.SET, enabled));
        }
        var chosen = enabled.nth(cursor.rank());
        cursor.chose(chosen.key());
        hasEntry = cursor.next();
        return chosen;
    }

    private Action lenient(Enabled enabled, int size) {
        boolean recorded = hasEntry && cursor.step() == position;
        if (size == 1 && !recorded) {
            return enabled.least();
        }
        if (!hasEntry) {
            throw new Divergence(difference(whatIsNotRecorded(), enabled));
        }
        var key = cursor.chosen();
        int rank = enabled.rank(key);
        if (rank < 0) {
            throw new Divergence(difference(What.CHOSEN_GONE, enabled));
        }
        if (size == 1) {
            report(What.NO_CHOICE_NOW, enabled);
        } else if (!recorded) {
            report(What.NO_CHOICE_RECORDED, enabled);
        } else if (size != cursor.size() || enabled.fingerprint() != cursor.fingerprint()) {
            report(What.SET, enabled);
        }
        hasEntry = cursor.next();
        return enabled.nth(rank);
    }

    /** Before its last step a recording without a further entry had single actions only. */
    private What whatIsNotRecorded() {
        boolean within = hasEntry || (log.isComplete() && position < log.steps());
        return within ? What.NO_CHOICE_RECORDED : What.EXHAUSTED;
    }

    private void report(What what, Enabled enabled) {
        if (differencesCount++ < DIFFERENCES_MAX) {
            differences.add(difference(what, enabled));
        }
    }

    private Difference difference(What what, Enabled enabled) {
        var actual = new ArrayList<Key>();
        for (int rank = 0; rank < Math.min(enabled.size(), Difference.ACTUAL_MAX); rank++) {
            actual.add(enabled.nth(rank).key());
        }
        boolean hasRecorded = what != What.EXHAUSTED && what != What.NO_CHOICE_RECORDED;
        List<Key> recorded = hasRecorded ? recordedSet() : List.of();
        return new Difference(what, position, entriesDone(), recorded, actual);
    }

    /** The set of the current entry. A light cursor does not have it: walk there once more. */
    private List<Key> recordedSet() {
        if (lenient) {
            return cursor.enabled();
        }
        var full = LogCursor.full(log);
        while (full.next()) {
            if (full.entry() == cursor.entry()) {
                return full.enabled();
            }
        }
        return List.of();
    }

    /**
     * Says that the execution has ended.
     *
     * @throws Divergence when entries are left over, or the recording made more steps; a lenient
     *     replay reports that as a difference instead
     */
    public void finish() {
        What what;
        if (hasEntry) {
            what = What.LEFT_OVER;
        } else if (log.isComplete() && log.steps() != position) {
            what = What.STEPS;
        } else {
            return;
        }
        var difference =
                new Difference(
                        what,
                        position,
                        entriesDone(),
                        hasEntry ? recordedSet() : List.of(),
                        List.of());
        if (!lenient) {
            throw new Divergence(difference);
        }
        if (differencesCount++ < DIFFERENCES_MAX) {
            differences.add(difference);
        }
    }

    /** How many decisions were made so far, single ones included. */
    public long position() {
        return position;
    }

    /** How many entries of the log have not been used yet. */
    public long remaining() {
        return log.size() - entriesDone();
    }

    /** The log that is followed. */
    public ChoiceLog log() {
        return log;
    }

    /** What a lenient replay has seen to differ, the first {@link #DIFFERENCES_MAX} of it. */
    public List<Difference> differences() {
        return List.copyOf(differences);
    }

    /** How many differences a lenient replay has seen. */
    public long differencesCount() {
        return differencesCount;
    }

    private long entriesDone() {
        return hasEntry ? cursor.entry() : log.size();
    }

    @Override
    public String toString() {
        return (lenient ? "lenient replay" : "replay") + " of a " + log;
    }
}
