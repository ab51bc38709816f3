package dev.reprise.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds the names in a pattern that no code is bound to. */
final class Unbound {
    private final Registry registry;

    /** What is not bound, with the first place that names it. */
    private final SortedMap<String, Integer> unbound = new TreeMap<>();

    private Unbound(Registry registry) {
        this.registry = registry;
    }

    /** A sentence for each name that is not bound. */
    static List<String> names(Places places, Registry registry) {
        var search = new Unbound(registry);
        for (int place = 0; place < places.size(); place++) {
            search.term(place, places.at(place).term());
        }
        var sentences = new ArrayList<String>();
        search.unbound.forEach(
                (what, place) ->
                        sentences.add(
                                "No code is bound to " + what + ", at " + places.path(place)));
        return sentences;
    }

    private void term(int place, Term term) {
        switch (term) {
            case Term.Task(var name, Term.Work.Pure()) ->
                    need(place, "the task", name, registry.tasks());
            case Term.Par(var guards, var join, var merge) -> {
                guards.forEach(guard -> guard(place, guard));
                join(place, join);
                merge(place, merge);
            }
            case Term.Choice(var guards) -> guards.forEach(guard -> guard(place, guard));
            case Term.Loop(var rounds) -> rounds(place, rounds);
            case Term.Each(var instances, _, var join, var merge) -> {
                instances(place, instances);
                join(place, join);
                merge(place, merge);
            }
            case Term.Interleave(_, var merge) -> merge(place, merge);
            case Term.Graph(var nodes, var merge) -> {
                nodes.forEach(node -> exit(place, node.exit()));
                merge(place, merge);
            }
            default -> {}
        }
    }

    private void need(int place, String what, String name, SortedMap<String, ?> code) {
        if (!code.containsKey(name)) {
            unbound.putIfAbsent(what + " \"" + name + "\"", place);
        }
    }

    private void merge(int place, String merge) {
        if (Merge.builtIn(merge).isEmpty()) {
            need(place, "the merge", merge, registry.merges());
        }
    }

    private void join(int place, Join join) {
        if (join.need() instanceof Join.When(var condition)) {
            condition(place, condition);
        }
    }

    private void guard(int place, Guard guard) {
        if (guard instanceof Guard.When(var condition)) {
            condition(place, condition);
        }
    }

    private void condition(int place, Condition condition) {
        switch (condition) {
            case Condition.Named(var name) ->
                    need(place, "the condition", name, registry.conditions());
            case Condition.Not(var other) -> condition(place, other);
            case Condition.All(var others) -> others.forEach(other -> condition(place, other));
            case Condition.Any(var others) -> others.forEach(other -> condition(place, other));
            case Condition.Has _, Condition.Is _ -> {}
        }
    }

    private void rounds(int place, Rounds rounds) {
        switch (rounds) {
            case Rounds.While(var condition) -> condition(place, condition);
            case Rounds.Until(var condition) -> condition(place, condition);
            case Rounds.Times _ -> {}
        }
    }

    private void instances(int place, Instances instances) {
        switch (instances) {
            case Instances.Counted(var name) -> need(place, "the count", name, registry.counts());
            case Instances.Items(var name) -> need(place, "the list", name, registry.lists());
            case Instances.Growing(var first, _, _) -> instances(place, first);
            case Instances.Fixed _ -> {}
        }
    }

    private void exit(int place, Node.Exit exit) {
        switch (exit) {
            case Node.Exit.One(var ways) -> ways.forEach(way -> guard(place, way.guard()));
            case Node.Exit.Some(var ways) -> ways.forEach(way -> guard(place, way.guard()));
            case Node.Exit.End _, Node.Exit.All _, Node.Exit.Free _, Node.Exit.Threads _ -> {}
        }
    }
}
