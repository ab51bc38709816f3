/**
 * This package is a pattern as flat code: {@link dev.reprise.program.Compiler} makes a {@link
 * dev.reprise.program.Program} of a pattern, {@link dev.reprise.program.Op} says what instructions
 * there are, {@link dev.reprise.program.Listing} shows them, {@link
 * dev.reprise.program.ProgramForm} writes them down and refuses what is damaged. It must not know
 * how code is carried out.
 */
package dev.reprise.program;
