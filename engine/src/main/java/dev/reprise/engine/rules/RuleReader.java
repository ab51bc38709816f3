package dev.reprise.engine.rules;

import dev.reprise.Payload;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Presets;
import dev.reprise.policy.Rate;
import dev.reprise.policy.Rule;
import dev.reprise.policy.Rules;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes rules of what is in a file. */
final class RuleReader {
    static final List<String> MATCHERS = List.of("name", "regex", "kind", "told", "any");
    static final List<String> ANSWERS =
            List.of("halt", "skip", "fallback", "compensate", "deadLetter", "route");
    private static final List<String> RULE =
            List.of("name", "regex", "kind", "told", "any", "preset", "policy");
    private static final List<String> FALLBACKS = List.of("instead", "retryWith", "value");
    private static final SortedMap<String, Partial> PRESETS =
            new TreeMap<>(
                    Map.of("llm", Presets.LLM, "io", Presets.IO, "fastFail", Presets.FAST_FAIL));

    private RuleReader() {}

    static Rules rules(Tree root) {
        var entries = named(root, "a rule file", List.of("rules"));
        var rules = new ArrayList<Rule>();
        for (var item : needed(root, entries, "rules").items("a rule or more")) {
            rules.add(rule(item));
        }
        return checked(root, () -> new Rules(rules));
    }

    private static Rule rule(Tree tree) {
        var entries = named(tree, "a rule", RULE);
        var found = MATCHERS.stream().filter(entries::containsKey).toList();
        if (found.size() != 1) {
            throw tree.refusal(
                    "a rule has one of "
                            + MATCHERS
                            + ", but this one has "
                            + (found.isEmpty() ? "none" : found)
                            + ".");
        }
        String by = found.getFirst();
        Matcher matcher = matcher(by, needed(tree, entries, by));
        Partial policy = found(entries, "policy").map(RuleReader::partial).orElse(Partial.NONE);
        Partial preset =
                found(entries, "preset")
                        .map(it -> oneOf(it, "a preset", PRESETS))
                        .orElse(Partial.NONE);
        return new Rule(matcher, policy.over(preset));
    }

    private static Matcher matcher(String by, Tree tree) {
        return checked(
                tree,
                () ->
                        switch (by) {
                            case "name" -> Matcher.name(tree.text("a name"));
                            case "regex" -> Matcher.regex(tree.text("a regular expression"));
                            case "kind" ->
                                    tree instanceof Tree.Scalar
                                            ? Matcher.kind(tree.text("a kind"))
                                            : new Matcher.Kinds(texts(tree, "a kind"));
                            case "told" -> Matcher.told(tree.text("the name of a predicate"));
                            default -> any(tree);
                        });
    }

    private static Matcher any(Tree tree) {
        if (!truth(tree)) {
            throw tree.refusal("any is true, or is not there.");
        }
        return Matcher.any();
    }

    private static Partial partial(Tree tree) {
        Partial partial = Partial.NONE;
        for (var entry : tree.entries("a policy").entrySet()) {
            Field<?> field = Field.all().get(entry.getKey());
            if (field == null) {
                throw entry.getValue()
                        .place()
                        .refusal(
                                Problem.UNKNOWN,
                                "a policy has no field \""
                                        + entry.getKey()
                                        + "\". "
                                        + Near.hint(entry.getKey(), Field.all().keySet()));
            }
            partial = with(partial, field, entry.getValue());
        }
        return partial;
    }

    @SuppressWarnings("unchecked") // the value was made for the type of the field
    private static <T> Partial with(Partial partial, Field<T> field, Tree tree) {
        return checked(tree, () -> partial.with(field, (T) value(field, tree)));
    }

