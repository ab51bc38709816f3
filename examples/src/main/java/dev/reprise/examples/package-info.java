/**
 * This package holds examples: each file is a whole workflow with the activities it needs, to be
 * read, run and copied. {@code examples/README.md} lists them; each has a test of its name. They
 * know nothing of each other.
 */
@NullMarked
package dev.reprise.examples;

import org.jspecify.annotations.NullMarked;
