package dev.reprise.engine.activity;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What the code of an activity may know of its call. */
public final class ActivityContext {
    /** The longest idempotency key: many services take no longer ones. */
    public static final int IDEMPOTENCY_KEY_CHARS_MAX = 128;

    static final ScopedValue<ActivityContext> CURRENT = ScopedValue.newInstance();

    private static final String DIGEST = "sha256:";

    private final Call call;
    private final PayloadCodec codec;
    private final Pulse pulse;

    ActivityContext(Call call, PayloadCodec codec, Pulse pulse) {
        this.call = call;
        this.codec = codec;
        this.pulse = pulse;
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

    /** What its policy says about it to those who watch, by name. */
    public SortedMap<String, String> metadata() {
        return call.notes().metadata();
    }

    /** The name under which it is measured: that of its policy, or its own. */
    public String telemetryName() {
        return call.telemetryName();
    }

    /**
     * Says that the work goes on, for those who stop what is silent for too long.
     *
     * @param details how far it is: what the next attempt finds in {@link #lastDetails}; null for
     *     nothing
     */
    public void heartbeat(@Nullable Object details) {
        pulse.heartbeat(details == null ? Payload.NONE : codec.encode(details));
    }

    /** Says that the work goes on. */
    public void heartbeat() {
        heartbeat(null);
    }

    /** What the last heartbeat of the attempts before said; empty when it said nothing. */
    public <T> Optional<T> lastDetails(Class<T> type) {
        return decoded(call.handover().details(), type);
    }

    /**
     * Whether the work may stop, since somebody has asked for that or nobody waits for it any more.
     * The thread was interrupted then; what the code gives is its own affair.
     */
    public boolean isCancelled() {
        return pulse.isCancelled();
    }

    /** What a policy's fallback changes in this attempt, by name. */
    public SortedMap<String, Payload> overrides() {
        return call.handover().overrides();
    }

    /** What a policy's fallback puts in place of something; empty when it does not. */
    public <T> Optional<T> override(String name, Class<T> type) {
        Payload found = call.handover().overrides().get(name);
        return found == null ? Optional.empty() : decoded(found, type);
    }

    private <T> Optional<T> decoded(Payload payload, Class<T> type) {
        return payload.isNone()
                ? Optional.empty()
                : Optional.of(type.cast(codec.decode(payload, type)));
    }

    /** The failure that this attempt follows, as a retry, a fallback or a compensation. */
    public Optional<Failure> failure() {
        return call.handover().failure();
    }

    /** By what somebody outside names this attempt, to bring its outcome later. */
    public TaskToken taskToken() {
        return TaskToken.of(call);
    }

    /**
     * A text that is the same for every attempt and every delivery of this call, and for no other
     * call of any run, unless the policy gives a key of its own: what to give to services that do
     * the same thing only once. It has at most {@link #IDEMPOTENCY_KEY_CHARS_MAX} characters, all
     * of them visible ASCII.
     */
    public String idempotencyKey() {
        String given = call.handover().key();
        return given.isEmpty()
                ? fitting(call.run().value(), ending(call.leg(), call.birth(), call.seq()))
                : fitting(given, "");
    }

    /**
     * By what a call is told from all others: its run, its number, its leg if not the first, and
     * which of the runs that ever had the id that is, if keys say it.
     */
    public static String keyOf(RunId run, long leg, long birth, long seq) {
        return run + ending(leg, birth, seq);
    }

    private static String ending(long leg, long birth, long seq) {
        return "/"
                + seq
                + (leg == 1 ? "" : "." + leg)
                + (birth == 0 ? "" : "~" + TaskToken.birth(birth, "."));
    }

    /** A text with an ending; when services might not take it, its digest with the ending. */
    private static String fitting(String text, String ending) {
        boolean plain =
                text.length() + ending.length() <= IDEMPOTENCY_KEY_CHARS_MAX
                        && !text.startsWith(DIGEST)
                        && text.chars().allMatch(c -> c > ' ' && c <= '~');
        return (plain ? text : DIGEST + digest(text)) + ending;
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
