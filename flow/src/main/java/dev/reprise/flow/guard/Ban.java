package dev.reprise.flow.guard;

import java.util.List;

/**
 * Calls that workflow code may not make.
 *
 * @param type the type's name; with {@code .*} at the end, all types of a package and below
 * @param members the members that are banned, or none for all: a name, a name with parameters, or
 *     the beginning of a name with {@code *}
 * @param instead what to use instead
 */
record Ban(Rule rule, String type, List<String> members, String instead) {

    /** Reads a pattern: {@code type}, {@code package.*}, {@code type#member|member(parameters)}. */
    static Ban parse(Rule rule, String instead, String pattern) {
        var parts = pattern.split("#", 2);
        var members = parts.length == 1 ? List.<String>of() : List.of(parts[1].split("\\|"));
        return new Ban(rule, parts[0], members, instead);
    }

    boolean isPackage() {
        return type.endsWith(".*");
    }

    /** Whether a type's name, with dots, is meant. */
    boolean coversType(String name) {
        return isPackage()
                ? name.startsWith(type.substring(0, type.length() - 1))
                : name.equals(type);
    }

    /**
     * Whether a member is banned that is called on the type or inherited from it.
     *
     * @param inherited whether it is called on a subtype; a constructor is then another one
     */
    boolean coversMember(Member member, boolean inherited) {
        if (members.isEmpty()) {
            return true;
        }
        return members.stream()
                .filter(_ -> !(inherited && member.isConstructor()))
                .anyMatch(it -> matches(it, member));
    }

    private static boolean matches(String pattern, Member member) {
        if (pattern.endsWith("*")) {
            return member.name().startsWith(pattern.substring(0, pattern.length() - 1));
        }
        return pattern.contains("(")
                ? pattern.equals(member.name() + member.parameters())
                : pattern.equals(member.name());
    }
}
