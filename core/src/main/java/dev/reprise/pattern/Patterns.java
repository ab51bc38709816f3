package dev.reprise.pattern;

import dev.reprise.Check;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes patterns, to be imported statically: {@code seq(task("draft"), par(effect("legal"),
 * effect("finance")))}. The numbers are those of the catalogue of control-flow patterns;
 * docs/patterns.md has all 43, with what each of them is made of.
 */
public final class Patterns {
    private Patterns() {}

    /** Nothing is done. */
    public static Pattern skip() {
        return Pattern.of(new Term.Seq());
    }

    /** A function of the context, at once. */
    public static Pattern task(String name) {
        return Pattern.of(new Term.Task(name, new Term.Work.Pure()));
    }

    /** An activity that is given nothing; its value goes into the variable of the same name. */
    public static Pattern effect(String name) {
        return effect(name, "", name);
    }

    /** An activity that is given one variable and sets another; either may be empty. */
    public static Pattern effect(String name, String argument, String result) {
        return Pattern.of(new Term.Task(name, new Term.Work.Effect(argument, result)));
    }

    /** Puts a text into the context. */
    public static Pattern put(String variable, String text) {
        return Pattern.of(new Term.Put(variable, text));
    }

    /** Sequence (1): one after the other. */
    public static Pattern seq(Pattern... steps) {
        return seq(List.of(steps));
    }

    /** Sequence (1): one after the other. */
    public static Pattern seq(List<Pattern> steps) {
        Check.argument(!steps.isEmpty(), "a seq has at least one step; skip() does nothing");
        return Pattern.of(new Term.Seq(), steps);
    }

    /** Parallel split (2) without a join, implicit termination (11): goes on at once. */
    public static Pattern fork(Pattern... branches) {
        return par(Join.NOBODY, branches);
    }

    /** Parallel split (2) and synchronization (3): goes on when all are done. */
    public static Pattern par(Pattern... branches) {
        return par(Join.ALL, branches);
    }

    /** Parallel split (2) with any join. */
    public static Pattern par(Join join, Pattern... branches) {
        return par(join, List.of(branches));
    }

    /** Parallel split (2) with any join. */
    public static Pattern par(Join join, List<Pattern> branches) {
        return Pattern.of(new Term.Par(List.of(), join, Merge.STRICT), branches);
    }

    /** Exclusive choice (4) and simple merge (5): the first that may, or otherwise. */
    public static Pattern xor(Branch... arms) {
        return Pattern.of(new Term.Choice(guards(arms)), bodies(arms));
    }

    /** A choice that the scheduler makes. */
    public static Pattern free(Pattern... arms) {
        return Pattern.of(new Term.Free(), arms);
    }

    /**
     * Multi-choice (6) and structured synchronizing merge (7): all that may, and waits for them.
     */
    public static Pattern or(Branch... branches) {
        return Pattern.of(new Term.Par(guards(branches), Join.ALL, Merge.STRICT), bodies(branches));
    }

    /**
     * A branch and what lets it be taken.
     *
     * @param guard what lets it
     * @param body what is done
     */
    public record Branch(Guard guard, Pattern body) {}

    /** A branch for when the condition of that name holds. */
    public static Branch when(String condition, Pattern body) {
        return when(new Condition.Named(condition), body);
    }

    /** A branch for when the condition holds. */
    public static Branch when(Condition condition, Pattern body) {
        return new Branch(new Guard.When(condition), body);
    }

    /** A branch for when no other is taken. */
    public static Branch otherwise(Pattern body) {
        return new Branch(Guard.OTHERWISE, body);
    }

    private static List<Guard> guards(Branch... branches) {
        return Arrays.stream(branches).map(Branch::guard).toList();
    }

    private static List<Pattern> bodies(Branch... branches) {
        return Arrays.stream(branches).map(Branch::body).toList();
    }

    /** Multi-merge (8): {@code then} is done once for each of the branches that comes to it. */
    public static Pattern multiMerge(Pattern then, Pattern... branches) {
        String[] labels =
                IntStream.range(0, branches.length)
                        .mapToObj(it -> "branch" + it)
                        .toArray(String[]::new);
        var vertices =
                Stream.of(
                        Stream.of(Vertex.node("split", skip()).to(labels)),
                        IntStream.range(0, branches.length)
                                .mapToObj(it -> Vertex.node(labels[it], branches[it]).to("then")),
                        Stream.of(Vertex.node("then", then).multiMerge()));
        return graph(vertices.flatMap(it -> it).toArray(Vertex[]::new));
    }

    /** Structured discriminator (9): goes on after the first, the others are absorbed. */
    public static Pattern discriminator(Pattern... branches) {
        return par(Join.atLeast(1), branches);
    }

    /** Blocking discriminator (28): and nobody comes in again before the others are done. */
    public static Pattern blockingDiscriminator(Pattern... branches) {
        return par(Join.atLeast(1).blocking(), branches);
    }

