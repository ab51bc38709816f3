package dev.reprise.engine.run;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * In the first entry of a leg that goes on from an earlier moment of another: which one it is.
 *
 * @param leg the number of the leg, whatever the start says that it has from the other
 * @param base as {@link Leg#base}
 * @param turns how many turns of the other it keeps; 0 when it begins anew
 * @param shares as {@link Leg#shares}
 * @param at when that was asked for: from then on its time runs
 * @param why in words
 */
public record Rewind(long leg, long base, long turns, List<Share> shares, Instant at, String why) {
    private static final int SHARES_MAX = 1 << 16;

    /**
     * Commands that were decided in another leg.
     *
     * @param last the number of the last of them
     * @param leg which one
     */
    public record Share(long last, long leg) {}

    /** Copies the list. */
    public Rewind {
        shares = List.copyOf(shares);
    }

    void writeTo(ByteSink out) {
        out.varint(leg);
        out.varint(base);
        out.varint(turns);
        write(out, shares);
        Moments.write(out, at);
        out.text(why);
    }

    static Rewind readFrom(ByteSource in) {
        return new Rewind(
                in.varint(), in.varint(), in.varint(), read(in), Moments.known(in), in.text());
    }

    static void write(ByteSink out, List<Share> shares) {
        out.varint(shares.size());
        for (Share share : shares) {
            out.varint(share.last());
            out.varint(share.leg());
        }
    }

    static List<Share> read(ByteSource in) {
        List<Share> shares = new ArrayList<>();
        for (int left = in.count("legs that it has something from", SHARES_MAX); left > 0; left--) {
            shares.add(new Share(in.varint(), in.varint()));
        }
        return shares;
    }

    /** The leg in which a command of the leg was decided. */
    public static long legOf(List<Share> shares, long seq, long number) {
        for (Share share : shares) {
            if (seq <= share.last()) {
                return share.leg();
            }
        }
        return number;
    }
}
