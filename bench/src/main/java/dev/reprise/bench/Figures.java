package dev.reprise.bench;

import dev.reprise.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Samples by name, which one program prints and another reads. */
final class Figures {
    private final Map<String, List<Double>> samples = new LinkedHashMap<>();

    /** What a program has printed. */
    static Figures parsed(List<String> lines) {
        var figures = new Figures();
        for (var line : lines) {
            var words = List.of(line.split(" ", -1));
            Check.argument(words.size() > 1, "no name and samples: %s", line);
            figures.put(
                    words.getFirst(),
                    words.subList(1, words.size()).stream().map(Double::valueOf).toList());
        }
        return figures;
    }

    /** Adds samples to those of this name, if there are any. */
    void put(String name, List<Double> more) {
        samples.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(more);
    }

    void putAll(Figures more) {
        more.samples.forEach(this::put);
    }

    boolean has(String name) {
        return samples.containsKey(name);
    }

    Measured measured(String name) {
        return Measured.of(samples(name));
    }

    List<String> names() {
        return List.copyOf(samples.keySet());
    }

    List<Double> samples(String name) {
        var found = samples.get(name);
        Check.argument(found != null, "%s was not measured, only %s", name, samples.keySet());
        return found;
    }

    /** A line for each name. */
    @Override
    public String toString() {
        return samples.entrySet().stream()
                .map(
                        it ->
                                it.getKey()
                                        + it.getValue().stream()
                                                .map(each -> " " + each)
                                                .collect(Collectors.joining())
                                        + "\n")
                .collect(Collectors.joining());
    }
}
