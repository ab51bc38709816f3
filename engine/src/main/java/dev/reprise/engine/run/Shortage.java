package dev.reprise.engine.run;

import java.time.Instant;

/**
 * The store has no room, so nothing is taken on.
 *
 * @param since when that was found out
 * @param sentence what follows from it, and what to do
 */
public record Shortage(Instant since, String sentence) {}
