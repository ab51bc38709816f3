package dev.reprise.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds what names regions and definitions that are not there. */
final class Problems {
    private final Places places;

    /** The place where the body begins that a place is written in: 0, or that of a definition. */
    private final int[] bodies;

    /** For a region's name and the body it is in: whether it is around instances. */
    private final SortedMap<String, Boolean> regions = new TreeMap<>();

    private final SortedMap<String, Integer> definers = new TreeMap<>();
    private final List<String> found = new ArrayList<>();

    Problems(Places places) {
        this.places = places;
        this.bodies = new int[places.size()];
    }

    /** A sentence for each problem. */
    List<String> found() {
        for (int place = 0; place < places.size(); place++) {
            bodies[place] = body(place);
            names(place, places.at(place));
        }
        for (int place = 0; place < places.size(); place++) {
            uses(place, places.at(place).term());
        }
        return found;
    }

    private int body(int place) {
        int parent = places.parent(place);
        if (parent < 0) {
            return place;
        }
        boolean defined = places.at(parent).term() instanceof Term.Define && places.rank(place) > 0;
        return defined ? place : bodies[parent];
    }

    private void names(int place, Pattern pattern) {
        switch (pattern.term()) {
            case Term.Region(var name) ->
                    regions.merge(
                            key(name, place),
                            pattern.part(0).term() instanceof Term.Each,
                            Boolean::logicalAnd);
            case Term.Define(var definitions) ->
                    definitions.forEach(
                            it -> {
                                var other = definers.putIfAbsent(it.name(), place);
                                if (other != null) {
                                    problem(
                                            place,
                                            "defines \""
                                                    + it.name()
                                                    + "\", which is defined at "
                                                    + places.path(other)
                                                    + " already");
                                }
                            });
            default -> {}
        }
    }

    private String key(String region, int place) {
        return bodies[place] + " " + region;
    }

    private void uses(int place, Term term) {
        switch (term) {
            case Term.Cancel(var region, var manner) -> {
                var instances = region(place, region, "cancels");
                if (manner == Term.Manner.COMPLETE && !instances) {
                    problem(
                            place,
                            "completes the region \""
                                    + region
                                    + "\", which is not around instances: region around each");
                }
            }
            case Term.Milestone(var region) -> region(place, region, "waits for");
            case Term.Call(var name) -> {
                var definer = definers.get(name);
                if (definer == null || !places.isInside(place, definer)) {
                    problem(place, "calls \"" + name + "\", which no define around it defines");
                }
            }
            default -> {}
        }
    }

    /** Whether the region is around instances; true, too, when it is not there: that is told. */
    private boolean region(int place, String region, String what) {
        var known = regions.get(key(region, place));
        if (known == null) {
            problem(
                    place,
                    what + " the region \"" + region + "\", which is not written in the same body");
            return true;
        }
        return known;
    }

    private void problem(int place, String sentence) {
        found.add("The term at " + places.path(place) + " " + sentence);
    }
}
