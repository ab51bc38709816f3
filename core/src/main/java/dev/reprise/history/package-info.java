/**
 * This package is the contract between a run and whoever hosts it: jobs go into a {@link
 * dev.reprise.history.Machine}, commands come out, a {@link dev.reprise.history.Transcript} keeps
 * both, and {@link dev.reprise.history.Replay} checks any machine against what was kept. The forms
 * of a transcript, bytes and JSON, are specified in docs/transcript.md. It must not know what kinds
 * of machines there are, nor where transcripts are stored.
 */
package dev.reprise.history;
