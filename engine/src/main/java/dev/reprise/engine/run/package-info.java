/**
 * What becomes of a run: it is loaded, activated, appended and dispatched, in that order. Time,
 * chance, threads and disks come in as {@link dev.reprise.engine.run.Surroundings}, so that threads
 * and a simulator drive the same code. This room does not know who drives it.
 */
package dev.reprise.engine.run;
