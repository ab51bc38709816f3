/**
 * This package carries programs out: {@link dev.reprise.vm.Vm} plays the token game of a pattern,
 * one reduction after the other, under any scheduler. It does nothing by itself to the world:
 * effects are handed out, and their outcomes, signals and time are told to it. It must not know who
 * carries effects out, or where a run is kept.
 */
package dev.reprise.vm;
