package dev.reprise.engine.activity;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an attempt is told of what was before it.
 *
 * @param details what the last heartbeat of the attempts before said; {@link Payload#NONE} when
 *     there was none
 * @param overrides what a policy's {@code RetryWith} changes, by name
 * @param failure what a retry, a fallback or a compensation follows
 * @param key the idempotency key that the policy gives; empty when it gives none
 */
public record Handover(
        Payload details,
        SortedMap<String, Payload> overrides,
        Optional<Failure> failure,
        String key) {
    /** Nothing was before it. */
    public static final Handover NONE =
            new Handover(Payload.NONE, Collections.emptySortedMap(), Optional.empty(), "");

    /** Checks the names, and copies the overrides. */
    public Handover {
        Text.optionalName("an idempotency key", key);
        if (!overrides.isEmpty()) {
            overrides.keySet().forEach(name -> Text.name("an override's name", name));
            overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
        }
    }

    /** The same with the details of another heartbeat. */
    public Handover details(Payload value) {
        return new Handover(value, overrides, failure, key);
    }

    /** The same with other overrides. */
    public Handover overrides(SortedMap<String, Payload> value) {
        return new Handover(details, value, failure, key);
    }

    /** The same after a failure. */
    public Handover failure(Failure value) {
        return new Handover(details, overrides, Optional.of(value), key);
    }

    /** The same with another idempotency key. */
    public Handover key(String value) {
        return new Handover(details, overrides, failure, value);
    }
}
