package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Value.Order;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the JDK's collections and streams do to order: which are made without one, which calls hand
 * it on, which restore it, and which let it be seen.
 *
 * <p>Sets and maps of up to one element are in order. Sorting restores order; so does asking for
 * something that does not depend on it, such as a count. A sum of doubles does depend on it, in its
 * last bits.
 */
final class Ordering {
    private static final String UTIL = "java/util/";

    private static final Set<String> HASHED =
            Set.of(
                    "java/util/HashMap",
                    "java/util/HashSet",
                    "java/util/Hashtable",
                    "java/util/IdentityHashMap",
                    "java/util/Properties",
                    "java/util/WeakHashMap",
                    "java/util/concurrent/ConcurrentHashMap",
                    "java/util/concurrent/ConcurrentHashMap$KeySetView");

    private static final Set<String> SORTED =
            Set.of(
                    "java/util/EnumMap",
                    "java/util/PriorityQueue",
                    "java/util/TreeMap",
                    "java/util/TreeSet",
                    "java/util/concurrent/ConcurrentSkipListMap",
                    "java/util/concurrent/ConcurrentSkipListSet");

    private static final Set<String> VIEWS =
            Set.of("keySet", "values", "entrySet", "stream", "clone", "subList", "reversed");

    private static final Set<String> LOOKS =
            Set.of(
                    "iterator",
                    "listIterator",
                    "spliterator",
                    "forEach",
                    "toString",
                    "keys",
                    "elements");

    /** What shows the order of a list or queue, and is not there in a set or map. */
    private static final Set<String> PICKS =
            Set.of(
                    "get(int)",
                    "getFirst()",
                    "getLast()",
                    "remove(int)",
                    "removeFirst()",
                    "removeLast()",
                    "element()",
                    "peek()",
                    "poll()",
                    "pop()");

    private static final Set<String> STREAM_STEPS =
            Set.of(
                    "asDoubleStream",
                    "asLongStream",
                    "boxed",
                    "distinct",
                    "filter",
                    "flatMap",
                    "flatMapToDouble",
                    "flatMapToInt",
                    "flatMapToLong",
                    "map",
                    "mapMulti",
                    "mapToDouble",
                    "mapToInt",
                    "mapToLong",
                    "mapToObj",
                    "onClose",
                    "parallel",
                    "peek",
                    "sequential",
                    "unordered");

    private static final Set<String> STREAM_LOOKS =
            Set.of(
                    "dropWhile",
                    "findAny",
                    "findFirst",
                    "forEach",
                    "forEachOrdered",
                    "iterator",
                    "limit",
                    "skip",
                    "spliterator",
                    "takeWhile");

    private static final Set<String> FACTORIES =
            Set.of(
                    "java/util/HashMap.newHashMap",
                    "java/util/HashSet.newHashSet",
                    "java/util/Map.copyOf",
                    "java/util/Map.of",
                    "java/util/Map.ofEntries",
                    "java/util/Set.copyOf",
                    "java/util/Set.of",
                    "java/util/concurrent/ConcurrentHashMap.newKeySet");

    private final Library library;
    private final Collecting collecting = new Collecting(HASHED, SORTED);

    Ordering(Library library) {
        this.library = library;
    }

    /** A new object: without order if its class is a hash collection. */
    Value created(Value made) {
        var type = library.foreign(made.type());
        var order =
                HASHED.contains(type)
                        ? Order.HASHED
                        : type.startsWith(UTIL) ? Order.ORDERED : Order.UNKNOWN;
        return made.with(order, "new " + Member.simple(made.type()));
    }

    /** What a call returns, as far as order is concerned. */
    Value result(Member call, List<Value> arguments, Value plain) {
        if (!call.owner().startsWith(UTIL) && !library.foreign(call.owner()).startsWith(UTIL)) {
            return plain;
        }
        var made = call.owner() + "." + call.name();
        if (FACTORIES.contains(made)) {
            boolean trivial = single(call);
            return trivial
                    ? plain.with(Order.ORDERED, "")
                    : plain.with(Order.HASHED, Member.simple(call.owner()) + "." + call.name());
        }
        if (call.owner().equals("java/util/stream/Collectors")) {
            return plain.with(Order.UNKNOWN, "Collectors." + call.name())
                    .with(collecting.collector(call, arguments));
        }
        if (arguments.isEmpty()) {
            return plain;
        }
        var first = receiver(call, arguments);
        if (wraps(call)) {
            return plain.with(arguments.getFirst().order(), arguments.getFirst().origin());
        }
        if (isStream(call)) {
            return streamed(call, arguments, plain);
        }
        if (call.name().equals("toArray") && first.order().isLost()) {
            return plain.with(Order.SHUFFLED, first.origin());
        }
        return VIEWS.contains(call.name()) ? plain.with(first.order(), first.origin()) : plain;
    }

