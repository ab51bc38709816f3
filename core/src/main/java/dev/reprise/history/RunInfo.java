package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import java.time.Instant;
import java.util.Optional;

/**
 * What a run may know about how it came to be.
 *
 * @param options how the run is carried out
 * @param leg which of the runs it is that follow each other under one id, from 1
 * @param attempt 1 for the first run, one more for each time it was started again
 * @param parent the run whose child this is
 * @param continuedFrom the run that continued as this one, or that this one is another attempt of
 * @param lastResult the result of the run before, for a run that is started again and again
 * @param lastFailure the failure of the run before, for a run that is started again
 * @param until when the time for all runs of the chain is over; empty in the first of them, whose
 *     time begins when its code does, and where there is no such limit
 */
public record RunInfo(
        RunOptions options,
        long leg,
        int attempt,
        Optional<RunId> parent,
        Optional<RunId> continuedFrom,
        Payload lastResult,
        Optional<Failure> lastFailure,
        Optional<Instant> until) {
    /** The first attempt of a run that nobody started but a client. */
    public static final RunInfo FIRST =
            new RunInfo(
                    RunOptions.UNSAID,
                    1,
                    1,
                    Optional.empty(),
                    Optional.empty(),
                    Payload.NONE,
                    Optional.empty(),
                    Optional.empty());

    /** Checks the numbers. */
    public RunInfo {
        Check.argument(leg >= 1, "the first leg is 1: %d", leg);
        Check.argument(attempt >= 1, "the first attempt is 1: %d", attempt);
        Check.argument(
                !until.equals(Optional.of(Instant.EPOCH)), "no time is over at %s", Instant.EPOCH);
    }

    /** The same with other options. */
    public RunInfo options(RunOptions value) {
        return new RunInfo(
                value, leg, attempt, parent, continuedFrom, lastResult, lastFailure, until);
    }

    /** The same as another of the runs under its id. */
    public RunInfo leg(long value) {
        return new RunInfo(
                options, value, attempt, parent, continuedFrom, lastResult, lastFailure, until);
    }

    /** The same as another attempt. */
    public RunInfo attempt(int value) {
        return new RunInfo(
                options, leg, value, parent, continuedFrom, lastResult, lastFailure, until);
    }

    /** The same as a child of {@code value}. */
    public RunInfo parent(RunId value) {
        return new RunInfo(
                options,
                leg,
                attempt,
                Optional.of(value),
                continuedFrom,
                lastResult,
                lastFailure,
                until);
    }

    /** The same as the continuation of {@code value}. */
    public RunInfo continuedFrom(RunId value) {
        return new RunInfo(
                options, leg, attempt, parent, Optional.of(value), lastResult, lastFailure, until);
    }

    /** The same after a run with this result. */
    public RunInfo lastResult(Payload value) {
        return new RunInfo(options, leg, attempt, parent, continuedFrom, value, lastFailure, until);
    }

    /** The same after a run with this failure. */
    public RunInfo lastFailure(Failure value) {
        return new RunInfo(
                options,
                leg,
                attempt,
                parent,
                continuedFrom,
                lastResult,
                Optional.of(value),
                until);
    }

    /** The same with another end of the time for all runs of the chain, or none. */
    public RunInfo until(Optional<Instant> value) {
        return new RunInfo(
                options, leg, attempt, parent, continuedFrom, lastResult, lastFailure, value);
    }
}
