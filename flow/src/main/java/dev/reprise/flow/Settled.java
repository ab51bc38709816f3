package dev.reprise.flow;

import org.jspecify.annotations.Nullable;

/**
 * How a branch ended.
 *
 * @param <T> the type of its value
 */
public sealed interface Settled<T extends @Nullable Object> {
    /** With a value. */
    record Value<T extends @Nullable Object>(T value) implements Settled<T> {}

    /** With an exception. */
    record Failed<T extends @Nullable Object>(Exception why) implements Settled<T> {}
}
