package dev.reprise.app;

import dev.reprise.choice.Bound;
import dev.reprise.choice.Search;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How schedules are searched, as one names it on the command line: a word, and for some a number
 * after a colon.
 */
record Strategy(Name name, OptionalInt number) {
    /** The words. */
    enum Name {
        RANDOM("random"),
        PCT("pct[:DEPTH]"),
        POS("pos"),
        URW("urw"),
        EXHAUSTIVE("exhaustive[:DELAYS]"),
        GUIDED("guided"),
        PORTFOLIO("portfolio");

        private final String usage;

        Name(String usage) {
            this.usage = usage;
        }

        private boolean takesNumber() {
            return usage.contains(":");
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final int DEPTH = 3;

    /** A search over the schedules of one case. */
    Search search(long seed) {
        return switch (name) {
            case RANDOM -> Search.random(seed);
            case PCT -> Search.pct(seed, number.orElse(DEPTH));
            case POS -> Search.pos(seed);
            case URW -> Search.urw(seed);
            case EXHAUSTIVE ->
                    Search.exhaustive(
                            number.isPresent() ? Bound.delays(number.getAsInt()) : Bound.none());
            case GUIDED -> Search.guided(seed);
            case PORTFOLIO -> Search.portfolio(seed);
        };
    }

    @Override
    public String toString() {
        return name.word() + (number.isPresent() ? ":" + number.getAsInt() : "");
    }

    /** All there are, for help and for complaints. */
    static String known() {
        return Arrays.stream(Name.values()).map(it -> it.usage).collect(Collectors.joining(", "));
    }

    /** Understands a strategy on the command line. */
    static final class Converter implements ITypeConverter<Strategy> {
        @Override
        public Strategy convert(String value) {
            int colon = value.indexOf(':');
            var word = colon < 0 ? value : value.substring(0, colon);
            for (var name : Name.values()) {
                if (name.word().equals(word) && (colon < 0 || name.takesNumber())) {
                    var strategy = new Strategy(name, number(value, colon));
                    strategy.refuse(value);
                    return strategy;
                }
            }
            throw new TypeConversionException(
                    "'" + value + "' is not a strategy; there are " + known());
        }

        private static OptionalInt number(String value, int colon) {
            if (colon < 0) {
                return OptionalInt.empty();
            }
            try {
                return OptionalInt.of(Integer.parseInt(value.substring(colon + 1)));
            } catch (NumberFormatException _) {
                throw new TypeConversionException(
                        "'" + value.substring(colon + 1) + "' in '" + value + "' is not a number");
            }
        }
    }

    /** Complains of a number that the search does not take. */
    private void refuse(String value) {
        try {
            search(0);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + value + "': " + e.getMessage());
        }
    }
}
