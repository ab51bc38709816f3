package dev.reprise.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Reads the text of a {@link When}. */
final class Reading {
    private static final String BEGINNINGS = "cron, every, calendar or (";
    private static final String ENDINGS = "\"or\", \"except\", \"from\", \"until\" or the end";
    private static final String ZONE = "a time zone such as Europe/Berlin";
    private static final String POINT = "a point in time such as 2026-01-31T09:00:00Z";

    private Piece rest;
    private int depth;

    Reading(String text) {
        rest = Piece.of(text);
        if (text.length() > When.TEXT_CHARS_MAX) {
            throw rest.from(When.TEXT_CHARS_MAX)
                    .refused("at most " + When.TEXT_CHARS_MAX + " characters");
        }
        rest = rest.trimmed();
    }

    When when() {
        if (!rest.isEmpty() && "*@?0123456789".indexOf(rest.at(0)) >= 0) {
            return Cron.of(rest, ZoneOffset.UTC);
        }
        When when = anyOf();
        if (!rest.isEmpty()) {
            throw peek().refused(ENDINGS);
        }
        return when;
    }

    private When anyOf() {
        Piece begin = peek();
        var parts = new ArrayList<When>(List.of(bounded()));
        while (takes("or")) {
            parts.add(bounded());
        }
        return parts.size() == 1 ? parts.getFirst() : begin.checked(() -> new AnyOf(parts));
    }

    private When bounded() {
        When when = one();
        while (true) {
            Piece word = peek();
            if (takes("except")) {
                List<Day> days = Days.read(take());
                ZoneId zone = zone();
                When times = when;
                when = word.checked(() -> times.except(new Days(days, zone)));
            } else if (takes("from")) {
                Instant from = point();
                When times = when;
                when = word.checked(() -> times.from(from));
            } else if (takes("until")) {
                Instant until = point();
                When times = when;
                when = word.checked(() -> times.until(until));
            } else {
                return when;
            }
        }
    }

    private When one() {
        Piece word = peek();
        if (takes("(")) {
            if (++depth > When.DEPTH_MAX) {
                throw word.refused("at most " + When.DEPTH_MAX + " open parentheses");
            }
            When inner = anyOf();
            if (!takes(")")) {
                throw peek().refused(") or more of what is in it");
            }
            depth--;
            return inner;
        }
        if (takes("cron")) {
            Piece expression = quoted();
            CronReading.of(expression);
            return Cron.of(expression, zone());
        }
        if (takes("every")) {
            return every(word);
        }
        if (takes("calendar")) {
            Calendar calendar = Calendar.DAILY;
            while (Calendar.NAMES.contains(peek().toString())) {
                calendar = calendar.read(take(), take());
            }
            return calendar.zone(zone());
        }
        throw word.refused(BEGINNINGS);
    }

    private When every(Piece word) {
        Piece span = take();
        var interval = Spans.read(span);
        if (takes("offset")) {
            Piece offset = take();
            var length = Spans.read(offset);
            return offset.checked(() -> new Every(interval, length));
        }
        if (takes("anchor")) {
            Instant anchor = point();
            return word.checked(() -> Every.anchored(interval, anchor));
        }
        return span.checked(() -> new Every(interval));
    }

    private ZoneId zone() {
        if (!takes("in")) {
            return ZoneOffset.UTC;
        }
        Piece id = take();
        return id.read(ZONE, () -> ZoneId.of(id.toString()));
    }

    private Instant point() {
        Piece point = take();
        return point.read(POINT, () -> Instant.parse(point.toString()));
    }

    private Piece quoted() {
        if (rest.isEmpty() || rest.at(0) != '"') {
            throw peek().refused("a cron expression in quotes");
        }
        Piece behind = rest.from(1);
        int end = behind.indexOf('"');
        if (end < 0) {
            throw behind.from(behind.length()).refused("the quote that ends the expression");
        }
        rest = behind.from(end + 1).trimmed();
        return behind.upTo(end);
    }

    /** The next word or parenthesis; empty at the end. */
    private Piece peek() {
        if (!rest.isEmpty() && isParenthesis(rest.at(0))) {
            return rest.upTo(1);
        }
        return rest.upTo(rest.countWhile(c -> !Piece.isSpace(c) && !isParenthesis(c)));
    }

    private static boolean isParenthesis(int c) {
        return c == '(' || c == ')';
    }

    private Piece take() {
        Piece word = peek();
        rest = rest.from(word.length()).trimmed();
        return word;
    }

    private boolean takes(String word) {
        if (!peek().is(word)) {
            return false;
        }
        take();
        return true;
    }
}
