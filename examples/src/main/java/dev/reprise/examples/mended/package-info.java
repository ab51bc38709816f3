/**
 * This package holds mistakes that workflows are made with: each file has one of them as it was,
 * {@code Before}, and as it was mended, {@code After}. The test of its name lets the simulator find
 * the one, and find nothing in the other. They know nothing of each other.
 */
@NullMarked
package dev.reprise.examples.mended;

import org.jspecify.annotations.NullMarked;
