package dev.reprise.policy;

import dev.reprise.Text;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Which targets a rule is for. A target without a name is met only by kind, code or default. */
public sealed interface Matcher {
    /** The one of that name. */
    record Exact(String name) implements Matcher {
        /** Checks the name. */
        public Exact {
            Text.name("a name to match", name);
        }
    }

    /** Those with the expression somewhere in their name; {@code ^} and {@code $} are its ends. */
    record Regex(Pattern pattern) implements Matcher {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Regex(var that)
                    && pattern.pattern().equals(that.pattern())
                    && pattern.flags() == that.flags();
        }

        @Override
        public int hashCode() {
            return 31 * pattern.pattern().hashCode() + pattern.flags();
        }
    }

    /** Those of one of the kinds. */
    record Kinds(List<String> kinds) implements Matcher {
        /** Checks that there are kinds. */
        public Kinds {
            kinds = Bounds.someNames("a kind", kinds);
        }
    }

    /**
     * Those of which code says so.
     *
     * @param predicate its name in {@link Functions}
     */
    record Told(String predicate) implements Matcher {
        /** Checks the name. */
        public Told {
            Text.name("a predicate's name", predicate);
        }
    }

    /** All of them. */
    record Any() implements Matcher {}

    /** The one of that name. */
    static Matcher name(String name) {
        return new Exact(name);
    }

    /** Those with the expression somewhere in their name; a wrong expression is refused. */
    static Matcher regex(String expression) {
        try {
            return new Regex(Pattern.compile(expression));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "not a regular expression: \"" + expression + "\": " + e.getDescription(), e);
        }
    }

    /** Those of one of the kinds. */
    static Matcher kind(String... kinds) {
        return new Kinds(List.of(kinds));
    }

    /** Those of which the predicate of that name says so. */
    static Matcher told(String predicate) {
        return new Told(predicate);
    }

    /** All of them. */
    static Matcher any() {
        return new Any();
    }

    /**
     * Whether the target is meant.
     *
     * @throws IllegalStateException if a predicate is not there, or throws
     */
    default boolean matches(Target target, Functions functions) {
        return switch (this) {
            case Exact(var name) -> name.equals(target.name());
            case Regex(var pattern) ->
                    !target.name().isEmpty() && pattern.matcher(target.name()).find();
            case Kinds(var kinds) -> kinds.contains(target.kind());
            case Told(var predicate) -> functions.means(predicate, target);
            case Any() -> true;
        };
    }
}
