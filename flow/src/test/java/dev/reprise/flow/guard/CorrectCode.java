package dev.reprise.flow.guard;

import dev.reprise.flow.Flow;
import java.io.File;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a workflow may do, close to what it may not. */
@SuppressWarnings({"all", "JavaUtilDate", "UnusedVariable", "UnusedMethod"})
final class CorrectCode {
    private CorrectCode() {}

    static class SeededRandom {
        int run() {
            return new Random(7).nextInt() + new SplittableRandom(7).nextInt();
        }
    }

    static class ShuffleBySeed {
        void run(List<String> list) {
            Collections.shuffle(list, new Random(7));
            Collections.shuffle(list, Flow.random());
        }
    }

    static class GivenTime {
        Object run(Clock clock) {
            var fixed = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
            return List.of(LocalDate.now(fixed), Instant.now(clock), new Date(0L));
        }
    }

    static class FlowCalls {
        Object run() {
            Flow.sleep(Duration.ofSeconds(3));
            Flow.logger().log(System.Logger.Level.INFO, "going on");
            Flow.await(() -> Flow.now().isAfter(Instant.EPOCH));
            return Flow.random().nextInt() + " " + Flow.uuid() + Flow.now();
        }
    }

    static class SideEffectLambda {
        Object run() {
            return Flow.sideEffect("time", Long.class, () -> System.nanoTime() + more());
        }

        private static long more() {
            return System.currentTimeMillis();
        }
    }

    static class SideEffectReference {
        Object run() {
            return Flow.sideEffect("id", UUID.class, UUID::randomUUID);
        }
    }

    static class SideEffectVariable {
        Object run(int times) {
            Supplier<String> code = () -> System.getenv("HOME");
            for (int time = 0; time < times; time++) {
                Flow.sideEffect("home", String.class, code);
            }
            return times;
        }
    }

    static class SideEffectObject {
        Object run() {
            return Flow.sideEffect(
                    "time",
                    Long.class,
                    new Supplier<Long>() {
                        @Override
                        public Long get() {
                            return System.nanoTime();
                        }
                    });
        }
    }

    static class ActivityBehindStub {
        private final Payments payments = Flow.activity(Payments.class);

        Object run(String order) {
            return payments.charge(order);
        }

        interface Payments {
            String charge(String order);

            default String describe() {
                return "at " + System.nanoTime();
            }
        }

        static class Bank implements Payments {
            @Override
            public String charge(String order) {
                System.out.println(order);
                return UUID.randomUUID().toString();
            }
        }

        public static void main(String[] arguments) {
            System.out.println(new Bank().charge("x"));
        }
    }

    static class HashMapWithoutOrder {
        private final Map<String, Integer> counts = new HashMap<>();
        private final Set<String> seen = new HashSet<>();

        Object run(String name) {
            counts.put(name, counts.getOrDefault(name, 0) + 1);
            counts.computeIfAbsent("x", String::length);
            seen.add(name);
            seen.removeIf(String::isEmpty);
            return counts.containsKey(name) && seen.contains(name) ? counts.size() : -1;
        }
    }

    static class FieldOfTwoKinds {
        private Map<String, Integer> counts = new HashMap<>();

        Object run() {
            counts = new LinkedHashMap<>();
            return counts.keySet().iterator();
        }
    }

    static class HashSetAskedFor {
        Object run(List<String> log) {
            var list = new ArrayList<String>();
            list.removeAll(new HashSet<>(log));
            return list.iterator();
        }
    }

    static class HashMapSorted {
        Object run(Map<String, Integer> given) {
            Map<String, Integer> map = new HashMap<>(given);
            var keys = new ArrayList<>(map.keySet());
            Collections.sort(keys);
            for (var key : keys) {
                Flow.logger().log(System.Logger.Level.INFO, key);
            }
            var names = map.keySet().toArray(new String[0]);
            Arrays.sort(names);
            var list = map.values().stream().collect(Collectors.toList());
            list.sort(Comparator.naturalOrder());
            return new TreeMap<>(map) + names[0] + list;
        }
    }

    static class HashSetStreams {
        Object run(List<String> given) {
            Set<String> set = new HashSet<>(given);
            long longest = set.stream().mapToInt(String::length).max().orElse(0);
            long all = set.stream().mapToLong(String::length).sum();
            boolean any = set.stream().anyMatch(String::isEmpty);
            var sorted = set.stream().map(String::strip).sorted().toList();
            var tree = set.stream().collect(Collectors.toCollection(TreeSet::new));
            return longest + all + sorted.getFirst() + any + tree + set.stream().count();
        }
    }

    static class OrderedCollections {
        Object run(List<String> log) {
            var map = new LinkedHashMap<String, Integer>();
            log.forEach(name -> map.put(name, name.length()));
            HashMap<String, Integer> same = map;
            var text = new StringBuilder();
            for (var entry : map.entrySet()) {
                text.append(entry.getKey());
            }
            for (var key : same.keySet()) {
                text.append(key);
            }
            for (var key : new LinkedHashSet<>(log)) {
                text.append(key);
            }
            var units = new EnumMap<TimeUnit, String>(TimeUnit.class);
            units.forEach((unit, name) -> text.append(unit).append(name));
            return text + map.toString();
        }
    }

    static class OrderedCollectors {
        Object run(List<String> log) {
            var groups =
                    log.stream()
                            .collect(
                                    Collectors.groupingBy(
                                            String::length, TreeMap::new, Collectors.toList()));
            var map =
                    log.stream()
                            .collect(
                                    Collectors.toMap(
                                            it -> it, String::length, (a, _) -> a, TreeMap::new));
            return groups.values().iterator().next() + map.toString();
        }
    }

