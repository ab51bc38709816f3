/**
 * This package keeps runs: their turns, what is known of them without their history, and their
 * timers ({@link dev.reprise.engine.store.Store}). One {@link dev.reprise.engine.store.Scribe}
 * decides what is written and in which order; the {@link dev.reprise.engine.store.Medium} beneath
 * it is memory, a RocksDB or a simulated disk. It must not know what is in a turn or in a summary,
 * nor what becomes of a run.
 */
package dev.reprise.engine.store;
