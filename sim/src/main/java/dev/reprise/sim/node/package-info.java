/** A simulated computer: a disk that outlives processes, and processes with an engine in them. */
@NullMarked
package dev.reprise.sim.node;

import org.jspecify.annotations.NullMarked;
