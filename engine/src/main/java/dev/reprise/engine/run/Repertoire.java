package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.flow.WorkflowType;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import dev.reprise.vm.PatternType;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/** The code that there is for runs and activities, and the runs that wait for some to come. */
final class Repertoire {
    private final House house;
    private final Activities activities;
    private final Map<String, WorkflowType<?, ?>> workflows = new ConcurrentHashMap<>();
    private final Map<String, PatternType> patterns = new ConcurrentHashMap<>();

    /** The code of the engine's own workflows, which is always there. */
    private final Map<String, WorkflowType<?, ?>> ours = new TreeMap<>();

    /** Programs that runs began with and that are not current any more, by type and hash. */
    private final Map<String, LinkedProgram> older = new ConcurrentHashMap<>();

    /** The runs that wait for the code of an activity, by its name. */
    private final Map<String, Set<RunId>> codeless = new ConcurrentHashMap<>();

    /** The runs whose timers are due and wait for the code of a workflow, by its name. */
    private final Map<String, Set<RunId>> unhosted = new ConcurrentHashMap<>();

    Repertoire(House house) {
        this.house = house;
        this.activities = new Activities(house.settings().codec());
        Schedules.types().forEach(it -> ours.put(it.name(), it));
    }

    // ---- Registering ----

    void register(WorkflowType<?, ?> type) {
        checkFree(type.name());
        workflows.put(type.name(), type);
        registered(type.name());
    }

    /** What is written first is durable first: no run is that has no program. */
    void register(PatternType type) {
        Check.state(house.epoch() > 0, "patterns are registered when the store is claimed");
        checkFree(type.name());
        keep(type.program());
        patterns.put(type.name(), type);
        registered(type.name());
    }

    /** From now on these activities are carried out; those that wait for them go on. */
    void register(Object implementation) {
        for (String name : activities.add(implementation)) {
            revive(codeless.remove(name));
        }
        house.revivals().begin();
    }

    private void checkFree(String name) {
        Check.argument(
                !name.startsWith(Schedules.RESERVED),
                "workflow types that begin with %s are the engine's own: %s",
                Schedules.RESERVED,
                name);
        Check.argument(!isHosted(name), "workflow type %s is registered already", name);
    }

    private void registered(String name) {
        house.roster()
                .forEachStuck(
                        (run, stuckType) -> {
                            if (stuckType.equals(name)) {
                                house.revivals().add(run);
                            }
                        });
        revive(unhosted.remove(name));
        house.revivals().begin();
    }

    private void revive(@Nullable Set<RunId> waiting) {
        if (waiting != null) {
            waiting.forEach(house.revivals()::add);
        }
    }

    // ---- Programs ----

    static String keptName(String hash) {
        return "program/" + hash;
    }

    /** The store was resumed: the programs may not be there that were kept when it was full. */
    void keepAll() {
        patterns.values().forEach(it -> keep(it.program()));
    }

    private void keep(Program program) {
        String name = keptName(program.hash());
        if (house.around().store().kept(name).isPresent()) {
            return;
        }
        long by = house.epoch();
        house.around()
                .store()
                .write(
                        new Change.Keep(name, program.toBytes(), by),
                        new Receipt() {
                            @Override
                            public void durable() {}

                            // When the store was resumed since, it is kept again.
                            @Override
                            public void refused(Conflict conflict) {
                                if (by == house.epoch()) {
                                    house.outage().refused(conflict);
                                }
                            }

                            @Override
                            public void failed(StoreFailure failure) {
                                if (by == house.epoch()) {
                                    house.outage().failed(failure);
                                }
                            }
                        });
    }

    /** A program that runs of a pattern began with before, if it was linked already. */
    @Nullable LinkedProgram older(PatternType type, String hash) {
        return older.get(type.name() + " " + hash);
    }

    void keepLinked(PatternType type, LinkedProgram linked) {
        older.put(type.name() + " " + linked.program().hash(), linked);
    }

    /** The hash of the program that new runs of this type keep to; empty when it is no pattern. */
    String programOf(String name) {
        PatternType type = pattern(name);
        return type == null ? "" : type.program().hash();
    }

    // ---- What there is ----

    @Nullable WorkflowType<?, ?> workflow(String name) {
        WorkflowType<?, ?> own = ours.get(name);
        return own == null ? workflows.get(name) : own;
    }

    @Nullable PatternType pattern(String name) {
        return patterns.get(name);
    }

    Activities activities() {
        return activities;
    }

    /** Whether nothing was registered. */
    boolean isEmpty() {
        return hosted().isEmpty() && activities.names().isEmpty();
    }

    /** The names of the workflows and patterns that were registered. */
    TreeSet<String> hosted() {
        var names = new TreeSet<>(workflows.keySet());
        names.addAll(patterns.keySet());
        return names;
    }

    /** Whether runs of this type can be carried out. */
    boolean isHosted(String name) {
        return workflow(name) != null || patterns.containsKey(name);
    }

    /** Why no schedule can be made that starts this; null when one can, or nobody knows. */
    @Nullable Refusal unscheduled(String name) {
        TreeSet<String> known = hosted();
        return known.isEmpty() || isHosted(name) ? null : Refusal.unknownType(name, known);
    }

    /** Whether there is something under the name of a run's type that is of its kind. */
    boolean hosts(Standing run) {
        return run.program().isEmpty()
                ? workflow(run.type()) != null
                : patterns.containsKey(run.type());
    }

    // ---- Waiting for code ----

    /** Whether the code of an activity is missing; if so, the run is told when it is there. */
    boolean awaitsCode(String activity, RunId run) {
        await(codeless, activity, run);
        // Whoever brings the code tells those who wait afterwards: one of the two sees the other.
        return !activities.knows(activity);
    }

    /** Whether the code of a workflow is missing; if so, the run is told when it is there. */
    boolean awaitsWorkflow(String type, RunId run) {
        if (isHosted(type)) {
            return false;
        }
        await(unhosted, type, run);
        return !isHosted(type);
    }

    private static void await(Map<String, Set<RunId>> runs, String name, RunId run) {
        runs.compute(
                name,
                (_, before) -> {
                    Set<RunId> waiting = before == null ? new ConcurrentSkipListSet<>() : before;
                    waiting.add(run);
                    return waiting;
                });
    }
}
