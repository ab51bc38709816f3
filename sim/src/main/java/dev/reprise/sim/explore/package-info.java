/**
 * Tries workflows on the real engine in a simulated world: in many orders of what can happen, and
 * with crashes at many moments. What it finds it makes small, and tells as a story. docs/explore.md
 * shows how.
 */
@NullMarked
package dev.reprise.sim.explore;

import org.jspecify.annotations.NullMarked;
