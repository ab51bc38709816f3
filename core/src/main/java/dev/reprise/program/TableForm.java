package dev.reprise.program;

import dev.reprise.Text;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.pattern.Condition;
import dev.reprise.pattern.Guard;
import dev.reprise.pattern.Instances;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Node;
import dev.reprise.pattern.Term;
import dev.reprise.pattern.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** How the tables of a program are written down. */
final class TableForm {
    private TableForm() {}

    static void write(ByteSink out, Tables tables) {
        list(out, tables.names(), ByteSink::text);
        list(out, tables.tasks(), ByteSink::text);
        list(out, tables.effects(), TableForm::effect);
        list(out, tables.conditions(), TableForm::condition);
        list(out, tables.merges(), ByteSink::text);
        list(out, tables.joins(), TableForm::join);
        list(out, tables.eaches(), TableForm::each);
        list(out, tables.triggers(), TableForm::trigger);
        list(out, tables.graphs(), TableForm::graph);
        list(out, tables.definitions(), TableForm::definition);
        out.varint(tables.blocks());
    }

    static Tables read(ByteSource in) {
        return new Tables(
                list(in, it -> Text.optionalName("a name", it.text())),
                list(in, it -> Text.name("a task's name", it.text())),
                list(in, TableForm::effect),
                list(in, it -> condition(it, 1)),
                list(in, it -> Text.name("a merge's name", it.text())),
                list(in, TableForm::join),
                list(in, TableForm::each),
                list(in, TableForm::trigger),
                list(in, TableForm::graph),
                list(in, TableForm::definition),
                in.count("the number of blocks", Integer.MAX_VALUE));
    }

    private static <T> void list(ByteSink out, List<T> list, BiConsumer<ByteSink, T> item) {
        out.varint(list.size());
        list.forEach(it -> item.accept(out, it));
    }

    private static <T> List<T> list(ByteSource in, Function<ByteSource, T> item) {
        int count = in.count("the length of a table", in.remaining());
        var list = new ArrayList<T>(count);
        for (int i = 0; i < count; i++) {
            list.add(item.apply(in));
        }
        return list;
    }

    private static Malformed unknown(ByteSource in, String what, int tag) {
        return in.malformed(Problem.UNKNOWN, "there is no " + what + " of the kind " + tag + ".");
    }

    private static int number(ByteSource in, String what) {
        return in.count(what, Integer.MAX_VALUE);
    }

    private static void effect(ByteSink out, Term.Task task) {
        out.text(task.name());
        if (task.work() instanceof Term.Work.Effect(var argument, var result)) {
            out.text(argument);
            out.text(result);
        }
    }

    private static Term.Task effect(ByteSource in) {
        return new Term.Task(in.text(), new Term.Work.Effect(in.text(), in.text()));
    }

    private static void condition(ByteSink out, Condition condition) {
        switch (condition) {
            case Condition.Named(var name) -> tagged(out, 0).text(name);
            case Condition.Has(var variable) -> tagged(out, 1).text(variable);
            case Condition.Is(var variable, var text) -> {
                tagged(out, 2).text(variable);
                out.text(text);
            }
            case Condition.Not(var other) -> condition(tagged(out, 3), other);
            case Condition.All(var others) -> list(tagged(out, 4), others, TableForm::condition);
            case Condition.Any(var others) -> list(tagged(out, 5), others, TableForm::condition);
        }
    }

    private static ByteSink tagged(ByteSink out, int tag) {
        out.u8(tag);
        return out;
    }

    private static Condition condition(ByteSource in, int depth) {
        if (depth > Condition.DEPTH_MAX) {
            throw in.malformed(Problem.LIMIT, "conditions are too deep.");
        }
        int tag = in.u8();
        return switch (tag) {
            case 0 -> new Condition.Named(in.text());
            case 1 -> new Condition.Has(in.text());
            case 2 -> new Condition.Is(in.text(), in.text());
            case 3 -> new Condition.Not(condition(in, depth + 1));
            case 4 -> new Condition.All(list(in, it -> condition(it, depth + 1)));
            case 5 -> new Condition.Any(list(in, it -> condition(it, depth + 1)));
            default -> throw unknown(in, "condition", tag);
        };
    }

