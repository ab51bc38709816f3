package dev.reprise.policy;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One of the records that a policy is made of, or the policy itself: where fields are.
 *
 * @param of the record of a policy
 * @param onto the policy with another record
 */
record Part<G>(Function<Policy, G> of, BiFunction<Policy, G, Policy> onto) {
    static final Part<Policy> WHOLE = new Part<>(policy -> policy, (_, policy) -> policy);
    static final Part<Backoff> BACKOFF = new Part<>(Policy::backoff, Policy::backoff);
    static final Part<Errors> ERRORS = new Part<>(Policy::errors, Policy::errors);
    static final Part<Timeouts> TIMEOUTS = new Part<>(Policy::timeouts, Policy::timeouts);
    static final Part<Timing> TIMING = new Part<>(Policy::timing, Policy::timing);
    static final Part<Delivery> DELIVERY = new Part<>(Policy::delivery, Policy::delivery);
    static final Part<Gates> GATES = new Part<>(Policy::gates, Policy::gates);
    static final Part<Breaking> BREAKING =
            new Part<>(p -> p.gates().breaking(), (p, v) -> p.gates(p.gates().breaking(v)));
    static final Part<Limits> LIMITS =
            new Part<>(p -> p.gates().limits(), (p, v) -> p.gates(p.gates().limits(v)));
    static final Part<Execution> EXECUTION = new Part<>(Policy::execution, Policy::execution);
    static final Part<Budget> BUDGET = new Part<>(Policy::budget, Policy::budget);
    static final Part<Notes> NOTES = new Part<>(Policy::notes, Policy::notes);

    /** A field that always has a value. */
    <T> Field<T> field(
            String name, Values<T> values, Function<G, T> read, BiFunction<G, T, G> changed) {
        return optional(name, values, group -> Optional.of(read.apply(group)), changed);
    }

    /** A field that may have no value. */
    <T> Field<T> optional(
            String name,
            Values<T> values,
            Function<G, Optional<T>> read,
            BiFunction<G, T, G> changed) {
        return new Field<>(
                name,
                values,
                policy -> read.apply(of.apply(policy)),
                (policy, value) -> onto.apply(policy, changed.apply(of.apply(policy), value)));
    }
}
