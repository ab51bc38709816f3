/**
 * This package is the determinism guard: it reads the class files of a workflow's code and names
 * every call whose answer replay could not give again. It must not know how a workflow is run.
 */
package dev.reprise.flow.guard;
