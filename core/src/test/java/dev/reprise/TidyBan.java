package dev.reprise;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Something that core may not use, and what it uses instead. */
record TidyBan(String pattern, String instead) {

    /** Begins a group of bans that share their replacement. */
    static Group instead(String instead) {
        return new Group(instead);
    }

    /** Whether this bans the use: of a whole type, of a member, or of one overload. */
    boolean covers(Use use) {
        var parts = pattern.split("#", 2);
        if (parts.length == 1) {
            return matches(parts[0], use.type());
        }
        var member = parts[1].contains("(") ? use.member() + use.parameters() : use.member();
        return matches(parts[0], use.type()) && matches(parts[1], member);
    }

    private static boolean matches(String pattern, String name) {
        var literals = pattern.split("\\*", -1);
        return Pattern.matches(
                String.join(".*", Stream.of(literals).map(Pattern::quote).toList()), name);
    }

    /**
     * One use of a type or its member by compiled code.
     *
     * @param type the type's name, a nested one by that of its outermost type
     * @param member the method or field, {@code <init>} for a constructor, empty when only the type
     *     is named
     * @param parameters simple names in parentheses, empty for a field
     */
    record Use(String type, String member, String parameters) {
        @Override
        public String toString() {
            return member.equals("<init>")
                    ? "new " + type + parameters
                    : member.isEmpty() ? type : type + "." + member + parameters;
        }
    }

    /** Bans that share their replacement. */
    record Group(String instead, List<TidyBan> list) {
        Group(String instead) {
            this(instead, new ArrayList<>());
        }

        Group of(String pattern) {
            list.add(new TidyBan(pattern, instead));
            return this;
        }

        Stream<TidyBan> bans() {
            return list.stream();
        }
    }
}
