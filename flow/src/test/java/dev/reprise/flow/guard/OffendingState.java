package dev.reprise.flow.guard;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Collections without order, addresses as values, and state that runs share. */
@SuppressWarnings({"all", "UnusedVariable", "NonFinalStaticField", "MutablePublicArray"})
final class OffendingState {
    private OffendingState() {}

    static class HashSetLoop {
        void run(List<String> log) {
            var set = new HashSet<>(log);
            for (var name : set) { // ! UNORDERED
                log.add(name);
            }
        }
    }

    static class HashMapLoop {
        void run(List<String> log) {
            Map<String, Integer> map = new HashMap<>();
            map.put("a", 1);
            for (var entry : map.entrySet()) { // ! UNORDERED
                log.add(entry.getKey());
            }
        }
    }

    static class HashMapForEach {
        void run(List<String> log) {
            Map<String, Integer> map = new HashMap<>();
            map.forEach((name, _) -> log.add(name)); // ! UNORDERED
        }
    }

    static class Keys {
        void run(List<String> log) {
            Map<String, Integer> map = new ConcurrentHashMap<>();
            var keys = map.keySet();
            keys.forEach(log::add); // ! UNORDERED
        }
    }

    static class StaticType {
        String run(HashMap<String, String> map) {
            return map.values().iterator().next(); // ! UNORDERED
        }
    }

    static class SetOf {
        void run(List<String> log) {
            for (var name : Set.of("a", "b")) { // ! UNORDERED
                log.add(name);
            }
        }
    }

    static class MapOf {
        Object run() {
            return Map.of("a", 1, "b", 2).toString(); // ! UNORDERED
        }
    }

    static class CopyOfOrdered {
        Object run(LinkedHashMap<String, String> ordered) {
            return Map.copyOf(ordered).keySet().iterator(); // ! UNORDERED
        }
    }

    static class ToSet {
        void run(List<String> log) {
            var set = log.stream().collect(Collectors.toSet());
            for (var name : set) { // ! UNORDERED
                log.add(name);
            }
        }
    }

    static class GroupingBy {
        Object run(List<String> log) {
            var groups = log.stream().collect(Collectors.groupingBy(String::length));
            return groups.values().stream().toList(); // ! UNORDERED
        }
    }

    static class StreamFirst {
        Object run(List<String> log) {
            var set = new HashSet<>(log);
            return set.stream().filter(it -> !it.isEmpty()).findFirst(); // ! UNORDERED
        }
    }

    static class StreamJoining {
        String run(List<String> log) {
            var set = new HashSet<>(log);
            return set.stream().collect(Collectors.joining(",")); // ! UNORDERED
        }
    }

    static class LimitedStream {
        Object run(List<String> log) {
            var set = new HashSet<>(log);
            return set.stream().limit(3).sorted().toList(); // ! UNORDERED
        }
    }

    static class SumOfDoubles {
        double run(Map<String, Double> prices) {
            var copy = new HashMap<>(prices);
            return copy.values().stream().mapToDouble(it -> it).sum(); // ! UNORDERED
        }
    }

    static class ToArray {
        Object[] run(List<String> log) {
            return new HashSet<>(log).toArray(); // ! UNORDERED
        }
    }

    static class CopyOfHashed {
        String run(Collection<String> names) {
            List<String> copy = new ArrayList<>(new HashSet<>(names));
            return copy.get(0); // ! UNORDERED
        }
    }

    static class AddAllOfHashed {
        Object run(Collection<String> names) {
            var queue = new ArrayDeque<String>();
            queue.addAll(new HashSet<>(names));
            return queue.poll(); // ! UNORDERED
        }
    }

    static class Unmodifiable {
        Object run(List<String> log) {
            Set<String> set = Collections.unmodifiableSet(new HashSet<>(log));
            return set.iterator(); // ! UNORDERED
        }
    }

    static class OneOfTwo {
        Object run(boolean sorted, List<String> log) {
            Collection<String> names = sorted ? List.copyOf(log) : new HashSet<>(log);
            return names.iterator(); // ! UNORDERED
        }
    }

