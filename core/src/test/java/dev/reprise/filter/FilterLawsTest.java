package dev.reprise.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What is so of every filter and every row. */
class FilterLawsTest {
    private static final int TRIES = 500;

    private static List<Run> rows(Samples samples) {
        var rows = new ArrayList<Run>();
        for (int i = 0; i < 20; i++) {
            rows.add(samples.run());
        }
        return rows;
    }

    @Property(tries = TRIES)
    void a_filter_that_is_written_and_read_is_the_same(@ForAll long seed) {
        var filter = new Samples(seed).filter(4);
        assertThat(Filter.parse(filter.toText())).isEqualTo(filter);
    }

    @Property(tries = TRIES)
    void it_accepts_what_the_slow_reference_accepts(@ForAll long seed) {
        var samples = new Samples(seed);
        var filter = samples.filter(3);
        var sieve = filter.at(Run.NOW);
        for (var row : rows(samples)) {
            assertThat(sieve.accepts(row))
                    .as(() -> filter.toText() + " of " + row)
                    .isEqualTo(Reference.accepts(filter, row));
        }
    }

    @Property(tries = TRIES)
    void every_row_is_accepted_by_a_filter_or_by_its_opposite(@ForAll long seed) {
        var samples = new Samples(seed);
        var filter = samples.filter(3);
        var not = new Filter.Not(filter);
        var accepts = filter.at(Run.NOW);
        var refuses = not.at(Run.NOW);
        var acceptsAgain = new Filter.Not(not).at(Run.NOW);
        for (var row : rows(samples)) {
            boolean accepted = accepts.accepts(row);
            assertThat(refuses.accepts(row)).isEqualTo(!accepted);
            assertThat(acceptsAgain.accepts(row)).isEqualTo(accepted);
        }
    }

    @Property(tries = TRIES)
    void de_morgan_holds_whatever_is_missing(@ForAll long seed) {
        var samples = new Samples(seed);
        var one = samples.filter(2);
        var other = samples.filter(2);
        var notBoth = new Filter.Not(new Filter.And(List.of(one, other))).at(Run.NOW);
        var oneNot = new Filter.Or(List.of(new Filter.Not(one), new Filter.Not(other))).at(Run.NOW);
        var notOne = new Filter.Not(new Filter.Or(List.of(one, other))).at(Run.NOW);
        var bothNot =
                new Filter.And(List.of(new Filter.Not(one), new Filter.Not(other))).at(Run.NOW);
        for (var row : rows(samples)) {
            assertThat(notBoth.accepts(row)).isEqualTo(oneNot.accepts(row));
            assertThat(notOne.accepts(row)).isEqualTo(bothNot.accepts(row));
        }
    }

    @Property(tries = TRIES)
    void narrowing_loses_no_row_that_is_accepted(@ForAll long seed) {
        var samples = new Samples(seed);
        var filter = samples.filter(3);
        var bounds = filter.bounds(Run.NOW);
        for (var row : rows(samples)) {
            if (Reference.accepts(filter, row)) {
                assertThat(bounds.admits(row))
                        .as(() -> filter.toText() + " of " + row + " in " + bounds)
                        .isTrue();
                assertThat(bounds.isEmpty()).isFalse();
            }
        }
    }

    @Test
    void narrowing_leaves_out_much_of_what_is_not_accepted() {
        int narrowed = 0;
        for (int seed = 0; seed < 1000; seed++) {
            narrowed += new Samples(seed).filter(2).bounds(Run.NOW).equals(Bounds.ALL) ? 0 : 1;
        }
        assertThat(narrowed).isGreaterThan(150);
    }

    @Property(tries = TRIES)
    void a_simpler_filter_is_the_same_and_as_simple_as_it_gets(@ForAll long seed) {
        var samples = new Samples(seed);
        var filter = samples.filter(4);
        var simple = filter.simplified();
        assertThat(simple.toText()).hasSizeLessThanOrEqualTo(filter.toText().length() + 1);
        assertThat(simple.simplified()).isEqualTo(simple);
        for (var row : rows(samples)) {
            assertThat(Reference.accepts(simple, row))
                    .as(() -> filter.toText() + " as " + simple.toText() + " of " + row)
                    .isEqualTo(Reference.accepts(filter, row));
        }
    }

    @Property(tries = 200)
    void pages_have_every_accepted_row_once_and_in_order(@ForAll long seed) {
        var samples = new Samples(seed);
        var rows = new ArrayList<Run>();
        for (int i = 0; i < 30; i++) {
            rows.add(samples.run().id("run-" + (char) ('a' + i)));
        }
        var order =
                List.of(
                                Field.BuiltIn.ID,
                                Field.BuiltIn.STARTED,
                                Field.BuiltIn.ENDED,
                                Field.BuiltIn.UPDATED,
                                Field.BuiltIn.EVENTS)
                        .get((int) Math.floorMod(seed, 5L));
        var first = Selection.of(samples.filter(1)).orderBy(order, samples.coin()).limit(3);
        var expected =
                rows.stream()
                        .filter(it -> Reference.accepts(first.filter(), it))
                        .sorted(first.comparator())
                        .toList();
        var found = new ArrayList<Run>();
        Optional<Selection> next = Optional.of(first);
        while (next.isPresent()) {
            var selection = Selection.parse(next.get().toText());
            assertThat(selection).isEqualTo(next.get());
            var page = selection.<Run>page(Run.NOW);
            var bounds = selection.bounds(Run.NOW);
            for (var row : rows) {
                if (bounds.admits(row) && !page.offer(row)) {
                    break;
                }
            }
            found.addAll(page.rows());
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(3);
            next = page.next();
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void rows_that_are_alike_are_in_the_order_of_their_ids() {
        var selection = Selection.parse("order by started desc");
        var rows =
                List.of(
                        Run.ORDER.id("b"),
                        Run.ORDER.id("a"),
                        Run.ORDER.id("c").started(Run.NOW.minus(Duration.ofDays(1))));
        Comparator<Row> order = selection.comparator();
        assertThat(rows.stream().sorted(order).map(Run::id)).containsExactly("b", "a", "c");
    }
}
