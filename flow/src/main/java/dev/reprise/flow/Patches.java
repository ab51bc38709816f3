package dev.reprise.flow;

import dev.reprise.history.Command;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which patches the code of a run has. What a run was told once about a patch holds for all its
 * life, so that one run never takes both paths.
 */
final class Patches {
    private final TreeMap<String, Boolean> recalled = new TreeMap<>();
    private final TreeSet<String> marked = new TreeSet<>();
    private final TreeSet<String> absent = new TreeSet<>();

    /** Replay says that the recorded code marked this patch. */
    void recall(String id, boolean deprecated) {
        recalled.put(id, deprecated);
    }

    /** Whether the path with the patch is to be taken; marks it the first time. */
    boolean has(Unit unit, String id) {
        if (marked.contains(id)) {
            return true;
        }
        if (absent.contains(id)) {
            return false;
        }
        if (unit.run.isReplaying() && !recalled.containsKey(id)) {
            absent.add(id);
            return false;
        }
        mark(unit, id, recalled.getOrDefault(id, false));
        return true;
    }

    /** The path without the patch is gone: marks it, as it was marked, or newly. */
    void deprecate(Unit unit, String id) {
        boolean silent = unit.run.isReplaying() && !recalled.containsKey(id);
        if (!silent && !marked.contains(id)) {
            mark(unit, id, recalled.getOrDefault(id, true));
        }
    }

    private void mark(Unit unit, String id, boolean deprecated) {
        unit.run.emit(new Command.MarkPatch(unit.run.nextSeq(), unit.id, id, deprecated));
        marked.add(id);
    }
}
