package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * What is known under the name of a circuit breaker. Whoever keeps it asks before each call, tells
 * what became of it, and lets one at a time do so. There is no clock and no timer in it: it is half
 * open as soon as somebody asks late enough.
 *
 * <pre>{@code
 * CLOSED ── too many failed, or were slow ──► OPEN ── somebody asks after openFor ──► HALF_OPEN
 *    ▲                                          ▲                                          │
 *    └─────────────── enough were good ─────────┴── too many failed, or were slow ─────────┘
 * }</pre>
 *
 * <p>Of the last calls it keeps the time, and how many had failed and were slow up to each: so the
 * last n calls, or those of the last span, are two numbers and a subtraction, whatever n or the
 * span is; the beginning of a span is found in 14 steps at most. That is how policies with
 * different windows can share a breaker. A span looks at {@link Breaking#CALLS_MAX} calls at most.
 *
 * <p>Only what was let through in the same state counts: whoever returns later than that has
 * nothing to say. When the calls that were let through while it is half open do not return for as
 * long as it was open, others are let through in their place.
 */
public final class Breaker {
    /** Whether calls are let through. */
    public enum State {
        /** All of them. */
        CLOSED,
        /** None. */
        OPEN,
        /** A few, which decide. */
        HALF_OPEN
    }

    private final Since since = new Since();
    private State state = State.CLOSED;
    private long ticket;

    /** Of the call n: when it returned, and how many of all until then had failed, were slow. */
    private long[] times = new long[16];

    private int[] failures = new int[16];
    private int[] slows = new int[16];
    private long calls;
    private long oldest;
    private int wanted;

    /** While it is open, when it may be asked; while it is half open, when others are let in. */
    private Instant until = Instant.MIN;

    private int trialsOut;
    private int trials;
    private int trialFailures;
    private int trialSlows;

    /** A closed breaker that has seen nothing. */
    public Breaker() {}

    /** Whether calls are let through. */
    public State state() {
        return state;
    }

    /**
     * Whether a call may begin. When it may, {@link #returned} or {@link #dropped} must follow,
     * with the {@link #ticket} that is valid now.
     *
     * @return {@link Verdict.Go}, or {@link Verdict.Open}; that has no time when calls are on their
     *     way that decide
     */
    public Verdict ask(Breaking breaking, Instant now) {
        return switch (state) {
            case CLOSED -> Verdict.GO;
            case OPEN -> {
                if (now.isBefore(until)) {
                    yield new Verdict.Open(until);
                }
                halfOpen(breaking, now);
                yield trial(breaking);
            }
            case HALF_OPEN -> {
                if (!now.isBefore(until)) {
                    halfOpen(breaking, now);
                }
                yield trial(breaking);
            }
        };
    }

    /** Names the calls that are let through now: what they say counts until the state changes. */
    public long ticket() {
        return ticket;
    }

    /**
     * A call that was let through returned.
     *
     * @param by the ticket of the call
     * @param took how long it took
     * @return whether those who wait may ask again
     */
    public boolean returned(
            Breaking breaking, long by, Instant now, Duration took, Outcome outcome) {
        if (!breaking.counts(outcome)) {
            return dropped(by);
        }
        if (by != ticket || state == State.OPEN) {
            return false;
        }
        boolean failed = outcome instanceof Outcome.Failed;
        boolean slow = breaking.isSlow(took);
        if (state == State.HALF_OPEN) {
            return tried(breaking, now, failed, slow);
        }
        remember(breaking, since.nanos(now), failed, slow);
        if (isTooMuch(breaking)) {
            open(breaking, now);
        }
        return false;
    }

    /**
     * A call that was let through did not begin, or says nothing about who was called.
     *
     * @return whether those who wait may ask again
     */
    public boolean dropped(long by) {
        if (by != ticket || state != State.HALF_OPEN) {
            return false;
        }
        trialsOut--;
        return true;
    }

    private Verdict trial(Breaking breaking) {
        // Where policies differ, all may have returned and not have been enough for one of them.
        if (trialsOut >= breaking.halfOpenCalls() && trialsOut > trials) {
            return new Verdict.Open(Optional.empty());
        }
        trialsOut++;
        return Verdict.GO;
    }

    private boolean tried(Breaking breaking, Instant now, boolean failed, boolean slow) {
        trials++;
        trialFailures += failed ? 1 : 0;
        trialSlows += slow ? 1 : 0;
        if (trials < breaking.halfOpenCalls()) {
            return trials == trialsOut;
        }
        if (isTooMuch(breaking, trials, trialFailures, trialSlows)) {
            open(breaking, now);
            return false;
        }
        enter(State.CLOSED);
        return true;
    }

    private void open(Breaking breaking, Instant now) {
        enter(State.OPEN);
        until = Bounds.after(now, breaking.openFor());
    }

    private void halfOpen(Breaking breaking, Instant now) {
        enter(State.HALF_OPEN);
        until = Bounds.after(now, breaking.openFor());
    }

    private void enter(State next) {
        state = next;
        ticket++;
        calls = 0;
        oldest = 0;
        trialsOut = 0;
        trials = 0;
        trialFailures = 0;
        trialSlows = 0;
    }

    private boolean isTooMuch(Breaking breaking) {
        boolean timed = !breaking.windowSpan().isZero();
        long from =
                timed
                        ? firstAfter(times[at(calls - 1)] - breaking.windowSpan().toNanos())
                        : Math.max(earliest(), calls - breaking.windowCalls());
        int seen = (int) (calls - from);
        int needed =
                timed ? breaking.callsMin() : Math.min(breaking.callsMin(), breaking.windowCalls());
        return seen >= needed && isTooMuch(breaking, seen, sum(failures, from), sum(slows, from));
    }

    private static boolean isTooMuch(Breaking breaking, int seen, int failed, int slow) {
        return failed * 100L >= (long) breaking.failureRate() * seen
                || slow * 100L >= (long) breaking.slowRate() * seen;
    }

    /** The first call that can be looked at: how many failed before must be known. */
    private long earliest() {
        return oldest == 0 ? 0 : oldest + 1;
    }

    /** The first of those calls that returned after a time; the last one did. */
    private long firstAfter(long nanos) {
        long low = earliest();
        long high = calls - 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (times[at(middle)] > nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** How many of the calls since {@code from} are counted. */
    private int sum(int[] sums, long from) {
        int before = from == 0 ? 0 : sums[at(from - 1)];
        return sums[at(calls - 1)] - before;
    }

    private int at(long call) {
        return (int) (call % times.length);
    }

    private void remember(Breaking breaking, long nanos, boolean failed, boolean slow) {
        boolean timed = !breaking.windowSpan().isZero();
        // One call more than the largest window looks at.
        wanted = Math.max(wanted, 1 + (timed ? Breaking.CALLS_MAX : breaking.windowCalls()));
        if (calls - oldest == times.length) {
            grow();
        }
        if (calls - oldest == times.length) {
            oldest++;
        }
        int here = at(calls);
        times[here] = nanos;
        failures[here] = (calls == 0 ? 0 : failures[at(calls - 1)]) + (failed ? 1 : 0);
        slows[here] = (calls == 0 ? 0 : slows[at(calls - 1)]) + (slow ? 1 : 0);
        calls++;
    }

    private void grow() {
        int length = times.length;
        int larger = Math.min(wanted, length * 2);
        if (larger <= length) {
            return;
        }
        long[] oldTimes = times;
        int[] oldFailures = failures;
        int[] oldSlows = slows;
        times = new long[larger];
        failures = new int[larger];
        slows = new int[larger];
        for (long call = oldest; call < calls; call++) {
            int old = (int) (call % length);
            times[at(call)] = oldTimes[old];
            failures[at(call)] = oldFailures[old];
            slows[at(call)] = oldSlows[old];
        }
    }

    void invariants() {
        Check.invariant(trialsOut >= trials, "%d returned of %d", trials, trialsOut);
        Check.invariant(state == State.HALF_OPEN || trialsOut == 0, "trials while %s", state);
        Check.invariant(state == State.CLOSED || calls == 0, "calls while %s", state);
        Check.invariant(calls - oldest <= times.length, "%d calls from %d", calls, oldest);
        for (long call = oldest + 1; call < calls; call++) {
            boolean ascends =
                    times[at(call - 1)] <= times[at(call)]
                            && failures[at(call - 1)] <= failures[at(call)]
                            && slows[at(call - 1)] <= slows[at(call)];
            Check.invariant(ascends, "times and sums ascend: %s", Arrays.toString(times));
        }
    }
}
