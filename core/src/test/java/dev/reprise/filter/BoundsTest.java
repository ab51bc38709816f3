package dev.reprise.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What bounds leave out: that they lose nothing is a law of filters, see FilterLawsTest. */
class BoundsTest {
    private static Bounds bounds(String filter) {
        return Filter.parse(filter).bounds(Run.NOW);
    }

    @Test
    void a_row_is_outside_that_is_outside_in_one_respect() {
        var bounds =
                bounds(
                        "id >= 'order-17' and id < 'order-2' and type = 'order'"
                                + " and status = running and started between -2h and -1h");
        assertThat(bounds.admits(Run.ORDER)).isTrue();
        assertThat(bounds.admits(Run.ORDER.id("order-16"))).as("before").isFalse();
        assertThat(bounds.admits(Run.ORDER.id("order-2"))).as("the first too far").isFalse();
        assertThat(bounds.admits(Run.ORDER.id("order-3"))).as("behind").isFalse();
        assertThat(bounds.admits(Run.ORDER.type("report"))).isFalse();
        assertThat(bounds.admits(Run.ORDER.status(RunStatus.FAILED))).isFalse();
        assertThat(bounds.admits(Run.ORDER.started(Run.NOW))).as("too late").isFalse();
        var early = Run.ORDER.started(Run.NOW.minus(Duration.ofHours(3)));
        assertThat(bounds.admits(early)).as("too early").isFalse();
    }

    @Test
    void whoever_goes_by_id_stops_at_the_first_that_is_too_far() {
        var bounds = bounds("id >= 'b' and id < 'd'");
        assertThat(bounds.isPast("a")).isFalse();
        assertThat(bounds.isPast("cz")).isFalse();
        assertThat(bounds.isPast("d")).isTrue();
        assertThat(bounds.isPast("e")).isTrue();
        assertThat(Bounds.ALL.isPast("\uDBFF\uDFFF")).isFalse();
    }

    @Test
    void a_range_that_ends_where_it_begins_is_empty() {
        assertThat(bounds("id >= 'b' and id < 'b'")).isEqualTo(Bounds.NONE);
        assertThat(bounds("id >= 'b' and id < 'ba'").isEmpty()).isFalse();
    }

    @Test
    void attributes_are_alike_when_names_and_values_are() {
        var one = Attributes.parse("amount = 17, customer = 'acme'");
        assertThat(one).isEqualTo(Attributes.parse("customer = 'acme', amount = 17"));
        assertThat(one).hasSameHashCodeAs(Attributes.parse("customer = 'acme', amount = 17"));
        assertThat(one).isNotEqualTo(Attributes.parse("amount = 18, customer = 'acme'"));
        assertThat(one).isNotEqualTo(Attributes.parse("amounts = 17, customer = 'acme'"));
        assertThat(one).isNotEqualTo(Attributes.NONE);
    }
}
