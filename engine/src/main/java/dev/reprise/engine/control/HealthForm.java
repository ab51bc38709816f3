package dev.reprise.engine.control;

import dev.reprise.RunId;
import dev.reprise.engine.run.Shortage;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed.Problem;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What is said about the health of an engine, as the fields of JSON objects. */
public final class HealthForm {
    private HealthForm() {}

    /** The fields of a state. */
    public static void write(JsonSink json, Health.State state) {
        json.name("at").text(state.at().toString());
        state.opened().ifPresent(it -> json.name("opened").text(it.toString()));
        json.name("version").text(state.version());
        json.name("java").text(state.java());
        state.failure().ifPresent(it -> json.name("failure").text(it));
        state.full()
                .ifPresent(
                        it ->
                                json.name("full")
                                        .object(
                                                () -> {
                                                    json.name("since").text(it.since().toString());
                                                    json.name("sentence").text(it.sentence());
                                                }));
        json.name("numbers")
                .object(
                        () ->
                                state.numbers()
                                        .forEach((name, value) -> json.name(name).number(value)));
    }

    /** The fields of something that takes too long. */
    public static void write(JsonSink json, Health.Overdue overdue) {
        json.name("what").text(overdue.what().name().toLowerCase(Locale.ROOT));
        json.name("run").text(overdue.run().value());
        json.name("type").text(overdue.type());
        json.name("attempt").number(overdue.attempt());
        json.name("since").text(overdue.since().toString());
        json.name("where").text(overdue.where());
    }

    /** The fields of runs that are stuck. */
    public static void write(JsonSink json, Health.StuckRuns runs) {
        json.name("type").text(runs.type());
        json.name("reason").text(runs.reason());
        json.name("runs").number(runs.runs());
        json.name("first").text(runs.first().value());
        json.name("sentence").text(runs.sentence());
    }

    // ---- Reading ----

    static Health.State state(JsonSource json) {
        SortedMap<String, String> texts = new TreeMap<>();
        SortedMap<String, Long> numbers = new TreeMap<>();
        List<Shortage> full = new ArrayList<>();
        json.object(
                field -> {
                    switch (field) {
                        case "full" -> full.add(shortage(json));
                        case "at", "opened", "version", "java", "failure" ->
                                texts.put(field, json.text());
                        case "numbers" ->
                                json.object(
                                        name -> {
                                            numbers.put(
                                                    name,
                                                    json.number(Long.MIN_VALUE, Long.MAX_VALUE));
                                            return true;
                                        });
                        default -> {
                            return false;
                        }
                    }
                    return true;
                });
        return checked(
                json,
                () ->
                        new Health.State(
                                Instant.parse(texts.getOrDefault("at", "")),
                                Optional.ofNullable(texts.get("opened")).map(Instant::parse),
                                texts.getOrDefault("version", ""),
                                texts.getOrDefault("java", ""),
                                Optional.ofNullable(texts.get("failure")),
                                full.stream().findFirst(),
                                numbers));
    }

    private static Shortage shortage(JsonSource json) {
        SortedMap<String, String> texts = new TreeMap<>();
        json.object(
                field -> {
                    if (!field.equals("since") && !field.equals("sentence")) {
                        return false;
                    }
                    texts.put(field, json.text());
                    return true;
                });
        return checked(
                json,
                () ->
                        new Shortage(
                                Instant.parse(texts.getOrDefault("since", "")),
                                texts.getOrDefault("sentence", "")));
    }

    static Health.Overdue overdue(JsonSource json) {
        SortedMap<String, String> texts = new TreeMap<>();
        int[] attempt = {0};
        json.object(
                field -> {
                    switch (field) {
                        case "what", "run", "type", "since", "where" ->
                                texts.put(field, json.text());
                        case "attempt" -> attempt[0] = (int) json.number(0, Integer.MAX_VALUE);
                        default -> {
                            return false;
                        }
                    }
                    return true;
                });
        return checked(
                json,
                () ->
                        new Health.Overdue(
                                Health.Overdue.What.valueOf(
                                        texts.getOrDefault("what", "").toUpperCase(Locale.ROOT)),
                                new RunId(texts.getOrDefault("run", "")),
                                texts.getOrDefault("type", ""),
                                attempt[0],
                                Instant.parse(texts.getOrDefault("since", "")),
                                texts.getOrDefault("where", "")));
    }

    static Health.StuckRuns stuck(JsonSource json) {
        SortedMap<String, String> texts = new TreeMap<>();
        long[] runs = {0};
        json.object(
                field -> {
                    switch (field) {
                        case "type", "reason", "first", "sentence" -> texts.put(field, json.text());
                        case "runs" -> runs[0] = json.number(1, Long.MAX_VALUE);
                        default -> {
                            return false;
                        }
                    }
                    return true;
                });
        return checked(
                json,
                () ->
                        new Health.StuckRuns(
                                texts.getOrDefault("type", ""),
                                texts.getOrDefault("reason", ""),
                                runs[0],
                                new RunId(texts.getOrDefault("first", "")),
                                texts.getOrDefault("sentence", "")));
    }

    private static <T> T checked(JsonSource json, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException | DateTimeException e) {
            throw json.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }
}
