/** The code of docs/workflows.md: every snippet there is a piece of a file here, and runs. */
package dev.reprise.guide;
