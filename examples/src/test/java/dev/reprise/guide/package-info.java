/** The code of docs/guide.md, and the test that holds the page to it. */
@NullMarked
package dev.reprise.guide;

import org.jspecify.annotations.NullMarked;
