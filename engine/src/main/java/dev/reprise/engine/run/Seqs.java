package dev.reprise.engine.run;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of activities or timers, in their order. Mostly there are none, often there is one, and
 * each run in memory has some of these: more room is taken when there are more.
 */
final class Seqs {
    private static final long NONE = Long.MIN_VALUE;

    /** The only number there is. */
    private long one = NONE;

    /** All of them, when there are more. */
    private @Nullable TreeSet<Long> more;

    /** Whether it was not there before. */
    boolean add(long seq) {
        if (more != null) {
            return more.add(seq);
        }
        if (one == NONE || one == seq) {
            boolean isNew = one == NONE;
            one = seq;
            return isNew;
        }
        more = new TreeSet<>();
        more.add(one);
        one = NONE;
        return more.add(seq);
    }

    void remove(long seq) {
        if (more != null) {
            more.remove(seq);
            more = more.isEmpty() ? null : more;
        } else if (one == seq) {
            one = NONE;
        }
    }

    boolean contains(long seq) {
        return more == null ? one == seq : more.contains(seq);
    }

    boolean containsAll(List<Long> seqs) {
        for (long seq : seqs) {
            if (!contains(seq)) {
                return false;
            }
        }
        return true;
    }

    boolean isEmpty() {
        return more == null && one == NONE;
    }

    /** All that there are now. */
    List<Long> all() {
        return more != null ? new ArrayList<>(more) : one == NONE ? List.of() : List.of(one);
    }

    void clear() {
        one = NONE;
        more = null;
    }
}
