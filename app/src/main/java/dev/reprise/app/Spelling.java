package dev.reprise.app;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Guesses which known word a mistyped one was meant to be. */
final class Spelling {
    private Spelling() {}

    /** The known word with the fewest slips of the finger away, or empty when none is near. */
    static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .filter(candidate -> slips(word, candidate) <= 1 + candidate.length() / 3)
                .min(
                        Comparator.comparingInt((String candidate) -> slips(word, candidate))
                                .thenComparing(Comparator.naturalOrder()));
    }

    /**
     * How many letters to add, drop, change or swap with the next one (optimal string alignment).
     */
    static int slips(String from, String to) {
        var cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, from, to, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int cheapest(int[][] cost, String from, String to, int i, int j) {
        int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int best =
                Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + change);
        boolean swapped =
                i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
