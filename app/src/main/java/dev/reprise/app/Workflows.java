package dev.reprise.app;

import dev.reprise.app.Code.Unusable;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The workflows in some code, with which stored runs are replayed; those of the engine itself are
 * among them. Only what is needed is made: there may be workflows beside it that nobody can make.
 */
final class Workflows {
    private final SortedMap<String, Class<? extends Workflow<?, ?>>> found;
    private final SortedMap<String, WorkflowType<?, ?>> types = new TreeMap<>();

    private Workflows(SortedMap<String, Class<? extends Workflow<?, ?>>> found) {
        this.found = found;
        Schedules.types().forEach(type -> types.put(type.name(), type));
    }

    /**
     * Those in a jar, a folder of classes or a source file.
     *
     * @throws Unusable when there are none
     */
    static Workflows in(Path code) {
        var found = Code.in(code).workflows();
        if (found.isEmpty()) {
            throw new Unusable("There is no workflow in " + code + ".");
        }
        return new Workflows(found);
    }

    /** The workflow of a name; null when there is none. */
    @Nullable WorkflowType<?, ?> named(String name) {
        WorkflowType<?, ?> known = types.get(name);
        Class<? extends Workflow<?, ?>> workflow = found.get(name);
        if (known == null && workflow != null) {
            known = Code.type(workflow);
            types.put(name, known);
        }
        return known;
    }

    /** The names of those that the code has. */
    SortedSet<String> names() {
        return new TreeSet<>(found.keySet());
    }
}