    private static void join(ByteSink out, Join join) {
        switch (join.need()) {
            case Join.All() -> out.u8(0);
            case Join.AtLeast(int count) -> tagged(out, 1).varint(count);
            case Join.When(var condition) -> condition(tagged(out, 2), condition);
            case Join.Nobody() -> out.u8(3);
        }
        out.u8(
                switch (join.rest()) {
                    case ABSORB -> 0;
                    case CANCEL -> 1;
                    case BLOCK -> 2;
                });
    }

    private static Join join(ByteSource in) {
        int tag = in.u8();
        var need =
                switch (tag) {
                    case 0 -> new Join.All();
                    case 1 -> new Join.AtLeast(number(in, "what a join needs"));
                    case 2 -> new Join.When(condition(in, 1));
                    case 3 -> new Join.Nobody();
                    default -> throw unknown(in, "join", tag);
                };
        int rest = in.u8();
        return new Join(
                need,
                switch (rest) {
                    case 0 -> Join.Rest.ABSORB;
                    case 1 -> Join.Rest.CANCEL;
                    case 2 -> Join.Rest.BLOCK;
                    default -> throw unknown(in, "rest", rest);
                });
    }

    private static void each(ByteSink out, Tables.EachCode each) {
        instances(out, each.instances());
        out.text(each.item());
        out.varint(each.join());
        out.varint(each.merge());
    }

    private static Tables.EachCode each(ByteSource in) {
        return new Tables.EachCode(
                instances(in, false), in.text(), number(in, "a join"), number(in, "a merge"));
    }

    private static void instances(ByteSink out, Instances instances) {
        switch (instances) {
            case Instances.Fixed(int count) -> tagged(out, 0).varint(count);
            case Instances.Counted(var name) -> tagged(out, 1).text(name);
            case Instances.Items(var name) -> tagged(out, 2).text(name);
            case Instances.Growing(var first, var add, var close) -> {
                instances(tagged(out, 3), first);
                out.text(add);
                out.text(close);
            }
        }
    }

    private static Instances instances(ByteSource in, boolean inside) {
        int tag = in.u8();
        return switch (inside && tag == 3 ? -1 : tag) {
            case 0 -> new Instances.Fixed(number(in, "a number of instances"));
            case 1 -> new Instances.Counted(in.text());
            case 2 -> new Instances.Items(in.text());
            case 3 -> new Instances.Growing(instances(in, true), in.text(), in.text());
            default -> throw unknown(in, "instances", tag);
        };
    }

    private static void trigger(ByteSink out, Trigger trigger) {
        switch (trigger) {
            case Trigger.Signal(var name, var into, var keeping) -> {
                out.u8(keeping == Trigger.Keeping.PERSISTENT ? 0 : 1);
                out.text(name);
                out.text(into);
            }
            case Trigger.After(var time) -> {
                tagged(out, 2).varint(time.getSeconds());
                out.varint(time.getNano());
            }
        }
    }

    private static Trigger trigger(ByteSource in) {
        int tag = in.u8();
        return switch (tag) {
            case 0 -> new Trigger.Signal(in.text(), in.text(), Trigger.Keeping.PERSISTENT);
            case 1 -> new Trigger.Signal(in.text(), in.text(), Trigger.Keeping.TRANSIENT);
            case 2 -> {
                long seconds = in.varint();
                yield new Trigger.After(
                        Duration.ofSeconds(seconds, in.count("nanoseconds", 999_999_999)));
            }
            default -> throw unknown(in, "trigger", tag);
        };
    }

    private static void graph(ByteSink out, Tables.GraphCode graph) {
        list(out, graph.nodes(), TableForm::node);
        out.varint(graph.merge());
    }

