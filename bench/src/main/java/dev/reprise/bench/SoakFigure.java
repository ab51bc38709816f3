package dev.reprise.bench;

/** What is sampled during a soak. */
enum SoakFigure {
    /** Bytes of the heap that are in use after a full collection. */
    HEAP("heap", 8 << 20),
    /** Bytes of all files of the store, after it was compacted. */
    DISK("disk", 8 << 20),
    /** Threads of the system. */
    THREADS("threads", 4),
    /** Open files and sockets. */
    HANDLES("handles", 16),
    /** Runs that have not ended. */
    LIVE("live", 50),
    /** Runs that are stored, ended or not. */
    STORED("stored", 100);

    final String label;

    /** To grow by so little is not to grow. */
    final double least;

    SoakFigure(String label, double least) {
        this.label = label;
        this.least = least;
    }

    boolean isBytes() {
        return this == HEAP || this == DISK;
    }

    /** For people. */
    String shown(double value) {
        return isBytes() ? "%.1f MiB".formatted(value / (1 << 20)) : "%.0f".formatted(value);
    }
}
