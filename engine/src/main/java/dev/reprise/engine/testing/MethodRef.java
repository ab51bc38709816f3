package dev.reprise.engine.testing;

import org.jspecify.annotations.Nullable;

/**
 * References to methods of an interface, such as {@code Payments::charge}: by how many arguments
 * they have, and whether they give something.
 */
public final class MethodRef {
    private MethodRef() {}

    /** Gives something, without arguments. */
    public interface Giving0<T, R extends @Nullable Object> {
        /** Calls it. */
        R call(T target) throws Exception;
    }

    /** Gives something, with one argument. */
    public interface Giving1<T, A extends @Nullable Object, R extends @Nullable Object> {
        /** Calls it. */
        R call(T target, A first) throws Exception;
    }

    /** Gives something, with two arguments. */
    public interface Giving2<
            T, A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> {
        /** Calls it. */
        R call(T target, A first, B second) throws Exception;
    }

    /** Gives something, with three arguments. */
    public interface Giving3<
            T,
            A extends @Nullable Object,
            B extends @Nullable Object,
            C extends @Nullable Object,
            R extends @Nullable Object> {
        /** Calls it. */
        R call(T target, A first, B second, C third) throws Exception;
    }

    /** Gives nothing, without arguments. */
    public interface Doing0<T> {
        /** Calls it. */
        void call(T target) throws Exception;
    }

    /** Gives nothing, with one argument. */
    public interface Doing1<T, A extends @Nullable Object> {
        /** Calls it. */
        void call(T target, A first) throws Exception;
    }

    /** Gives nothing, with two arguments. */
    public interface Doing2<T, A extends @Nullable Object, B extends @Nullable Object> {
        /** Calls it. */
        void call(T target, A first, B second) throws Exception;
    }

    /** Gives nothing, with three arguments. */
    public interface Doing3<
            T, A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object> {
        /** Calls it. */
        void call(T target, A first, B second, C third) throws Exception;
    }
}