    private static Tables.GraphCode graph(ByteSource in) {
        var nodes = list(in, TableForm::node);
        // The rules of ways and entries are those of the term.
        var checked = new Term.Graph(nodes.stream().map(Tables.NodeCode::node).toList(), "any");
        dev.reprise.Check.invariant(checked.nodes().size() == nodes.size(), "nodes are lost");
        return new Tables.GraphCode(nodes, number(in, "a merge"));
    }

    private static void node(ByteSink out, Tables.NodeCode code) {
        var node = code.node();
        out.text(node.label());
        switch (node.entry()) {
            case Node.Entry.One(), Node.Entry.Each() -> out.u8(0);
            case Node.Entry.All() -> out.u8(1);
            case Node.Entry.Partial(int count) -> tagged(out, 2).varint(count);
            case Node.Entry.Threads(int count) -> tagged(out, 3).varint(count);
            case Node.Entry.Sync(boolean local) -> out.u8(local ? 5 : 4);
        }
        switch (node.exit()) {
            case Node.Exit.End() -> out.u8(0);
            case Node.Exit.All(var labels) -> list(tagged(out, 1), labels, ByteSink::text);
            case Node.Exit.One(var ways) -> list(tagged(out, 2), ways, TableForm::way);
            case Node.Exit.Some(var ways) -> list(tagged(out, 3), ways, TableForm::way);
            case Node.Exit.Free(var labels) -> list(tagged(out, 4), labels, ByteSink::text);
            case Node.Exit.Threads(int count, var label) -> {
                tagged(out, 5).varint(count);
                out.text(label);
            }
        }
        out.varint(code.at());
        out.varint(code.place());
    }

    private static Tables.NodeCode node(ByteSource in) {
        var label = in.text();
        int entryTag = in.u8();
        var entry =
                switch (entryTag) {
                    case 0 -> new Node.Entry.One();
                    case 1 -> new Node.Entry.All();
                    case 2 -> new Node.Entry.Partial(number(in, "a number of ways"));
                    case 3 -> new Node.Entry.Threads(number(in, "a number of threads"));
                    case 4 -> new Node.Entry.Sync(false);
                    case 5 -> new Node.Entry.Sync(true);
                    default -> throw unknown(in, "entry", entryTag);
                };
        int exitTag = in.u8();
        var exit =
                switch (exitTag) {
                    case 0 -> new Node.Exit.End();
                    case 1 -> new Node.Exit.All(list(in, ByteSource::text));
                    case 2 -> new Node.Exit.One(list(in, TableForm::way));
                    case 3 -> new Node.Exit.Some(list(in, TableForm::way));
                    case 4 -> new Node.Exit.Free(list(in, ByteSource::text));
                    case 5 -> new Node.Exit.Threads(number(in, "a number of threads"), in.text());
                    default -> throw unknown(in, "exit", exitTag);
                };
        return new Tables.NodeCode(
                new Node(label, entry, exit), number(in, "a position"), number(in, "a place"));
    }

    private static void way(ByteSink out, Node.Way way) {
        switch (way.guard()) {
            case Guard.Always() -> out.u8(0);
            case Guard.Otherwise() -> out.u8(1);
            case Guard.When(var condition) -> condition(tagged(out, 2), condition);
        }
        out.text(way.label());
    }

    private static Node.Way way(ByteSource in) {
        int tag = in.u8();
        var guard =
                switch (tag) {
                    case 0 -> Guard.ALWAYS;
                    case 1 -> Guard.OTHERWISE;
                    case 2 -> new Guard.When(condition(in, 1));
                    default -> throw unknown(in, "guard", tag);
                };
        return new Node.Way(guard, in.text());
    }

    private static void definition(ByteSink out, Tables.DefinitionCode definition) {
        out.text(definition.name());
        out.varint(definition.depthMax());
        out.varint(definition.at());
    }

    private static Tables.DefinitionCode definition(ByteSource in) {
        var definition = new Term.Definition(in.text(), number(in, "a depth"));
        return new Tables.DefinitionCode(
                definition.name(), definition.depthMax(), number(in, "a position"));
    }
}
