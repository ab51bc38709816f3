package dev.reprise.filter;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a filter asks for: something that every run has, or one of its attributes. */
public sealed interface Field {
    /** The kind of values that a field has. */
    enum Kind {
        /** Exact text. */
        KEYWORD,
        /** One of {@link RunStatus}. */
        STATUS,
        /** A point in time. */
        TIME,
        /** A whole number. */
        NUMBER,
        /** Whatever the attribute of a run is; another run may have another kind. */
        ANY
    }

    /** The kind of its values. */
    Kind kind();

    /** Whether every run has it. */
    boolean isAlwaysThere();

    /** As it is written in a filter. */
    String text();

    /** The fields that are there without being set. */
    enum BuiltIn implements Field {
        /** The run's id. */
        ID(Kind.KEYWORD),
        /** The type of its workflow. */
        TYPE(Kind.KEYWORD),
        /** How it is. */
        STATUS(Kind.STATUS),
        /** When it began. */
        STARTED(Kind.TIME),
        /** When it ended, if it has. */
        ENDED(Kind.TIME),
        /** When something last happened to it. */
        UPDATED(Kind.TIME),
        /** How long its history is. */
        EVENTS(Kind.NUMBER);

        private final Kind kind;

        BuiltIn(Kind kind) {
            this.kind = kind;
        }

        @Override
        public Kind kind() {
            return kind;
        }

        @Override
        public boolean isAlwaysThere() {
            return this != ENDED;
        }

        @Override
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<BuiltIn> of(String word) {
            return Stream.of(values()).filter(it -> it.name().equalsIgnoreCase(word)).findFirst();
        }

        static List<String> words() {
            return Stream.of(values()).map(BuiltIn::text).toList();
        }
    }

    /** One of the attributes of a run. */
    record Named(String name) implements Field {
        /** Checks the name. */
        public Named {
            Attributes.name(name);
        }

        @Override
        public Kind kind() {
            return Kind.ANY;
        }

        @Override
        public boolean isAlwaysThere() {
            return false;
        }

        @Override
        public String text() {
            return Tokens.name(name);
        }
    }

    /** The attribute of that name. */
    static Field attribute(String name) {
        return new Named(name);
    }
}
