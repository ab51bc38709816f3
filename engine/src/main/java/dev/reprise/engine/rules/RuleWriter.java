package dev.reprise.engine.rules;

import dev.reprise.Payload;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rate;
import dev.reprise.policy.Rule;
import dev.reprise.policy.Rules;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes maps, lists and texts of rules: what both formats can say. */
final class RuleWriter {
    private RuleWriter() {}

    static Map<String, Object> rules(Rules rules) {
        return one("rules", rules.all().stream().map(RuleWriter::rule).toList());
    }

    private static Map<String, Object> rule(Rule rule) {
        SequencedMap<String, Object> entries =
                switch (rule.matcher()) {
                    case Matcher.Exact(var name) -> one("name", name);
                    case Matcher.Regex(var pattern) -> {
                        if (pattern.flags() != 0) {
                            throw new IllegalArgumentException(
                                    "the expression \""
                                            + pattern.pattern()
                                            + "\" has flags, which a file cannot say: write them"
                                            + " into it, as (?i) for CASE_INSENSITIVE");
                        }
                        yield one("regex", pattern.pattern());
                    }
                    case Matcher.Kinds(var kinds) -> one("kind", kinds);
                    case Matcher.Told(var predicate) -> one("told", predicate);
                    case Matcher.Any _ -> one("any", true);
                };
        if (!rule.partial().equals(Partial.NONE)) {
            entries.put("policy", policy(rule.partial()));
        }
        return entries;
    }

    private static Map<String, Object> policy(Partial partial) {
        var entries = new LinkedHashMap<String, Object>();
        Field.all()
                .forEach(
                        (name, field) ->
                                partial.value(field)
                                        .ifPresent(value -> entries.put(name, value(value))));
        return entries;
    }

    private static Object value(Object value) {
        return switch (value) {
            case Duration span -> Spans.text(span);
            case Instant time -> time.toString();
            case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
            case Rate rate ->
                    rate.count() == 0 ? "none" : rate.count() + "/" + Spans.text(rate.per());
            case OnFailure answer -> answer(answer);
            default -> value;
        };
    }

    private static Object answer(OnFailure answer) {
        return switch (answer) {
            case OnFailure.Halt _ -> "halt";
            case OnFailure.Skip _ -> "skip";
            case OnFailure.Recover(var fallback) -> one("fallback", fallback(fallback));
            case OnFailure.Compensate(var by) -> one("compensate", by);
            case OnFailure.DeadLetter(var queue) -> one("deadLetter", queue);
            case OnFailure.Route(var types, var to) -> {
                var route = one("types", types);
                route.put("to", to);
                yield one("route", route);
            }
        };
    }

    private static Object fallback(Fallback fallback) {
        return switch (fallback) {
            case Fallback.Instead(var name) -> one("instead", name);
            case Fallback.RetryWith(var overrides) -> one("retryWith", payloads(overrides));
            case Fallback.Value(var value) -> one("value", payload(value));
        };
    }

    private static Object payloads(SortedMap<String, Payload> overrides) {
        var entries = new TreeMap<String, Object>();
        overrides.forEach((name, value) -> entries.put(name, payload(value)));
        return entries;
    }

    private static Object payload(Payload payload) {
        byte[] bytes = payload.bytes();
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean isText = Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
        if (isText && payload.encoding().equals(Payload.TEXT_ENCODING)) {
            return text;
        }
        var entries = one("encoding", payload.encoding());
        if (bytes.length > 0) {
            entries.put(
                    isText ? "text" : "base64",
                    isText ? text : Base64.getEncoder().encodeToString(bytes));
        }
        return entries;
    }

    private static SequencedMap<String, Object> one(String name, Object value) {
        var entries = new LinkedHashMap<String, Object>();
        entries.put(name, value);
        return entries;
    }
}
