package dev.reprise.filter;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A value, made ready to be compared with what many rows have without allocating. */
final class Operand {
    // What a comparison may come to, so that some of them hold.
    static final int LESS = 1;
    static final int EQUAL = 2;
    static final int GREATER = 4;

    private @Nullable String text;
    private @Nullable Glob prose;
    private @Nullable Instant moment;
    private @Nullable BigDecimal number;
    private @Nullable Boolean truth;

    /** The greatest 64 bits that are not more than the number, or the end of them next to it. */
    private long floor;

    /** How these bits compare with the number. */
    private int atFloor;

    private Operand() {}

    static Operand of(Value value, Instant now) {
        var made = new Operand();
        switch (value) {
            case Value.Text(var text) -> {
                made.text = text;
                made.prose = Glob.of(Glob.escaped(text), true);
                made.moment = Times.point(text).orElse(null);
            }
            case Value.Numeral(var number) -> made.number(number);
            case Value.Truth(var truth) -> made.truth = truth;
            case Value.Moment(var moment) -> made.moment = moment;
            case Value.FromNow(var offset) -> made.moment = Times.at(now, offset);
            case Value.Status _ -> {}
        }
        return made;
    }

    private void number(BigDecimal value) {
        number = value;
        var whole = value.setScale(0, RoundingMode.FLOOR).toBigInteger();
        if (whole.bitLength() < Long.SIZE) {
            floor = whole.longValue();
        } else {
            floor = whole.signum() > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        atFloor = BigDecimal.valueOf(floor).compareTo(value);
    }

    static int mask(Filter.Op op) {
        return switch (op) {
            case EQUAL -> EQUAL;
            case LESS -> LESS;
            case AT_MOST -> LESS | EQUAL;
            case GREATER -> GREATER;
            case AT_LEAST -> EQUAL | GREATER;
        };
    }

    private static boolean isIn(int mask, int order) {
        int bit = order < 0 ? LESS : order == 0 ? EQUAL : GREATER;
        return (mask & bit) != 0;
    }

    boolean holds(int mask, String of) {
        if (text == null) {
            return false;
        }
        return mask == EQUAL ? of.equals(text) : isIn(mask, TextOrder.compare(of, text));
    }

    boolean holds(int mask, Instant of) {
        return moment != null && isIn(mask, of.compareTo(moment));
    }

    boolean holds(int mask, long of) {
        return number != null && isIn(mask, order(of));
    }

    private int order(long of) {
        return of == floor ? atFloor : Long.compare(of, floor);
    }

    boolean holds(int mask, Attribute of) {
        return switch (of) {
            case Attribute.Prose(var value) ->
                    mask == EQUAL && prose != null && prose.matches(value);
            case Attribute.Keyword(var value) -> holds(mask, value);
            case Attribute.Whole(var value) -> holds(mask, value);
            case Attribute.Decimal(var value) ->
                    number != null && isIn(mask, value.compareTo(number));
            case Attribute.Truth(var value) -> mask == EQUAL && truth != null && value == truth;
            case Attribute.Moment(var value) -> holds(mask, value);
            case Attribute.Keywords _ -> false;
        };
    }
}
