package dev.reprise.program;

import dev.reprise.pattern.Condition;
import dev.reprise.pattern.Instances;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Node;
import dev.reprise.pattern.Term;
import dev.reprise.pattern.Trigger;
import java.util.List;

/**
 * What the numbers in the code stand for. All of it is names and values, none of it is code, so a
 * program can be written down, and bound to code without the pattern that it was made of.
 *
 * @param names of variables, locks, regions and failures, and texts
 * @param tasks the names of functions
 * @param effects tasks that are activities
 * @param merges the names of merges
 * @param blocks how many terms hold back who comes while somebody is under way
 */
public record Tables(
        List<String> names,
        List<String> tasks,
        List<Term.Task> effects,
        List<Condition> conditions,
        List<String> merges,
        List<Join> joins,
        List<EachCode> eaches,
        List<Trigger> triggers,
        List<GraphCode> graphs,
        List<DefinitionCode> definitions,
        int blocks) {
    /** Copies the lists. */
    public Tables {
        names = List.copyOf(names);
        tasks = List.copyOf(tasks);
        effects = List.copyOf(effects);
        conditions = List.copyOf(conditions);
        merges = List.copyOf(merges);
        joins = List.copyOf(joins);
        eaches = List.copyOf(eaches);
        triggers = List.copyOf(triggers);
        graphs = List.copyOf(graphs);
        definitions = List.copyOf(definitions);
    }

    /**
     * Several instances of one part.
     *
     * @param item the variable that holds what the instance is for, or nothing
     * @param join its number in the table of joins
     * @param merge its number in the table of merges
     */
    public record EachCode(Instances instances, String item, int join, int merge) {}

    /**
     * Nodes and the ways between them.
     *
     * @param merge its number in the table of merges
     */
    public record GraphCode(List<NodeCode> nodes, int merge) {
        /** Copies the list. */
        public GraphCode {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A node.
     *
     * @param at where its code begins
     * @param place the place of its part
     */
    public record NodeCode(Node node, int at, int place) {}

    /**
     * What can be called.
     *
     * @param depthMax how many calls of it may be inside of each other
     * @param at where its code begins
     */
    public record DefinitionCode(String name, int depthMax, int at) {}
}
