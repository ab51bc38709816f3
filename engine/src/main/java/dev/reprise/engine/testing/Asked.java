package dev.reprise.engine.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The futures for which an engine was asked and that are not there yet: whether something is being
 * made of its answers, and which of them are part of something that it does not know. For any
 * thread.
 */
final class Asked {
    private static final long GLANCE_MILLIS = 1;

    private final Patience patience;

    // ---- Guarded by this ----
    private final Set<Accompanied<?>> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Reading> readings = Collections.newSetFromMap(new IdentityHashMap<>());

    /** What takes so long to be made that nobody waits for it any more. */
    private final Set<Accompanied<?>> slow = Collections.newSetFromMap(new IdentityHashMap<>());

    /** How much has been made. */
    private long made;

    /** Whether something may be in the making. */
    private boolean changed;

    Asked(Patience patience) {
        this.patience = patience;
    }

    Patience patience() {
        return patience;
    }

    void add(Accompanied<?> future) {
        synchronized (this) {
            open.add(future);
            changed = true;
        }
        patience.watch();
    }

    /** Whether there are none. */
    synchronized boolean isEmpty() {
        prune();
        return open.isEmpty();
    }

    private void prune() {
        open.removeIf(Accompanied::isDone);
        slow.removeIf(Accompanied::isDone);
    }

    // ---- What is being made of answers ----

    /** An answer is there, and somebody reads it; then all follows that follows at once. */
    final class Reading {
        private boolean ended;
        private @Nullable Thread thread;

        void begins() {
            synchronized (Asked.this) {
                if (!ended) {
                    readings.add(this);
                    changed = true;
                }
            }
        }

        /** The calling thread tells what was read. */
        void goesOnHere() {
            synchronized (Asked.this) {
                thread = Thread.currentThread();
            }
        }

        void ends() {
            synchronized (Asked.this) {
                ended = true;
                readings.remove(this);
                made++;
                changed = true;
                Asked.this.notifyAll();
            }
        }

        @SuppressWarnings("ReferenceEquality") // a thread is itself
        private boolean isMine() {
            return thread == Thread.currentThread();
        }
    }

    /** How much has been made of answers so far. */
    synchronized long made() {
        return made;
    }

    /**
     * Waits until all has been made that can be made of the answers that are there, but for what
     * takes longer than a moment.
     *
     * @return whether there was something
     */
    boolean awaitMade() {
        boolean waited = false;
        long left = Players.MOMENT.toMillis();
        long seen = -1;
        synchronized (this) {
            if (readings.stream().anyMatch(Reading::isMine)) {
                return false; // it is a part of that itself
            }
            while (isMaking()) {
                waited = true;
                left = seen == made ? left - GLANCE_MILLIS : Players.MOMENT.toMillis();
                seen = made;
                if (left <= 0) {
                    tooSlow();
                    return true;
                }
                try {
                    wait(GLANCE_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return true;
                }
            }
        }
        return waited;
    }

    private boolean isMaking() {
        if (!readings.isEmpty()) {
            return true;
        }
        if (changed) {
            prune();
            changed = open.stream().anyMatch(it -> it.isComing() && !slow.contains(it));
        }
        return changed;
    }

    private void tooSlow() {
        readings.clear();
        open.stream().filter(Accompanied::isComing).forEach(slow::add);
    }

    // ---- What is part of something else ----

    /** Those that an engine has to answer, and of which something is made that is not known. */
    synchronized List<Accompanied<?>> wanted() {
        prune();
        var known = new IdentityHashMap<Accompanied<?>, Integer>();
        for (Accompanied<?> each : open) {
            each.parts().forEach(part -> known.merge(part, 1, Integer::sum));
        }
        List<Accompanied<?>> wanted = new ArrayList<>();
        for (Accompanied<?> each : open) {
            if (each.getNumberOfDependents() > known.getOrDefault(each, 0) && each.isPending()) {
                wanted.add(each);
            }
        }
        return wanted;
    }
}
