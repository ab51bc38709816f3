package dev.reprise.pattern;

import static dev.reprise.pattern.Words.name;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a pattern down, without recursion. {@link Reading} reads it. */
final class Writing {
    /** Deeper parts are written below each other, else the blanks would be most of the text. */
    private static final int INDENT_MAX = 40;

    private final int charsMax;
    private final StringBuilder text = new StringBuilder();
    private final ArrayDeque<Open> open = new ArrayDeque<>();

    /** A pattern some of whose parts are written. */
    private static final class Open {
        private final Pattern pattern;
        private int written;

        Open(Pattern pattern) {
            this.pattern = pattern;
        }
    }

    /** Writes until the text is that long, at least. */
    Writing(int charsMax) {
        this.charsMax = charsMax;
    }

    String text(Pattern pattern) {
        begin(pattern, "");
        while (!open.isEmpty() && text.length() < charsMax) {
            var top = open.getFirst();
            if (top.written == top.pattern.parts().size()) {
                open.pop();
                indent();
                text.append("}\n");
            } else {
                int part = top.written++;
                begin(top.pattern.part(part), prefix(top.pattern.term(), part));
            }
        }
        return open.isEmpty() ? text.toString() : text.append('…').toString();
    }

    private void indent() {
        text.repeat("  ", Math.min(open.size(), INDENT_MAX));
    }

    private void begin(Pattern pattern, String prefix) {
        indent();
        text.append(prefix).append(head(pattern));
        if (pattern.parts().isEmpty()) {
            text.append('\n');
        } else {
            text.append(" {\n");
            open.push(new Open(pattern));
        }
    }

    /** What stands before part number {@code part} of a term. */
    private static String prefix(Term term, int part) {
        return switch (term) {
            case Term.Par par -> guard(par.guard(part));
            case Term.Choice(var guards) -> guard(guards.get(part));
            case Term.Await(var triggers) -> trigger(triggers.get(part)) + " ";
            case Term.Graph(var nodes, _) -> node(nodes.get(part));
            case Term.Define(var definitions) ->
                    part == 0 ? "main " : definition(definitions.get(part - 1));
            default -> "";
        };
    }

    private static String head(Pattern pattern) {
        return switch (pattern.term()) {
            case Term.Task(var task, Term.Work.Pure()) -> "task " + name(task);
            case Term.Task(var task, Term.Work.Effect(var argument, var result)) ->
                    "effect "
                            + name(task)
                            + optional(" from ", argument)
                            + (result.equals(task)
                                    ? ""
                                    : " into " + (result.isEmpty() ? "nothing" : name(result)));
            case Term.Put(var variable, var value) -> "put " + name(variable) + " " + quote(value);
            case Term.Seq() -> pattern.parts().isEmpty() ? "skip" : "seq";
            case Term.Par(_, var join, var merge) -> "par" + join(join) + merge(merge);
            case Term.Choice _ -> "choice";
            case Term.Free() -> "free";
            case Term.Loop(var rounds) -> "loop " + rounds(rounds);
            case Term.Await _ -> "await";
            case Term.Each(var instances, var item, var join, var merge) ->
                    "each "
                            + instances(instances)
                            + optional(" as ", item)
                            + join(join)
                            + merge(merge);
            case Term.Interleave(var turns, var merge) ->
                    "interleave" + (turns == Term.Turns.TASKS ? " tasks" : "") + merge(merge);
            case Term.Lock(var lock) -> "lock " + name(lock);
            case Term.Region(var region) -> "region " + name(region);
            case Term.Milestone(var region) -> "milestone " + name(region);
            case Term.Cancel(var region, var manner) ->
                    (manner == Term.Manner.WITHDRAW ? "cancel " : "complete ") + name(region);
            case Term.Stop(var ending) -> "stop " + ending(ending);
            case Term.Scope(var remedy) -> "scope " + remedy(remedy);
            case Term.Undo() -> "undo";
            case Term.Graph(_, var merge) -> "graph" + merge(merge);
            case Term.Call(var definition) -> "call " + name(definition);
            case Term.Define _ -> "define";
        };
    }

    private static String optional(String before, String name) {
        return name.isEmpty() ? "" : before + name(name);
    }

