/**
 * This package carries out a run in three phases that others can stand between: what it asks for is
 * prepared ({@link dev.reprise.engine.phases.PhasedRun}), executed under rules by whoever takes it,
 * and applied. {@link dev.reprise.engine.phases.Phases} executes, and has all three in one loop. It
 * must not know how a run is stored.
 */
package dev.reprise.engine.phases;