    private Value streamed(Member call, List<Value> arguments, Value plain) {
        var stream = arguments.getFirst();
        if (call.name().equals("sorted")) {
            return plain.with(Order.ORDERED, "");
        }
        if (STREAM_STEPS.contains(call.name())) {
            return plain.with(stream.order(), stream.origin());
        }
        if (call.name().equals("collect") && arguments.size() == 2) {
            return collecting.collected(stream, arguments.get(1), plain);
        }
        boolean copies = call.name().equals("toList") || call.name().equals("toArray");
        return copies && stream.order().isLost()
                ? plain.with(Order.SHUFFLED, stream.origin())
                : plain;
    }

    /** An argument that a call leaves in another order: sorted, or filled from something hashed. */
    Optional<Value> affected(Member call, List<Value> arguments) {
        if (arguments.isEmpty()) {
            return Optional.empty();
        }
        var first = arguments.getFirst();
        if (sorts(call)) {
            return Optional.of(first.with(Order.ORDERED, ""));
        }
        boolean fills =
                call.isConstructor()
                        || call.name().equals("addAll")
                        || call.name().equals("putAll");
        if (!fills || first.order() == Order.HASHED || isSorted(first)) {
            return Optional.empty();
        }
        return arguments.stream()
                .skip(1)
                .filter(it -> it.order().isLost() && first.order() == Order.ORDERED)
                .findFirst()
                .map(it -> first.with(Order.SHUFFLED, it.origin()));
    }

    private boolean isSorted(Value value) {
        return SORTED.contains(library.foreign(value.type()));
    }

    /** Whether a call puts its first argument in order. */
    static boolean sorts(Member call) {
        return call.name().equals("sort")
                && (call.owner().startsWith(UTIL) || call.owner().equals("java/util/Arrays"));
    }

    /**
     * How the order was lost that a call lets be seen; none when it shows no order, or one that is
     * there.
     *
     * @param sortedLater whether what the call returns is sorted in the same method
     */
    Optional<String> seen(Member call, List<Value> arguments, boolean sortedLater) {
        boolean known = call.owner().startsWith("java/") || library.own(call.owner());
        if (arguments.isEmpty() || !known) {
            return Optional.empty();
        }
        var first = isStream(call) ? arguments.getFirst() : receiver(call, arguments);
        boolean looks =
                switch (call.name()) {
                    case "toArray" -> !sortedLater;
                    case "toList" -> isStream(call) && !sortedLater;
                    case "collect" ->
                            isStream(call) && !sortedLater && Collecting.keepsOrder(arguments);
                    default -> isStream(call) ? streamLooks(call) : looks(call);
                };
        if (looks && first.order().isLost()) {
            return Optional.of(first.origin());
        }
        return shown(call, arguments);
    }

    private static boolean looks(Member call) {
        return LOOKS.contains(call.name()) || PICKS.contains(call.name() + call.parameters());
    }

    private static boolean streamLooks(Member call) {
        boolean sum = call.name().equals("sum") || call.name().equals("average");
        return STREAM_LOOKS.contains(call.name())
                || (sum && call.owner().equals("java/util/stream/DoubleStream"));
    }

    /** Calls that turn an argument into text. */
    private static Optional<String> shown(Member call, List<Value> arguments) {
        boolean shows =
                switch (call.owner() + "." + call.name()) {
                    case "java/lang/String.valueOf",
                            "java/lang/String.join",
                            "java/util/Objects.toString",
                            "java/util/Arrays.toString",
                            "java/util/Arrays.asList",
                            "java/util/Arrays.stream",
                            "java/lang/StringBuilder.append" ->
                            true;
                    default -> false;
                };
        return shows
                ? arguments.stream()
                        .filter(it -> it.order().isLost())
                        .map(Value::origin)
                        .findFirst()
                : Optional.empty();
    }

    /** The receiver; where nothing else is known of it, its static type tells. */
    private Value receiver(Member call, List<Value> arguments) {
        var value = arguments.getFirst();
        var type = library.foreign(call.owner());
        return value.order() == Order.UNKNOWN && HASHED.contains(type)
                ? value.with(Order.HASHED, Member.simple(call.owner()))
                : value;
    }

    private static boolean isStream(Member call) {
        return call.owner().startsWith("java/util/stream/") && call.owner().endsWith("Stream");
    }

    /** Whether a call returns its first argument in another coat, or a copy in the same order. */
    private static boolean wraps(Member call) {
        return switch (call.owner()) {
            case "java/util/Collections" ->
                    call.name().startsWith("unmodifiable")
                            || call.name().startsWith("synchronized")
                            || call.name().startsWith("checked")
                            || call.name().equals("newSetFromMap");
            case "java/util/List" -> call.name().equals("copyOf");
            default -> false;
        };
    }

    private static boolean single(Member call) {
        int count = call.type().parameterCount();
        boolean array = count == 1 && call.type().parameterType(0).isArray();
        boolean copy = !call.name().equals("of");
        return !copy && !array && count <= (call.owner().equals("java/util/Map") ? 2 : 1);
    }
}
