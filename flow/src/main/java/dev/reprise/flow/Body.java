package dev.reprise.flow;

import org.jspecify.annotations.Nullable;

/** A piece of a workflow's code that gives a value. */
@FunctionalInterface
public interface Body<T extends @Nullable Object> {
    /** Carries it out. */
    T run() throws Exception;
}
