package dev.reprise.bench;

/** What a case is compared with, measured in the same run. */
sealed interface Baseline {
    /** What it is, for people. */
    String name();

    /** Another way to do the same, which is not a case of its own. */
    record Other(String name, Measure measure) implements Baseline {}

    /** Another case of the suite. */
    record OtherCase(String name) implements Baseline {}
}
