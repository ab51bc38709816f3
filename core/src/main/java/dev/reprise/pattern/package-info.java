/**
 * This package is what a run is to do, as a term: {@link dev.reprise.pattern.Pattern} is a tree of
 * {@link dev.reprise.pattern.Term}s, made by {@link dev.reprise.pattern.Patterns} or by a {@link
 * dev.reprise.pattern.Dag}, written and read as text, and bound to code by a {@link
 * dev.reprise.pattern.Registry}. It must not know how a term is carried out.
 */
package dev.reprise.pattern;
