package dev.reprise.pattern.picture;

import dev.reprise.pattern.Condition;
import dev.reprise.pattern.Guard;
import dev.reprise.pattern.Instances;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Merge;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Rounds;
import dev.reprise.pattern.Term;
import dev.reprise.pattern.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The block of a term, made of the blocks of its parts. When there are more parts than are shown,
 * the last block is for all others.
 */
record Sketch(Pattern pattern, List<Block> parts, boolean isCut) {
    private static final Gate TOGETHER =
            new Gate(Sign.ANY, List.of(), "Goes on with whoever comes");

    Block block() {
        return switch (pattern.term()) {
            case Term.Task(var name, Term.Work.Pure()) -> box(Box.Kind.TASK, name, "");
            case Term.Task(var name, Term.Work.Effect effect) ->
                    box(Box.Kind.EFFECT, name, variables(name, effect));
            case Term.Put(var variable, var text) ->
                    box(Box.Kind.PUT, variable + " = \"" + text + "\"", "");
            case Term.Cancel _ -> box(Box.Kind.CANCEL, written(), "");
            case Term.Stop(var ending) -> stop(ending);
            case Term.Call(var name) -> box(Box.Kind.CALL, name, "");
            case Term.Seq() -> parts.isEmpty() ? Pass.PASS : Row.of(parts);
            case Term.Par par -> par(par);
            case Term.Choice(var guards) ->
                    new Branches(
                            split(Sign.ONE, "The first whose condition holds"),
                            labels(i -> guard(guards.get(i))),
                            parts,
                            Optional.of(TOGETHER));
            case Term.Free() ->
                    new Branches(
                            split(Sign.FREE, "One, which the scheduler picks"),
                            labels(_ -> ""),
                            parts,
                            Optional.of(TOGETHER));
            case Term.Loop(var rounds) ->
                    new Circuit(rounds.toText(), rounds instanceof Rounds.While, body());
            case Term.Await(var triggers) -> await(triggers);
            case Term.Each each -> each(each);
            case Term.Interleave(var turns, var merge) -> interleave(turns, merge);
            case Term.Lock(var name) -> new Frame(Frame.Kind.LOCK, "lock " + name, body());
            case Term.Region(var name) -> new Frame(Frame.Kind.REGION, "region " + name, body());
            case Term.Milestone(var name) ->
                    new Frame(Frame.Kind.MILESTONE, "milestone " + name, body());
            case Term.Scope(var remedy) -> scope(remedy);
            case Term.Undo() ->
                    new Aside(new Frame(Frame.Kind.UNDO, "undo", body()), parts.get(1), false);
            case Term.Graph graph -> new GraphSketch(graph, pattern, parts, isCut).net();
            case Term.Define(var definitions) -> define(definitions);
        };
    }

    private Block body() {
        return parts.getFirst();
    }

    private Box box(Box.Kind kind, String name, String note) {
        return new Box(kind, name, note, written());
    }

    /** A term without parts as it is written. */
    private String written() {
        return pattern.toText().strip();
    }

    private static String variables(String name, Term.Work.Effect effect) {
        var into = effect.result().equals(name) ? "" : effect.result();
        var from = effect.argument().isEmpty() ? "" : "from " + effect.argument();
        return (from + (into.isEmpty() ? "" : " into " + into)).strip();
    }

    private Box stop(Term.Ending ending) {
        return switch (ending) {
            case Term.Ending.Done() -> box(Box.Kind.STOP, "done", "");
            case Term.Ending.Cancelled() -> box(Box.Kind.STOP, "cancelled", "");
            case Term.Ending.Failed(var type, var message) ->
                    box(Box.Kind.STOP, "failed " + type, message);
        };
    }

    private static Gate split(Sign sign, String meaning) {
        return new Gate(sign, List.of(), meaning);
    }

    /** What is at the beginning of each of the branches; nothing for those that are not shown. */
    private List<String> labels(IntFunction<String> label) {
        return IntStream.range(0, parts.size())
                .mapToObj(it -> isCut && it == parts.size() - 1 ? "" : label.apply(it))
                .toList();
    }

    static String guard(Guard guard) {
        return switch (guard) {
            case Guard.Always() -> "";
            case Guard.When(Condition condition) -> condition.toText();
            case Guard.Otherwise() -> "otherwise";
        };
    }

