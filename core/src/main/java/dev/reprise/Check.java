package dev.reprise;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The three ways of saying that a rule is broken. They are always on, hold one condition each, and
 * their messages are sentences that show the offending value.
 *
 * <p>The formatted forms box their arguments only when the condition fails on a slow path of the
 * caller's choosing; on a hot path pass a plain sentence.
 */
public final class Check {
    private Check() {}

    /** The caller passed something it must not pass: throws {@link IllegalArgumentException}. */
    @Contract("false, _ -> fail")
    public static void argument(boolean holds, String sentence) {
        if (!holds) {
            throw new IllegalArgumentException(sentence);
        }
    }

    /** As {@link #argument(boolean, String)}, with the offending values put into the sentence. */
    @Contract("false, _, _, _ -> fail")
    public static void argument(
            boolean holds, String sentence, @Nullable Object first, @Nullable Object... rest) {
        if (!holds) {
            throw new IllegalArgumentException(filled(sentence, first, rest));
        }
    }

    /** The call came at the wrong moment: throws {@link IllegalStateException}. */
    @Contract("false, _ -> fail")
    public static void state(boolean holds, String sentence) {
        if (!holds) {
            throw new IllegalStateException(sentence);
        }
    }

    /** As {@link #state(boolean, String)}, with the offending values put into the sentence. */
    @Contract("false, _, _, _ -> fail")
    public static void state(
            boolean holds, String sentence, @Nullable Object first, @Nullable Object... rest) {
        if (!holds) {
            throw new IllegalStateException(filled(sentence, first, rest));
        }
    }

    /** Reprise itself is wrong: throws {@link InvariantViolation}, which nothing retries. */
    @Contract("false, _ -> fail")
    public static void invariant(boolean holds, String sentence) {
        if (!holds) {
            throw new InvariantViolation(sentence);
        }
    }

    /** As {@link #invariant(boolean, String)}, with the offending values put into the sentence. */
    @Contract("false, _, _, _ -> fail")
    public static void invariant(
            boolean holds, String sentence, @Nullable Object first, @Nullable Object... rest) {
        if (!holds) {
            throw new InvariantViolation(filled(sentence, first, rest));
        }
    }

    private static String filled(
            String sentence, @Nullable Object first, @Nullable Object... rest) {
        @Nullable Object[] all = new @Nullable Object[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return String.format(Locale.ROOT, sentence, all);
    }
}