    /** Cancelling discriminator (29): the others are withdrawn. */
    public static Pattern cancellingDiscriminator(Pattern... branches) {
        return par(Join.atLeast(1).cancelling(), branches);
    }

    /** Structured partial join (30): goes on after {@code count}, the others are absorbed. */
    public static Pattern partialJoin(int count, Pattern... branches) {
        return par(Join.atLeast(count), branches);
    }

    /** Blocking partial join (31): and nobody comes in again before the others are done. */
    public static Pattern blockingPartialJoin(int count, Pattern... branches) {
        return par(Join.atLeast(count).blocking(), branches);
    }

    /** Cancelling partial join (32): the others are withdrawn. */
    public static Pattern cancellingPartialJoin(int count, Pattern... branches) {
        return par(Join.atLeast(count).cancelling(), branches);
    }

    /**
     * Arbitrary cycles (10), and all that {@link Vertex} can: nodes, with ways that may lead back.
     * It starts with the first node, and is over when nobody is left in it.
     */
    public static Pattern graph(Vertex... vertices) {
        var nodes = Arrays.stream(vertices).map(Vertex::node).toList();
        return Pattern.of(
                new Term.Graph(nodes, Merge.STRICT),
                Arrays.stream(vertices).map(Vertex::body).toList());
    }

    /** Structured loop (21): so many times. */
    public static Pattern times(int count, Pattern body) {
        return Pattern.of(new Term.Loop(new Rounds.Times(count)), body);
    }

    /** Structured loop (21): while the condition holds, perhaps never. */
    public static Pattern loopWhile(String condition, Pattern body) {
        return loop(new Rounds.While(new Condition.Named(condition)), body);
    }

    /** Structured loop (21): until the condition holds, once at least. */
    public static Pattern loopUntil(String condition, Pattern body) {
        return loop(new Rounds.Until(new Condition.Named(condition)), body);
    }

    /** Structured loop (21) by any rule. */
    public static Pattern loop(Rounds rounds, Pattern body) {
        return Pattern.of(new Term.Loop(rounds), body);
    }

    /** Multiple instances without synchronization (12): goes on at once. */
    public static Pattern spawn(Instances instances, String item, Pattern body) {
        return each(instances, item, body).joining(Join.NOBODY);
    }

    /** Multiple instances with a priori design-time knowledge (13): so many, all are waited for. */
    public static Pattern each(int count, Pattern body) {
        return each(new Instances.Fixed(count), "", body);
    }

    /**
     * Multiple instances with a priori run-time knowledge (14), and without (15) when they grow:
     * all are waited for. The variable {@code item} holds what an instance is for.
     */
    public static Pattern each(Instances instances, String item, Pattern body) {
        return Pattern.of(new Term.Each(instances, item, Join.ALL, Merge.STRICT), body);
    }

    /** As many instances as the function of that name says. */
    public static Instances counted(String function) {
        return new Instances.Counted(function);
    }

    /** One instance for each item that the function of that name gives. */
    public static Instances items(String function) {
        return new Instances.Items(function);
    }

    /** Static partial join for multiple instances (34): goes on after {@code count} of them. */
    public static Pattern partialEach(int count, Instances instances, String item, Pattern body) {
        return each(instances, item, body).joining(Join.atLeast(count));
    }

    /** Cancelling partial join for multiple instances (35): the others are withdrawn. */
    public static Pattern cancellingPartialEach(
            int count, Instances instances, String item, Pattern body) {
        return each(instances, item, body).joining(Join.atLeast(count).cancelling());
    }

    /** Dynamic partial join for multiple instances (36): a condition says when it is enough. */
    public static Pattern dynamicPartialEach(
            Condition enough, Instances instances, String item, Pattern body) {
        return each(instances, item, body).joining(Join.when(enough));
    }

    /** Deferred choice (16): the first trigger decides. */
    public static Pattern deferred(Arm... arms) {
        return Pattern.of(
                new Term.Await(Arrays.stream(arms).map(Arm::trigger).toList()),
                Arrays.stream(arms).map(Arm::body).toList());
    }

    /**
     * An arm of a deferred choice.
     *
     * @param trigger what decides for it
     * @param body what is done then
     */
    public record Arm(Trigger trigger, Pattern body) {}

    /** An arm for when that signal comes, or has come and was kept. */
    public static Arm on(String signal, Pattern body) {
        return new Arm(new Trigger.Signal(signal, "", Trigger.Keeping.PERSISTENT), body);
    }

    /** An arm for when so much time has passed. */
    public static Arm after(Duration time, Pattern body) {
        return new Arm(new Trigger.After(time), body);
    }

    /** Waits so long. */
    public static Pattern sleep(Duration time) {
        return deferred(after(time, skip()));
    }

