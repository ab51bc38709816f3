package dev.reprise.engine.run;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How moments and small numbers are written in entries and summaries. */
final class Moments {
    private Moments() {}

    static void write(ByteSink out, @Nullable Instant moment) {
        out.u8(moment == null ? 0 : 1);
        if (moment != null) {
            out.zigzag(moment.getEpochSecond());
            out.varint(moment.getNano());
        }
    }

    static @Nullable Instant read(ByteSource in) {
        if (in.u8() == 0) {
            return null;
        }
        long seconds = in.zigzag();
        long nanos = in.varint();
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException | ArithmeticException e) {
            throw in.malformed(
                    Problem.LIMIT, "there is no time " + seconds + " s " + nanos + " ns.");
        }
    }

    /** One that has to be there. */
    static Instant known(ByteSource in) {
        Instant moment = read(in);
        if (moment == null) {
            throw in.malformed(Problem.INCONSISTENT, "a time is missing.");
        }
        return moment;
    }

    static int small(ByteSource in, String what, int least) {
        long value = in.varint();
        if (value < least || value > Integer.MAX_VALUE) {
            throw in.malformed(Problem.LIMIT, what + " is out of range: " + value + ".");
        }
        return (int) value;
    }
}
