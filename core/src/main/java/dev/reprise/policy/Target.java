package dev.reprise.policy;

import dev.reprise.Text;

/**
 * What a policy is looked up for.
 *
 * @param name the name of an activity or a task; empty when it has none
 * @param kind what sort of thing it is, in the words of who looks it up
 */
public record Target(String name, String kind) {
    /** Checks the names. */
    public Target {
        Text.optionalName("a target's name", name);
        Text.name("a kind", kind);
    }
}
