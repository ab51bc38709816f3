package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Sized;
import dev.reprise.bench.Measure.Timed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.runner.RunnerException;

final class BenchTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static final Sized SIZE = new Sized(() -> 3L << 20, 1);
    private static final Timed TIME = new Timed(BenchTest.class, "time");
    private static final Suite CANNED =
            new Suite(
                    "canned",
                    "results from a can",
                    List.of(
                            new Case(
                                    "fast",
                                    TIME,
                                    new Other("slow way", TIME),
                                    new Target.Below(1_000)),
                            new Case(
                                    "faster",
                                    TIME,
                                    new OtherCase("fast"),
                                    new Target.Below(10),
                                    new Target.RatioAtMost(2)),
                            new Case("large", SIZE, new Other("list", SIZE))));
    private static final List<Row> ROWS =
            List.of(
                    new Row(
                            CANNED.cases().get(0),
                            new Measured(46.25, 1.3),
                            new Measured(2410, 50)),
                    new Row(
                            CANNED.cases().get(1),
                            new Measured(92.5, 0.5),
                            new Measured(46.25, 1.3)),
                    new Row(CANNED.cases().get(2), Measured.of(5 << 20), Measured.of(20 << 20)));

    @Test
    void the_table_is_for_people() {
        assertThat(Table.of(ROWS))
                .isEqualTo(
                        """
                        case     value            baseline                  ratio   target
                        ------   --------------   -----------------------   -----   -----------------------------
                        fast     46.3 ± 1.30 ns   2,410 ± 50 ns  slow way   0.019   < 1,000 ns met
                        faster   92.5 ± 0.50 ns   46.3 ± 1.30 ns  fast      2.00    < 10 ns MISSED, ratio ≤ 2 met
                        large    5 ± 0 MiB        20 ± 0 MiB  list          0.25
                        """);
    }

    @Test
    void the_json_is_for_programs() {
        assertThat(Json.of(CANNED, ROWS.subList(1, 3)))
                .isEqualTo(
                        """
                        {"bench":"canned","rows":[\
                        {"case":"faster","value":92.5,"unit":"ns","baseline":46.25,"ratio":2.0,\
                        "error":0.5,"baselineName":"fast","baselineError":1.3,\
                        "target":"< 10 ns, ratio ≤ 2","met":false},\
                        {"case":"large","value":5242880.0,"unit":"B","baseline":2.097152E7,"ratio":0.25,\
                        "error":0.0,"baselineName":"list","baselineError":0.0,"target":"","met":true}]}
                        """);
    }

    @Test
    void every_case_and_every_baseline_of_every_suite_can_be_measured() {
        for (var suite : Bench.SUITES) {
            var measures = new ArrayList<Measure>();
            for (var each : suite.cases()) {
                measures.add(each.measure());
                each.baseline().others().forEach(other -> measures.add(other.measure()));
            }
            assertThat(measures).hasSizeGreaterThanOrEqualTo(suite.cases().size());
            for (var measure : measures) {
                if (measure instanceof Timed(var type, var name)) {
                    assertThat(type.getMethods())
                            .as("%s.%s", type, name)
                            .anyMatch(
                                    method ->
                                            method.getName().equals(name)
                                                    && method.isAnnotationPresent(Benchmark.class));
                }
            }
        }
    }

    @Test
    void the_best_of_several_baselines_is_compared_with() throws RunnerException {
        var others =
                List.of(
                        new Other("slow", new Sized(() -> 30, 1)),
                        new Other("fast", new Sized(() -> 10, 1)),
                        new Other("slower", new Sized(() -> 40, 1)));
        var each = new Case("it", new Sized(() -> 20, 1), new Baseline.BestOf(others));
        var progress = new PrintWriter(new StringWriter());
        var rows =
                new Runner(Effort.QUICK, false, progress)
                        .run(new Suite("s", "some", List.of(each)));
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().ratio()).isEqualTo(2);
        assertThat(rows.getFirst().of().baseline().name()).isEqualTo("fast");
    }

    @Test
    void every_benchmark_method_is_measured_by_its_suite() {
        var methods =
                Arrays.stream(ChoiceBench.class.getMethods())
                        .filter(method -> method.isAnnotationPresent(Benchmark.class))
                        .map(method -> new Timed(ChoiceBench.class, method.getName()));
        var measured = new ArrayList<Measure>();
        for (var each : ChoiceBench.SUITE.cases()) {
            measured.add(each.measure());
            if (each.baseline() instanceof Other(_, var measure)) {
                measured.add(measure);
            }
        }
        assertThat(methods).isNotEmpty().allMatch(measured::contains);
    }

    @Test
    void the_cases_of_choice_have_the_names_that_others_rely_on() {
        assertThat(ChoiceBench.SUITE.cases())
                .extracting(Case::name)
                .contains(
                        "deterministic",
                        "random",
                        "replay-start",
                        "replay-end",
                        "deterministic-100000",
                        "random-100000",
                        "log-memory",
                        "log-disk");
    }

    @Test
    void sizes_are_measured_and_compared() throws Exception {
        var suite =
                new Suite(
                        "sizes",
                        "only sizes",
                        List.of(
                                new Case("a", SIZE, new Other("b", new Sized(() -> 6L << 20, 2))),
                                new Case("c", SIZE, new OtherCase("a"))));
        var rows = new Runner(Effort.QUICK, false, new PrintWriter(err)).run(suite);
        assertThat(rows).extracting(Row::ratio).containsExactly(0.5, 1.0);
        assertThat(err.toString().lines())
                .containsExactly(
                        "[1/3] a: 3 ± 0 MiB",
                        "[2/3] a, baseline (b): 6 ± 0 MiB",
                        "[3/3] c: 3 ± 0 MiB");
    }

    @Test
    void a_suite_refuses_cases_that_cannot_be_compared() {
        assertThatThrownBy(() -> suiteOf(new Case("a", SIZE, new OtherCase("b"))))
                .hasMessageContaining("b");
        assertThatThrownBy(() -> new Case("a", SIZE, new Other("b", TIME)))
                .hasMessageContaining("different units");
        var size = new Case("a", SIZE, new OtherCase("a"));
        assertThatThrownBy(() -> suiteOf(size, new Case("b", TIME, new OtherCase("a"))))
                .hasMessageContaining("different units");
        assertThatThrownBy(() -> suiteOf(size, size)).hasMessageContaining("two cases");
    }

    private static Suite suiteOf(Case... cases) {
        return new Suite("suite", "of a test", List.of(cases));
    }

    @Test
    void an_unknown_name_is_refused_with_the_names_there_are() {
        assertThat(run("chioce")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "There is no benchmark 'chioce'. There are: choice, transcript, flow, exec, policy, vm, sim, explore, store, engine, growth, list.");
    }

    @Test
    void no_name_is_refused_with_the_names_there_are() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "There are: choice, transcript, flow, exec, policy, vm, sim, explore, store, engine, growth, list.");
    }

    @Test
    void an_unknown_option_is_refused() {
        assertThat(run("choice", "--fast")).isEqualTo(2);
        assertThat(err.toString()).contains("--fast").contains("--help");
    }

    @Test
    void a_file_that_cannot_be_written_is_refused_before_the_run(@TempDir Path folder) {
        assertThat(run("choice", "--json", folder.toString())).isEqualTo(2);
        assertThat(run("choice", "--json", folder.resolve("no/such/file").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("cannot be written").contains("nothing was run");
        assertThat(err.toString()).doesNotContain("[1/");
    }

    @Test
    void a_file_that_can_be_written_is_left_as_it_is_until_then(@TempDir Path folder)
            throws IOException {
        var fresh = folder.resolve("fresh.json");
        Json.ensureWritable(fresh);
        assertThat(fresh).doesNotExist();
        var old = Files.writeString(folder.resolve("old.json"), "{}");
        Json.ensureWritable(old);
        assertThat(old).hasContent("{}");
    }

    @Test
    void the_list_names_every_case() {
        assertThat(run("--list")).isZero();
        assertThat(out.toString())
                .startsWith("choice: ")
                .contains(ChoiceBench.SUITE.cases().stream().map(Case::name).toList());
    }

    @Test
    void the_help_shows_examples() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("Examples:", "reprise bench choice --quick");
    }

    private int run(String... arguments) {
        return Bench.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
