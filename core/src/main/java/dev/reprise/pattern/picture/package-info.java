/**
 * This package is how a pattern looks: {@link dev.reprise.pattern.picture.PatternPicture} makes a
 * drawing of it, as SVG. Blocks are measured from the inside outwards and drawn from the outside
 * inwards, without recursion. It must not know what a run of a pattern does.
 */
package dev.reprise.pattern.picture;