    static class Concatenated {
        String run(List<String> log) {
            return "names " + new HashSet<>(log); // ! UNORDERED
        }
    }

    static class Field {
        private final Map<String, Integer> counts = new HashMap<>();

        void onSignal(String name) {
            counts.merge(name, 1, Integer::sum);
        }

        void run(List<String> log) {
            for (var name : counts.keySet()) { // ! UNORDERED
                log.add(name);
            }
        }
    }

    static class AssignedInPassing {
        private Collection<String> names = List.of();

        void run(List<String> log) {
            for (var name : names = new HashSet<>(log)) { // ! UNORDERED
                log.add(name);
            }
        }
    }

    static class Constant {
        private static final Set<String> KINDS = Set.of("a", "b", "c");

        void run(List<String> log) {
            for (var kind : KINDS) { // ! UNORDERED
                log.add(kind);
            }
        }
    }

    static class Returned {
        void run(List<String> log) {
            for (var name : names(log)) { // ! UNORDERED
                log.add(name);
            }
        }

        private Set<String> names(List<String> log) {
            return new HashSet<>(log);
        }
    }

    static class OwnHashMap {
        Object run(Prices prices) {
            return prices.keySet().iterator(); // ! UNORDERED
        }

        static class Prices extends HashMap<String, Integer> {
            private static final long serialVersionUID = 1L;
        }
    }

    static class NewObjectHashed {
        int run() {
            return new Object().hashCode(); // ! IDENTITY
        }
    }

    static class OwnObjectShown {
        String run() {
            var ticket = new Ticket();
            return "ticket " + ticket; // ! IDENTITY
        }

        static class Ticket {}
    }

    static class FinalClassHashed {
        int run(Ticket ticket) {
            return ticket.hashCode(); // ! IDENTITY
        }

        static final class Ticket {}
    }

    static class SuperHashCode {
        @Override
        public int hashCode() {
            return super.hashCode(); // ! IDENTITY
        }
    }

    static class ArrayShown {
        String run(int[] numbers) {
            return String.valueOf((Object) numbers); // ! IDENTITY
        }
    }

    static class StaticRead {
        static int limit = 3;

        int run() {
            return limit; // ! STATIC_STATE
        }
    }

    static class StaticWrite {
        private static int runs;

        void run() {
            runs = 1; // ! STATIC_STATE
        }
    }

    static class StaticOfOther {
        int run() {
            return Settings.limit; // ! STATIC_STATE
        }

        static class Settings {
            static int limit = 3;
        }
    }

    static class StaticMap {
        private static final Map<String, String> CACHE = new LinkedHashMap<>();

        Object run(String name) {
            return CACHE.computeIfAbsent(name, it -> it + it); // ! STATIC_STATE
        }
    }

    static class StaticList {
        private static final List<String> SEEN = new ArrayList<>();

        void run(String name) {
            SEEN.add(name); // ! STATIC_STATE
        }
    }

    static class StaticHelper {
        private static final Map<String, String> CACHE = new LinkedHashMap<>();

        static {
            fill("a");
        }

        void run(String name) {
            fill(name);
        }

        private static void fill(String name) {
            CACHE.put(name, name); // ! STATIC_STATE
        }
    }

    static class StaticAtomic {
        private static final AtomicLong NEXT = new AtomicLong();

        long run() {
            return NEXT.incrementAndGet(); // ! STATIC_STATE
        }
    }

    static class StaticArray {
        private static final int[] COUNTS = new int[3];

        void run(int at) {
            COUNTS[at] += 1; // ! STATIC_STATE
        }
    }

    static class StaticObject {
        private static final Counter COUNTER = new Counter();

        void run() {
            COUNTER.count = 7; // ! STATIC_STATE
        }

        static class Counter {
            long count;
        }
    }

    static class SortedOnOnePath {
        String run(boolean sort, String[] names) {
            List<String> copy = new ArrayList<>(new HashSet<>(Arrays.asList(names)));
            if (sort) {
                Collections.sort(copy);
            }
            return copy.toString(); // ! UNORDERED
        }
    }
}
