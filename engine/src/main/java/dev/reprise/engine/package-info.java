/**
 * The engine as a product: opened on a folder or in memory, with threads, a clock and a client.
 * What happens to runs is in {@code run}; this room gives it its surroundings and its face.
 */
package dev.reprise.engine;
