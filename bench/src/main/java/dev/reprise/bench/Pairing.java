package dev.reprise.bench;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What two versions of the engine have shown under the same loads, in turn. Of each load the
 * medians are compared; of all loads the geometric mean of that is.
 */
final class Pairing {
    /** Loads of the store alone, which are measured beside those of the engine. */
    private static final String ALONE = "append";

    /** What is compared of each load; of rates more is better, of the others less. */
    private static final List<String> COLUMNS = List.of("rate", "cpu", "p50");

    private static final double RATE_LEAST = 0.95;

    /** By load and column, the samples of both. */
    private final Map<String, Map<String, Samples>> loads = new LinkedHashMap<>();

    private record Samples(List<Double> other, List<Double> own) {
        Samples() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        boolean isPair() {
            return !other.isEmpty() && !own.isEmpty();
        }

        double ratio() {
            return median(own) / median(other);
        }
    }

    /** One of the two has had its turn. */
    void add(boolean isOther, Figures figures) {
        for (var name : figures.names()) {
            int dot = name.lastIndexOf('.');
            var column = name.substring(dot + 1);
            if (COLUMNS.contains(column)) {
                var samples =
                        loads.computeIfAbsent(name.substring(0, dot), _ -> new LinkedHashMap<>())
                                .computeIfAbsent(column, _ -> new Samples());
                (isOther ? samples.other : samples.own).addAll(figures.samples(name));
            }
        }
    }

    /** The geometric mean of the ratios of this one to the other; NaN when nothing is in both. */
    double mean(String column, boolean alone) {
        return Math.exp(
                loads.entrySet().stream()
                        .filter(it -> it.getKey().startsWith(ALONE) == alone)
                        .map(it -> it.getValue().getOrDefault(column, new Samples()))
                        .filter(Samples::isPair)
                        .mapToDouble(it -> Math.log(it.ratio()))
                        .average()
                        .orElse(Double.NaN));
    }

    /** Whether there is a load that both have carried. */
    boolean isPair() {
        return !Double.isNaN(mean("rate", false));
    }

    /** Whether this one does at least 95 of 100 of what the other does. */
    boolean holds() {
        return mean("rate", false) >= RATE_LEAST;
    }

    private static double median(List<Double> samples) {
        var sorted = samples.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(half)
                : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    private static String shown(List<Double> samples) {
        var range = samples.stream().mapToDouble(it -> it).summaryStatistics();
        return String.format(
                Locale.ROOT,
                "%,.0f (%,.0f to %,.0f)",
                median(samples),
                range.getMin(),
                range.getMax());
    }

    /** A table for people. */
    String table() {
        var text = new StringBuilder();
        text.append(line("load", "other, /s", "this one, /s", "rate", "CPU", "p50"));
        loads.forEach(
                (load, columns) -> {
                    var rate = columns.getOrDefault("rate", new Samples());
                    if (rate.isPair() && !load.startsWith(ALONE)) {
                        text.append(
                                line(
                                        load,
                                        shown(rate.other),
                                        shown(rate.own),
                                        ratio(rate.ratio()),
                                        ratio(columns, "cpu"),
                                        ratio(columns, "p50")));
                    }
                });
        text.append(means("all of them", false));
        text.append(means("the store alone", true));
        text.append(
                String.format(
                        Locale.ROOT,
                        "%nMedians, in brackets the least and the greatest; the last lines are geometric"
                                + " means. Rate ≥ %.2f: %s%n",
                        RATE_LEAST,
                        holds() ? "met" : "MISSED"));
        return text.toString();
    }

    private String means(String name, boolean alone) {
        return line(
                name,
                "",
                "",
                ratio(mean("rate", alone)),
                ratio(mean("cpu", alone)),
                ratio(mean("p50", alone)));
    }

    private static String line(String... cells) {
        return String.format(Locale.ROOT, "%-16s %28s %28s %6s %6s %6s", (Object[]) cells)
                        .stripTrailing()
                + "\n";
    }

    private static String ratio(Map<String, Samples> columns, String column) {
        var samples = columns.getOrDefault(column, new Samples());
        return samples.isPair() ? ratio(samples.ratio()) : "";
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** For programs: docs/benchmarks.md says what the fields mean. */
    String json() {
        var text = new StringWriter();
        try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("loads");
            loads.forEach(
                    (load, columns) -> {
                        json.writeStartObject();
                        json.writeStringProperty("load", load);
                        columns.forEach((column, samples) -> write(json, column, samples));
                        json.writeEndObject();
                    });
            json.writeEndArray();
            json.writeObjectPropertyStart("mean");
            COLUMNS.forEach(column -> json.writeNumberProperty(column, mean(column, false)));
            json.writeEndObject();
            json.writeBooleanProperty("met", holds());
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void write(JsonGenerator json, String column, Samples samples) {
        json.writeObjectPropertyStart(column);
        json.writeArrayPropertyStart("other");
        samples.other.forEach(json::writeNumber);
        json.writeEndArray();
        json.writeArrayPropertyStart("own");
        samples.own.forEach(json::writeNumber);
        json.writeEndArray();
        json.writeEndObject();
    }
}
