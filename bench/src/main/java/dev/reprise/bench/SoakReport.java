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
    private final List<Long> orders = new ArrayList<>();
    private final Map<SoakFigure, List<Double>> samples = new EnumMap<>(SoakFigure.class);
    private final Duration span;

    SoakReport(Duration span) {
        this.span = span;
        for (var each : SoakFigure.values()) {
            samples.put(each, new ArrayList<>());
        }
    }

    /**
     * Takes a sample, and shows it in a line.
     *
     * @param begun how many orders have begun
     * @param values what was sampled
     */
    String add(double second, long begun, Map<SoakFigure, Double> values) {
        seconds.add(second);
        orders.add(begun);
        var line = new StringBuilder("%6.1f s".formatted(second));
        for (var each : SoakFigure.values()) {
            double value = values.getOrDefault(each, Double.NaN);
            samples.getOrDefault(each, new ArrayList<>()).add(value);
            if (!Double.isNaN(value)) {
                line.append("  ").append(each.label).append(' ').append(each.shown(value));
            }
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
        var all = samples.getOrDefault(figure, List.of());
        var at = new ArrayList<Double>();
        var values = new ArrayList<Double>();
        for (int i = from; i < all.size(); i++) {
            if (!all.get(i).isNaN()) {
                at.add(seconds.get(i));
                values.add(all.get(i));
            }
        }
        return Trend.of(at, values);
    }

    /** How many orders began while it was judged. */
    private double judgedOrders() {
        return Math.max(1.0, (double) (orders.getLast() - orders.get(judgedFrom())));
    }

    SoakVerdict verdict(SoakFigure figure) {
        return figure.verdict(trend(figure), judgedOrders());
    }

    /** Whether any of them grows. */
    boolean grows() {
        return List.of(SoakFigure.values()).stream()
                .anyMatch(it -> verdict(it) == SoakVerdict.GROWS);
    }

    /** A table for people. */
    String table() {
        var text =
                new StringBuilder(
                        "%-10s %12s %14s %14s %12s %12s  %s%n"
                                .formatted(
                                        "figure",
                                        "mean",
                                        "per hour",
                                        "growth",
                                        "±",
                                        "seen from",
                                        "verdict"));
        for (var each : SoakFigure.values()) {
            var trend = trend(each);
            text.append(
                    "%-10s %12s %14s %14s %12s %12s  %s%n"
                            .formatted(
                                    each.label,
                                    each.shown(trend.mean()),
                                    each.shown(trend.perHour()),
                                    each.shown(trend.growth()),
                                    each.shown(trend.error()),
                                    each.seen(each.seenFrom(trend, judgedOrders())),
                                    verdict(each)));
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
                json.writeNumberProperty("seenFrom", each.seenFrom(trend, judgedOrders()));
                json.writeStringProperty("verdict", verdict(each).toString());
                json.writeArrayPropertyStart("samples");
                for (double value : samples.getOrDefault(each, List.of())) {
                    if (Double.isNaN(value)) {
                        json.writeNull();
                    } else {
                        json.writeNumber(value);
                    }
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
