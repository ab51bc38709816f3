package dev.reprise.app;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Stands in the list of commands for the benchmarks, which live in a module of their own: the
 * {@code reprise} script builds and runs them and never comes here.
 */
@Command(
        name = "bench",
        description = {
            "Run a benchmark and print a table a person can read.",
            "The ./reprise script of a source checkout builds and runs it."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./reprise bench choice --quick     rough figures within a minute",
            "  ./reprise bench engine             the engine: loads, latency, recovery",
            "  ./reprise bench --help             what can be measured, when there is a jar for it"
        })
final class Bench implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Unmatched private List<String> arguments;

    @Override
    public Integer call() {
        spec.commandLine()
                .getErr()
                .println(
                        "This jar holds no benchmarks. In a source checkout, run: ./reprise bench "
                                + String.join(" ", arguments));
        return 1;
    }
}
