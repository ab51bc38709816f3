package dev.reprise.soundness;

import dev.reprise.Payload;
import dev.reprise.pattern.Condition;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Guard;
import dev.reprise.pattern.Instances;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Merge;
import dev.reprise.pattern.Node;
import dev.reprise.pattern.Places;
import dev.reprise.pattern.Registry;
import dev.reprise.pattern.Rounds;
import dev.reprise.pattern.Term;
import dev.reprise.pattern.Trigger;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * A pattern without data, term for term at the same places: contexts stay empty, and whatever would
 * be decided by one is asked of an {@link Oracle}. Every condition, count and task has a name of
 * its own, which tells the oracle where it is.
 */
final class Bare {
    private final Places places;
    private final Oracle oracle;
    private final SortedMap<String, UnaryOperator<Context>> tasks = new TreeMap<>();
    private final SortedMap<String, Predicate<Context>> conditions = new TreeMap<>();
    private final SortedMap<String, ToIntFunction<Context>> counts = new TreeMap<>();
    private final SortedMap<String, Function<Context, List<Payload>>> lists = new TreeMap<>();

    private Bare(Places places, Oracle oracle) {
        this.places = places;
        this.oracle = oracle;
    }

    /** The program of the pattern without data, whose choices the oracle makes. */
    static LinkedProgram of(Places places, Oracle oracle) {
        var bare = new Bare(places, oracle);
        var pattern = places.at(0).changed(bare::term);
        return Program.of(pattern).link(bare.registry());
    }

    private Registry registry() {
        return new Registry(tasks, conditions, Registry.NONE.merges(), counts, lists);
    }

    private Term term(int place, Term term) {
        return switch (term) {
            case Term.Task(var name, var work) -> task(place, name, work);
            case Term.Put _ -> new Term.Seq();
            case Term.Par(var guards, var join, _) ->
                    new Term.Par(guards(place, guards), join(place, join), Merge.NONE);
            case Term.Choice(var guards) -> new Term.Choice(guards(place, guards));
            case Term.Loop(var rounds) -> new Term.Loop(rounds(place, rounds));
            case Term.Await(var triggers) ->
                    new Term.Await(triggers.stream().map(Bare::trigger).toList());
            case Term.Each(var instances, _, var join, _) ->
                    new Term.Each(instances(place, instances), "", join(place, join), Merge.NONE);
            case Term.Interleave(var turns, _) -> new Term.Interleave(turns, Merge.NONE);
            case Term.Graph(var nodes, _) ->
                    new Term.Graph(nodes.stream().map(it -> node(place, it)).toList(), Merge.NONE);
            case Term.Scope(var remedy) ->
                    new Term.Scope(
                            remedy instanceof Term.Remedy.Recover
                                    ? new Term.Remedy.Recover("")
                                    : remedy);
            case Term.Seq _,
                    Term.Free _,
                    Term.Lock _,
                    Term.Region _,
                    Term.Milestone _,
                    Term.Cancel _,
                    Term.Stop _,
                    Term.Undo _,
                    Term.Call _,
                    Term.Define _ ->
                    term;
        };
    }

    private Term task(int place, String name, Term.Work work) {
        if (work instanceof Term.Work.Effect) {
            return new Term.Task(name, new Term.Work.Effect("", ""));
        }
        var bound = "t" + place;
        tasks.put(bound, context -> tried(context, name, place));
        return new Term.Task(bound, work);
    }

    private Context tried(Context context, String name, int place) {
        if (oracle.fails(name, places.path(place))) {
            throw new IllegalStateException("the task fails");
        }
        return context;
    }

    private List<Guard> guards(int place, List<Guard> guards) {
        return guards.stream().map(it -> guard(place, it)).toList();
    }

    private Guard guard(int place, Guard guard) {
        return guard instanceof Guard.When(var condition)
                ? new Guard.When(condition(place, condition))
                : guard;
    }

    private Condition condition(int place, Condition condition) {
        var bound = "c" + place + "." + conditions.size();
        var text = condition.toText();
        conditions.put(bound, _ -> oracle.holds(text, places.path(place)));
        return new Condition.Named(bound);
    }

    private Join join(int place, Join join) {
        return join.need() instanceof Join.When(var condition)
                ? new Join(new Join.When(condition(place, condition)), join.rest())
                : join;
    }

    private Rounds rounds(int place, Rounds rounds) {
        return switch (rounds) {
            case Rounds.Times _ -> rounds;
            case Rounds.While(var condition) -> new Rounds.While(condition(place, condition));
            case Rounds.Until(var condition) -> new Rounds.Until(condition(place, condition));
        };
    }

    private static Trigger trigger(Trigger trigger) {
        return trigger instanceof Trigger.Signal(var name, _, var keeping)
                ? new Trigger.Signal(name, "", keeping)
                : trigger;
    }

    private Instances instances(int place, Instances instances) {
        return switch (instances) {
            case Instances.Fixed _ -> instances;
            case Instances.Growing(var first, var add, var close) ->
                    instances(place, first).growing(add, close);
            case Instances.Counted(var name) -> {
                var bound = "n" + place;
                counts.put(bound, _ -> oracle.count("count " + name, places.path(place)));
                yield new Instances.Counted(bound);
            }
            case Instances.Items(var name) -> {
                var bound = "l" + place;
                lists.put(bound, _ -> items("list " + name, place));
                yield new Instances.Items(bound);
            }
        };
    }

    private List<Payload> items(String name, int place) {
        return Collections.nCopies(oracle.count(name, places.path(place)), Payload.NONE);
    }

    /** Who may come several times is told from who may not by another entry that does the same. */
    private Node node(int place, Node node) {
        var entry =
                node.entry() instanceof Node.Entry.Each ? new Node.Entry.Threads(1) : node.entry();
        var exit =
                switch (node.exit()) {
                    case Node.Exit.One(var ways) -> new Node.Exit.One(ways(place, ways));
                    case Node.Exit.Some(var ways) -> new Node.Exit.Some(ways(place, ways));
                    case Node.Exit.End _, Node.Exit.All _, Node.Exit.Free _, Node.Exit.Threads _ ->
                            node.exit();
                };
        return new Node(node.label(), entry, exit);
    }

    private List<Node.Way> ways(int place, List<Node.Way> ways) {
        return ways.stream().map(it -> new Node.Way(guard(place, it.guard()), it.label())).toList();
    }
}
