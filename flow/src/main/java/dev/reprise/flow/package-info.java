/**
 * This package is workflows as plain Java: {@link dev.reprise.flow.Workflow}, the calls that its
 * code makes ({@link dev.reprise.flow.Flow}), and the machine that carries it out, one unit at a
 * time in an order that only the structure of the code decides. It must not know how units are
 * paused, nor what becomes of the commands it decides.
 */
package dev.reprise.flow;
