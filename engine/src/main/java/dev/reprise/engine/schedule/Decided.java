package dev.reprise.engine.schedule;

import dev.reprise.schedule.Fate;
import java.time.Instant;

/** What became of a firing, and when that was decided. */
record Decided(Instant at, Fate fate) {}
