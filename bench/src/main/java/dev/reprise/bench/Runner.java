package dev.reprise.bench;

import static java.util.Comparator.comparingDouble;

import dev.reprise.Check;
import dev.reprise.bench.Measure.Found;
import dev.reprise.bench.Measure.Sized;
import dev.reprise.bench.Measure.Timed;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures the cases of a suite and their baselines, one after the other, and says how far it is.
 */
final class Runner {
    /** The same heap and collector everywhere, so that figures of two machines can be compared. */
    static final String[] FORK_FLAGS = {
        "-Xms2g",
        "-Xmx2g",
        "-XX:+UseG1GC",
        "-Djdk.trackAllThreads=false",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow"
    };

    private final Effort effort;
    private final boolean verbose;
    private final PrintWriter progress;

    Runner(Effort effort, boolean verbose, PrintWriter progress) {
        this.effort = effort;
        this.verbose = verbose;
        this.progress = progress;
    }

    /** Measures all of it. */
    List<Row> run(Suite suite) throws RunnerException {
        var plan = new LinkedHashMap<String, Measure>();
        for (var each : suite.cases()) {
            plan.put(each.name(), each.measure());
            for (var other : each.baseline().others()) {
                plan.put(baselineOf(each, other), other.measure());
            }
        }
        var results = new HashMap<String, Measured>();
        for (var step : plan.entrySet()) {
            progress.printf("[%d/%d] %s: ", results.size() + 1, plan.size(), step.getKey());
            progress.flush();
            var measured = measure(step.getValue());
            progress.println(Table.shown(measured, step.getValue().unit()));
            results.put(step.getKey(), measured);
        }
        return rows(suite, results);
    }

    private static List<Row> rows(Suite suite, Map<String, Measured> results) {
        var rows = new ArrayList<Row>();
        for (var each : suite.cases()) {
            switch (each.baseline()) {
                case Baseline.OtherCase(var name) ->
                        rows.add(
                                new Row(each, result(results, each.name()), result(results, name)));
                case Baseline.Other other -> rows.add(row(each, other, results));
                case Baseline.BestOf(var others) ->
                        rows.add(
                                others.stream()
                                        .map(other -> row(each.against(other), other, results))
                                        .min(comparingDouble(row -> row.baseline().value()))
                                        .orElseThrow());
            }
        }
        return rows;
    }

    private static Row row(Case each, Baseline.Other other, Map<String, Measured> results) {
        return new Row(
                each, result(results, each.name()), result(results, baselineOf(each, other)));
    }

    private static Measured result(Map<String, Measured> results, String name) {
        var result = results.get(name);
        Check.invariant(result != null, "%s was not measured", name);
        return result;
    }

    private static String baselineOf(Case each, Baseline.Other other) {
        return each.name() + ", baseline (" + other.name() + ")";
    }

    private Measured measure(Measure measure) throws RunnerException {
        return switch (measure) {
            case Timed timed -> time(timed);
            case Found(_, var found) -> found.apply(effort);
            case Sized(var bytes, int samples) ->
                    Measured.of(LongStream.generate(bytes).limit(samples).toArray());
        };
    }

    private Measured time(Timed timed) throws RunnerException {
        var name = timed.type().getName() + "." + timed.method();
        var options =
                new OptionsBuilder()
                        .include("^" + Pattern.quote(name) + "$")
                        .mode(Mode.AverageTime)
                        .timeUnit(TimeUnit.NANOSECONDS)
                        .threads(1)
                        .forks(effort.forks())
                        .warmupIterations(effort.warmups())
                        .warmupTime(TimeValue.milliseconds(effort.warmupMillis()))
                        .measurementIterations(effort.samples())
                        .measurementTime(TimeValue.milliseconds(effort.sampleMillis()))
                        .jvmArgsAppend(FORK_FLAGS)
                        .shouldFailOnError(true)
                        .verbosity(verbose ? VerboseMode.NORMAL : VerboseMode.SILENT)
                        .build();
        var jmh = new org.openjdk.jmh.runner.Runner(options);
        var primary = jmh.runSingle().getPrimaryResult();
        double error = primary.getScoreError();
        return new Measured(primary.getScore(), Double.isNaN(error) ? 0 : error);
    }
}
