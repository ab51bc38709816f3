package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
        assertThat(trend(i -> 10_000 + i).grows(0)).as("less than a tenth").isFalse();
        assertThat(trend(i -> 1 + i / 25).grows(4)).as("less than what counts").isFalse();
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
        assertThat(report.grows(SoakFigure.HEAP)).as(report.table()).isTrue();
        assertThat(report.trend(SoakFigure.LIVE).mean()).isPositive();
        assertThat(report.table()).contains("heap", "grows", "threads");
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
