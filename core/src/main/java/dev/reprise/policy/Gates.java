package dev.reprise.policy;

import dev.reprise.Text;

/**
 * Who is asked before an attempt starts. Their state is shared by many runs, so it is not here:
 * what they say comes in as a {@link Verdict}.
 *
 * @param breaker the name of a circuit breaker; empty for none
 * @param breaking when it opens
 * @param onOpen what happens while it is open
 * @param limits of rate and concurrency
 */
public record Gates(String breaker, Breaking breaking, OnOpen onOpen, Limits limits) {
    /** Nobody is asked. */
    public static final Gates NONE = new Gates("", Breaking.DEFAULT, OnOpen.FAIL, Limits.NONE);

    /** What an open breaker does to an attempt. */
    public enum OnOpen {
        /** It fails without having run, and is not tried again. */
        FAIL,
        /** It waits until the breaker may be asked again. */
        WAIT
    }

    /** Checks the name. */
    public Gates {
        Text.optionalName("a breaker's name", breaker);
    }

    /** The same with another breaker. */
    public Gates breaker(String value) {
        return new Gates(value, breaking, onOpen, limits);
    }

    /** The same with a breaker that opens at other times. */
    public Gates breaking(Breaking value) {
        return new Gates(breaker, value, onOpen, limits);
    }

    /** The same with another answer to an open breaker. */
    public Gates onOpen(OnOpen value) {
        return new Gates(breaker, breaking, value, limits);
    }

    /** The same with other limits. */
    public Gates limits(Limits value) {
        return new Gates(breaker, breaking, onOpen, value);
    }
}
