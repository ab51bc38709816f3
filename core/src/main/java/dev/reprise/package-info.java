/**
 * This package is the vocabulary every other room speaks: who runs ({@link dev.reprise.RunId},
 * {@link dev.reprise.UnitId}), what is passed around ({@link dev.reprise.Payload}), how things end
 * ({@link dev.reprise.Outcome}, {@link dev.reprise.Failure}) and how a broken rule is said ({@link
 * dev.reprise.Check}). It must not know any other room.
 */
package dev.reprise;
