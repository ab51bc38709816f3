/** Runs the executor in one thread, explores its interleavings, and shrinks what breaks. */
package dev.reprise.sim;
