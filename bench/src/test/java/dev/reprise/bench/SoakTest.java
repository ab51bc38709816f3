package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That a soak runs, and knows what grows from what does not. */
@Timeout(120)
final class SoakTest {
    private static final List<Double> SECONDS =
            IntStream.range(0, 50).mapToObj(i -> 1.0 * i).toList();

    private static Trend trend(IntToDoubleFunction value) {
        return Trend.of(SECONDS, IntStream.range(0, 50).mapToDouble(value).boxed().toList());
    }

    @Test
    void a_line_that_goes_up_grows_by_what_it_says() {
        var trend = trend(i -> 100 + 3 * i);
        assertThat(trend.growth()).isCloseTo(147, within());
        assertThat(trend.perHour()).isCloseTo(3 * 3_600, within());
        assertThat(trend.error()).isCloseTo(0, within());
        assertThat(trend.grows(10)).isTrue();
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-6);
    }

    @Test
    void what_goes_down_or_up_and_down_or_hardly_up_is_flat() {
        assertThat(trend(i -> 100 - 3 * i).grows(0)).isFalse();
        assertThat(trend(i -> i % 2 == 0 ? 50 : 150).grows(0)).isFalse();
        assertThat(trend(i -> 1 + i / 25).grows(4)).as("less than what counts").isFalse();
    }

    /** Ten minutes at the usual rate, in which this stays of each order on a heap that sways. */
    private static SoakReport leaking(double bytesOfOrder, double sway) {
        var report = new SoakReport(Duration.ofMinutes(10));
        for (int i = 0; i < 60; i++) {
            long orders = 500L * i;
            var values = new EnumMap<SoakFigure, Double>(SoakFigure.class);
            for (var each : SoakFigure.values()) {
                values.put(each, 1_000.0);
            }
            // Up, down and in between, in turn.
            double swayed = (i * 7 % 5 - 2) / 2.0 * sway;
            values.put(SoakFigure.HEAP, 40.0 * (1 << 20) + bytesOfOrder * orders + swayed);
            report.add(10.0 * i, orders, values);
        }
        return report;
    }

    @Test
    void a_map_that_keeps_the_head_of_each_ended_run_is_found_on_a_heap_that_sways() {
        double sway = 2 << 20;
        assertThat(leaking(0, sway).verdict(SoakFigure.HEAP)).isEqualTo(SoakVerdict.FLAT);
        // An id, a head and a place in a map, for an order and for its parcel.
        var leaking = leaking(2 * 160, sway);
        assertThat(leaking.verdict(SoakFigure.HEAP))
                .as(leaking.table())
                .isEqualTo(SoakVerdict.GROWS);
        assertThat(leaking.grows()).isTrue();
        assertThat(leaking(48, sway).grows()).as("what may stay of an order").isFalse();
    }

    @Test
    void a_heap_that_sways_too_much_is_not_called_flat() {
        var report = leaking(0, 40 << 20);
        assertThat(report.verdict(SoakFigure.HEAP)).isEqualTo(SoakVerdict.UNCLEAR);
        assertThat(report.grows()).isFalse();
        assertThat(report.table()).contains("unclear");
    }

    @Test
    void what_is_not_in_every_sample_has_a_line_through_those_that_it_is_in() {
        var report = new SoakReport(Duration.ofMinutes(10));
        for (int i = 0; i < 60; i++) {
            var values = new EnumMap<SoakFigure, Double>(SoakFigure.class);
            for (var each : SoakFigure.values()) {
                values.put(each, 0.0);
            }
            if (i % 4 == 0) {
                values.put(SoakFigure.PACKED, 1e6 * i);
            } else {
                values.remove(SoakFigure.PACKED);
            }
            report.add(10.0 * i, 500L * i, values);
        }
        assertThat(report.trend(SoakFigure.PACKED).perHour()).isCloseTo(3.6e8, within());
        assertThat(report.verdict(SoakFigure.PACKED)).isEqualTo(SoakVerdict.GROWS);
        assertThat(report.json()).contains("null");
    }

    @Test
    void a_planted_leak_is_found() throws Exception {
        var leaked = new ArrayList<byte[]>();
        var progress = new StringWriter();
        var report =
                Soak.soaked(
                        Duration.ofSeconds(6),
                        3_600,
                        20,
                        () -> leaked.add(new byte[2 << 20]),
                        new PrintWriter(progress, true));
        assertThat(leaked).isNotEmpty();
        assertThat(report.verdict(SoakFigure.HEAP)).as(report.table()).isEqualTo(SoakVerdict.GROWS);
        assertThat(report.trend(SoakFigure.LIVE).mean()).isPositive();
        assertThat(report.trend(SoakFigure.LEGS).mean()).isPositive();
        assertThat(report.table()).contains("heap", "grows", "threads", "packed");
        assertThat(progress.toString()).contains("orders");
    }

    @Test
    void the_command_runs_and_writes_its_samples(@TempDir Path folder) throws Exception {
        var out = new StringWriter();
        var err = new StringWriter();
        var file = folder.resolve("soak.json");
        int exit =
                Bench.run(
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        "soak",
                        "--seconds",
                        "3",
                        "--speed",
                        "3600",
                        "--json",
                        file.toString());
        assertThat(exit).as(err.toString()).isIn(0, 3);
        assertThat(out.toString()).contains("verdict", "heap", "disk", "handles", "live");
        assertThat(Files.readString(file)).startsWith("{\"seconds\":3.0,\"figures\":[{");
    }

    @Test
    void what_cannot_be_is_refused() {
        var err = new StringWriter();
        int exit =
                Bench.run(
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(err, true),
                        "soak",
                        "--seconds",
                        "0");
        assertThat(exit).isEqualTo(2);
        assertThat(err.toString()).contains("at least 3 seconds").contains("not 0 s");
    }
}
