package dev.reprise.policy;

import dev.reprise.Text;

/**
 * Who is asked before an attempt starts. Their state is shared by many runs, so it is not here:
 * what they say comes in as a {@link Verdict}. An empty name is nobody.
 *
 * @param breaker the name of a circuit breaker
 * @param onOpen what happens while it is open
 * @param limiter the name of a limit of rate or concurrency
 */
public record Gates(String breaker, OnOpen onOpen, String limiter) {
    /** Nobody is asked. */
    public static final Gates NONE = new Gates("", OnOpen.FAIL, "");

    /** What an open breaker does to an attempt. */
    public enum OnOpen {
        /** It fails without having run, and is not tried again. */
        FAIL,
        /** It waits until the breaker may be asked again. */
        WAIT
    }

    /** Checks the names. */
    public Gates {
        Text.optionalName("a breaker's name", breaker);
        Text.optionalName("a limiter's name", limiter);
    }

    /** The same with another breaker. */
    public Gates breaker(String value) {
        return new Gates(value, onOpen, limiter);
    }

    /** The same with another answer to an open breaker. */
    public Gates onOpen(OnOpen value) {
        return new Gates(breaker, value, limiter);
    }

    /** The same with another limiter. */
    public Gates limiter(String value) {
        return new Gates(breaker, onOpen, value);
    }
}
