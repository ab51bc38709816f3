package dev.reprise.engine.store;

/**
 * A request that a run has carried out.
 *
 * @param id by which it is known
 * @param position the number of turns before the append that carried it out
 */
public record KnownRequest(String id, long position) {}
