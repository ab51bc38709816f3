package dev.reprise.pattern;

import dev.reprise.Check;
import dev.reprise.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Steps that depend on each other, to be made a pattern of. Every step leaves in the context how it
 * ended: the variable {@code NAME.status} is {@link #SUCCESS}, {@link #FAILED}, {@link #SKIPPED} or
 * {@link #BLOCKED}. The whole fails when a step failed or was blocked that no other depends on.
 *
 * @param steps in the order in which they were added
 */
public record Dag(List<Step> steps) {
    /** No steps yet. */
    public static final Dag EMPTY = new Dag(List.of());

    /** The status of a step that was carried out. */
    public static final String SUCCESS = "success";

    /** The status of a step that failed; {@code NAME.failure} is the type of the failure. */
    public static final String FAILED = "failed";

    /** The status of a step that was not carried out, though none of those before it failed. */
    public static final String SKIPPED = "skipped";

    /** The status of a step that was not carried out, and one before it failed or was blocked. */
    public static final String BLOCKED = "blocked";

    /** The type of the failure of the whole. */
    public static final String FAILURE = "DagFailed";

    private static final String START = "start";
    private static final String END = "end";

    /** Copies the list; names and dependencies are checked by {@link #toPattern}. */
    public Dag {
        steps = List.copyOf(steps);
    }

    /**
     * A step.
     *
     * @param rule when it is carried out, once all it depends on is over
     * @param after the names of the steps it depends on
     */
    public record Step(String name, Pattern body, Rule rule, List<String> after) {
        /** Checks the names. */
        public Step {
            Text.name("a step's name", name);
            Check.argument(
                    !name.equals(START) && !name.equals(END),
                    "a step cannot have the name \"%s\"",
                    name);
            after = List.copyOf(after);
            Check.argument(
                    after.stream().distinct().count() == after.size(),
                    "the step \"%s\" depends on a step twice: %s",
                    name,
                    after);
        }
    }

    /** When a step is carried out, once all it depends on is over. */
    public enum Rule {
        /** When all succeeded. */
        ALL_SUCCESS,
        /** When one succeeded at least. */
        ONE_SUCCESS,
        /** In any case. */
        ALL_DONE,
        /** When all failed or were blocked. */
        ALL_FAILED,
        /** When none failed or was blocked: all succeeded or were skipped. */
        NONE_FAILED
    }

    /** The same with a step more, for when all it depends on has succeeded. */
    public Dag step(String name, Pattern body, String... after) {
        return step(name, body, Rule.ALL_SUCCESS, after);
    }

    /** The same with a step more. */
    public Dag step(String name, Pattern body, Rule rule, String... after) {
        return plus(new Step(name, body, rule, List.of(after)));
    }

    /**
     * The same with a step more that is done for each item of a list. What number 7 puts into the
     * variable {@code x} is then in {@code x.7}.
     *
     * @param list the name of the function that gives the items
     * @param item the variable that holds the item
     */
    public Dag map(String name, String list, String item, Pattern body, String... after) {
        var each = Patterns.each(Patterns.items(list), item, body).merging(Merge.NUMBERED);
        return step(name, each, after);
    }

    /** The same with a step more, which makes one value of what the step before it has mapped. */
    public Dag reduce(String name, Pattern body, String mapped) {
        return step(name, body, mapped);
    }

    private Dag plus(Step step) {
        return new Dag(Stream.concat(steps.stream(), Stream.of(step)).toList());
    }

    /**
     * The steps as a graph.
     *
     * @throws IllegalArgumentException if two steps have one name, a step depends on one that is
     *     not there, or on itself by way of others: then the cycle is shown
     */
    public Pattern toPattern() {
        Check.argument(!steps.isEmpty(), "a dag has at least one step");
        var followers = followers();
        cycle().ifPresent(
                        it -> {
                            throw new IllegalArgumentException(
                                    "steps depend on each other in a cycle: "
                                            + String.join(" → ", it));
                        });
        var roots = steps.stream().filter(it -> it.after().isEmpty()).map(Step::name);
        var nodes = new ArrayList<Vertex>();
        nodes.add(Vertex.node(START, Patterns.skip()).to(roots.toArray(String[]::new)));
        for (var step : steps) {
            var after = followers.getOrDefault(step.name(), List.of());
            nodes.add(
                    Vertex.node(step.name(), body(step))
                            .generalisedAndJoin()
                            .to(
                                    after.isEmpty()
                                            ? new String[] {END}
                                            : after.toArray(String[]::new)));
        }
        nodes.add(Vertex.node(END, verdict(followers)).generalisedAndJoin());
        return Patterns.graph(nodes.toArray(Vertex[]::new));
    }

    /** The steps that depend on a step, by its name. */
    private SortedMap<String, List<String>> followers() {
        var followers = new TreeMap<String, List<String>>();
        for (var step : steps) {
            Check.argument(
                    followers.put(step.name(), new ArrayList<>()) == null,
                    "two steps have the name \"%s\"",
                    step.name());
        }
        for (var step : steps) {
            for (var before : step.after()) {
                var known = followers.get(before);
                Check.argument(
                        known != null,
                        "the step \"%s\" depends on \"%s\", which is no step: there are %s",
                        step.name(),
                        before,
                        followers.keySet());
                known.add(step.name());
            }
        }
        return followers;
    }

    /** The names along a cycle, the first once more at the end. */
    private Optional<List<String>> cycle() {
        var byName = new TreeMap<String, Step>();
        steps.forEach(it -> byName.put(it.name(), it));
        var open = new TreeMap<>(byName);
        boolean fewer = true;
        while (fewer) {
            fewer = open.values().removeIf(it -> it.after().stream().noneMatch(open::containsKey));
        }
        if (open.isEmpty()) {
            return Optional.empty();
        }
        // Whoever is left depends on another who is left: so this comes back to where it was.
        var path = new ArrayList<String>();
        String at = open.firstKey();
        while (!path.contains(at)) {
            path.add(at);
            var step = open.get(at);
            Check.invariant(step != null, "a step of a cycle is missing");
            at = step.after().stream().filter(open::containsKey).findFirst().orElseThrow();
        }
        var around = new ArrayList<>(path.subList(path.indexOf(at), path.size()));
        around.add(at);
        return Optional.of(around.reversed());
    }

    private static Pattern body(Step step) {
        var done = Patterns.seq(step.body(), status(step, SUCCESS));
        var attempt = Patterns.recover(done, step.name() + ".failure", status(step, FAILED));
        if (step.rule() == Rule.ALL_DONE || step.after().isEmpty()) {
            return attempt;
        }
        var anyFailed = any(step, Dag::hasFailed);
        var may =
                switch (step.rule()) {
                    case ALL_SUCCESS -> all(step, it -> is(it, SUCCESS));
                    case ONE_SUCCESS -> any(step, it -> is(it, SUCCESS));
                    case ALL_FAILED -> all(step, Dag::hasFailed);
                    case NONE_FAILED, ALL_DONE -> new Condition.Not(anyFailed);
                };
        return Patterns.xor(
                Patterns.when(may, attempt),
                Patterns.when(anyFailed, status(step, BLOCKED)),
                Patterns.otherwise(status(step, SKIPPED)));
    }

    private static Pattern status(Step step, String status) {
        return Patterns.put(step.name() + ".status", status);
    }

    private static Condition is(String step, String status) {
        return new Condition.Is(step + ".status", status);
    }

    private static Condition hasFailed(String step) {
        return new Condition.Any(List.of(is(step, FAILED), is(step, BLOCKED)));
    }

    private static Condition all(Step step, Function<String, Condition> condition) {
        return new Condition.All(step.after().stream().map(condition).toList());
    }

    private static Condition any(Step step, Function<String, Condition> condition) {
        return new Condition.Any(step.after().stream().map(condition).toList());
    }

    /** Fails when one of the last steps did. */
    private Pattern verdict(SortedMap<String, List<String>> followers) {
        var arms = new ArrayList<Patterns.Branch>();
        for (var step : steps) {
            if (followers.getOrDefault(step.name(), List.of()).isEmpty()) {
                var sentence = "the step " + shown(step.name()) + " did not succeed";
                arms.add(Patterns.when(hasFailed(step.name()), Patterns.fail(FAILURE, sentence)));
            }
        }
        arms.add(Patterns.otherwise(Patterns.skip()));
        return Patterns.xor(arms.toArray(Patterns.Branch[]::new));
    }

    private static String shown(String name) {
        return name.length() <= 200 ? name : name.substring(0, 200) + "…";
    }
}
