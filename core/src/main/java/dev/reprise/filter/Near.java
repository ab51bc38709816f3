package dev.reprise.filter;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Which word somebody may have meant. */
final class Near {
    /** What is longer was not meant to be one of our words. */
    private static final int CHARS_MAX = 20;

    private Near() {}

    /** The nearest word that is at most so many slips away. */
    static Optional<String> nearest(String word, Collection<String> all, int slipsMax) {
        if (word.length() > CHARS_MAX) {
            return Optional.empty();
        }
        String lower = word.toLowerCase(Locale.ROOT);
        return all.stream()
                .filter(it -> Math.abs(it.length() - lower.length()) <= slipsMax)
                .filter(it -> slips(lower, it) <= slipsMax)
                .min(Comparator.comparingInt(it -> slips(lower, it)));
    }

    /** How many letters were left out, put in or changed, or neighbours swapped. */
    private static int slips(String one, String other) {
        int[][] slips = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                slips[i][j] = i == 0 || j == 0 ? i + j : least(slips, one, other, i, j);
            }
        }
        return slips[one.length()][other.length()];
    }

    private static int least(int[][] slips, String one, String other, int i, int j) {
        int changed = slips[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        int least = Math.min(changed, 1 + Math.min(slips[i - 1][j], slips[i][j - 1]));
        boolean swapped =
                i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
        return swapped ? Math.min(least, 1 + slips[i - 2][j - 2]) : least;
    }
}