    private Block par(Term.Par par) {
        var split =
                par.guards().isEmpty()
                        ? split(Sign.ALL, "All branches")
                        : split(Sign.SOME, "All branches whose condition holds");
        return new Branches(
                split,
                labels(it -> guard(par.guard(it))),
                parts,
                join(par.join(), " of " + pattern.parts().size(), par.merge()));
    }

    /** The gate of a join; empty when nobody waits. */
    private static Optional<Gate> join(Join join, String all, String merge) {
        var rule = new ArrayList<String>();
        switch (join.need()) {
            case Join.All() -> rule.add("all");
            case Join.AtLeast(int count) -> rule.add(count + all);
            case Join.When(var condition) -> rule.add(cut("when " + condition.toText()));
            case Join.Nobody() -> {
                return Optional.empty();
            }
        }
        switch (join.rest()) {
            case ABSORB -> {}
            case CANCEL -> rule.add("cancelling");
            case BLOCK -> rule.add("blocking");
        }
        if (!merge.equals(Merge.STRICT)) {
            rule.add(cut("merge " + merge));
        }
        return Optional.of(new Gate(Sign.ALL, rule, "Goes on by the rule: " + rule));
    }

    private static String cut(String text) {
        return Lettering.cut(text, 32);
    }

    private Block await(List<Trigger> triggers) {
        var arms = new ArrayList<Block>();
        for (int i = 0; i < parts.size(); i++) {
            var part = parts.get(i);
            if (isCut && i == parts.size() - 1) {
                arms.add(part);
            } else {
                var trigger = trigger(triggers.get(i));
                arms.add(part == Pass.PASS ? trigger : Row.of(trigger, part));
            }
        }
        return arms.size() == 1
                ? arms.getFirst()
                : new Branches(
                        split(Sign.AWAIT, "The first that comes from outside"),
                        labels(_ -> ""),
                        arms,
                        Optional.of(TOGETHER));
    }

    private static Box trigger(Trigger trigger) {
        var kind =
                trigger instanceof Trigger.Signal(_, _, var keeping)
                                && keeping == Trigger.Keeping.TRANSIENT
                        ? Box.Kind.TRANSIENT_TRIGGER
                        : Box.Kind.TRIGGER;
        return new Box(kind, trigger.toText(), "", trigger.toText());
    }

    private Block each(Term.Each each) {
        var item = each.item().isEmpty() ? "" : " as " + each.item();
        var frame = new Frame(Frame.Kind.EACH, "each " + each.instances().toText() + item, body());
        var all =
                each.instances() instanceof Instances.Fixed(int count)
                        ? " of " + count
                        : " of them";
        var join = join(each.join(), all, each.merge());
        if (join.isEmpty()) {
            var split = split(Sign.ALL, "All instances");
            return new Branches(split, List.of(""), List.of(frame), join);
        }
        return frame.leads() ? Row.of(frame, join.get()) : frame;
    }

    private Block interleave(Term.Turns turns, String merge) {
        var branches =
                new Branches(
                        split(Sign.ALL, "All branches, in any order"),
                        labels(_ -> ""),
                        parts,
                        join(Join.ALL, "", merge));
        var label =
                switch (turns) {
                    case PARTS -> "interleave: one branch at a time";
                    case TASKS -> "interleave: one task at a time";
                };
        return new Frame(Frame.Kind.TURNS, label, branches);
    }

    private Block scope(Term.Remedy remedy) {
        return switch (remedy) {
            case Term.Remedy.Recover(var into) ->
                    new Aside(
                            new Frame(
                                    Frame.Kind.SCOPE,
                                    into.isEmpty() ? "recover" : "recover into " + into,
                                    body()),
                            parts.get(1),
                            true);
            case Term.Remedy.Retry(int attempts) ->
                    new Frame(Frame.Kind.SCOPE, "retry, " + attempts + " attempts", body());
            case Term.Remedy.Compensate() -> new Frame(Frame.Kind.SCOPE, "compensate", body());
        };
    }

    private Block define(List<Term.Definition> definitions) {
        var frames = new ArrayList<Frame>();
        for (int i = 0; i < definitions.size(); i++) {
            var definition = definitions.get(i);
            var body = parts.get(i + 1);
            var row = body.leads() ? Row.of(Dot.START, body, Dot.END) : Row.of(Dot.START, body);
            frames.add(
                    new Frame(
                            Frame.Kind.DEFINITION,
                            definition.name() + ", at most " + definition.depthMax() + " deep",
                            row));
        }
        return new Bodies(body(), frames);
    }
}
