package dev.reprise.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression on the clock of a zone: five fields, or six of which the first is seconds.
 *
 * <p>If both the day of the month and the day of the week are given, a day that fits either is
 * meant; if one of them begins with {@code *} or is {@code ?}, a day that fits both. If the hours
 * begin with {@code *}, the times follow real time where the clock is changed; else each local time
 * is met once (docs/schedules.md#clocks-that-are-changed).
 */
public final class Cron implements When {
    private final String expression;
    private final Clocked times;

    private Cron(String expression, Clocked times) {
        this.expression = expression;
        this.times = times;
    }

    /** Reads an expression, in UTC. */
    public static Cron of(String expression) {
        return of(expression, ZoneOffset.UTC);
    }

    /**
     * Reads an expression for the clock of a zone.
     *
     * @throws dev.reprise.form.Malformed if it is none: with the column, what was expected there,
     *     and the text
     */
    public static Cron of(String expression, ZoneId zone) {
        return of(Piece.of(expression), zone);
    }

    static Cron of(Piece expression, ZoneId zone) {
        var reading = CronReading.of(expression);
        return new Cron(reading.text(), new Clocked(reading.fields(), Extent.zone(zone)));
    }

    /** The expression: with one space between fields, and names in capital letters. */
    public String expression() {
        return expression;
    }

    /** Whose clock it is. */
    public ZoneId zone() {
        return times.zone();
    }

    /** The same on another clock. */
    public Cron zone(ZoneId value) {
        return new Cron(expression, new Clocked(times.fields(), Extent.zone(value)));
    }

    @Override
    public Optional<Instant> next(Instant after) {
        return times.next(after);
    }

    @Override
    public String text() {
        return "cron \"" + expression + "\"" + Extent.suffix(zone());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Cron cron
                && expression.equals(cron.expression)
                && zone().equals(cron.zone());
    }

    @Override
    public int hashCode() {
        return Objects.hash(expression, zone());
    }

    @Override
    public String toString() {
        return text();
    }
}
