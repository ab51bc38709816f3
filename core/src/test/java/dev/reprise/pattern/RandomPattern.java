package dev.reprise.pattern;

import dev.reprise.SplitMix64;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Patterns of every kind of term, drawn from a seed. They can be written, if not always linked. */
final class RandomPattern {
    private static final List<String> NAMES =
            List.of(
                    "a",
                    "b",
                    "c",
                    "task",
                    "an \"odd\" name",
                    "back\\slash",
                    "π",
                    "x.1-y",
                    "7",
                    "#");

    private final SplitMix64 random;
    private int budget;

    private RandomPattern(long seed, int budget) {
        this.random = new SplitMix64(seed);
        this.budget = budget;
    }

    /** A pattern of about so many terms. */
    static Pattern of(long seed, int budget) {
        return new RandomPattern(seed, budget).pattern(0);
    }

    private Pattern pattern(int depth) {
        budget--;
        int kind = budget <= 0 || depth > 12 ? random.below(7) : random.below(21);
        return switch (kind) {
            case 0 -> Patterns.task(name());
            case 1 -> Patterns.effect(name(), maybe(name()), maybe(name()));
            case 2 -> Patterns.put(name(), maybe(name()));
            case 3 -> Patterns.skip();
            case 4 -> Pattern.of(new Term.Cancel(name(), any(Term.Manner.values())));
            case 5 -> Pattern.of(new Term.Stop(ending()));
            case 6 -> Patterns.call(name());
            case 7 -> Patterns.seq(parts(depth, 1));
            case 8 -> par(depth);
            case 9 -> choice(depth);
            case 10 -> Pattern.of(new Term.Free(), parts(depth, 1));
            case 11 -> Pattern.of(new Term.Loop(rounds()), pattern(depth + 1));
            case 12 -> await(depth);
            case 13 -> each(depth);
            case 14 ->
                    Pattern.of(
                            new Term.Interleave(any(Term.Turns.values()), merge()),
                            parts(depth, 1));
            case 15 -> Patterns.criticalSection(name(), pattern(depth + 1));
            case 16 -> Patterns.region(name(), pattern(depth + 1));
            case 17 -> Patterns.milestone(name(), pattern(depth + 1));
            case 18 -> scope(depth);
            case 19 -> Patterns.undoable(pattern(depth + 1), pattern(depth + 1));
            default ->
                    random.below(2) == 0
                            ? graph(depth)
                            : Patterns.define(
                                    name(),
                                    1 + random.below(50),
                                    pattern(depth + 1),
                                    pattern(depth + 1));
        };
    }

    private String name() {
        return NAMES.get(random.below(NAMES.size()));
    }

    private String maybe(String name) {
        return random.below(2) == 0 ? "" : name;
    }

    private <T> T any(T[] values) {
        return values[random.below(values.length)];
    }

    private List<Pattern> parts(int depth, int least) {
        int count = least + random.below(4);
        return IntStream.range(0, count).mapToObj(_ -> pattern(depth + 1)).toList();
    }

    private Term.Ending ending() {
        return switch (random.below(3)) {
            case 0 -> new Term.Ending.Done();
            case 1 -> new Term.Ending.Cancelled();
            default -> new Term.Ending.Failed(name(), maybe(name()));
        };
    }

    private String merge() {
        return any(new String[] {Merge.STRICT, Merge.NUMBERED, Merge.NONE, "sum", "a merge"});
    }

    private Condition condition(int depth) {
        return switch (random.below(depth > 3 ? 3 : 6)) {
            case 0 -> new Condition.Named(name());
            case 1 -> new Condition.Has(name());
            case 2 -> new Condition.Is(name(), maybe(name()));
            case 3 -> new Condition.Not(condition(depth + 1));
            case 4 -> new Condition.All(conditions(depth + 1));
            default -> new Condition.Any(conditions(depth + 1));
        };
    }

    private List<Condition> conditions(int depth) {
        return IntStream.range(0, random.below(3)).mapToObj(_ -> condition(depth)).toList();
    }

