package dev.reprise.engine.watch;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A meter that keeps its numbers in memory, and shows them as text that Prometheus and most other
 * collectors read: its exposition format, version 0.0.4.
 */
public final class Panel implements Meter {
    /** As what {@link #text} is to be served. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final int NANOS_DIGITS = 9;

    private sealed interface Instrument {
        Metric metric();
    }

    private record Figure(Metric metric, LongSupplier read, boolean grows) implements Instrument {}

    private record Distribution(Metric metric, Histogram values) implements Instrument {}

    /** By name, and then by tags, so that those of a name come together. */
    private final ConcurrentSkipListMap<String, Instrument> all = new ConcurrentSkipListMap<>();

    /** A panel that nobody has told of anything. */
    public Panel() {}

    private static String key(Metric metric) {
        return metric.name() + '\n' + metric.tags();
    }

    @Override
    public void counter(Metric metric, LongSupplier read) {
        all.put(key(metric), new Figure(metric, read, true));
    }

    @Override
    public void gauge(Metric metric, LongSupplier read) {
        all.put(key(metric), new Figure(metric, read, false));
    }

    @Override
    public Samples samples(Metric metric) {
        var fresh = new Distribution(metric, new Histogram(metric.unit()));
        Instrument there = all.putIfAbsent(key(metric), fresh);
        if (there == null) {
            return fresh.values();
        }
        return there instanceof Distribution(_, var values) ? values : Samples.NONE;
    }

    /**
     * What a number is now: the sum over all its tags, or how many values there were of something
     * with a distribution. Empty when there is nothing of that name.
     */
    public OptionalLong number(String name) {
        OptionalLong sum = OptionalLong.empty();
        for (Instrument each : all.tailMap(name + '\n').values()) {
            if (!each.metric().name().equals(name)) {
                break;
            }
            @Nullable Long value =
                    switch (each) {
                        case Figure figure -> read(figure);
                        case Distribution(_, var values) -> values.count();
                    };
            if (value != null) {
                sum = OptionalLong.of(sum.orElse(0) + value);
            }
        }
        return sum;
    }

    /** What is measured may be closed: then there is no number. */
    private static @Nullable Long read(Figure figure) {
        try {
            return figure.read().getAsLong();
        } catch (RuntimeException _) {
            return null;
        }
    }

    /** All numbers as they are now, each in a line, with what they mean. */
    public String text() {
        var text = new StringBuilder();
        String shown = "";
        for (Instrument each : all.values()) {
            String name = name(each);
            if (!name.equals(shown)) {
                shown = name;
                text.append("# HELP ").append(name).append(' ');
                text.append(escaped(each.metric().help(), false)).append('\n');
                text.append("# TYPE ").append(name).append(' ').append(type(each)).append('\n');
            }
            switch (each) {
                case Figure figure -> {
                    @Nullable Long value = read(figure);
                    if (value != null) {
                        line(text, name, figure.metric(), List.of(), inUnit(figure, value));
                    }
                }
                case Distribution(var metric, var values) ->
                        distribution(text, name, metric, values);
            }
        }
        return text.toString();
    }

    private static void distribution(
            StringBuilder text, String name, Metric metric, Histogram values) {
        long count = 0;
        for (int i = 0; i <= values.bounds(); i++) {
            count += values.in(i);
            String bound = i == values.bounds() ? "+Inf" : inUnit(metric, values.bound(i));
            line(text, name + "_bucket", metric, List.of("le", bound), Long.toString(count));
        }
        line(text, name + "_sum", metric, List.of(), inUnit(metric, values.sum()));
        line(text, name + "_count", metric, List.of(), Long.toString(count));
    }

    private static void line(
            StringBuilder text, String name, Metric metric, List<String> more, String value) {
        text.append(name);
        List<String> labels = new ArrayList<>();
        for (Map.Entry<String, String> tag : metric.tags().entrySet()) {
            labels.add(plain(tag.getKey()) + "=\"" + escaped(tag.getValue(), true) + "\"");
        }
        if (!more.isEmpty()) {
            labels.add(more.getFirst() + "=\"" + more.getLast() + "\"");
        }
        if (!labels.isEmpty()) {
            var joined = new StringJoiner(",", "{", "}");
            labels.forEach(joined::add);
            text.append(joined);
        }
        text.append(' ').append(value).append('\n');
    }

    private static String type(Instrument each) {
        return switch (each) {
            case Figure figure -> figure.grows() ? "counter" : "gauge";
            case Distribution _ -> "histogram";
        };
    }

    private static String name(Instrument each) {
        String unit =
                switch (each.metric().unit()) {
                    case ONE -> "";
                    case BYTES -> "_bytes";
                    case NANOS -> "_seconds";
                };
        boolean total = each instanceof Figure figure && figure.grows();
        return plain(each.metric().name()) + unit + (total ? "_total" : "");
    }

    private static String inUnit(Figure figure, long value) {
        return inUnit(figure.metric(), value);
    }

    /** Without a fraction where there is none, and without an exponent. */
    private static String inUnit(Metric metric, long value) {
        if (metric.unit() != Metric.Unit.NANOS || value == 0) {
            return Long.toString(value);
        }
        return BigDecimal.valueOf(value, NANOS_DIGITS).stripTrailingZeros().toPlainString();
    }

    /** Letters, digits and underscores, which is all that a name may have. */
    private static String plain(String name) {
        var plain = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            plain.append(c < 0x7F && Character.isLetterOrDigit(c) ? c : '_');
        }
        return plain.toString();
    }

    private static String escaped(String text, boolean quoted) {
        String escaped = text.replace("\\", "\\\\").replace("\n", "\\n");
        return quoted ? escaped.replace("\"", "\\\"") : escaped;
    }
}