    /** Transient trigger (23): waits for the signal; one that comes too early is lost. */
    public static Pattern transientTrigger(String signal, String into) {
        var trigger = new Trigger.Signal(signal, into, Trigger.Keeping.TRANSIENT);
        return deferred(new Arm(trigger, skip()));
    }

    /** Persistent trigger (24): waits for the signal; one that comes too early is kept. */
    public static Pattern persistentTrigger(String signal, String into) {
        var trigger = new Trigger.Signal(signal, into, Trigger.Keeping.PERSISTENT);
        return deferred(new Arm(trigger, skip()));
    }

    /** Interleaved parallel routing (17): the tasks of all branches, one at a time. */
    public static Pattern interleavedParallel(Pattern... branches) {
        return Pattern.of(new Term.Interleave(Term.Turns.TASKS, Merge.STRICT), branches);
    }

    /** Interleaved routing (40): the branches in any order, one at a time. */
    public static Pattern interleaved(Pattern... branches) {
        return Pattern.of(new Term.Interleave(Term.Turns.PARTS, Merge.STRICT), branches);
    }

    /** Critical section (39): at most one in the run is inside of sections with that name. */
    public static Pattern criticalSection(String name, Pattern body) {
        return Pattern.of(new Term.Lock(name), body);
    }

    /** A region, which can be cancelled, and be a milestone while the flow is in it. */
    public static Pattern region(String name, Pattern body) {
        return Pattern.of(new Term.Region(name), body);
    }

    /** Milestone (18): tasks inside start only while the flow is in that region. */
    public static Pattern milestone(String region, Pattern body) {
        return Pattern.of(new Term.Milestone(region), body);
    }

    /** A task that {@link #cancelTask} withdraws. */
    public static Pattern cancellable(String name, Pattern task) {
        Check.argument(
                task.term() instanceof Term.Task,
                "a task is cancellable by itself; for %s use region(\"%s\", …)",
                task,
                name);
        return region(name, task);
    }

    /** Cancel task (19): withdraws a task, whether it has been started or not. */
    public static Pattern cancelTask(String name) {
        return cancelRegion(name);
    }

    /** Cancel case (20): ends the run without a result. */
    public static Pattern cancelCase() {
        return Pattern.of(new Term.Stop(new Term.Ending.Cancelled()));
    }

    /** Cancel region (25): withdraws all there is in the regions with that name. */
    public static Pattern cancelRegion(String region) {
        return Pattern.of(new Term.Cancel(region, Term.Manner.WITHDRAW));
    }

    /** Cancel multiple instance task (26): withdraws all instances in a region around them. */
    public static Pattern cancelInstances(String region) {
        return cancelRegion(region);
    }

    /** Complete multiple instance task (27): withdraws those that are left, and goes on. */
    public static Pattern completeInstances(String region) {
        return Pattern.of(new Term.Cancel(region, Term.Manner.COMPLETE));
    }

    /** Explicit termination (43): ends the run, with the context from here. */
    public static Pattern end() {
        return Pattern.of(new Term.Stop(new Term.Ending.Done()));
    }

    /** Fails here. */
    public static Pattern fail(String type, String message) {
        return Pattern.of(new Term.Stop(new Term.Ending.Failed(type, message)));
    }

    /** A failure inside ends it, and nothing more. */
    public static Pattern absorb(Pattern body) {
        return recover(body, skip());
    }

    /** When the body fails, the handler is done instead. */
    public static Pattern recover(Pattern body, Pattern handler) {
        return recover(body, "", handler);
    }

    /** When the body fails, the handler is done instead; a variable holds the failure's type. */
    public static Pattern recover(Pattern body, String into, Pattern handler) {
        return Pattern.of(new Term.Scope(new Term.Remedy.Recover(into)), body, handler);
    }

    /** When the body fails, it is done again, so many times in all. */
    public static Pattern retry(int attemptsMax, Pattern body) {
        return Pattern.of(new Term.Scope(new Term.Remedy.Retry(attemptsMax)), body);
    }

    /**
     * When the body fails, what was done inside is undone, last first; then the failure goes on.
     */
    public static Pattern compensate(Pattern body) {
        return Pattern.of(new Term.Scope(new Term.Remedy.Compensate()), body);
    }

    /** A step with what undoes it. */
    public static Pattern undoable(Pattern step, Pattern undo) {
        return Pattern.of(new Term.Undo(), step, undo);
    }

    /** Recursion (22): does what a {@link #define} around it has given that name. */
    public static Pattern call(String name) {
        return Pattern.of(new Term.Call(name));
    }

    /** Recursion (22): {@code main} and the definition may call it, at most so deep. */
    public static Pattern define(String name, int depthMax, Pattern definition, Pattern main) {
        return Pattern.of(
                new Term.Define(List.of(new Term.Definition(name, depthMax))), main, definition);
    }
}
