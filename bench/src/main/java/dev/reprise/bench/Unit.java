package dev.reprise.bench;

/** What a measured number counts. */
enum Unit {
    /** Nanoseconds per operation. */
    NS("ns"),
    /** Operations per second. */
    PER_SECOND("/s"),
    /** Bytes. */
    BYTES("B"),
    /** How many of something. */
    COUNT(""),
    /** Hundredths of one processor. */
    PERCENT("%");

    private final String symbol;

    Unit(String symbol) {
        this.symbol = symbol;
    }

    /** How it is written in JSON. */
    String symbol() {
        return symbol;
    }
}
