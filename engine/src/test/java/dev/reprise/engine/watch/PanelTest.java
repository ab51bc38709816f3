package dev.reprise.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

final class PanelTest {
    private final Panel panel = new Panel();

    @Test
    void numbers_are_shown_as_they_are_when_somebody_looks() {
        var runs = new AtomicLong(3);
        panel.counter(Metric.of("reprise.runs.begun", "Runs that began."), runs::get);
        panel.gauge(
                Metric.of("reprise.store.size", "What it takes.").in(Metric.Unit.BYTES), () -> -7);
        panel.gauge(
                Metric.of("reprise.uptime", "How long.").in(Metric.Unit.NANOS),
                () -> 1_500_000_000);
        runs.set(4);
        assertThat(panel.text())
                .isEqualTo(
                        """
                        # HELP reprise_runs_begun_total Runs that began.
                        # TYPE reprise_runs_begun_total counter
                        reprise_runs_begun_total 4
                        # HELP reprise_store_size_bytes What it takes.
                        # TYPE reprise_store_size_bytes gauge
                        reprise_store_size_bytes -7
                        # HELP reprise_uptime_seconds How long.
                        # TYPE reprise_uptime_seconds gauge
                        reprise_uptime_seconds 1.5
                        """);
    }

    @Test
    void those_of_a_name_come_together_and_odd_tags_do_no_harm() {
        Metric ends = Metric.of("reprise.ends", "How \\ it\nends.");
        panel.counter(ends.tag("activity", "a \"b\" \\ c\nd").tag("outcome", "ok"), () -> 1);
        panel.counter(Metric.of("reprise.ends.more", "Others."), () -> 9);
        panel.counter(ends.tag("activity", "z").tag("outcome", "no"), () -> 2);
        assertThat(panel.text())
                .isEqualTo(
                        """
                        # HELP reprise_ends_total How \\\\ it\\nends.
                        # TYPE reprise_ends_total counter
                        reprise_ends_total{activity="a \\"b\\" \\\\ c\\nd",outcome="ok"} 1
                        reprise_ends_total{activity="z",outcome="no"} 2
                        # HELP reprise_ends_more_total Others.
                        # TYPE reprise_ends_more_total counter
                        reprise_ends_more_total 9
                        """);
        assertThat(panel.number("reprise.ends")).hasValue(3);
        assertThat(panel.number("reprise.end")).isEmpty();
    }

    @Test
    void values_are_counted_in_buckets_each_with_all_below_it() {
        Metric metric = Metric.of("reprise.sync", "How long.").in(Metric.Unit.NANOS);
        Meter.Samples samples = panel.samples(metric);
        samples.add(0);
        samples.add(10_000);
        samples.add(10_001);
        samples.add(3_600_000_000_000L);
        assertThat(panel.samples(metric)).isSameAs(samples);
        assertThat(panel.text())
                .contains(
                        "# TYPE reprise_sync_seconds histogram\n",
                        "reprise_sync_seconds_bucket{le=\"0.00001\"} 2\n",
                        "reprise_sync_seconds_bucket{le=\"0.000025\"} 3\n",
                        "reprise_sync_seconds_bucket{le=\"1800\"} 3\n",
                        "reprise_sync_seconds_bucket{le=\"+Inf\"} 4\n",
                        "reprise_sync_seconds_sum 3600.000020001\n",
                        "reprise_sync_seconds_count 4\n");
        assertThat(panel.number("reprise.sync")).hasValue(4);
    }

    @Test
    void what_cannot_be_read_any_more_is_left_out() {
        panel.gauge(Metric.of("reprise.a", "A."), () -> 1);
        panel.gauge(
                Metric.of("reprise.b", "B."),
                () -> {
                    throw new IllegalStateException("the store is closed");
                });
        assertThat(panel.text()).contains("reprise_a 1\n").doesNotContain("\nreprise_b ");
        assertThat(panel.number("reprise.b")).isEmpty();
    }

    @Test
    void a_meter_of_somebody_else_hears_the_same_and_may_throw() {
        List<String> heard = new ArrayList<>();
        var theirs =
                new Meter() {
                    @Override
                    public void counter(Metric metric, LongSupplier read) {
                        heard.add(metric.name() + " " + read.getAsLong());
                        throw new IllegalStateException("no counters here");
                    }

                    @Override
                    public void gauge(Metric metric, LongSupplier read) {
                        throw new IllegalStateException("no gauges here");
                    }

                    @Override
                    public Samples samples(Metric metric) {
                        return value -> {
                            heard.add(metric.name() + " " + value);
                            throw new IllegalStateException("no values here");
                        };
                    }
                };
        Meter both = panel.and(theirs);
        both.counter(Metric.of("c", "C."), () -> 5);
        both.gauge(Metric.of("g", "G."), () -> 6);
        both.samples(Metric.of("s", "S.")).add(7);
        assertThat(heard).containsExactly("c 5", "s 7");
        assertThat(panel.number("c")).hasValue(5);
        assertThat(panel.number("g")).hasValue(6);
        assertThat(panel.number("s")).hasValue(1);
        assertThat(panel.and(Meter.NONE)).isSameAs(panel);
    }

    @Test
    void so_many_names_are_told_apart_and_no_more() {
        List<String> made = new ArrayList<>();
        var names =
                new ByName<>(
                        2,
                        name -> {
                            made.add(name);
                            return "<" + name + ">";
                        });
        assertThat(List.of("a", "b", "c", "d", "a", "c").stream().map(names::of))
                .containsExactly("<a>", "<b>", "<other>", "<other>", "<a>", "<other>");
        assertThat(made).containsExactly("a", "b", "other");
    }
}
