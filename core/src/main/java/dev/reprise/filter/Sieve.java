package dev.reprise.filter;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A filter at one time, made flat: its comparisons in the order in which they are asked, each with
 * the one that is asked next when it holds and when it does not. {@code and}, {@code or} and {@code
 * not} are only in those ways, so a row is judged without recursion and without allocating. It may
 * be used by many at once.
 */
public final class Sieve {
    private static final int YES = -1;
    private static final int NO = -2;

    private final Probe[] probes;
    private final int[] ifSo;
    private final int[] ifNot;
    private final int first;

    private Sieve(Probe[] probes, int[] ifSo, int[] ifNot, int first) {
        this.probes = probes;
        this.ifSo = ifSo;
        this.ifNot = ifNot;
        this.first = first;
    }

    static Sieve of(Filter filter, Instant now) {
        var assembly = new Assembly(now);
        int first = assembly.add(filter.simplified(), YES, NO);
        return new Sieve(
                assembly.probes.toArray(new Probe[0]),
                assembly.ifSo.stream().mapToInt(it -> it).toArray(),
                assembly.ifNot.stream().mapToInt(it -> it).toArray(),
                first);
    }

    /** Whether the filter accepts the row. */
    public boolean accepts(Row row) {
        int at = first;
        while (at >= 0) {
            at = probes[at].holds(row) ? ifSo[at] : ifNot[at];
        }
        return at == YES;
    }

    /** Puts terms together from the last to the first, so that each knows what comes next. */
    private static final class Assembly {
        private final Instant now;
        private final List<Probe> probes = new ArrayList<>();
        private final List<Integer> ifSo = new ArrayList<>();
        private final List<Integer> ifNot = new ArrayList<>();

        Assembly(Instant now) {
            this.now = now;
        }

        /** Where to begin so that the term leads to {@code so} or to {@code not}. */
        int add(Filter term, int so, int not) {
            return switch (term) {
                case Filter.Always(var value) -> value ? so : not;
                case Filter.Not(var inside) -> add(inside, not, so);
                case Filter.And(var terms) -> {
                    int next = so;
                    for (var each : terms.reversed()) {
                        next = add(each, next, not);
                    }
                    yield next;
                }
                case Filter.Or(var terms) -> {
                    int next = not;
                    for (var each : terms.reversed()) {
                        next = add(each, so, next);
                    }
                    yield next;
                }
                case Filter.Compare _,
                        Filter.Between _,
                        Filter.In _,
                        Filter.Like _,
                        Filter.Contains _,
                        Filter.Missing _ -> {
                    probes.add(Probe.of(term, now));
                    ifSo.add(so);
                    ifNot.add(not);
                    yield probes.size() - 1;
                }
            };
        }
    }
}
