package dev.reprise.schedule;

/** What became of a firing. Every one has one fate, but what waits has another later. */
public record Fate(Firing firing, Kind kind) {
    /** What can become of a firing. */
    public enum Kind {
        /** It is started. */
        STARTED,
        /** It waits for others to end. */
        BUFFERED,
        /** It is left out, because another is at work or took its place. */
        SKIPPED,
        /** It is left out, because it is later than the schedule makes up for. */
        MISSED,
        /** It is left out, because the schedule was paused. */
        PASSED,
        /** It is left out, because too many are at work or wait. */
        DROPPED
    }
}
