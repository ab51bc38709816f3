package dev.reprise.engine.store;

import dev.reprise.RunId;

/** A timer, and whose it is. */
public record DueTimer(RunId run, Timer timer) {}
