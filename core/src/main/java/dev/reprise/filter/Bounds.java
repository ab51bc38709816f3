package dev.reprise.filter;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Where to look for runs: whoever iterates may leave out what is outside, and must still ask the
 * filter about what is inside. Ids are in the order of their code points, which is that of their
 * bytes in UTF-8.
 *
 * @param idFrom the first id, which is empty when there is no bound
 * @param idBefore the first id that is too far
 * @param statuses what a run may be
 * @param types what its type may be; any, when this is empty
 * @param startedFrom the first time it may have started, or {@link Instant#MIN}
 * @param startedTo the last time it may have started, or {@link Instant#MAX}
 */
public record Bounds(
        String idFrom,
        Optional<String> idBefore,
        NavigableSet<RunStatus> statuses,
        Optional<NavigableSet<String>> types,
        Instant startedFrom,
        Instant startedTo) {
    /** Everywhere. */
    public static final Bounds ALL =
            new Bounds(
                    "",
                    Optional.empty(),
                    new TreeSet<>(List.of(RunStatus.values())),
                    Optional.empty(),
                    Instant.MIN,
                    Instant.MAX);

    /** Nowhere. */
    public static final Bounds NONE = ALL.statuses(new TreeSet<>());

    /** Copies the sets. */
    public Bounds {
        statuses = Collections.unmodifiableNavigableSet(new TreeSet<>(statuses));
        types = types.map(it -> Collections.unmodifiableNavigableSet(new TreeSet<>(it)));
    }

    /** Whether no run can be inside. */
    public boolean isEmpty() {
        return statuses.isEmpty()
                || types.map(NavigableSet::isEmpty).orElse(false)
                || startedFrom.isAfter(startedTo)
                || idBefore.map(it -> TextOrder.compare(idFrom, it) >= 0).orElse(false);
    }

    /** Whether the row is inside. */
    public boolean admits(Row row) {
        return admitsId(row.id())
                && statuses.contains(row.status())
                && types.map(it -> it.contains(row.type())).orElse(true)
                && !row.started().isBefore(startedFrom)
                && !row.started().isAfter(startedTo);
    }

    /** Whether this id, and every id behind it, is outside. */
    public boolean isPast(String id) {
        return idBefore.map(it -> TextOrder.compare(id, it) >= 0).orElse(false);
    }

    private boolean admitsId(String id) {
        return TextOrder.compare(id, idFrom) >= 0
                && idBefore.map(it -> TextOrder.compare(id, it) < 0).orElse(true);
    }

    Bounds ids(String from, Optional<String> before) {
        return new Bounds(from, before, statuses, types, startedFrom, startedTo);
    }

    Bounds statuses(NavigableSet<RunStatus> value) {
        return new Bounds(idFrom, idBefore, value, types, startedFrom, startedTo);
    }

    Bounds types(NavigableSet<String> value) {
        return new Bounds(idFrom, idBefore, statuses, Optional.of(value), startedFrom, startedTo);
    }

    Bounds started(Instant from, Instant to) {
        return new Bounds(idFrom, idBefore, statuses, types, from, to);
    }

    /** What is inside of both. */
    Bounds and(Bounds other) {
        var both =
                new Bounds(
                        TextOrder.greatest(idFrom, other.idFrom),
                        idBefore.isEmpty() || other.idBefore.isEmpty()
                                ? idBefore.or(other::idBefore)
                                : Optional.of(
                                        TextOrder.least(idBefore.get(), other.idBefore.get())),
                        common(statuses, other.statuses),
                        types.isEmpty() || other.types.isEmpty()
                                ? types.or(other::types)
                                : Optional.of(common(types.get(), other.types.get())),
                        startedFrom.isAfter(other.startedFrom) ? startedFrom : other.startedFrom,
                        startedTo.isBefore(other.startedTo) ? startedTo : other.startedTo);
        return both.isEmpty() ? NONE : both;
    }

    /** What is inside of one of them, and what is between. */
    Bounds or(Bounds other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        return new Bounds(
                TextOrder.least(idFrom, other.idFrom),
                idBefore.isEmpty() || other.idBefore.isEmpty()
                        ? Optional.empty()
                        : Optional.of(TextOrder.greatest(idBefore.get(), other.idBefore.get())),
                all(statuses, other.statuses),
                types.isEmpty() || other.types.isEmpty()
                        ? Optional.empty()
                        : Optional.of(all(types.get(), other.types.get())),
                startedFrom.isBefore(other.startedFrom) ? startedFrom : other.startedFrom,
                startedTo.isAfter(other.startedTo) ? startedTo : other.startedTo);
    }

    private static <T> NavigableSet<T> common(NavigableSet<T> one, NavigableSet<T> other) {
        var common = new TreeSet<>(one);
        common.retainAll(other);
        return common;
    }

    private static <T> NavigableSet<T> all(NavigableSet<T> one, NavigableSet<T> other) {
        var all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }
}
