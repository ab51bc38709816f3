package dev.reprise.filter;

import java.time.Instant;
import java.util.Optional;

/** What a filter can ask of a run. An answer is asked for only when the filter needs it. */
public interface Row {
    /** The run's id. */
    String id();

    /** The type of its workflow. */
    String type();

    /** How it is. */
    RunStatus status();

    /** When it began. */
    Instant started();

    /** When it ended; empty as long as it has not. */
    Optional<Instant> ended();

    /** When something last happened to it. */
    Instant updated();

    /** How long its history is. */
    long events();

    /** The values by which it can be found. */
    Attributes attributes();
}
