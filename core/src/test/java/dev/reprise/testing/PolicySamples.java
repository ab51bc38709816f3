package dev.reprise.testing;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Field;
import dev.reprise.policy.Gates;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Progress;
import dev.reprise.policy.Rate;
import dev.reprise.policy.Role;
import dev.reprise.policy.Rule;
import dev.reprise.policy.Rules;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Random policies, rules and what has happened under them, all of them decided by a seed. */
public final class PolicySamples {
    /** The names that are used. */
    public static final List<String> NAMES =
            List.of("a", "Payments.charge", "Ünïcödé ✓ 𝄞", "\"quoted\" \\ : #- {}", "null", "1.0");

    private final Samples samples;
    private final Random random;

    /** The samples of a seed. */
    public PolicySamples(long seed) {
        samples = new Samples(seed);
        random = new Random(seed);
    }

    /** A policy of which any number of fields differ from the default. */
    public Policy policy() {
        return partial().onto(Policy.DEFAULT);
    }

    /** What has happened: any of it. */
    public Progress progress() {
        int before = random.nextBoolean() ? 0 : random.nextInt(1_000);
        var role = one(Role.values());
        Optional<Failure> last =
                role != Role.ACTIVITY || random.nextBoolean()
                        ? Optional.of(samples.any(Failure.class))
                        : Optional.empty();
        int attempt = before + 1 + random.nextInt(3);
        return new Progress(attempt, before, random.nextInt(3), span(), role, last);
    }

    /** Any number of rules. */
    public Rules rules() {
        var rules = new ArrayList<Rule>();
        for (int i = random.nextInt(5); i > 0; i--) {
            rules.add(new Rule(matcher(), partial()));
        }
        return new Rules(rules);
    }

    private Matcher matcher() {
        return switch (random.nextInt(5)) {
            case 0 -> Matcher.name(name());
            case 1 -> Matcher.regex(one("^llm_", "a|b", "\\d+ \"x\"", ""));
            case 2 -> Matcher.kind(names().toArray(new String[0]));
            case 3 -> Matcher.told(name());
            default -> Matcher.any();
        };
    }

    /** Any of the fields, each with any value. */
    public Partial partial() {
        double share = random.nextDouble();
        Partial partial = Partial.NONE;
        for (var field : Field.all().values()) {
            if (random.nextDouble() < share) {
                partial = with(partial, field);
            }
        }
        return partial;
    }

    private <T> Partial with(Partial partial, Field<T> field) {
        for (int i = 0; i < 100; i++) {
            try {
                return partial.with(field, value(field));
            } catch (IllegalArgumentException refused) {
                // Another value may do: a number may be out of its range, a base too long.
            }
        }
        return partial;
    }

    @SuppressWarnings("unchecked")
    private <T> T value(Field<T> field) {
        var type = field.type();
        Supplier<Object> any =
                switch (type.getSimpleName()) {
                    case "Integer" -> () -> one(0, 1, -3, 50, 7_000, 1_000_000);
                    case "Long" -> () -> one(0L, 1L, 1L << 40);
                    case "Boolean" -> random::nextBoolean;
                    case "Duration" -> this::span;
                    case "Instant" -> this::time;
                    case "String" -> () -> one("", name());
                    case "List" -> this::names;
                    case "SortedMap" -> () -> map(() -> one("", name()));
                    case "Rate" ->
                            () -> one(Rate.NONE, new Rate(1 + random.nextInt(9), ofMillis()));
                    case "OnFailure" -> this::answer;
                    case "Shape" -> () -> one(Backoff.Shape.values());
                    case "OnOpen" -> () -> one(Gates.OnOpen.values());
                    case "Mode" -> () -> one(Execution.Mode.values());
                    case "Level" -> () -> one(Level.values());
                    default -> throw new IllegalStateException("no samples of " + type);
                };
        return (T) any.get();
    }

    private OnFailure answer() {
        return switch (random.nextInt(8)) {
            case 0 -> OnFailure.HALT;
            case 1 -> OnFailure.SKIP;
            case 2 -> new OnFailure.Recover(new Fallback.Value(payload()));
            case 3 -> new OnFailure.Recover(new Fallback.Instead(name()));
            case 4 -> new OnFailure.Recover(new Fallback.RetryWith(overrides()));
            case 5 -> new OnFailure.Compensate(name());
            case 6 -> new OnFailure.DeadLetter(name());
            default -> new OnFailure.Route(names(), name());
        };
    }

    private SortedMap<String, Payload> overrides() {
        var overrides = map(this::payload);
        overrides.put("model", payload());
        return overrides;
    }

    private Payload payload() {
        return switch (random.nextInt(5)) {
            case 0 -> Payload.NONE;
            case 1 -> Payload.of("bytes", new byte[] {0, -1, 9});
            case 2 -> Payload.of("json", "{\"a\":[1,null]}".getBytes(StandardCharsets.UTF_8));
            case 3 -> Payload.of("text", new byte[] {-1, -2});
            default -> Payload.text(one("", name()));
        };
    }

    private <V> SortedMap<String, V> map(Supplier<V> value) {
        var map = new TreeMap<String, V>();
        for (int i = random.nextInt(3); i > 0; i--) {
            map.put(name(), value.get());
        }
        return map;
    }

    private List<String> names() {
        var names = new ArrayList<>(List.of(name()));
        for (int i = random.nextInt(3); i > 0; i--) {
            names.add(name());
        }
        return names;
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private Duration ofMillis() {
        return Duration.ofMillis(1 + random.nextInt(100_000));
    }

    private Duration span() {
        return one(
                Duration.ZERO,
                Duration.ofNanos(1),
                ofMillis(),
                Duration.ofHours(random.nextInt(100)),
                Duration.ofDays(36_500));
    }

    private Instant time() {
        return one(
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.ofEpochMilli(random.nextLong(2_000_000_000_000L)));
    }

    @SafeVarargs
    private <T> T one(T... all) {
        return all[random.nextInt(all.length)];
    }
}
