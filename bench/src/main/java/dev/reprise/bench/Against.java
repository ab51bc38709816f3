package dev.reprise.bench;

import dev.reprise.Check;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command that puts the engine of another checkout and this one under the same loads, in turn:
 * a machine that is slower now than an hour ago is so for both.
 */
@Command(
        name = "against",
        description = {
            "Compare this engine with that of another checkout: the loads of 'engine', in turn, in"
                    + " JVMs of their own, with what each costs.",
            "The other has to have been built: its ./reprise bench --list does that."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether or not this one is slower",
            "1:it failed; the message says why",
            "2:the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  git worktree add ../before v0.1 && ../before/reprise bench --list",
            "  reprise bench against ../before --quick --rounds 2       ten minutes",
            "  reprise bench against ../before --json against.json      better, and a file"
        })
final class Against implements Callable<Integer> {
    private static final int MISUSED = 2;
    private static final int ROUNDS_MAX = 100;
    private static final int PERIODS = 3;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "CHECKOUT", description = "The folder of the other one.")
    private Path checkout;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            paramLabel = "N",
            description = "How often each has its turn; ${DEFAULT-VALUE} when nobody says.")
    private int rounds;

    @Option(names = "--quick", description = "Shorter loads: rougher figures.")
    private boolean quick;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write all samples to this file as well.")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and stop.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    /** Made by picocli, which fills in the rest. */
    Against() {
        this.checkout = Path.of("");
    }

    @Override
    public Integer call() throws IOException {
        if (rounds < 1 || rounds > ROUNDS_MAX) {
            throw misuse("There are 1 to " + ROUNDS_MAX + " rounds, not " + rounds + ".");
        }
        Path jar = checkout.resolve("bench/target/benchmarks.jar");
        if (!Files.isRegularFile(jar)) {
            throw misuse(
                    "There is no "
                            + jar
                            + ". What to do: run '"
                            + checkout.resolve("reprise")
                            + " bench --list' once, which builds it.");
        }
        if (json.isPresent()) {
            try {
                Json.ensureWritable(json.get());
            } catch (IOException e) {
                spec.commandLine()
                        .getErr()
                        .println("The file " + json.get() + " cannot be written (" + e + ").");
                return MISUSED;
            }
        }
        var effort = quick ? Effort.QUICK : Effort.FULL;
        List<String> arguments =
                List.of(
                        Integer.toString(EnginePart.WARM_UP_MILLIS),
                        Integer.toString(effort.sampleMillis()),
                        Integer.toString(PERIODS));
        var progress = spec.commandLine().getErr();
        var pairing = measured(jar.toString(), rounds, List.of(true, false), arguments, progress);
        var out = spec.commandLine().getOut();
        out.print(pairing.table());
        out.flush();
        if (json.isPresent()) {
            Files.writeString(json.get(), pairing.json());
        }
        return 0;
    }

    private ParameterException misuse(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /**
     * Each has its turn; who comes first changes with every round.
     *
     * @param other the class path of the other one
     * @param durables on a folder, in memory, or both
     * @param arguments what the program is told besides
     */
    static Pairing measured(
            String other,
            int rounds,
            List<Boolean> durables,
            List<String> arguments,
            PrintWriter progress) {
        var pairing = new Pairing();
        for (int round = 0; round < rounds; round++) {
            for (boolean durable : durables) {
                for (boolean isOther :
                        round % 2 == 0 ? List.of(true, false) : List.of(false, true)) {
                    progress.printf(
                            "[%d/%d] %s, %s%n",
                            round + 1,
                            rounds,
                            durable ? "on a folder" : "in memory",
                            isOther ? "the other" : "this one");
                    var all = new ArrayList<>(List.of(Boolean.toString(durable)));
                    all.addAll(arguments);
                    var path = isOther ? other : Jvm.ownPath();
                    var output =
                            Jvm.run(
                                    path,
                                    EnginePart.ADVISED_FLAGS,
                                    EngineLoad.class,
                                    all.toArray(String[]::new));
                    pairing.add(isOther, Figures.parsed(output.lines()));
                }
            }
        }
        Check.state(pairing.isPair(), "the two have no load in common");
        return pairing;
    }
}
