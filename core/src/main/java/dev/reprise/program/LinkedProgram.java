package dev.reprise.program;

import dev.reprise.Payload;
import dev.reprise.pattern.Condition;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Instances;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Merge;
import dev.reprise.pattern.Node;
import dev.reprise.pattern.Registry;
import dev.reprise.pattern.Unlinkable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A program whose names are bound to code: {@link Program#link} makes it. A program is linked by
 * the names in its tables, so one that was read from a file needs no pattern.
 */
public final class LinkedProgram implements Condition.Code {
    private final Program program;
    private final Registry registry;
    private final List<UnaryOperator<Context>> tasks = new ArrayList<>();
    private final List<Predicate<Context>> conditions = new ArrayList<>();
    private final List<Merge> merges = new ArrayList<>();

    private final List<Predicate<Context>> needs = new ArrayList<>();
    private final List<Boolean> builtIn = new ArrayList<>();

    /** By name: whether a milestone or a cancel looks at regions of that name. */
    private final boolean[] watched;

    private final boolean[] begins;

    /** By position of a round: whether its number says when the loop is over. */
    private final boolean[] counted;

    private LinkedProgram(Program program, Registry registry) {
        this.program = program;
        this.registry = registry;
        this.watched = new boolean[program.tables().names().size()];
        this.begins = new boolean[program.size()];
        this.counted = new boolean[program.size()];
        for (int at = 0; at < program.size(); at = program.next(at)) {
            begins[at] = true;
            switch (program.at(at)) {
                case Code.MILESTONE, Code.CANCEL, Code.COMPLETE ->
                        watched[program.at(at + 1)] = true;
                case Code.TIMES -> counted[program.at(at + 2) - 1] = true;
                default -> {}
            }
        }
    }

    static LinkedProgram link(Program program, Registry registry) {
        var problems = new Names(program.tables(), registry).problems();
        if (!problems.isEmpty()) {
            throw new Unlinkable(problems);
        }
        var linked = new LinkedProgram(program, registry);
        var tables = program.tables();
        tables.tasks().forEach(it -> linked.tasks.add(bound(registry.tasks().get(it), it)));
        tables.conditions().forEach(it -> linked.conditions.add(linked.predicate(it)));
        tables.merges().forEach(it -> linked.merges.add(linked.merge(it)));
        tables.merges().forEach(it -> linked.builtIn.add(Merge.builtIn(it).isPresent()));
        for (var join : tables.joins()) {
            linked.needs.add(
                    join.need() instanceof Join.When(var condition)
                            ? linked.predicate(condition)
                            : _ -> false);
        }
        return linked;
    }

    /** The program. */
    public Program program() {
        return program;
    }

    /** The function of that number. */
    public UnaryOperator<Context> task(int number) {
        return tasks.get(number);
    }

    /** The condition of that number. */
    public Predicate<Context> condition(int number) {
        return conditions.get(number);
    }

    /** The merge of that number. */
    public Merge merge(int number) {
        return merges.get(number);
    }

    /** Whether the merge of that number is one that takes over what has changed, or nothing. */
    public boolean isBuiltIn(int merge) {
        return builtIn.get(merge);
    }

    /** Whether what has arrived is enough for the join of that number, which has a condition. */
    public Predicate<Context> need(int join) {
        return needs.get(join);
    }

    /** Whether something in the code looks at regions of the name of that number. */
    public boolean isWatched(int name) {
        return watched[name];
    }

    /** Whether the loop that begins at this position goes round a fixed number of times. */
    public boolean isCounted(int round) {
        return counted[round];
    }

    /** Whether an instruction begins at this position. */
    public boolean isBeginning(int position) {
        return begins[position];
    }

    @Override
    public Predicate<Context> condition(String name) {
        return bound(registry.conditions().get(name), name);
    }

    /** What the condition says; a name is its function itself. */
    public Predicate<Context> predicate(Condition condition) {
        return condition instanceof Condition.Named(var name)
                ? condition(name)
                : context -> condition.holds(context, this);
    }

    /** The function that says how many instances there are. */
    public ToIntFunction<Context> count(String name) {
        return bound(registry.counts().get(name), name);
    }

    /** The function that gives what there are instances for. */
    public Function<Context, List<Payload>> list(String name) {
        return bound(registry.lists().get(name), name);
    }

    private Merge merge(String name) {
        return Merge.builtIn(name).orElseGet(() -> bound(registry.merges().get(name), name));
    }

    private static <T> T bound(@Nullable T code, String name) {
        dev.reprise.Check.argument(code != null, "the program does not use the name \"%s\"", name);
        return code;
    }

    /** Finds the names that no code is bound to. */
    private static final class Names {
        private final Registry registry;
        private final SortedSet<String> problems = new TreeSet<>();

        Names(Tables tables, Registry registry) {
            this.registry = registry;
            tables.tasks().forEach(it -> need("task", it, registry.tasks()));
            tables.merges().stream()
                    .filter(it -> Merge.builtIn(it).isEmpty())
                    .forEach(it -> need("merge", it, registry.merges()));
            tables.conditions().forEach(this::condition);
            tables.joins().forEach(this::join);
            tables.eaches().forEach(it -> instances(it.instances()));
            tables.graphs().forEach(graph -> graph.nodes().forEach(it -> exit(it.node().exit())));
        }

        List<String> problems() {
            return List.copyOf(problems);
        }

        private void need(String what, String name, SortedMap<String, ?> code) {
            if (!code.containsKey(name)) {
                problems.add("No code is bound to the " + what + " \"" + name + "\"");
            }
        }

        private void condition(Condition condition) {
            condition.names().forEach(it -> need("condition", it, registry.conditions()));
        }

        private void join(Join join) {
            if (join.need() instanceof Join.When(var condition)) {
                condition(condition);
            }
        }

        private void instances(Instances instances) {
            switch (instances) {
                case Instances.Counted(var name) -> need("count", name, registry.counts());
                case Instances.Items(var name) -> need("list", name, registry.lists());
                case Instances.Growing(var first, _, _) -> instances(first);
                case Instances.Fixed _ -> {}
            }
        }

        private void exit(Node.Exit exit) {
            var ways =
                    switch (exit) {
                        case Node.Exit.One(var one) -> one;
                        case Node.Exit.Some(var some) -> some;
                        default -> Collections.<Node.Way>emptyList();
                    };
            for (var way : ways) {
                if (way.guard() instanceof dev.reprise.pattern.Guard.When(var condition)) {
                    condition(condition);
                }
            }
        }
    }
}
