package dev.reprise.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that runs one benchmark and shows what came out. */
@Command(
        name = "reprise bench",
        description = "Run a benchmark and print a table a person can read.",
        subcommands = {Against.class, Soak.class},
        sortOptions = false,
        usageHelpAutoWidth = true,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether or not the targets were met",
            "1:it failed; the message says why",
            "2:the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise bench --list                    what can be measured",
            "  reprise bench choice --quick            rough figures within a minute",
            "  reprise bench choice --json rows.json   better ones, and a file",
            "  reprise bench against ../before         this engine and an older one, in turn",
            "  reprise bench soak                      a day in ten minutes: what grows?"
        })
public final class Bench implements Callable<Integer> {
    /** Every benchmark there is. */
    static final List<Suite> SUITES =
            List.of(
                    ChoiceBench.SUITE,
                    TranscriptBench.SUITE,
                    FlowBench.SUITE,
                    ExecBench.SUITE,
                    PolicyBench.SUITE,
                    VmBench.SUITE,
                    SimBench.SUITE,
                    ExploreBench.SUITE,
                    StoreBench.SUITE,
                    EngineBench.SUITE,
                    GrowthBench.SUITE,
                    ListBench.SUITE);

    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    @Spec private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Which benchmark to run.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--quick", description = "Measure for less than a minute: rougher figures.")
    private boolean quick;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the rows to this file as well.")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--list", description = "Show all benchmarks and their cases, and stop.")
    private boolean list;

    @Option(names = "--verbose", description = "Show what JMH says while it measures.")
    private boolean verbose;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and stop.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    private Bench() {}

    /** Runs the command and leaves with its exit code. */
    public static void main(String[] arguments) {
        var out = new PrintWriter(System.out, true, System.out.charset());
        var err = new PrintWriter(System.err, true, System.err.charset());
        System.exit(run(out, err, arguments));
    }

    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        var commandLine = new CommandLine(new Bench()).setOut(out).setErr(err);
        commandLine.setParameterExceptionHandler((misuse, _) -> explain(misuse));
        return commandLine.execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        if (list) {
            spec.commandLine().getOut().print(listing());
            spec.commandLine().getOut().flush();
            return 0;
        }
        var suite = suite();
        refuseUnwritable();
        var err = spec.commandLine().getErr();
        try {
            var effort = quick ? Effort.QUICK : Effort.FULL;
            var rows = new Runner(effort, verbose, err).run(suite);
            var out = spec.commandLine().getOut();
            out.printf(
                    "%n%s: %s%n%s%n%n%s%s",
                    suite.name(),
                    suite.description(),
                    setting(),
                    Table.of(rows),
                    suite.appendix().apply(effort));
            out.flush();
            if (json.isPresent()) {
                Files.writeString(json.get(), Json.of(suite, rows));
            }
            return 0;
        } catch (RunnerException failure) {
            err.println();
            err.println("The benchmark failed: " + failure.getMessage());
            err.println("Add --verbose to see what JMH says about it.");
            return FAILED;
        }
    }

    private Suite suite() {
        if (name.isEmpty()) {
            throw misuse("Which benchmark? There are: " + names() + ".");
        }
        var wanted = name.get();
        return SUITES.stream()
                .filter(suite -> suite.name().equals(wanted))
                .findFirst()
                .orElseThrow(
                        () ->
                                misuse(
                                        "There is no benchmark '"
                                                + wanted
                                                + "'. There are: "
                                                + names()
                                                + "."));
    }

    private void refuseUnwritable() {
        if (json.isEmpty()) {
            return;
        }
        try {
            Json.ensureWritable(json.get());
        } catch (IOException e) {
            throw misuse(
                    "The file " + json.get() + " cannot be written (" + e + "): nothing was run.");
        }
    }

    private ParameterException misuse(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    private static int explain(ParameterException misuse) {
        var err = misuse.getCommandLine().getErr();
        err.println(misuse.getMessage());
        err.println("Run 'reprise bench --help' to see what there is.");
        return MISUSED;
    }

    private static String names() {
        return SUITES.stream().map(Suite::name).collect(Collectors.joining(", "));
    }

    private static String listing() {
        var text = new StringBuilder();
        for (var suite : SUITES) {
            text.append("%s: %s%n".formatted(suite.name(), suite.description()));
            for (var each : suite.cases()) {
                text.append("  %-22s against %s%n".formatted(each.name(), each.baseline().name()));
            }
        }
        return text.toString();
    }

    private String setting() {
        return "%s run on %d cores, Java %s; ± is half of the 99.9 %% confidence interval"
                .formatted(
                        quick ? "quick" : "full",
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.version());
    }
}
