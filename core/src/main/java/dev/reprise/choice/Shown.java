package dev.reprise.choice;

import java.util.List;

/** Sets of actions as people want to see them: all of a few, the beginning of many. */
final class Shown {
    static final int KEYS_MAX = 20;

    private Shown() {}

    static String actions(Enabled enabled) {
        var text = new StringBuilder("{");
        int shown = Math.min(enabled.size(), KEYS_MAX);
        for (int rank = 0; rank < shown; rank++) {
            text.append(rank == 0 ? "" : ", ").append(enabled.nth(rank).key());
        }
        return end(text, enabled.size());
    }

    static String keys(List<Key> keys) {
        var text = new StringBuilder("{");
        int shown = Math.min(keys.size(), KEYS_MAX);
        for (int i = 0; i < shown; i++) {
            text.append(i == 0 ? "" : ", ").append(keys.get(i));
        }
        return end(text, keys.size());
    }

    private static String end(StringBuilder text, int size) {
        if (size > KEYS_MAX) {
            text.append(", … ").append(size - KEYS_MAX).append(" more");
        }
        return text.append('}').toString();
    }
}
