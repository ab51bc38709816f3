package dev.reprise.bench;

import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What was sampled during a soak, and what it says. */
final class SoakReport {
    /** What is sampled before is not judged: the compilers are busy, and nothing is old yet. */
    private static final double WARM_UP = 0.4;

    private final List<Double> seconds = new ArrayList<>();
    private final Map<SoakFigure, List<Double>> samples = new EnumMap<>(SoakFigure.class);
    private final Duration span;

    SoakReport(Duration span) {
        this.span = span;
        for (var each : SoakFigure.values()) {
            samples.put(each, new ArrayList<>());
        }
    }

    /** Takes a sample, and shows it in a line. */
    String add(double second, Map<SoakFigure, Double> values) {
        seconds.add(second);
        var line = new StringBuilder("%6.1f s".formatted(second));
        for (var each : SoakFigure.values()) {
            double value = values.getOrDefault(each, 0.0);
            samples.getOrDefault(each, new ArrayList<>()).add(value);
            line.append("  ").append(each.label).append(' ').append(each.shown(value));
        }
        return line.toString();
    }

    /** How many samples there are. */
    int size() {
        return seconds.size();
    }

    private int judgedFrom() {
        int from = 0;
        int last = (int) (WARM_UP * seconds.size());
        while (from < last && seconds.get(from) < WARM_UP * span.toNanos() / 1e9) {
            from++;
        }
        return from;
    }

    Trend trend(SoakFigure figure) {
        int from = judgedFrom();
        var values = samples.getOrDefault(figure, List.of());
        return Trend.of(seconds.subList(from, seconds.size()), values.subList(from, values.size()));
    }

    boolean grows(SoakFigure figure) {
        return trend(figure).grows(figure.least);
    }

    /** Whether any of them grows. */
    boolean grows() {
        return List.of(SoakFigure.values()).stream().anyMatch(this::grows);
    }

    /** A table for people. */
    String table() {
        var text =
                new StringBuilder(
                        "%-10s %12s %14s %14s %12s  %s%n"
                                .formatted("figure", "mean", "per hour", "growth", "±", "verdict"));
        for (var each : SoakFigure.values()) {
            var trend = trend(each);
            text.append(
                    "%-10s %12s %14s %14s %12s  %s%n"
                            .formatted(
                                    each.label,
                                    each.shown(trend.mean()),
                                    each.shown(trend.perHour()),
                                    each.shown(trend.growth()),
                                    each.shown(trend.error()),
                                    grows(each) ? "grows" : "flat"));
        }
        return text.toString();
    }

    /** For programs: docs/benchmarks.md says what the fields mean. */
    String json() {
        var text = new StringWriter();
        try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeNumberProperty("seconds", span.toMillis() / 1e3);
            json.writeArrayPropertyStart("figures");
            for (var each : SoakFigure.values()) {
                var trend = trend(each);
                json.writeStartObject();
                json.writeStringProperty("figure", each.label);
                json.writeNumberProperty("mean", trend.mean());
                json.writeNumberProperty("perHour", trend.perHour());
                json.writeNumberProperty("growth", trend.growth());
                json.writeNumberProperty("error", trend.error());
                json.writeStringProperty("verdict", grows(each) ? "grows" : "flat");
                json.writeArrayPropertyStart("samples");
                for (double value : samples.getOrDefault(each, List.of())) {
                    json.writeNumber(value);
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("at");
            for (double second : seconds) {
                json.writeNumber(second);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }
}