    private static String quote(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String merge(String merge) {
        return switch (merge) {
            case Merge.STRICT -> "";
            case Merge.NONE -> " merge none";
            default -> " merge " + name(merge);
        };
    }

    private static String guard(Guard guard) {
        return switch (guard) {
            case Guard.Always() -> "";
            case Guard.When(var condition) -> "when " + condition(condition) + " ";
            case Guard.Otherwise() -> "otherwise ";
        };
    }

    static String condition(Condition condition) {
        return switch (condition) {
            case Condition.Named(var predicate) -> name(predicate);
            case Condition.Has(var variable) -> "has " + name(variable);
            case Condition.Is(var variable, var value) ->
                    "is " + name(variable) + " " + quote(value);
            case Condition.Not(var other) -> "not " + condition(other);
            case Condition.All(var others) -> "all(" + conditions(others) + ")";
            case Condition.Any(var others) -> "any(" + conditions(others) + ")";
        };
    }

    private static String conditions(List<Condition> conditions) {
        return conditions.stream().map(Writing::condition).collect(Collectors.joining(", "));
    }

    private static String join(Join join) {
        String need =
                switch (join.need()) {
                    case Join.All() -> "";
                    case Join.AtLeast(int count) -> " join " + count;
                    case Join.When(var condition) -> " join when " + condition(condition);
                    case Join.Nobody() -> " join none";
                };
        return switch (join.rest()) {
            case ABSORB -> need;
            case CANCEL -> need + " cancelling";
            case BLOCK -> need + " blocking";
        };
    }

    static String rounds(Rounds rounds) {
        return switch (rounds) {
            case Rounds.Times(int count) -> count + " times";
            case Rounds.While(var condition) -> "while " + condition(condition);
            case Rounds.Until(var condition) -> "until " + condition(condition);
        };
    }

    static String instances(Instances instances) {
        return switch (instances) {
            case Instances.Fixed(int count) -> String.valueOf(count);
            case Instances.Counted(var function) -> "count " + name(function);
            case Instances.Items(var function) -> "items " + name(function);
            case Instances.Growing(var first, var add, var close) ->
                    instances(first) + " add " + name(add) + " close " + name(close);
        };
    }

    static String trigger(Trigger trigger) {
        return switch (trigger) {
            case Trigger.After(var time) -> "after " + time;
            case Trigger.Signal(var signal, var into, var keeping) ->
                    (keeping == Trigger.Keeping.TRANSIENT ? "on transient " : "on ")
                            + name(signal)
                            + optional(" into ", into);
        };
    }

    private static String ending(Term.Ending ending) {
        return switch (ending) {
            case Term.Ending.Done() -> "done";
            case Term.Ending.Cancelled() -> "cancelled";
            case Term.Ending.Failed(var type, var message) ->
                    "failed " + name(type) + " " + quote(message);
        };
    }

    private static String remedy(Term.Remedy remedy) {
        return switch (remedy) {
            case Term.Remedy.Recover(var into) -> "recover" + optional(" into ", into);
            case Term.Remedy.Retry(int attempts) -> "retry " + attempts;
            case Term.Remedy.Compensate() -> "compensate";
        };
    }

    private static String definition(Term.Definition definition) {
        return name(definition.name()) + " " + definition.depthMax() + " ";
    }

    private static String node(Node node) {
        String entry =
                switch (node.entry()) {
                    case Node.Entry.One() -> "";
                    case Node.Entry.Each() -> " enter each";
                    case Node.Entry.All() -> " enter all";
                    case Node.Entry.Partial(int count) -> " enter join " + count;
                    case Node.Entry.Threads(int count) -> " enter threads " + count;
                    case Node.Entry.Sync(boolean local) ->
                            local ? " enter sync local" : " enter sync";
                };
        String exit =
                switch (node.exit()) {
                    case Node.Exit.End() -> "";
                    case Node.Exit.All(var labels) -> " to " + labels(labels);
                    case Node.Exit.Free(var labels) -> " to free " + labels(labels);
                    case Node.Exit.One(var ways) -> " to one " + ways(ways);
                    case Node.Exit.Some(var ways) -> " to some " + ways(ways);
                    case Node.Exit.Threads(int count, var label) ->
                            " to threads " + count + " " + name(label);
                };
        return "node " + name(node.label()) + entry + exit + " ";
    }

    private static String labels(List<String> labels) {
        return labels.stream().map(Words::name).collect(Collectors.joining(", "));
    }

    private static String ways(List<Node.Way> ways) {
        return ways.stream()
                .map(way -> guard(way.guard()) + name(way.label()))
                .collect(Collectors.joining(", "));
    }
}
