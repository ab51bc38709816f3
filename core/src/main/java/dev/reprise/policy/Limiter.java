package dev.reprise.policy;

import dev.reprise.Check;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * What is counted under the key of a {@link Limits}: how many attempts are on their way, and when
 * the last ones started. Whoever keeps it asks before each start, tells each end, and lets one at a
 * time do so. It costs the same whatever the limits are.
 *
 * <p>Of the last starts the times are kept, as many as the greatest rate that asked has. A start is
 * let through when the one that is {@code count} starts back is at least {@code per} ago. So any
 * {@code count + 1} starts take at least that long, and no span of that length has more than {@code
 * count}, wherever it begins; and nobody is refused who would not break that. A bucket of tokens
 * that refills, or a window that begins anew, lets twice as many through around its border.
 */
public final class Limiter {
    private final Since since = new Since();
    private long[] starts = new long[0];
    private long started;
    private int running;

    /** Nothing has started. */
    public Limiter() {}

    /**
     * Whether an attempt may start now. When it may, it has started: {@link #ended} must follow.
     *
     * @return {@link Verdict.Go}, or {@link Verdict.Full}; that has a time when it is the rate that
     *     leaves no room
     */
    public Verdict ask(Limits limits, Instant now) {
        long nanos = since.nanos(now);
        var rate = limits.rate();
        remember(rate.count());
        if (rate.count() > 0 && started >= rate.count()) {
            long free = start(started - rate.count()) + rate.per().toNanos();
            if (nanos < free) {
                // A clock that went back may say that this has passed.
                Instant until = since.instant(free);
                return new Verdict.Full(until.isAfter(now) ? until : now.plusNanos(1));
            }
        }
        if (limits.concurrencyMax() > 0 && running >= limits.concurrencyMax()) {
            return new Verdict.Full(Optional.empty());
        }
        running++;
        if (starts.length > 0) {
            starts[(int) (started % starts.length)] = nanos;
            started++;
        }
        return Verdict.GO;
    }

    /** An attempt that had started is on its way no more: those who wait may ask again. */
    public void ended() {
        Check.state(running > 0, "nothing is on its way that could end");
        running--;
    }

    /** How many attempts are on their way. */
    public int running() {
        return running;
    }

    private long start(long index) {
        return starts[(int) (index % starts.length)];
    }

    /** Makes room for so many starts. What was forgotten does not come back. */
    private void remember(int count) {
        if (count <= starts.length) {
            return;
        }
        int kept = (int) Math.min(started, starts.length);
        long[] larger = new long[count];
        for (int i = 0; i < kept; i++) {
            larger[i] = start(started - kept + i);
        }
        starts = larger;
        started = kept;
    }

    void invariants() {
        Check.invariant(running >= 0, "so many are on their way: %d", running);
        int kept = (int) Math.min(started, starts.length);
        for (int i = 1; i < kept; i++) {
            long before = start(started - kept + i - 1);
            Check.invariant(
                    before <= start(started - kept + i),
                    "starts ascend: %s",
                    Arrays.toString(starts));
        }
    }
}
