package dev.reprise.pattern;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * The places of a pattern: every term as often as it is written, numbered in reading order. A term
 * comes before its parts, and they before what follows it; so the terms inside of place {@code p}
 * are {@code p .. end(p)-1}.
 */
public final class Places {
    private final Pattern[] patterns;
    private final int[] parents;
    private final int[] ranks;

    private Places(int count) {
        this.patterns = new Pattern[count];
        this.parents = new int[count];
        this.ranks = new int[count];
    }

    /** The places of this pattern, whose own number is 0. */
    public static Places of(Pattern pattern) {
        var places = new Places(pattern.terms());
        var open = new ArrayDeque<int[]>();
        int count = 0;
        places.patterns[0] = pattern;
        places.parents[0] = -1;
        open.push(new int[] {count++, 0});
        while (!open.isEmpty()) {
            var top = open.getFirst();
            var parts = places.patterns[top[0]].parts();
            if (top[1] == parts.size()) {
                open.pop();
                continue;
            }
            places.patterns[count] = parts.get(top[1]);
            places.parents[count] = top[0];
            places.ranks[count] = top[1];
            top[1]++;
            open.push(new int[] {count++, 0});
        }
        return places;
    }

    /**
     * The places of a pattern whose regions and calls lead somewhere.
     *
     * @throws Unlinkable if some do not; it lists all of them
     */
    public static Places checked(Pattern pattern) {
        var places = of(pattern);
        var problems = new Problems(places).found();
        if (!problems.isEmpty()) {
            throw new Unlinkable(problems);
        }
        return places;
    }

    /** How many places there are. */
    public int size() {
        return patterns.length;
    }

    /** The pattern that is written at this place. */
    public Pattern at(int place) {
        return patterns[place];
    }

    /** The place of the term whose part this is; -1 for the whole. */
    public int parent(int place) {
        return parents[place];
    }

    /** Which part of its parent this is. */
    public int rank(int place) {
        return ranks[place];
    }

    /** The number of the first place after this one and all that is inside of it. */
    public int end(int place) {
        return place + patterns[place].terms();
    }

    /** The place of part number {@code rank}. */
    public int part(int place, int rank) {
        int at = place + 1;
        for (int i = 0; i < rank; i++) {
            at = end(at);
        }
        return at;
    }

    /** Whether {@code outer} is this place, or is around it. */
    public boolean isInside(int place, int outer) {
        return place >= outer && place < end(outer);
    }

    /** The way from the whole to this place, by the numbers of parts: {@code /}, {@code /2/0}. */
    public String path(int place) {
        int[] steps = new int[8];
        int depth = 0;
        for (int at = place; parents[at] >= 0; at = parents[at]) {
            if (depth == steps.length) {
                steps = Arrays.copyOf(steps, depth * 2);
            }
            steps[depth++] = ranks[at];
        }
        if (depth == 0) {
            return "/";
        }
        var path = new StringBuilder();
        while (depth > 0) {
            path.append('/').append(steps[--depth]);
        }
        return path.toString();
    }
}
