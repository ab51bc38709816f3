package dev.reprise.bench;

/** What is sampled during a soak. */
enum SoakFigure {
    /** Bytes of the heap that are in use after a full collection. */
    HEAP("heap", 512 << 10, 64),
    /** Bytes of all files of the store, as they are. */
    DISK("disk", 1 << 20, 64),
    /** Bytes of all files of the store, after it was compacted; not in every sample. */
    PACKED("packed", 512 << 10, 64),
    /** Threads of the system. */
    THREADS("threads", 2, 0),
    /** Open files and sockets. */
    HANDLES("handles", 8, 0),
    /** Runs that have not ended. */
    LIVE("live", 50, 0),
    /** Runs that are stored, ended or not. */
    STORED("stored", 100, 0),
    /** Entries that are kept of the runs that continue as new for ever. */
    LEGS("legs", 50, 0);

    /** Whoever could not see so many bytes of each order has not seen anything. */
    private static final double SEEN_MAX = 256;

    final String label;

    /** To grow by so little is not to grow, however few orders there were. */
    private final double least;

    /** What may stay of an order: what is shared out among many costs that much. */
    private final double leastOfOrder;

    SoakFigure(String label, double least, double leastOfOrder) {
        this.label = label;
        this.least = least;
        this.leastOfOrder = leastOfOrder;
    }

    /** To grow by so little while there were so many orders is not to grow. */
    double least(double orders) {
        return Math.max(least, leastOfOrder * orders);
    }

    /** What a trend through so many orders says. */
    SoakVerdict verdict(Trend trend, double orders) {
        if (trend.grows(least(orders))) {
            return SoakVerdict.GROWS;
        }
        return isBytes() && seenFrom(trend, orders) > SEEN_MAX
                ? SoakVerdict.UNCLEAR
                : SoakVerdict.FLAT;
    }

    /** What would have been found if each order had left so much. */
    double seenFrom(Trend trend, double orders) {
        return (Math.max(least(orders), trend.error()) + Math.max(0, -trend.growth())) / orders;
    }

    boolean isBytes() {
        return this == HEAP || this == DISK || this == PACKED;
    }

    /** For people. */
    String shown(double value) {
        return isBytes() ? "%.1f MiB".formatted(value / (1 << 20)) : "%.0f".formatted(value);
    }

    /** What is seen of an order, for people. */
    String seen(double value) {
        return isBytes() ? "%.0f B".formatted(value) : "1 in %.0f".formatted(1 / value);
    }
}