    private static Object value(Field<?> field, Tree tree) {
        Class<?> type = field.type();
        if (type.isEnum()) {
            return constant(field.name(), type.getEnumConstants(), tree);
        }
        return switch (type.getSimpleName()) {
            case "Integer" -> (int) number(tree, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "Long" -> number(tree, Long.MIN_VALUE, Long.MAX_VALUE);
            case "Boolean" -> truth(tree);
            case "Duration" -> span(tree);
            case "Instant" -> time(tree);
            case "String" -> textOrEmpty(tree, "a text");
            case "List" -> texts(tree, "a name");
            case "SortedMap" -> map(tree, it -> textOrEmpty(it, "a text"));
            case "Rate" -> rate(tree);
            case "OnFailure" -> answer(tree);
            default -> throw new IllegalStateException("no form for values of " + type);
        };
    }

    private static Object constant(String what, Object[] constants, Tree tree) {
        var named = new TreeMap<String, Object>();
        Arrays.stream(constants)
                .forEach(it -> named.put(it.toString().toLowerCase(Locale.ROOT), it));
        return oneOf(tree, "a constant for " + what, named);
    }

    private static <T> T oneOf(Tree tree, String what, SortedMap<String, T> named) {
        String text = tree.text(what);
        T found = named.get(text);
        if (found == null) {
            throw unknown(tree, what, text, named.keySet());
        }
        return found;
    }

    private static RuntimeException unknown(
            Tree tree, String what, String text, Collection<String> all) {
        return tree.place()
                .refusal(
                        Problem.UNKNOWN,
                        "\"" + text + "\" is not " + what + ". " + Near.hint(text, all));
    }

    private static long number(Tree tree, long least, long most) {
        try {
            long number = Long.parseLong(plain(tree, "a whole number"));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, as numbers are that are too large.
        }
        throw tree.refusal("a whole number is expected, not " + tree.shown() + ".");
    }

    private static boolean truth(Tree tree) {
        return switch (plain(tree, "true or false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw tree.refusal("true or false is expected, not " + tree.shown() + ".");
        };
    }

    private static String plain(Tree tree, String what) {
        if (tree instanceof Tree.Scalar(_, _, var isPlain) && !isPlain) {
            throw tree.refusal(what + " is expected, without quotes, not " + tree.shown() + ".");
        }
        return tree.text(what);
    }

    private static Duration span(Tree tree) {
        return Spans.parsed(tree.text(Spans.EXPECTED))
                .orElseThrow(
                        () ->
                                tree.refusal(
                                        Spans.EXPECTED
                                                + " is expected, not "
                                                + tree.shown()
                                                + "."));
    }

    private static Instant time(Tree tree) {
        String expected = "a time such as 2026-01-31T12:00:00Z";
        try {
            return Instant.parse(tree.text(expected));
        } catch (DateTimeException e) {
            throw tree.refusal(expected + " is expected, not " + tree.shown() + ".");
        }
    }

    private static Rate rate(Tree tree) {
        String expected = "a rate such as 100/1s, or none,";
        String text = tree.text(expected);
        if (text.equals("none")) {
            return Rate.NONE;
        }
        int slash = text.indexOf('/');
        var per = Spans.parsed(text.substring(slash + 1));
        if (slash < 1 || slash > 9 || per.isEmpty() || !text.substring(0, slash).matches("\\d+")) {
            throw tree.refusal(expected + " is expected, not " + tree.shown() + ".");
        }
        return new Rate(Integer.parseInt(text.substring(0, slash)), per.get());
    }

    private static OnFailure answer(Tree tree) {
        if (tree instanceof Tree.Scalar) {
            String text = tree.text("an answer to failures");
            return switch (text) {
                case "halt" -> OnFailure.HALT;
                case "skip" -> OnFailure.SKIP;
                case "fallback" ->
                        throw tree.refusal(
                                "a fallback says what to do: write fallback: with one of "
                                        + FALLBACKS
                                        + ".");
                case "compensate", "deadLetter", "route" ->
                        throw tree.refusal(text + " needs a value: write " + text + ": …");
                default -> throw unknown(tree, "an answer to failures", text, ANSWERS);
            };
        }
        var only = only(tree, "an answer to failures", ANSWERS.subList(2, ANSWERS.size()));
        Tree value = only.getValue();
        return switch (only.getKey()) {
            case "fallback" -> new OnFailure.Recover(fallback(value));
            case "compensate" -> new OnFailure.Compensate(value.text("an activity"));
            case "deadLetter" -> new OnFailure.DeadLetter(value.text("a queue"));
            default -> {
                var entries = named(value, "a route", List.of("types", "to"));
                yield new OnFailure.Route(
                        texts(needed(value, entries, "types"), "a failure type"),
                        needed(value, entries, "to").text("an activity"));
            }
        };
    }

    private static Fallback fallback(Tree tree) {
        var only = only(tree, "a fallback", FALLBACKS);
        Tree value = only.getValue();
        return switch (only.getKey()) {
            case "instead" -> new Fallback.Instead(value.text("an activity"));
            case "retryWith" -> new Fallback.RetryWith(map(value, RuleReader::payload));
            default -> new Fallback.Value(payload(value));
        };
    }

    private static Payload payload(Tree tree) {
        if (tree instanceof Tree.Scalar) {
            return Payload.text(textOrEmpty(tree, "a text"));
        }
        var entries = named(tree, "a value", List.of("encoding", "text", "base64"));
        String encoding = needed(tree, entries, "encoding").text("an encoding");
        if (entries.size() > 2) {
            throw tree.refusal("a value is text or base64, not both.");
        }
        byte[] bytes =
                found(entries, "text")
                        .map(it -> textOrEmpty(it, "a text").getBytes(StandardCharsets.UTF_8))
                        .or(() -> found(entries, "base64").map(RuleReader::base64))
                        .orElse(new byte[0]);
        return Payload.wrap(encoding, bytes);
    }

    private static byte[] base64(Tree tree) {
        String text = textOrEmpty(tree, "Base64");
        return checked(tree, () -> Base64.getDecoder().decode(text));
    }

    private static String textOrEmpty(Tree tree, String what) {
        return tree instanceof Tree.Scalar(_, var text, var plain) && !plain
                ? text
                : tree.text(what);
    }

    private static List<String> texts(Tree tree, String what) {
        return tree.items(what + " or more").stream().map(it -> it.text(what)).toList();
    }

    private static <V> SortedMap<String, V> map(Tree tree, Function<Tree, V> value) {
        var map = new TreeMap<String, V>();
        tree.entries("a value for each name")
                .forEach((name, each) -> map.put(name, value.apply(each)));
        return map;
    }

    /** The entries of a mapping that has no other names. */
    private static SequencedMap<String, Tree> named(Tree tree, String what, List<String> names) {
        var entries = tree.entries(what);
        for (var entry : entries.entrySet()) {
            if (!names.contains(entry.getKey())) {
                throw entry.getValue()
                        .place()
                        .refusal(
                                Problem.UNKNOWN,
                                what
                                        + " has no \""
                                        + entry.getKey()
                                        + "\". "
                                        + Near.hint(entry.getKey(), names));
            }
        }
        return entries;
    }

    /** The one entry of a mapping that has one of these names. */
    private static Map.Entry<String, Tree> only(Tree tree, String what, List<String> names) {
        var entries = named(tree, what, names);
        if (entries.size() != 1) {
            throw tree.refusal(what + " is one of " + names + ", not " + tree.shown() + ".");
        }
        return entries.firstEntry();
    }

    private static Optional<Tree> found(SequencedMap<String, Tree> entries, String name) {
        return Optional.ofNullable(entries.get(name));
    }

    private static Tree needed(Tree tree, SequencedMap<String, Tree> entries, String name) {
        return found(entries, name).orElseThrow(() -> tree.refusal("\"" + name + "\" is missing."));
    }

    /** What no policy can have is refused here, with the words of the policy. */
    private static <T> T checked(Tree tree, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw tree.place().refusal(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }
}
