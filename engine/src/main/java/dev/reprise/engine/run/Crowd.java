package dev.reprise.engine.run;

import dev.reprise.RunId;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs that have ended of which only so many are kept: it is told of them in any order, and says up
 * to which one they are so many.
 *
 * <p>It remembers some of them, and for each how many have ended until then, as nearly as a {@value
 * #PART}th. So what it holds grows with the logarithm of their number, and of so many it finds all
 * but a {@value #PART}th, and never more. (The method is that of biased quantiles: each has a
 * weight, those that it stands for, and a doubt, those of the next one that may have ended before
 * it.)
 */
final class Crowd {
    static final int PART = 64;

    /** As long as there are no more, all are remembered. */
    static final int REMEMBERED_MIN = 4_096;

    /** A run that has ended; those that ended at the same time are told apart by their ids. */
    record Ended(Instant at, RunId run) implements Comparable<Ended> {
        private static final Comparator<Ended> IN_ORDER =
                Comparator.comparing(Ended::at).thenComparing(Ended::run);

        @Override
        public int compareTo(Ended other) {
            return IN_ORDER.compare(this, other);
        }
    }

    private record Share(long weight, long doubt) {
        static final Share ONE = new Share(1, 0);

        long most() {
            return weight + doubt;
        }
    }

    private long excess;
    private TreeMap<Ended, Share> remembered = new TreeMap<>();
    private int rememberedMax = REMEMBERED_MIN;

    Crowd(long kept) {
        this.excess = -kept;
    }

    /**
     * Takes one more.
     *
     * @param run null for one that takes a place, and cannot be deleted
     */
    void add(@Nullable Ended run) {
        excess++;
        if (run != null) {
            remember(run);
        }
    }

    private void remember(Ended run) {
        Map.Entry<Ended, Share> next = remembered.higherEntry(run);
        remembered.put(run, next == null ? Share.ONE : new Share(1, next.getValue().most() - 1));
        if (remembered.size() > rememberedMax) {
            forget();
        }
    }

    private void forget() {
        var rest = new TreeMap<Ended, Share>();
        long before = 0;
        Map.Entry<Ended, Share> last = null;
        for (Map.Entry<Ended, Share> next : remembered.entrySet()) {
            if (last == null) {
                last = next;
                continue;
            }
            long both = last.getValue().weight() + next.getValue().weight();
            long doubt = next.getValue().doubt();
            if (both + doubt <= before / PART) {
                last = Map.entry(next.getKey(), new Share(both, doubt));
            } else {
                rest.put(last.getKey(), last.getValue());
                before += last.getValue().weight();
                last = next;
            }
        }
        if (last != null) {
            rest.put(last.getKey(), last.getValue());
        }
        remembered = rest;
        rememberedMax = Math.max(REMEMBERED_MIN, 2 * rest.size());
    }

    int remembered() {
        return remembered.size();
    }

    /** How many are too many; not positive when none are. */
    long excess() {
        return excess;
    }

    /** Up to whom they are surely not more than so many; null when there is no such. */
    @Nullable Ended last(long most) {
        long until = 0;
        Ended last = null;
        for (Map.Entry<Ended, Share> next : remembered.entrySet()) {
            until += next.getValue().weight();
            if (until > most) {
                break;
            }
            if (until + next.getValue().doubt() <= most) {
                last = next.getKey();
            }
        }
        return last;
    }
}
