package dev.reprise.app;

import dev.reprise.sim.Summary;
import dev.reprise.sim.task.Classic;
import java.util.Map;
import java.util.Optional;

/** The programs with known bugs, each with a sentence on what is wrong with it. */
final class Catalogue {
    private static final Map<String, String> BUGS =
            Map.ofEntries(
                    Map.entry("account", "two change a balance without a lock"),
                    Map.entry("bluetooth_driver", "a driver is used after it was stopped"),
                    Map.entry("bounded_buffer", "one condition for both sides, one is notified"),
                    Map.entry("carter01", "a lock is taken inside another, and not given back"),
                    Map.entry("circular_buffer", "room is looked for, then used later"),
                    Map.entry("deadlock01", "two locks, taken in two orders"),
                    Map.entry("lazy01", "a checker comes after both of the others"),
                    Map.entry("philosophers", "each takes the left fork, then the right"),
                    Map.entry("queue", "what was there when asked is gone when taken"),
                    Map.entry("reorder", "a reader sees one write without the other"),
                    Map.entry("stack", "the flag says that something was pushed once"),
                    Map.entry("token_ring", "a chain of copies that must be made in order"),
                    Map.entry("twostage", "a reader comes between two critical sections"),
                    Map.entry("wronglock", "a lock that the others do not take"));

    private Catalogue() {}

    /** What is wrong with a program. */
    static Optional<String> bug(String name) {
        int size = name.lastIndexOf('_');
        return Optional.ofNullable(BUGS.get(name))
                .or(
                        () ->
                                size < 0
                                        ? Optional.empty()
                                        : Optional.ofNullable(BUGS.get(name.substring(0, size))));
    }

    /** What a program is made of. */
    static String size(String name) {
        return Summary.caseLine(Classic.named(name)).replace(", no executor", "");
    }
}