    private Join join(int count) {
        var early =
                random.below(2) == 0
                        ? Join.atLeast(1 + random.below(Math.max(1, count)))
                        : Join.when(condition(0));
        return switch (random.below(5)) {
            case 0 -> Join.NOBODY;
            case 1 -> early;
            case 2 -> early.cancelling();
            case 3 -> early.blocking();
            default -> Join.ALL;
        };
    }

    private Pattern par(int depth) {
        var parts = parts(depth, 1);
        var guards = random.below(2) == 0 ? guards(parts.size()) : List.<Guard>of();
        return Pattern.of(new Term.Par(guards, join(parts.size()), merge()), parts);
    }

    private Pattern choice(int depth) {
        var parts = parts(depth, 1);
        return Pattern.of(new Term.Choice(guards(parts.size())), parts);
    }

    /** A condition each, and perhaps otherwise for the last of several. */
    private List<Guard> guards(int count) {
        var guards = new ArrayList<Guard>();
        for (int i = 0; i < count; i++) {
            boolean last = i > 0 && i == count - 1 && random.below(2) == 0;
            guards.add(last ? Guard.OTHERWISE : new Guard.When(condition(0)));
        }
        return guards;
    }

    private Rounds rounds() {
        return switch (random.below(3)) {
            case 0 -> new Rounds.Times(1 + random.below(5));
            case 1 -> new Rounds.While(condition(0));
            default -> new Rounds.Until(condition(0));
        };
    }

    private Pattern await(int depth) {
        var parts = parts(depth, 1);
        var triggers = parts.stream().map(_ -> trigger()).toList();
        return Pattern.of(new Term.Await(triggers), parts);
    }

    private Trigger trigger() {
        return random.below(4) == 0
                ? new Trigger.After(Duration.ofMillis(random.below(100_000)))
                : new Trigger.Signal(name(), maybe(name()), any(Trigger.Keeping.values()));
    }

    private Pattern each(int depth) {
        var instances =
                switch (random.below(3)) {
                    case 0 -> new Instances.Fixed(1 + random.below(4));
                    case 1 -> new Instances.Counted(name());
                    default -> new Instances.Items(name());
                };
        var join = join(1);
        var grows = !join.equals(Join.NOBODY) && random.below(3) == 0;
        return Pattern.of(
                new Term.Each(
                        grows ? instances.growing("add", "the end") : instances,
                        maybe(name()),
                        join,
                        merge()),
                pattern(depth + 1));
    }

    private Pattern scope(int depth) {
        return switch (random.below(3)) {
            case 0 -> Patterns.recover(pattern(depth + 1), maybe(name()), pattern(depth + 1));
            case 1 -> Patterns.retry(2 + random.below(3), pattern(depth + 1));
            default -> Patterns.compensate(pattern(depth + 1));
        };
    }

    private Pattern graph(int depth) {
        var bodies = parts(depth, 1);
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < bodies.size(); i++) {
            nodes.add(new Node(label(i), entry(), exit(bodies.size())));
        }
        return Pattern.of(new Term.Graph(nodes, merge()), bodies);
    }

    private static String label(int number) {
        return number == 0 ? "the start" : "n" + number;
    }

    private Node.Entry entry() {
        return switch (random.below(5)) {
            case 0 -> new Node.Entry.All();
            case 1 -> new Node.Entry.Threads(1 + random.below(3));
            case 2 -> new Node.Entry.Sync(false);
            case 3 -> new Node.Entry.Each();
            default -> new Node.Entry.One();
        };
    }

    private Node.Exit exit(int count) {
        var labels =
                IntStream.range(0, count)
                        .filter(_ -> random.below(2) == 0)
                        .mapToObj(RandomPattern::label)
                        .toList();
        if (labels.isEmpty()) {
            return new Node.Exit.End();
        }
        var guards = guards(labels.size());
        var ways =
                IntStream.range(0, labels.size())
                        .mapToObj(it -> new Node.Way(guards.get(it), labels.get(it)))
                        .toList();
        return switch (random.below(5)) {
            case 0 -> new Node.Exit.Free(labels);
            case 1 -> new Node.Exit.One(ways);
            case 2 -> new Node.Exit.Some(ways);
            case 3 -> new Node.Exit.Threads(1 + random.below(3), labels.getFirst());
            default -> new Node.Exit.All(labels);
        };
    }
}
