package dev.reprise.policy;

import org.jspecify.annotations.Nullable;

/**
 * Finds policies by a precedence that does not change, and remembers them: rules are read once for
 * each target and what the code says about it. Several threads may ask: what one of them remembers
 * may be overwritten by another, and is found out again then.
 *
 * <p>What is remembered depends on nothing but the target and the code's words. That holds for
 * predicates on targets too, which is why {@link Functions} asks that of them.
 */
public final class Resolver {
    /** How many policies are remembered at most. */
    public static final int REMEMBERED_MAX = 1 << 12;

    private final Precedence precedence;
    private final Functions functions;
    private final @Nullable Found[] found = new @Nullable Found[REMEMBERED_MAX];

    private record Found(Target target, Partial code, Policy policy) {
        boolean is(Target otherTarget, Partial otherCode) {
            return target.equals(otherTarget) && code.equals(otherCode);
        }
    }

    /** Finds by that precedence, with the code that its rules name. */
    public Resolver(Precedence precedence, Functions functions) {
        this.precedence = precedence;
        this.functions = functions;
    }

    /** The precedence that it finds policies by. */
    public Precedence precedence() {
        return precedence;
    }

    /**
     * The policy of a target, as {@link Precedence#resolve} says it.
     *
     * @param code what the workflow's code says about it
     * @throws IllegalStateException if a predicate is not there, or throws
     */
    public Policy resolve(Target target, Partial code) {
        int hash = 31 * target.hashCode() + code.hashCode();
        int place = (hash ^ hash >>> 15) & (REMEMBERED_MAX - 1);
        @Nullable Found known = found[place];
        if (known != null && known.is(target, code)) {
            return known.policy();
        }
        Policy policy = precedence.resolve(target, code, functions);
        found[place] = new Found(target, code, policy);
        return policy;
    }
}
