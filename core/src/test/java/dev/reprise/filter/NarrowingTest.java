package dev.reprise.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What a filter lets a store leave out, and how filters become simpler. */
class NarrowingTest {
    private static Bounds bounds(String filter) {
        return Filter.parse(filter).bounds(Run.NOW);
    }

    private static String simple(String filter) {
        return Filter.parse(filter).simplified().toText();
    }

    @Test
    void a_prefix_is_a_range_of_ids() {
        var orders = bounds("id like 'order-%7' and customer = 'acme'");
        assertThat(orders.idFrom()).isEqualTo("order-");
        assertThat(orders.idBefore()).contains("order.");
        assertThat(bounds("id like '\uD7FF%'").idBefore()).contains("\uE000");
        assertThat(bounds("id like 'a\uDBFF\uDFFF%'").idBefore()).contains("b");
        assertThat(bounds("id like '\uDBFF\uDFFF%'").idBefore()).isEmpty();
        assertThat(bounds("id like '%7'")).isEqualTo(Bounds.ALL);
    }

    @Test
    void comparisons_of_ids_are_ranges_of_ids() {
        assertThat(bounds("id = 'b'")).isEqualTo(bounds("id in ('b')"));
        assertThat(bounds("id = 'b'").idFrom()).isEqualTo("b");
        assertThat(bounds("id = 'b'").idBefore()).contains("b\0");
        assertThat(bounds("id > 'b' and not id >= 'd'").idFrom()).isEqualTo("b\0");
        assertThat(bounds("id > 'b' and not id >= 'd'").idBefore()).contains("d");
        assertThat(bounds("id in ('d', 'b')").idFrom()).isEqualTo("b");
        assertThat(bounds("id in ('d', 'b')").idBefore()).contains("d\0");
        assertThat(bounds("id > 'd' and id < 'b'").isEmpty()).isTrue();
    }

    @Test
    void statuses_and_types_are_sets() {
        assertThat(bounds("status in (failed, stuck) and status <> stuck").statuses())
                .containsExactly(RunStatus.FAILED);
        assertThat(bounds("not (status = failed or customer = 'acme')").statuses())
                .hasSize(RunStatus.values().length - 1)
                .doesNotContain(RunStatus.FAILED);
        assertThat(bounds("type = 'a' or type like 'b'").types().orElseThrow())
                .containsExactly("a", "b");
        assertThat(bounds("type = 'a' or customer = 'acme'").types()).isEmpty();
        assertThat(bounds("type = 'a' and type = 'b'").isEmpty()).isTrue();
    }

    @Test
    void the_start_is_a_range_of_times() {
        var hour = Run.NOW.minus(Duration.ofHours(1));
        assertThat(bounds("started > -1h").startedFrom()).isEqualTo(hour);
        assertThat(bounds("started > -1h").startedTo()).isEqualTo(Instant.MAX);
        assertThat(bounds("not started > -1h").startedTo()).isEqualTo(hour);
        assertThat(bounds("started between -1h and now").startedTo()).isEqualTo(Run.NOW);
        assertThat(bounds("updated > -1h or ended > -1h")).isEqualTo(Bounds.ALL);
    }

    @Test
    void now_may_be_at_the_end_of_time() {
        var filter = Filter.parse("started > +1h");
        assertThat(filter.bounds(Instant.MAX).startedFrom()).isEqualTo(Instant.MAX);
        assertThat(filter.test(Run.ORDER, Instant.MAX)).isFalse();
        assertThat(Filter.parse("started > -1h").test(Run.ORDER, Instant.MIN)).isTrue();
    }

    @Test
    void a_page_in_the_order_of_ids_begins_where_the_last_one_ended() {
        var page = Selection.parse("id like 'order-%' after 'order-17'");
        assertThat(page.bounds(Run.NOW).idFrom()).isEqualTo("order-17\0");
        var back = Selection.parse("id like 'order-%' order by id desc after 'order-17'");
        assertThat(back.bounds(Run.NOW).idBefore()).contains("order-17");
    }

    @Test
    void a_page_in_the_order_of_ids_says_when_it_is_full() {
        var page = Selection.parse("status = running limit 2").<Run>page(Run.NOW);
        assertThat(page.offer(Run.ORDER.id("a"))).isTrue();
        assertThat(page.offer(Run.ORDER.id("b").status(RunStatus.FAILED))).isTrue();
        assertThat(page.offer(Run.ORDER.id("c"))).isTrue();
        assertThat(page.next()).isEmpty();
        assertThat(page.offer(Run.ORDER.id("d"))).isFalse();
        assertThat(page.rows()).extracting(Run::id).containsExactly("a", "c");
        assertThat(page.next().flatMap(Selection::after)).contains("c");
    }

    @Test
    void filters_become_simpler() {
        assertThat(simple("a = 1 and (b = 2 and (a = 1 and true))")).isEqualTo("a = 1 and b = 2");
        assertThat(simple("a = 1 or a = 2 or a in (2, 3) or b > 1"))
                .isEqualTo("a in (1, 2, 3) or b > 1");
        assertThat(simple("not not a > 1")).isEqualTo("a > 1");
        assertThat(simple("a > 1 and b = 2 and not a > 1")).isEqualTo("false");
        assertThat(simple("a is null or a is not null")).isEqualTo("true");
        assertThat(simple("started between now and -1h")).isEqualTo("false");
        assertThat(simple("a between 2 and 1 or type like 'x' or false")).isEqualTo("type = 'x'");
        assertThat(simple("id like '%' and not false")).isEqualTo("true");
    }

    @Test
    void what_would_change_an_answer_is_left_alone() {
        // Prose is equal to a text, but never between; a time may be said by several texts.
        for (var filter :
                new String[] {
                    "a between 'x' and 'x'", "a between 'y' and 'x'", "a like 'x'", "a like '%'"
                }) {
            assertThat(simple(filter)).isEqualTo(filter);
        }
    }
}
