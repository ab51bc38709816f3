package dev.reprise.filter;

import dev.reprise.SplitMix64;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Filters, rows and attributes from a seed, so small a world that they often meet. */
final class Samples {
    private static final List<String> TEXTS =
            List.of(
                    "",
                    "a",
                    "ab",
                    "abc",
                    "b",
                    "order-1",
                    "order-17",
                    "ORDER-1",
                    "it's",
                    "a%b_c\\",
                    "\uFFFD",
                    "\uD83D\uDE00",
                    "\u00DF",
                    "line\nbreak",
                    "2026-03-01T12:00:00Z",
                    "2026-03-01T14:00:00+02:00",
                    "2026-02-28",
                    "true",
                    "17");

    private static final List<String> PATTERNS =
            List.of(
                    "%",
                    "a%",
                    "%b",
                    "%b%",
                    "_",
                    "a_",
                    "order-%",
                    "order-_",
                    "%1%7%",
                    "a\\%b%",
                    "\\a\\b",
                    "",
                    "%%",
                    "\uD83D\uDE00%",
                    "\uFFFD%",
                    "a%c",
                    "__%");

    private static final List<String> NAMES =
            List.of("a", "b", "customer.name", "and", "id", "event", "an odd \"name\"", "attr.x");

    private static final List<String> NUMBERS =
            List.of(
                    "0",
                    "1",
                    "-1",
                    "17",
                    "17.0",
                    "17.5",
                    "-17.25",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "9223372036854775808",
                    "-9223372036854775809",
                    "9223372036854775807.5",
                    "-9223372036854775808.5",
                    "99999999999999999999999999999999999999");

    private final SplitMix64 random;

    Samples(long seed) {
        this.random = new SplitMix64(seed);
    }

    private <T> T one(List<T> of) {
        return of.get(random.below(of.size()));
    }

    boolean coin() {
        return random.below(2) == 0;
    }

    private Instant time() {
        return Run.NOW.plus(offset());
    }

    private Duration offset() {
        return one(
                List.of(
                        Duration.ZERO,
                        Duration.ofHours(-2),
                        Duration.ofDays(-1),
                        Duration.ofMinutes(90),
                        Duration.ofNanos(-1),
                        Duration.ofDays(14),
                        Duration.ofMillis(-1500)));
    }

    Filter filter(int depth) {
        int kind = depth == 0 ? 9 : random.below(12);
        return switch (kind) {
            case 0, 1, 2 -> new Filter.And(terms(depth));
            case 3, 4, 5 -> new Filter.Or(terms(depth));
            case 6, 7 -> new Filter.Not(filter(depth - 1));
            default -> leaf();
        };
    }

    private List<Filter> terms(int depth) {
        var terms = new ArrayList<Filter>();
        for (int i = 2 + random.below(2); i > 0; i--) {
            terms.add(filter(depth - 1));
        }
        return terms;
    }

    private Field field() {
        return coin() ? one(List.of(Field.BuiltIn.values())) : Field.attribute(one(NAMES));
    }

    /** A term without terms inside; what cannot be is drawn again. */
    private Filter leaf() {
        while (true) {
            try {
                return leaf(field());
            } catch (IllegalArgumentException impossible) {
                // Another will do.
            }
        }
    }

    private Filter leaf(Field field) {
        return switch (random.below(12)) {
            case 0, 1, 2, 3, 4 ->
                    new Filter.Compare(field, one(List.of(Filter.Op.values())), value(field));
            case 5, 6 -> new Filter.Between(field, value(field), value(field));
            case 7 -> new Filter.In(field, several(1 + random.below(4), () -> value(field)));
            case 8, 9 -> new Filter.Like(field, one(PATTERNS));
            case 10 -> coin() ? new Filter.Contains(field, one(TEXTS)) : new Filter.Always(coin());
            default -> new Filter.Missing(field);
        };
    }

    private static <T> List<T> several(int count, Supplier<T> each) {
        var list = new ArrayList<T>();
        for (int i = 0; i < count; i++) {
            list.add(each.get());
        }
        return list;
    }

    private Value value(Field field) {
        return switch (field.kind()) {
            case KEYWORD -> new Value.Text(one(TEXTS));
            case STATUS -> new Value.Status(one(List.of(RunStatus.values())));
            case TIME -> coin() ? new Value.Moment(time()) : new Value.FromNow(offset());
            case NUMBER -> new Value.Numeral(new BigDecimal(one(NUMBERS)));
            case ANY ->
                    switch (random.below(5)) {
                        case 0, 1 -> new Value.Text(one(TEXTS));
                        case 2 -> new Value.Numeral(new BigDecimal(one(NUMBERS)));
                        case 3 -> coin() ? new Value.Moment(time()) : new Value.FromNow(offset());
                        default -> new Value.Truth(coin());
                    };
        };
    }

    Run run() {
        return new Run(
                one(TEXTS),
                one(TEXTS),
                one(List.of(RunStatus.values())),
                time(),
                coin() ? Optional.of(time()) : Optional.empty(),
                time(),
                one(List.of(0L, 1L, 17L, Long.MAX_VALUE, Long.MIN_VALUE)),
                attributes());
    }

    Attributes attributes() {
        var values = new TreeMap<String, Attribute>();
        for (String name : NAMES) {
            if (random.below(4) > 0) {
                values.put(name, attribute());
            }
        }
        return Attributes.of(values);
    }

    private Attribute attribute() {
        return switch (random.below(7)) {
            case 0 -> new Attribute.Prose(one(TEXTS));
            case 1 -> keyword();
            case 2 ->
                    new Attribute.Whole(one(List.of(0L, -1L, 17L, Long.MAX_VALUE, Long.MIN_VALUE)));
            case 3 -> new Attribute.Decimal(new BigDecimal(one(NUMBERS.subList(0, 13))));
            case 4 -> new Attribute.Truth(coin());
            case 5 -> new Attribute.Moment(time());
            default ->
                    new Attribute.Keywords(
                            several(
                                    random.below(4),
                                    () -> ((Attribute.Keyword) keyword()).value()));
        };
    }

    private Attribute keyword() {
        return new Attribute.Keyword(one(TEXTS).replace('\n', ' '));
    }
}
