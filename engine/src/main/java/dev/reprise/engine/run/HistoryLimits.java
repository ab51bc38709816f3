package dev.reprise.engine.run;

import dev.reprise.Check;

/**
 * How long the history of a leg may become. A long one costs time whenever its run is brought back
 * into memory; a run that goes on forever continues as new.
 *
 * @param warnEntries at so many entries it is warned of, once
 * @param warnBytes at so many bytes it is warned of, once
 * @param maxEntries a run that goes on with so many entries is terminated
 * @param maxBytes a run that goes on with so many bytes is terminated
 */
public record HistoryLimits(long warnEntries, long warnBytes, long maxEntries, long maxBytes) {
    /** More than there can be. */
    public static final long NONE = Long.MAX_VALUE;

    /** What we recommend: warnings at 50,000 entries and at 256 MiB, and no ends. */
    public static final HistoryLimits DEFAULT = new HistoryLimits(50_000, 256L << 20, NONE, NONE);

    /** Checks the numbers. */
    public HistoryLimits {
        Check.argument(warnEntries >= 1, "warnEntries must be positive: %d", warnEntries);
        Check.argument(warnBytes >= 1, "warnBytes must be positive: %d", warnBytes);
        Check.argument(maxEntries >= 1, "maxEntries must be positive: %d", maxEntries);
        Check.argument(maxBytes >= 1, "maxBytes must be positive: %d", maxBytes);
    }

    /** The same with a warning at another length; {@link #NONE} for no warning. */
    public HistoryLimits warnAt(long entries, long bytes) {
        return new HistoryLimits(entries, bytes, maxEntries, maxBytes);
    }

    /** The same with runs terminated at another length; {@link #NONE} for none. */
    public HistoryLimits endAt(long entries, long bytes) {
        return new HistoryLimits(warnEntries, warnBytes, entries, bytes);
    }

    /** Why a leg of this length may not go on; empty when it may. */
    String why(long entries, long bytes) {
        if (entries >= maxEntries) {
            return sentence(entries + " entries", maxEntries);
        }
        return bytes >= maxBytes ? sentence(bytes + " bytes", maxBytes) : "";
    }

    private static String sentence(String has, long max) {
        return "Its history has "
                + has
                + ", and by the limits of the engine it is ended at "
                + max
                + ". What to do: let the workflow continue as new before that, or raise the limit.";
    }
}
