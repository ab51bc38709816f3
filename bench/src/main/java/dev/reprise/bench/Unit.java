package dev.reprise.bench;

/** What a measured number counts. */
enum Unit {
    /** Nanoseconds per operation. */
    NS("ns"),
    /** Operations per second. */
    PER_SECOND("/s"),
    /** Bytes. */
    BYTES("B");

    private final String symbol;

    Unit(String symbol) {
        this.symbol = symbol;
    }

    /** How it is written in JSON. */
    String symbol() {
        return symbol;
    }
}
