package dev.reprise.filter;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A row of which each answer can be chosen. */
record Run(
        String id,
        String type,
        RunStatus status,
        Instant started,
        Optional<Instant> ended,
        Instant updated,
        long events,
        Attributes attributes)
        implements Row {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /** A run of an order that started an hour ago. */
    static final Run ORDER =
            new Run(
                    "order-17",
                    "order",
                    RunStatus.RUNNING,
                    NOW.minus(Duration.ofHours(1)),
                    Optional.empty(),
                    NOW.minus(Duration.ofMinutes(5)),
                    40,
                    Attributes.NONE);

    Run id(String value) {
        return new Run(value, type, status, started, ended, updated, events, attributes);
    }

    Run type(String value) {
        return new Run(id, value, status, started, ended, updated, events, attributes);
    }

    Run status(RunStatus value) {
        return new Run(id, type, value, started, ended, updated, events, attributes);
    }

    Run started(Instant value) {
        return new Run(id, type, status, value, ended, updated, events, attributes);
    }

    Run ended(Instant value) {
        return new Run(id, type, status, started, Optional.of(value), updated, events, attributes);
    }

    Run events(long value) {
        return new Run(id, type, status, started, ended, updated, value, attributes);
    }

    Run with(String name, Attribute value) {
        return new Run(
                id, type, status, started, ended, updated, events, attributes.with(name, value));
    }
}
