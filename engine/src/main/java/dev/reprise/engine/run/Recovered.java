package dev.reprise.engine.run;

/**
 * What was found when a store was opened.
 *
 * @param runs how many runs there are
 * @param open how many of them have not ended
 * @param revived how many of those had activities under way
 * @param stuck how many of those are stuck
 */
public record Recovered(long runs, long open, long revived, long stuck) {}
