package dev.reprise.engine.control;

import dev.reprise.engine.drive.QueueState;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.policy.Line;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rate;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** How a task queue stands, as JSON; limits that there are not are left out. */
public final class QueueForm {
    private QueueForm() {}

    /** Writes one as an object. */
    static void write(JsonSink json, QueueState queue) {
        json.object(() -> fields(json, queue));
    }

    /** Writes the fields of one. */
    public static void fields(JsonSink json, QueueState queue) {
        json.name("name").text(queue.name());
        json.name("paused").bool(queue.paused());
        json.name("waiting").number(queue.waiting());
        json.name("running").number(queue.running());
        json.name("starting").number(queue.starting());
        json.name("startsWaiting").number(queue.startsWaiting());
        queue.oldest().ifPresent(it -> json.name("oldest").text(it.toString()));
        QueueLimits limits = queue.limits();
        limit(json, "concurrencyMax", limits.concurrencyMax());
        limit(json, "perKeyMax", limits.perKeyMax());
        limit(json, "backlogMax", limits.backlogMax());
        if (limits.rate().count() > 0) {
            json.name("rateCount").number(limits.rate().count());
            json.name("ratePer").text(limits.rate().per().toString());
        }
        if (!limits.weights().isEmpty()) {
            json.name("weights")
                    .object(() -> limits.weights().forEach((key, it) -> json.name(key).number(it)));
        }
        json.name("loads").array(() -> queue.loads().forEach(it -> write(json, it)));
    }

    private static void limit(JsonSink json, String name, int limit) {
        if (limit > 0) {
            json.name(name).number(limit);
        }
    }

    private static void write(JsonSink json, Line.Load load) {
        json.object(
                () -> {
                    json.name("priority").number(load.priority());
                    json.name("key").text(load.key());
                    json.name("waiting").number(load.waiting());
                    json.name("running").number(load.running());
                    json.name("started").number(load.started());
                });
    }

    static QueueState read(JsonSource json) {
        SortedMap<String, String> texts = new TreeMap<>();
        SortedMap<String, Integer> numbers = new TreeMap<>();
        SortedMap<String, Integer> weights = new TreeMap<>();
        List<Line.Load> loads = new ArrayList<>();
        boolean[] paused = {false};
        json.object(
                field -> {
                    switch (field) {
                        case "name", "oldest", "ratePer" -> texts.put(field, json.text());
                        case "paused" -> paused[0] = json.bool();
                        case "waiting",
                                "running",
                                "starting",
                                "startsWaiting",
                                "concurrencyMax",
                                "perKeyMax",
                                "backlogMax",
                                "rateCount" ->
                                numbers.put(field, number(json));
                        case "weights" ->
                                json.object(
                                        key -> {
                                            weights.put(key, number(json));
                                            return true;
                                        });
                        case "loads" -> json.array(() -> loads.add(load(json)));
                        default -> {
                            return false;
                        }
                    }
                    return true;
                });
        try {
            String per = texts.get("ratePer");
            String oldest = texts.get("oldest");
            return new QueueState(
                    texts.getOrDefault("name", ""),
                    new QueueLimits(
                            numbers.getOrDefault("concurrencyMax", 0),
                            new Rate(
                                    numbers.getOrDefault("rateCount", 0),
                                    per == null ? Duration.ZERO : Duration.parse(per)),
                            numbers.getOrDefault("perKeyMax", 0),
                            weights,
                            numbers.getOrDefault("backlogMax", 0)),
                    paused[0],
                    numbers.getOrDefault("waiting", 0),
                    numbers.getOrDefault("running", 0),
                    Optional.ofNullable(oldest).map(Instant::parse),
                    loads,
                    numbers.getOrDefault("starting", 0),
                    numbers.getOrDefault("startsWaiting", 0));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw json.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }

    private static int number(JsonSource json) {
        return (int) json.number(0, Integer.MAX_VALUE);
    }

    private static Line.Load load(JsonSource json) {
        String[] key = {""};
        long[] numbers = {0, 0, 0, 0};
        json.object(
                field -> {
                    switch (field) {
                        case "key" -> key[0] = json.text();
                        case "priority" ->
                                numbers[0] = json.number(Integer.MIN_VALUE, Integer.MAX_VALUE);
                        case "waiting" -> numbers[1] = number(json);
                        case "running" -> numbers[2] = number(json);
                        case "started" -> numbers[3] = json.number(0, Long.MAX_VALUE);
                        default -> {
                            return false;
                        }
                    }
                    return true;
                });
        return new Line.Load(
                (int) numbers[0], key[0], (int) numbers[1], (int) numbers[2], numbers[3]);
    }
}
