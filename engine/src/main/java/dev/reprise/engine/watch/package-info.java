/**
 * How an engine is measured: the port that its numbers go to, and a panel that keeps them in memory
 * and shows them as text. This room does not know what is measured, nor when it is.
 */
package dev.reprise.engine.watch;
