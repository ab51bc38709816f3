package dev.reprise.flow.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.guard.Finding.Place;
import org.junit.jupiter.api.Test;

class GuardReportTest {
    @Test
    void a_finding_names_the_calls_that_lead_to_it() {
        var finding = Guard.scan(Reported.Order.class).getFirst();

        assertThat(finding.call()).isEqualTo("System.currentTimeMillis()");
        assertThat(finding.at()).isEqualTo(at("Prices", "today", "// today asks"));
        assertThat(finding.via())
                .containsExactly(
                        at("Order", "run", "// run calls quote"),
                        new Place(
                                Reported.Order.class.getName(),
                                "quote",
                                "Reported.java",
                                Marks.line(Reported.class, "return lines.stream()")),
                        at("Order", "quote", "// the lambda calls of"),
                        at("Prices", "of", "// of calls today"));
    }

    @Test
    void the_shortest_way_is_named() {
        var finding = Guard.scan(Reported.Short.class).getFirst();

        assertThat(finding.via()).containsExactly(at("Short", "run", "far ? step() : time()"));
    }

    @Test
    void a_finding_is_described_with_its_way_its_remedy_and_how_to_silence_it() {
        var finding = Guard.scan(Reported.Order.class).getFirst();

        assertThat(finding.describe())
                .isEqualTo(
                        """
                        CLOCK: System.currentTimeMillis() reads the clock, and replay happens later.
                          at       Reported.Prices.today(Reported.java:%d)
                          reached  Reported.Order.run(Reported.java:%d)
                                   Reported.Order.quote(Reported.java:%d)
                                   Reported.Order.quote(Reported.java:%d)
                                   Reported.Prices.of(Reported.java:%d)
                          instead  use Flow.now()
                          or       annotate Reported.Prices.today or its class with @Allowed(value = Rule.CLOCK, reason = "..."), if replay is sure to give the same
                        """
                                .formatted(
                                        line("// today asks"),
                                        line("// run calls quote"),
                                        line("return lines.stream()"),
                                        line("// the lambda calls of"),
                                        line("// of calls today")));
    }

    @Test
    void a_finding_in_a_method_of_the_workflow_has_no_way_to_describe() {
        var finding = Guard.scan(Reported.Direct.class).getFirst();

        assertThat(finding.describe())
                .isEqualTo(
                        """
                        IO: System.out touches the world, and replay would touch it again.
                          at       Reported.Direct.run(Reported.java:%d)
                          instead  use Flow.logger(), which is silent in replay
                          or       annotate Reported.Direct.run or its class with @Allowed(value = Rule.IO, reason = "..."), if replay is sure to give the same
                        """
                                .formatted(line("// direct")));
    }

    @Test
    void findings_are_sorted_by_class_then_line_then_call() {
        assertThat(Guard.scan(Reported.Many.class))
                .extracting(Finding::call)
                .containsExactly(
                        "Math.random()", "System.out", "System.exit(int)", "System.nanoTime()");
    }

    @Test
    void two_scans_find_the_same_in_the_same_order() {
        var once = Guard.scan(Reported.Many.class);
        var again = Guard.scan(Reported.Many.class);

        assertThat(again).isEqualTo(once);
    }

    @Test
    void a_place_without_a_line_is_described_without_one() {
        assertThat(new Place("a.b.C$D", "run", "C.java", 0)).hasToString("C.D.run(C.java)");
    }

    @Test
    void an_inherited_method_is_found_where_it_is_written() {
        assertThat(Guard.scan(OffendingWays.Superclass.class))
                .extracting(it -> it.at().line())
                .containsExactly(Marks.line(OffendingWays.class, "// in Superclass"));
        assertThat(Guard.scan(OffendingWays.SuperCall.class))
                .extracting(it -> it.at().line())
                .containsExactly(Marks.line(OffendingWays.class, "// in SuperCall"));
    }

    private static Place at(String type, String method, String mark) {
        return new Place(
                Reported.class.getName() + "$" + type, method, "Reported.java", line(mark));
    }

    private static int line(String mark) {
        return Marks.line(Reported.class, mark);
    }
}
