package dev.reprise.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.form.Malformed;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How filters are written, and what is said of those that are not. */
class FilterTextTest {
    private static String written(String text) {
        return Filter.parse(text).toText();
    }

    private static void refused(String text, String message) {
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> Filter.parse(text))
                .withMessage("This filter cannot be read. At " + message);
    }

    @Test
    void a_filter_is_written_as_people_would() {
        assertThat(written("TYPE='order'AND(status IN(Running,'stuck')OR not started>=-120m)"))
                .isEqualTo("type = 'order' and (status in (running, stuck) or not started >= -2h)");
        assertThat(written("a!=1 and not b in (2) and c is not null and not (d = 1 or e = 2)"))
                .isEqualTo("a <> 1 and b not in (2) and c is not null and not (d = 1 or e = 2)");
        assertThat(written("id starts with 'a_b'")).isEqualTo("id like 'a\\_b%'");
        assertThat(written("ended < '2026-02-01' or ended < now - PT1H30M or ended < now"))
                .isEqualTo("ended < 2026-02-01T00:00:00Z or ended < -90m or ended < now");
        assertThat(written("attr.customer = 'it''s' and attr.event = +5"))
                .isEqualTo("customer = 'it''s' and \"event\" = 5");
        assertThat(written("(a = 1 or (b = 1 or c = 1)) and ((d = 1))"))
                .isEqualTo("(a = 1 or (b = 1 or c = 1)) and d = 1");
        assertThat(written("")).isEqualTo("true");
    }

    @Test
    void a_misspelt_field_is_told_with_the_nearest() {
        refused(
                "type = 'a' and\n  stauts = running",
                "line 2, column 3: there is no field stauts. Did you mean status? An attribute of"
                        + " that name is attr.stauts.");
        refused(
                "statsu = running",
                "line 1, column 1: there is no field statsu. Did you mean status? An attribute of"
                        + " that name is attr.statsu.");
    }

    @Test
    void a_misspelt_status_or_comparison_is_told_with_the_nearest() {
        refused(
                "status = runing",
                "line 1, column 10: expected one of running, stuck, completed, failed, cancelled,"
                        + " terminated, timed_out, continued, perhaps running, found runing.");
        refused(
                "id liek 'a%'",
                "line 1, column 4: expected a comparison (=, <>, <, <=, >, >=, is, in, like,"
                        + " between, contains, starts with), perhaps like, found liek.");
    }

    @Test
    void a_value_that_the_field_cannot_have_is_refused() {
        refused(
                "events = 'many'",
                "line 1, column 1: events is compared with a number such as 1000, not with"
                        + " 'many'.");
        refused(
                "started > 'yesterday'",
                "line 1, column 11: expected a time such as 2026-01-31, '2026-01-31T12:00:00Z', -2h"
                        + " or now - P1D, found 'yesterday'.");
        refused(
                "started > 2h",
                "line 1, column 11: expected -2h or +2h, before or after now, found 2h.");
        refused(
                "customer = acme",
                "line 1, column 12: expected a text such as 'acme', a number, a time, true or false"
                        + " (texts are in single quotes), found acme.");
        refused(
                "status > running",
                "line 1, column 1: status has no order, so there is no >; there are =, <> and in.");
        refused(
                "paid < true",
                "line 1, column 1: true and false have no order, so there is no <; there are =, <>"
                        + " and in.");
        refused(
                "a between 1 and 'b'",
                "line 1, column 1: between has two values of one kind, not 1 and 'b'.");
        refused(
                "events like '1%'",
                "line 1, column 1: events is no text, so there is no like; it is compared with a"
                        + " number such as 1000.");
        refused(
                "id contains 'a'",
                "line 1, column 1: only an attribute can be asked what it contains, not id; there"
                        + " is like '%…%'.");
        refused("id is null", "line 1, column 1: every run has id.");
        refused(
                "a like 'b\\'",
                "line 1, column 1: a pattern must not end in \\, which makes the next letter plain:"
                        + " 'b\\'.");
    }

    @Test
    void what_is_not_finished_or_not_in_place_is_refused() {
        refused("(a = 1", "line 1, column 7: expected and, or, or ), found the end.");
        refused("a = 1 b = 2", "line 1, column 7: expected and, or, or the end, found b.");
        refused(
                "a = 1 and",
                "line 1, column 10: expected a field (id, type, status, started, ended, updated,"
                        + " events …), found the end.");
        refused(
                "a = 'b",
                "line 1, column 5: expected ' at the end of a text, found the end after 'b");
        refused(
                "a = “b”",
                "line 1, column 5: expected a word, a value or a sign, found “. Texts are in"
                        + " straight single quotes: 'acme'.");
        refused(
                "a = 1 # why",
                "line 1, column 7: expected a word, a value or a sign, found #. There are no"
                        + " comments in a filter.");
        refused("a in 1", "line 1, column 6: expected '(', found 1.");
        refused(
                "a = 1e9",
                "line 1, column 5: expected a number such as 100.00 or a time such as 2026-01-31,"
                        + " '2026-01-31T12:00:00Z', -2h or now - P1D, found 1e9.");
        refused(
                "a = ''''\n'",
                "line 2, column 1: expected ' at the end of a text, found the end" + " after '");
    }

    @Test
    void hostile_texts_are_refused_for_their_size() {
        refused(
                "(".repeat(200_000),
                "line 1, column 102: terms are at most 100 deep inside each other.");
        refused(
                "not ".repeat(60_000) + "a = 1",
                "line 1, column 405: terms are at most 100 deep inside each other.");
        refused(
                String.join(" or ", Collections.nCopies(1001, "a = 1")),
                "line 1, column 9001: a filter has at most 1000 terms.");
        refused(
                "a in (" + "1,".repeat(1001) + "1)",
                "line 1, column 2007: a filter has at most 1000 terms.");
        refused(" ".repeat(300_000), "line 1, column 1: it has 300000 characters, at most 262144.");
        refused(
                "a = " + "1".repeat(100_000),
                "line 1, column 5: a number has at most 38 digits, not 100000.");
        refused(
                "a = '" + "x".repeat(1001) + "'",
                "line 1, column 5: a text in a filter has at most 1000 characters, not 1001: '"
                        + "x".repeat(40)
                        + "…'.");
        var long1000 = "a = '" + "x".repeat(1000) + "'";
        refused(
                String.join(" or ", Collections.nCopies(65, long1000)),
                "line 1, column 1: a filter has at most 65536 characters, not 65646.");
    }

    @Test
    void the_bounds_themselves_are_let_in() {
        var terms = String.join(" or ", Collections.nCopies(1000, "a = 1"));
        assertThat(written(terms)).isEqualTo(terms);
        var values = "a in (" + "1, ".repeat(999) + "1)";
        assertThat(written(values)).isEqualTo(values);
        var deep = "not ".repeat(99) + "a > 1";
        assertThat(written(deep)).isEqualTo(deep);
        assertThat(written("(".repeat(100) + "a > 1" + ")".repeat(100))).isEqualTo("a > 1");
    }

    @Test
    void a_page_is_asked_for_behind_a_filter() {
        var selection =
                Selection.parse(
                        "status = failed order by started DESC limit 50 after"
                                + " '2026-01-31T12:00:00Z order-17'");
        assertThat(selection.order()).isEqualTo(Field.BuiltIn.STARTED);
        assertThat(selection.descending()).isTrue();
        assertThat(selection.limit()).isEqualTo(50);
        assertThat(selection.after()).contains("2026-01-31T12:00:00Z order-17");
        assertThat(Selection.parse("limit 5").toText()).isEqualTo("true order by id limit 5");
        assertThat(Selection.parse("")).isEqualTo(Selection.of(Filter.all()));
    }

    @Test
    void a_page_that_cannot_be_is_refused() {
        for (var each :
                Arrays.asList(
                        List.of("order by customer", "not of the attribute customer"),
                        List.of("order by status", "not of status"),
                        List.of("limit 0", "a page has 1 to 10000 runs, not 0"),
                        List.of("limit 10001", "a page has 1 to 10000 runs, not 10001"),
                        List.of("limit 99999999999", "expected a number of runs such as 50"),
                        List.of("limit 1 order by id", "expected and, or, order by"),
                        List.of("order by events after 'x y'", "'x y' is no place in the order"),
                        List.of("order by ended after '1 y'", "such as '2026-01-31T12:00:00Z"),
                        List.of("after 17", "expected a place such as 'order-17' in single"))) {
            assertThatExceptionOfType(Malformed.class)
                    .as(each.getFirst())
                    .isThrownBy(() -> Selection.parse(each.getFirst()))
                    .withMessageStartingWith("This selection cannot be read. At line 1, column ")
                    .withMessageContaining(each.getLast());
        }
    }
}
