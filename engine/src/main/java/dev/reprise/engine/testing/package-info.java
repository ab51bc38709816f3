/**
 * This package tests workflows: an engine in memory with a clock of its own, stubs for activities,
 * histories to be read and checked, and an extension for JUnit. The runs are carried out by the
 * engine itself; here are only other surroundings for it. Nothing may know of this package but
 * tests.
 */
package dev.reprise.engine.testing;
