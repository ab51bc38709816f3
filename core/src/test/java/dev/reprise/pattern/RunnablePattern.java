package dev.reprise.pattern;

import dev.reprise.SplitMix64;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Patterns that can be linked and carried out, drawn from a seed, with every kind of term. Loops
 * and cycles have a task in them that brings them to an end: every task counts in the variable
 * {@code n}, and {@link #CODE} has conditions on it.
 */
public final class RunnablePattern {
    /** The code of all that is drawn. */
    public static final Registry CODE =
            Registry.NONE
                    .task("a", RunnablePattern::counted)
                    .task("b", RunnablePattern::counted)
                    .task("throws", RunnablePattern::thrown)
                    .condition("odd", it -> count(it) % 2 == 1)
                    .condition("few", it -> count(it) < 4)
                    .condition("many", it -> count(it) >= 4)
                    .merge("most", RunnablePattern::most)
                    .count("n", it -> count(it) % 3)
                    .list(
                            "list",
                            it ->
                                    IntStream.range(0, count(it) % 3)
                                            .mapToObj(i -> dev.reprise.Payload.text("i" + i))
                                            .toList());

    static final List<String> SIGNALS = List.of("x", "y", "add", "close");

    private final SplitMix64 random;
    private int budget;
    private boolean calls;

    /** How many loops, graphs and definitions are around what is drawn. */
    private int cycles;

    private RunnablePattern(long seed, int budget) {
        this.random = new SplitMix64(seed);
        this.budget = budget;
    }

    /** A pattern of about so many terms. */
    public static Pattern of(long seed, int budget) {
        var drawn = new RunnablePattern(seed, budget);
        drawn.cycles++;
        var definition = drawn.body();
        drawn.cycles--;
        drawn.calls = true;
        return Patterns.define("f", 2, definition, drawn.body());
    }

    private static int count(Context context) {
        var text = Story.text(context, "n");
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    private static Context counted(Context context) {
        return context.with("n", String.valueOf(count(context) + 1));
    }

    private static Context thrown(Context context) {
        throw new IllegalStateException("at " + count(context));
    }

    private static Context most(Context base, List<Merge.Arrival> arrivals) {
        return arrivals.stream()
                .map(Merge.Arrival::context)
                .reduce(base, (one, other) -> count(other) > count(one) ? other : one);
    }

    /** The regions that are cancelled and waited for are there, in every body. */
    private Pattern body() {
        return Patterns.seq(
                Patterns.region("r", Patterns.skip()),
                Patterns.region("i", Patterns.each(1, Patterns.skip())),
                pattern(0));
    }

    private Pattern pattern(int depth) {
        budget--;
        int kind = budget <= 0 || depth > 8 ? random.below(6) : random.below(28);
        return switch (kind) {
            case 0, 1, 22, 23 -> Patterns.task(random.below(2) == 0 ? "a" : "b");
            case 2, 3, 24 -> Patterns.effect(random.below(2) == 0 ? "e" : "f", "n", "n");
            case 4 -> Patterns.put("v", String.valueOf(random.below(3)));
            case 5 -> rare();
            case 6, 25 -> Patterns.seq(parts(depth));
            case 7, 26, 27 -> par(depth);
            case 8 -> choice(depth);
            case 9 -> Pattern.of(new Term.Free(), parts(depth));
            case 10 -> loop(depth);
            case 11 -> await(depth);
            case 12 -> each(depth);
            case 13 ->
                    Pattern.of(
                            new Term.Interleave(any(Term.Turns.values()), merge()), parts(depth));
            case 14 ->
                    Patterns.criticalSection(random.below(2) == 0 ? "l" : "m", pattern(depth + 1));
            case 15 -> Patterns.region("r", pattern(depth + 1));
            case 16 -> Patterns.region("i", each(depth));
            case 17 -> Patterns.milestone("r", pattern(depth + 1));
            case 18 -> scope(depth);
            case 19 -> Patterns.undoable(pattern(depth + 1), pattern(depth + 1));
            case 20 -> calls ? Patterns.call("f") : Patterns.skip();
            default -> graph(depth);
        };
    }

    private Pattern rare() {
        return switch (random.below(8)) {
            case 0 -> Patterns.cancelRegion("r");
            case 1 -> Patterns.completeInstances("i");
            case 2 -> Patterns.end();
            case 3 -> Patterns.cancelCase();
            case 4 -> Patterns.fail("Drawn", "");
            case 5 -> Patterns.task("throws");
            default -> Patterns.skip();
        };
    }

    private <T> T any(T[] values) {
        return values[random.below(values.length)];
    }

    private List<Pattern> parts(int depth) {
        return IntStream.range(0, 1 + random.below(3)).mapToObj(_ -> pattern(depth + 1)).toList();
    }

    /** Numbered again and again, variables would become more and more without an end. */
    private String merge() {
        var drawn = any(new String[] {Merge.STRICT, Merge.NUMBERED, Merge.NONE, "most", "most"});
        return drawn.equals(Merge.NUMBERED) && cycles > 0 ? "most" : drawn;
    }

    private Condition condition() {
        return switch (random.below(4)) {
            case 0 -> new Condition.Named("few");
            case 1 -> new Condition.Not(new Condition.Is("v", "1"));
            case 2 -> new Condition.Has("v");
            default -> new Condition.Named("odd");
        };
    }

    private Join join(int count) {
        var early =
                random.below(3) > 0
                        ? Join.atLeast(1 + random.below(count))
                        : Join.when(condition());
        return switch (random.below(7)) {
            case 0 -> Join.NOBODY;
            case 1 -> early;
            case 2 -> early.cancelling();
            case 3 -> early.blocking();
            default -> Join.ALL;
        };
    }

    private Pattern par(int depth) {
        var parts = parts(depth);
        var guards = random.below(3) == 0 ? guards(parts.size()) : List.<Guard>of();
        return Pattern.of(new Term.Par(guards, join(parts.size()), merge()), parts);
    }

    private Pattern choice(int depth) {
        var parts = parts(depth);
        return Pattern.of(new Term.Choice(guards(parts.size())), parts);
    }

    private List<Guard> guards(int count) {
        var guards = new ArrayList<Guard>();
        for (int i = 0; i < count; i++) {
            boolean last = i > 0 && i == count - 1;
            guards.add(last ? Guard.OTHERWISE : new Guard.When(condition()));
        }
        return guards;
    }

    private Pattern loop(int depth) {
        cycles++;
        var body = Patterns.seq(Patterns.task("a"), pattern(depth + 1), Patterns.task("b"));
        var loop =
                switch (random.below(3)) {
                    case 0 -> Patterns.times(1 + random.below(3), pattern(depth + 1));
                    case 1 -> Patterns.loopWhile("few", body);
                    default -> Patterns.loopUntil("many", body);
                };
        cycles--;
        return loop;
    }

    private Pattern await(int depth) {
        var parts = parts(depth);
        return Pattern.of(new Term.Await(parts.stream().map(_ -> trigger()).toList()), parts);
    }

    private Trigger trigger() {
        return random.below(3) == 0
                ? new Trigger.After(Duration.ofSeconds(random.below(3)))
                : new Trigger.Signal(
                        random.below(2) == 0 ? "x" : "y", "v", any(Trigger.Keeping.values()));
    }

    private Pattern each(int depth) {
        var join = join(1);
        var instances =
                switch (random.below(3)) {
                    case 0 -> new Instances.Fixed(1 + random.below(3));
                    case 1 -> new Instances.Counted("n");
                    default -> new Instances.Items("list");
                };
        boolean grows = !join.equals(Join.NOBODY) && random.below(3) == 0;
        return Pattern.of(
                new Term.Each(
                        grows ? instances.growing("add", "close") : instances,
                        random.below(2) == 0 ? "" : "v",
                        join,
                        merge()),
                pattern(depth + 1));
    }

    private Pattern scope(int depth) {
        return switch (random.below(3)) {
            case 0 -> Patterns.recover(pattern(depth + 1), "v", pattern(depth + 1));
            case 1 -> Patterns.retry(2, pattern(depth + 1));
            default -> Patterns.compensate(pattern(depth + 1));
        };
    }

    private Pattern graph(int depth) {
        cycles++;
        int count = 2 + random.below(3);
        var exits = IntStream.range(0, count).mapToObj(it -> exit(it, count)).toList();
        var nodes = new ArrayList<Node>();
        var bodies = new ArrayList<Pattern>();
        for (int i = 0; i < count; i++) {
            var label = "n" + i;
            long ways = exits.stream().filter(it -> it.targets().contains(label)).count();
            nodes.add(new Node(label, entry((int) ways), exits.get(i)));
            bodies.add(Patterns.seq(Patterns.task("a"), pattern(depth + 1)));
        }
        var graph = Pattern.of(new Term.Graph(nodes, merge()), bodies);
        cycles--;
        return graph;
    }

    private Node.Entry entry(int ways) {
        return switch (random.below(ways > 0 ? 7 : 6)) {
            case 0 -> new Node.Entry.All();
            case 1 -> new Node.Entry.Threads(1 + random.below(2));
            case 2, 3 -> new Node.Entry.Sync(false);
            case 6 -> new Node.Entry.Partial(1 + random.below(ways));
            case 4 -> new Node.Entry.Each();
            default -> new Node.Entry.One();
        };
    }

    /** Ways lead forward; only those for few lead anywhere. */
    private Node.Exit exit(int node, int count) {
        if (node == count - 1) {
            return new Node.Exit.End();
        }
        int next = node + 1 + random.below(count - node - 1);
        int last = count - 1;
        int anywhere = random.below(last);
        var ways =
                List.of(
                        new Node.Way(new Guard.When(new Condition.Named("few")), "n" + anywhere),
                        new Node.Way(Guard.OTHERWISE, "n" + last));
        return switch (random.below(6)) {
            case 0 -> new Node.Exit.Free(next == last ? labels(last) : labels(next, last));
            case 1 -> new Node.Exit.One(ways);
            case 2 -> new Node.Exit.Some(ways);
            case 3 -> new Node.Exit.Threads(2, "n" + next);
            case 4 -> new Node.Exit.All(next == last ? labels(last) : labels(next, last));
            default -> new Node.Exit.End();
        };
    }

    private static List<String> labels(int... nodes) {
        return IntStream.of(nodes).mapToObj(it -> "n" + it).toList();
    }
}
