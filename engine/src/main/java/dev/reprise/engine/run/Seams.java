package dev.reprise.engine.run;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Where legs begin in the history of a run that has several. Of many only some are known, so that
 * it stays small whatever their number is; the last is always among them.
 */
record Seams(List<Seam> known) {
    /** The most that are kept in a summary, which each append rewrites. */
    static final int MAX = 8;

    static final Seams NONE = new Seams(List.of());

    /**
     * One leg has ended, and the next begins.
     *
     * @param leg the number of the one that begins
     * @param position of its first entry
     * @param at when
     */
    record Seam(long leg, long position, Instant at) {}

    Seams {
        known = List.copyOf(known);
    }

    /** The same, when a leg begins behind all others. */
    Seams with(Seam next) {
        List<Seam> all = new ArrayList<>(known);
        all.add(next);
        if (all.size() > MAX) {
            // Every second one is let go, but never the last: what is far back is known roughly.
            for (int i = all.size() - 2; i >= 0; i -= 2) {
                all.remove(i);
            }
        }
        return new Seams(all);
    }

    /** The position of the last one that is not behind this position; 0 when there is none. */
    long upTo(long position) {
        long last = 0;
        for (Seam seam : known) {
            last = seam.position() <= position ? seam.position() : last;
        }
        return last;
    }

    /** The same without what comes before this position. */
    Seams from(long position) {
        return new Seams(known.stream().filter(it -> it.position() >= position).toList());
    }

    void writeTo(ByteSink out) {
        out.varint(known.size());
        for (Seam seam : known) {
            out.varint(seam.leg());
            out.varint(seam.position());
            Moments.write(out, seam.at());
        }
    }

    static Seams readFrom(ByteSource in) {
        int count = in.count("places where legs begin", MAX);
        if (count == 0) {
            return NONE;
        }
        List<Seam> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(new Seam(in.varint(), in.varint(), Moments.known(in)));
        }
        return new Seams(all);
    }
}
