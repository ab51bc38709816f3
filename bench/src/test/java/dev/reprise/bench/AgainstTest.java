package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That two versions are compared by what both have shown, and who is slower is told so. */
@Timeout(120)
final class AgainstTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static Figures figures(double rate, double cpu, double p50) {
        return Figures.parsed(
                List.of(
                        "W1-1.rate " + rate + " " + 2 * rate,
                        "W1-1.cpu " + cpu,
                        "W1-1.p50 " + p50,
                        "W1-1.syncs 4",
                        "appends-W1-1.rate 700"));
    }

    @Test
    void one_that_does_less_for_more_misses_its_target() {
        var pairing = new Pairing();
        pairing.add(true, figures(1_000, 10, 5));
        pairing.add(false, figures(500, 30, 10));
        assertThat(pairing.holds()).isFalse();
        assertThat(pairing.mean("rate", false)).isEqualTo(0.5, offset(1e-9));
        assertThat(pairing.mean("cpu", false)).isEqualTo(3, offset(1e-9));
        assertThat(pairing.table())
                .contains("1,500 (1,000 to 2,000)", "750 (500 to 1,000)", "0.50   3.00   2.00")
                .contains("Rate ≥ 0.95: MISSED")
                .doesNotContain("syncs");
        assertThat(pairing.json())
                .startsWith("{\"loads\":[{\"load\":\"W1-1\",\"rate\":{\"other\":[1000.0,2000.0],")
                .contains("\"mean\":{\"rate\":0.")
                .contains("\"met\":false");
    }

    @Test
    void five_of_a_hundred_less_is_as_much_as_may_be() {
        var pairing = new Pairing();
        pairing.add(true, figures(1_000, 10, 5));
        pairing.add(false, figures(951, 10, 5));
        assertThat(pairing.holds()).isTrue();
        pairing.add(false, figures(940, 10, 5));
        pairing.add(false, figures(940, 10, 5));
        assertThat(pairing.holds()).as("the median of six").isFalse();
    }

    @Test
    void loads_gain_for_each_other_and_those_of_the_store_alone_do_not_count() {
        var pairing = new Pairing();
        pairing.add(true, Figures.parsed(List.of("a.rate 100", "b.rate 10", "append-1.rate 9")));
        pairing.add(false, Figures.parsed(List.of("a.rate 200", "b.rate 5", "append-1.rate 1")));
        assertThat(pairing.mean("rate", false)).isEqualTo(1, offset(1e-9));
    }

    @Test
    void a_load_of_only_one_of_them_is_not_compared() {
        var pairing = new Pairing();
        pairing.add(true, Figures.parsed(List.of("a.rate 100")));
        pairing.add(false, Figures.parsed(List.of("b.rate 1")));
        assertThat(pairing.isPair()).isFalse();
    }

    @Test
    void the_same_classes_carry_the_same_loads_in_turn() {
        var pairing =
                Against.measured(
                        Jvm.ownPath(),
                        1,
                        List.of(false),
                        List.of("1", "20", "1"),
                        new PrintWriter(err, true));
        assertThat(pairing.isPair()).isTrue();
        assertThat(pairing.table()).contains("W0-1-memory", "W1-128-memory", "the store alone");
        assertThat(err.toString().lines())
                .containsExactly("[1/1] in memory, the other", "[1/1] in memory, this one");
    }

    @Test
    void a_program_that_fails_fails_the_comparison() {
        assertThatThrownBy(
                        () ->
                                Against.measured(
                                        "no/such.jar",
                                        1,
                                        List.of(false),
                                        List.of("1", "20", "1"),
                                        new PrintWriter(err, true)))
                .hasMessageContaining("EngineLoad failed");
    }

    @Test
    void a_checkout_that_is_not_built_is_refused_with_what_builds_it(@TempDir Path folder) {
        assertThat(run("against", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("benchmarks.jar").contains("bench --list");
        assertThat(run("against", folder.toString(), "--rounds", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("1 to 100 rounds, not 0");
    }

    private int run(String... arguments) {
        return Bench.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
