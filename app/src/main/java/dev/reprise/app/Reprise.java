package dev.reprise.app;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code reprise} command: what its subcommands share, and where the program starts. */
@Command(
        name = "reprise",
        description = "A deterministic workflow engine for the JVM.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Reprise.Version.class,
        subcommands = {
            Demo.class,
            RunFile.class,
            StartRun.class,
            SignalRun.class,
            QueryRun.class,
            UpdateRun.class,
            ListRuns.class,
            CountRuns.class,
            DescribeRun.class,
            ShowRun.class,
            CancelRun.class,
            TerminateRun.class,
            ResetRun.class,
            BatchRuns.class,
            DeleteRun.class,
            BackupCommand.class,
            CompactStore.class,
            CompleteActivity.class,
            HeartbeatActivity.class,
            QueueCommand.class,
            HealthCommand.class,
            ScheduleCommand.class,
            VerifyRuns.class,
            Explore.class,
            ReplayCommand.class,
            MinimiseArtifact.class,
            DrawPattern.class,
            CheckPattern.class,
            Compare.class,
            Bench.class,
            Completion.class,
            DemoShop.class
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:it failed; the message says why",
            "2:the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise demo           watch 300 orders outlive the death of their process",
            "  reprise demo replay    watch choices and runs being replayed, and diverging",
            "  reprise run Order.java compile and run a workflow in one file",
            "  reprise list           the runs of an engine, in the folder data",
            "  reprise show order-17  what happened to one of them",
            "  reprise explore OrderTest.java   try your own workflows in many orders",
            "  reprise explore        which programs with bugs there are to search",
            "  reprise explore stack  search one of them, and shrink the failure",
            "  reprise demo --help    what else one command can do",
            "  reprise bench --help   what can be measured, and how"
        })
final class Reprise {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and stop.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and stop.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean version;

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "When something unexpected fails, show where in the code.")
    private boolean stacktrace;

    private Reprise() {}

    /** Runs one command and leaves with its exit code. */
    public static void main(String[] arguments) {
        // Before the first virtual thread: then units that are paused can simply be forgotten.
        System.setProperty("jdk.trackAllThreads", "false");
        var out = new PrintWriter(System.out, true, System.out.charset());
        var err = new PrintWriter(System.err, true, System.err.charset());
        System.exit(run(out, err, arguments));
    }

    /** The command with all its subcommands, to be looked at. */
    static CommandLine commands() {
        return new CommandLine(new Reprise());
    }

    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return run(List.of(), out, err, arguments);
    }

    /**
     * Runs one command; {@code more} are subcommands that only a test knows, some of them in the
     * place of those of the same name.
     */
    static int run(List<Object> more, PrintWriter out, PrintWriter err, String... arguments) {
        var reprise = new Reprise();
        var commandLine = new CommandLine(reprise);
        for (var command : more) {
            var subcommand = new CommandLine(command);
            commandLine.getCommandSpec().removeSubcommand(subcommand.getCommandName());
            commandLine.addSubcommand(subcommand);
        }
        commandLine.setOut(out).setErr(err).setHelpFactory(ShortHelp::new);
        boolean json = List.of(arguments).contains("--json");
        commandLine.setParameterExceptionHandler((misuse, _) -> explain(misuse, json));
        commandLine.setExecutionExceptionHandler(
                (failure, command, _) -> reprise.explain(failure, command, json));
        commandLine.setExecutionStrategy(Reprise::execute);
        if (arguments.length == 0) {
            commandLine.usage(err);
            return MISUSED;
        }
        try {
            return commandLine.execute(arguments);
        } catch (Error failure) {
            // picocli hands over exceptions only; a violated invariant is an error.
            return reprise.explain(failure, commandLine, json);
        }
    }

    /** Who asks for help with a command that there is not is told so, and not helped otherwise. */
    private static int execute(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        CommandLine command = last.commandSpec().commandLine();
        if (!command.getSubcommands().isEmpty()
                && !last.unmatched().isEmpty()
                && !last.unmatched().getFirst().startsWith("-")) {
            throw new UnmatchedArgumentException(command, last.unmatched());
        }
        return new RunLast().execute(parsed);
    }

    private static int inJson(CommandLine command, String sentence, int code) {
        Answer.json(
                command.getErr(),
                it -> {
                    it.name("error").text(sentence);
                    it.name("command").text(name(command));
                });
        return code;
    }

    private int explain(Throwable failure, CommandLine command, boolean json) {
        var message = Optional.ofNullable(failure.getMessage()).orElse(failure.toString());
        if (json && !stacktrace) {
            return inJson(command, message, FAILED);
        }
        command.getErr().println(VisibleWriter.shown(name(command) + " failed: " + message));
        if (stacktrace) {
            failure.printStackTrace(command.getErr());
        } else {
            command.getErr().println("Add --stacktrace to see where in the code.");
        }
        return FAILED;
    }

    private static int explain(ParameterException misuse, boolean json) {
        var command = misuse.getCommandLine();
        var sentence =
                misuse instanceof UnmatchedArgumentException unmatched
                        ? notKnown(unmatched.getUnmatched().getFirst(), command)
                        : misuse.getMessage();
        if (json) {
            return inJson(command, String.valueOf(sentence), MISUSED);
        }
        command.getErr().println(VisibleWriter.shown(String.valueOf(sentence)));
        command.getErr().println("Run '" + name(command) + " --help' to see what there is.");
        return MISUSED;
    }

    private static String notKnown(String word, CommandLine command) {
        boolean option = word.startsWith("-");
        var known = option ? command.getCommandSpec().optionsMap() : command.getSubcommands();
        var what = option ? "option" : known.isEmpty() ? "argument" : "command";
        var hint =
                Spelling.nearest(word, known.keySet())
                        .map(nearest -> " Did you mean '" + nearest + "'?");
        return name(command) + " has no " + what + " '" + word + "'." + hint.orElse("");
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    /** Answers {@code --version} from the jar's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            var version = Reprise.class.getPackage().getImplementationVersion();
            return new String[] {
                "Reprise " + (version == null ? "(unpackaged)" : version),
                "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
            };
        }
    }
}
