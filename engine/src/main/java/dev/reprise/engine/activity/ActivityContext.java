package dev.reprise.engine.activity;

import dev.reprise.RunId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What the code of an activity may know of its call. */
public final class ActivityContext {
    /** The longest idempotency key: many services take no longer ones. */
    public static final int IDEMPOTENCY_KEY_CHARS_MAX = 128;

    static final ScopedValue<ActivityContext> CURRENT = ScopedValue.newInstance();

    private static final String DIGEST = "sha256:";

    private final Call call;

    ActivityContext(Call call) {
        this.call = call;
    }

    /**
     * The context of the activity that the calling thread carries out.
     *
     * @throws IllegalStateException outside of an activity
     */
    public static ActivityContext current() {
        if (!CURRENT.isBound()) {
            throw new IllegalStateException(
                    "Thread "
                            + Thread.currentThread().getName()
                            + " carries out no activity. What to do: ask for the context in the"
                            + " activity's own thread, and hand it on to others.");
        }
        return CURRENT.get();
    }

    /** The run that asked for the activity. */
    public RunId run() {
        return call.run();
    }

    /** What the workflow calls this activity. */
    public String activityId() {
        return call.activityId();
    }

    /** The name under which the activity is registered. */
    public String type() {
        return call.type();
    }

    /** The number of this attempt, from 1. */
    public int attempt() {
        return call.attempt();
    }

    /** How often this attempt was delivered before, and lost with a process. */
    public int redeliveries() {
        return call.redeliveries();
    }

    /**
     * A text that is the same for every attempt and every delivery of this call, and for no other
     * call of any run: what to give to services that do the same thing only once. It has at most
     * {@link #IDEMPOTENCY_KEY_CHARS_MAX} characters, all of them visible ASCII.
     */
    public String idempotencyKey() {
        String run = call.run().value();
        String seq = "/" + call.seq();
        boolean plain =
                run.length() + seq.length() <= IDEMPOTENCY_KEY_CHARS_MAX
                        && !run.startsWith(DIGEST)
                        && run.chars().allMatch(c -> c > ' ' && c <= '~');
        return (plain ? run : DIGEST + digest(run)) + seq;
    }

    private static String digest(String text) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return call.type() + " " + call.activityId() + " of run " + call.run();
    }
}
