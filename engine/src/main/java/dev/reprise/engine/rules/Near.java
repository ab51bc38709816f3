package dev.reprise.engine.rules;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Which name somebody may have meant. */
final class Near {
    private Near() {}

    /** A question that names the nearest, or a sentence that names all. */
    static String hint(String name, Collection<String> all) {
        return nearest(name, all)
                .map(it -> "Did you mean " + it + "?")
                .orElse("There are: " + String.join(", ", all) + ".");
    }

    private static Optional<String> nearest(String name, Collection<String> all) {
        String lower = name.toLowerCase(Locale.ROOT);
        int most = 1 + name.length() / 4;
        return all.stream()
                .filter(it -> distance(lower, it.toLowerCase(Locale.ROOT)) <= most)
                .min(Comparator.comparingInt(it -> distance(lower, it.toLowerCase(Locale.ROOT))));
    }

    /** How many letters have to be put in, taken out or changed. */
    private static int distance(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(before[j], row[j - 1]));
            }
            before = row;
        }
        return before[other.length()];
    }
}
