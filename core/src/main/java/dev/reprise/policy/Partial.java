package dev.reprise.policy;

import dev.reprise.Check;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Some of what a policy says, field by field. What it does not say is left to whoever has less
 * precedence.
 */
public final class Partial {
    /** Nothing is said. */
    public static final Partial NONE = new Partial(new TreeMap<>());

    private final SortedMap<String, Said<?>> said;
    private final int hash;

    private record Said<T>(Field<T> field, T value) {
        Policy onto(Policy policy) {
            return field.onto(policy, value);
        }

        @Override
        public String toString() {
            return value.toString();
        }
    }

    private Partial(SortedMap<String, Said<?>> said) {
        this.said = said;
        this.hash = said.hashCode();
    }

    /** The same with one thing more, or another value for it; refuses what no policy can have. */
    public <T> Partial with(Field<T> field, T value) {
        var more = new TreeMap<>(said);
        more.put(field.name(), new Said<>(field, field.checked(value)));
        var partial = new Partial(more);
        Duration base = partial.delayBase();
        Duration max = partial.delayMax();
        Check.argument(base.compareTo(max) <= 0, "delayBase %s exceeds delayMax %s", base, max);
        return partial;
    }

    /** What is said about the field. */
    @SuppressWarnings("unchecked") // what is under a field's name has the type of the field
    public <T> Optional<T> value(Field<T> field) {
        var found = said.get(field.name());
        return found == null ? Optional.empty() : Optional.of((T) found.value());
    }

    /** Whether something is said about the field. */
    public boolean says(Field<?> field) {
        return said.containsKey(field.name());
    }

    /**
     * What both say: this one wins, field by field. A base and a longest wait that do not go
     * together are made equal to the one that wins.
     */
    public Partial over(Partial weaker) {
        var both = new TreeMap<>(weaker.said);
        both.putAll(said);
        var merged = new Partial(both);
        Duration base = merged.delayBase();
        Duration max = merged.delayMax();
        if (base.compareTo(max) <= 0) {
            return merged;
        }
        return says(Field.DELAY_MAX)
                ? merged.with(Field.DELAY_BASE, max)
                : merged.with(Field.DELAY_MAX, base);
    }

    /** The policy with everything that is said here. */
    public Policy onto(Policy policy) {
        Policy whole = policy;
        for (var each : said.values()) {
            whole = each.onto(whole);
        }
        return whole;
    }

    private Duration delayBase() {
        var found = said.get(Field.DELAY_BASE.name());
        return found == null ? Duration.ZERO : (Duration) found.value();
    }

    private Duration delayMax() {
        var found = said.get(Field.DELAY_MAX.name());
        return found == null ? Bounds.SPAN_MAX : (Duration) found.value();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof Partial that && hash == that.hash && said.equals(that.said));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** What is said, by name. */
    @Override
    public String toString() {
        return said.toString();
    }
}