    static class OneElement {
        Object run(List<String> log) {
            for (var name : Set.of("only")) {
                log.add(name);
            }
            Map.of("only", 1).forEach((name, _) -> log.add(name));
            return Set.of().iterator();
        }
    }

    static class NamedLocale {
        Object run(double price, String text) {
            return String.format(Locale.ROOT, "%.2f", price)
                    + text.toLowerCase(Locale.ROOT)
                    + NumberFormat.getInstance(Locale.ROOT).format(price)
                    + DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm")
                    + DateTimeFormatter.ofPattern("dd MMM", Locale.ROOT)
                    + new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                    + text.getBytes().length;
        }
    }

    static class Constants {
        static final int LIMIT = 3;
        static final String NAME = "name" + LIMIT;
        private static final List<String> KINDS = List.of("a", "b");
        private static final Map<String, Integer> PRICES = new HashMap<>();
        private static final int[] STEPS = {1, 2, 3};

        static {
            PRICES.put("a", 1);
            STEPS[0] = 7;
        }

        Object run(String kind) {
            return KINDS.contains(kind) ? PRICES.get(kind) : Integer.valueOf(STEPS[LIMIT - 1]);
        }
    }

    static class FilledOnce {
        private static final Map<String, Integer> PRICES = new TreeMap<>();
        private static final AtomicIntegerFieldUpdater<FilledOnce> COUNT =
                AtomicIntegerFieldUpdater.newUpdater(FilledOnce.class, "count");
        private volatile int count;

        static {
            price("a", 1);
            List.of("b", "c").forEach(it -> price(it, 2));
        }

        private static void price(String name, int price) {
            PRICES.put(name, price);
        }

        Object run() {
            return PRICES.toString() + COUNT.incrementAndGet(this);
        }
    }

    static class Enums {
        enum Kind {
            SMALL,
            LARGE
        }

        Object run(Kind kind) {
            var text = new StringBuilder();
            for (var each : Kind.values()) {
                text.append(each).append(each.ordinal());
            }
            return switch (kind) {
                case SMALL -> text + kind.name();
                case LARGE -> Kind.valueOf("SMALL");
            };
        }
    }

    static class Records {
        record Order(String id, List<String> lines) {
            Order {
                lines = List.copyOf(lines);
            }
        }

        Object run() {
            var order = new Order("a", List.of());
            return order.hashCode() + order.toString() + order + Objects.hash(order, 3);
        }
    }

    static class StringSwitch {
        int run(String text) {
            return switch (text) {
                case "a", "b" -> text.hashCode();
                case "c" -> 3;
                default -> 4;
            };
        }
    }

    static class SealedSwitch {
        sealed interface Shape {}

        record Circle(double radius) implements Shape {}

        record Square(double side) implements Shape {}

        Object run(Shape shape) {
            return switch (shape) {
                case Circle(var radius) when radius > 3 -> "large";
                case Circle(var radius) -> radius;
                case Square(var side) -> side * side;
            };
        }
    }

    static class Arithmetic {
        Object run(BigDecimal price, long count) {
            var total = price.multiply(BigDecimal.valueOf(count)).setScale(2, RoundingMode.UP);
            return Optional.of(total).filter(it -> it.signum() > 0).map(BigDecimal::toString);
        }
    }

    static class ListStreams {
        Object run(List<String> names) {
            return names.stream()
                    .filter(name -> !name.isEmpty())
                    .sorted(Comparator.comparing(String::length).thenComparing(it -> it))
                    .distinct()
                    .collect(Collectors.joining(","));
        }
    }

    static class Concatenation {
        String run(Object any, String text, int[] numbers) {
            return text + any + numbers[0] + numbers.length + 'c' + 3L + any.hashCode();
        }
    }

    static class LocalState {
        Object run(List<Integer> numbers) {
            var sum = new AtomicInteger();
            numbers.forEach(sum::addAndGet);
            var future = CompletableFuture.completedFuture(1).thenApply(it -> it + sum.get());
            return future.isDone();
        }
    }

    static class OwnHashCode {
        private final String name = "x";

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof OwnHashCode it && it.name.equals(name);
        }

        @Override
        public String toString() {
            return "own " + name;
        }

        Object run() {
            return new OwnHashCode().hashCode() + this.toString() + new OwnHashCode();
        }
    }

    static class PathsAndAddresses {
        Object run(String name) {
            var path = Path.of("orders", name).getFileName();
            return path + new File(name).getName() + URI.create("https://example.org/" + name);
        }
    }

    static class NotWhatTheySeem {
        static class Machine {
            long currentTimeMillis() {
                return 3;
            }

            void notify(String who) {}

            void start() {}
        }

        Object run() {
            var machine = new Machine();
            machine.notify("me");
            machine.start();
            return machine.currentTimeMillis();
        }
    }

    static class UnreachedCode {
        Object run() {
            return new Tool().used();
        }

        static class Tool {
            int used() {
                return IntStream.range(0, 3).sum();
            }

            long unused() {
                return System.nanoTime();
            }
        }

        static class NeverMade implements Supplier<Long> {
            @Override
            public Long get() {
                return System.nanoTime();
            }
        }
    }

    static class Loops {
        Object run(List<List<String>> table) {
            int cells = 0;
            outer:
            for (var row : table) {
                for (int at = 0; at < row.size(); at++) {
                    if (row.get(at) == null) {
                        continue outer;
                    }
                    cells += row.get(at).length();
                }
            }
            do {
                cells--;
            } while (cells > 10);
            return cells;
        }
    }

    static class TryCatch {
        Object run(List<String> names) {
            try {
                return Integer.parseInt(names.getFirst());
            } catch (NumberFormatException | IndexOutOfBoundsException e) {
                return e.getMessage();
            } finally {
                names.clear();
            }
        }
    }
}
