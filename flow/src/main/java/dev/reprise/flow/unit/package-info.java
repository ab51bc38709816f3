/**
 * This package is strands: code that can stop in the middle and go on later, on the thread of
 * whoever asks it to. It is the only room of this module that may touch threads, and must not know
 * what a workflow is.
 */
package dev.reprise.flow.unit;
