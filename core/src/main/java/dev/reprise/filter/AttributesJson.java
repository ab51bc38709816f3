package dev.reprise.filter;

import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Attributes as JSON: {@code {"amount":{"decimal":"100.00"},"customer":{"keyword":"acme"}}}. */
final class AttributesJson {
    private AttributesJson() {}

    static void write(JsonSink json, Attributes attributes) {
        json.object(
                () ->
                        attributes
                                .asMap()
                                .forEach(
                                        (name, value) -> {
                                            json.name(name);
                                            json.object(() -> write(json, value));
                                        }));
    }

    private static void write(JsonSink json, Attribute attribute) {
        switch (attribute) {
            case Attribute.Prose(var value) -> json.name("text").text(value);
            case Attribute.Keyword(var value) -> json.name("keyword").text(value);
            case Attribute.Whole(var value) -> json.name("integer").number(value);
            case Attribute.Decimal(var value) -> json.name("decimal").text(value.toPlainString());
            case Attribute.Truth(var value) -> json.name("boolean").bool(value);
            case Attribute.Moment(var value) -> json.name("instant").text(value.toString());
            case Attribute.Keywords(var values) ->
                    json.name("keywords").array(() -> values.forEach(json::text));
        }
    }

    static Attributes read(JsonSource json) {
        var values = new TreeMap<String, Attribute>(TextOrder::compare);
        json.object(
                name -> {
                    if (values.size() == Attributes.COUNT_MAX) {
                        throw json.malformed(
                                Problem.LIMIT,
                                "there are more than " + Attributes.COUNT_MAX + " attributes.");
                    }
                    checked(json, () -> Attributes.name(name));
                    values.put(name, new Value(json).read());
                    return true;
                });
        return checked(json, () -> Attributes.of(values));
    }

    /** One value, whose kind is the name of the only member of its object. */
    private static final class Value {
        private final JsonSource json;
        private @Nullable Attribute found;

        Value(JsonSource json) {
            this.json = json;
        }

        Attribute read() {
            json.object(this::member);
            if (found == null) {
                throw json.malformed(
                        Problem.SYNTAX, "expected a value such as {\"keyword\":\"acme\"}.");
            }
            return found;
        }

        private boolean member(String kind) {
            if (found != null) {
                throw json.malformed(
                        Problem.INCONSISTENT, "an attribute has one value, of one kind.");
            }
            found = checked(json, () -> value(kind));
            return found != null;
        }

        private @Nullable Attribute value(String kind) {
            return switch (kind) {
                case "text" -> new Attribute.Prose(json.text());
                case "keyword" -> new Attribute.Keyword(json.text());
                case "integer" -> new Attribute.Whole(json.number());
                case "decimal" -> decimal(json.text());
                case "boolean" -> new Attribute.Truth(json.bool());
                case "instant" -> moment(json.text());
                case "keywords" -> {
                    var values = new ArrayList<String>();
                    json.array(() -> values.add(json.text()));
                    yield new Attribute.Keywords(values);
                }
                default -> null;
            };
        }

        private Attribute decimal(String text) {
            try {
                if (text.length() <= Attribute.DIGITS_MAX + 3) {
                    var decimal = new Attribute.Decimal(new BigDecimal(text));
                    if (decimal.value().toPlainString().equals(text)) {
                        return decimal;
                    }
                }
            } catch (NumberFormatException e) {
                // It is refused below, as is another form of a number.
            }
            throw json.malformed(
                    Problem.SYNTAX,
                    "found \""
                            + Malformed.shown(text)
                            + "\", expected a decimal number such as 100.00.");
        }

        private Attribute moment(String text) {
            try {
                return new Attribute.Moment(Instant.parse(text));
            } catch (DateTimeException e) {
                throw json.malformed(
                        Problem.SYNTAX,
                        "found \""
                                + Malformed.shown(text)
                                + "\", expected a point in time such as 2026-01-31T12:00:00Z.");
            }
        }
    }

    /** What the values refuse is refused as input, too. */
    private static <T extends @Nullable Object> T checked(JsonSource json, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw json.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }
}
