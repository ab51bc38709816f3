package dev.reprise.program;

import dev.reprise.pattern.Condition;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Term;
import dev.reprise.pattern.Trigger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives numbers to what code names, in the order in which it is first named. */
final class TableMaker {
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final Map<String, Integer> tasks = new LinkedHashMap<>();
    private final Map<Term.Task, Integer> effects = new LinkedHashMap<>();
    private final Map<Condition, Integer> conditions = new LinkedHashMap<>();
    private final Map<String, Integer> merges = new LinkedHashMap<>();
    private final Map<Join, Integer> joins = new LinkedHashMap<>();
    private final Map<Tables.EachCode, Integer> eaches = new LinkedHashMap<>();
    private final Map<Trigger, Integer> triggers = new LinkedHashMap<>();
    private final List<List<Tables.NodeCode>> nodes = new ArrayList<>();
    private final List<Integer> graphMerges = new ArrayList<>();
    private final Map<String, Integer> definitions = new LinkedHashMap<>();
    private final Map<String, Tables.DefinitionCode> defined = new LinkedHashMap<>();
    private int blocks;

    private static <T> int number(Map<T, Integer> table, T thing) {
        return table.computeIfAbsent(thing, _ -> table.size());
    }

    int name(String name) {
        return number(names, name);
    }

    int task(String name) {
        return number(tasks, name);
    }

    int effect(Term.Task effect) {
        return number(effects, effect);
    }

    int condition(Condition condition) {
        return number(conditions, condition);
    }

    int merge(String merge) {
        return number(merges, merge);
    }

    int join(Join join) {
        return number(joins, join);
    }

    int trigger(Trigger trigger) {
        return number(triggers, trigger);
    }

    int each(Term.Each each) {
        return number(
                eaches,
                new Tables.EachCode(
                        each.instances(), each.item(), join(each.join()), merge(each.merge())));
    }

    int graph(Term.Graph graph) {
        nodes.add(new ArrayList<>());
        graphMerges.add(merge(graph.merge()));
        return nodes.size() - 1;
    }

    void node(int graph, Tables.NodeCode node) {
        nodes.get(graph).add(node);
    }

    int definition(String name) {
        return number(definitions, name);
    }

    void define(Term.Definition definition, int at) {
        definition(definition.name());
        defined.put(
                definition.name(),
                new Tables.DefinitionCode(definition.name(), definition.depthMax(), at));
    }

    int block() {
        return blocks++;
    }

    Tables made() {
        var graphs = new ArrayList<Tables.GraphCode>();
        for (int i = 0; i < nodes.size(); i++) {
            graphs.add(new Tables.GraphCode(nodes.get(i), graphMerges.get(i)));
        }
        return new Tables(
                List.copyOf(names.keySet()),
                List.copyOf(tasks.keySet()),
                List.copyOf(effects.keySet()),
                List.copyOf(conditions.keySet()),
                List.copyOf(merges.keySet()),
                List.copyOf(joins.keySet()),
                List.copyOf(eaches.keySet()),
                List.copyOf(triggers.keySet()),
                graphs,
                definitions.keySet().stream().map(this::defined).toList(),
                blocks);
    }

    private Tables.DefinitionCode defined(String name) {
        var definition = defined.get(name);
        dev.reprise.Check.invariant(definition != null, "a call leads to no definition");
        return definition;
    }
}
