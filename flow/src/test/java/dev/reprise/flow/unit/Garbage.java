package dev.reprise.flow.unit;

import java.lang.ref.WeakReference;
import java.util.List;

/** Asks the collector whether something is gone. */
final class Garbage {
    private static final int TRIES_MAX = 50;

    private Garbage() {}

    /** Whether all of it is collected, which may take the collector a few tries to find out. */
    static boolean isCollected(List<WeakReference<Object>> references) throws InterruptedException {
        for (int i = 0; i < TRIES_MAX; i++) {
            System.gc();
            if (references.stream().allMatch(it -> it.refersTo(null))) {
                return true;
            }
            Thread.sleep(10);
        }
        return false;
    }
}
