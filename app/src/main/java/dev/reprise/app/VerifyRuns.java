package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.EntryReader;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.filter.Selection;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.form.Malformed;
import dev.reprise.history.Mismatch;
import dev.reprise.history.Recording;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replays stored runs with other code. */
@Command(
        name = "verify",
        description = {
            "Replay stored runs with code, before that code is put to work: which of them would",
            "diverge, where and why. Nothing is changed and no activity is carried out."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the code does what was recorded, in all runs that it has workflows for",
            "1:a run would diverge, or it could not be done",
            "2:there is no store or no code, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise verify --code target/classes              all runs",
            "  reprise verify --code shop.jar order-17           one run",
            "  reprise verify --code Shop.java --filter \"status = running\"",
            "  reprise verify --code target/classes --json       for programs"
        })
final class VerifyRuns extends FolderCommand {
    /** Of longer histories no second replay is made to find the line of code. */
    private static final long EXPLAINED_MAX = 100_000;

    /** A page of runs. */
    private static final int PAGE = 1_000;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description = "The ids of runs. Default: all that the filter accepts.")
    private List<String> runs = List.of();

    @Option(
            names = "--code",
            paramLabel = "PATH",
            required = true,
            description = "A jar, a folder of classes, or a .java file.")
    private Path code = Path.of("");

    @Option(
            names = "--filter",
            paramLabel = "FILTER",
            description = "Which runs: docs/filters.md. Default: all.")
    private String filter = "";

    private final SortedMap<String, Class<? extends Workflow<?, ?>>> found = new TreeMap<>();
    private final SortedMap<String, WorkflowType<?, ?>> types = new TreeMap<>();
    private long same;
    private long different;
    private long without;

    @Override
    int answer() {
        found.putAll(Code.in(code).workflows());
        if (found.isEmpty()) {
            throw wrong("There is no workflow in " + code + ".");
        }
        Schedules.types().forEach(type -> types.put(type.name(), type));
        Selection selection = selection();
        var ticker = new Ticker(spec().commandLine().getErr());
        try (Desk desk = data().reading()) {
            if (runs.isEmpty()) {
                all(desk, selection, ticker);
            }
            for (String run : runs) {
                verify(desk, find(desk, runId(run)), ticker);
            }
        }
        ticker.clear();
        sum();
        return different == 0 ? 0 : REFUSED;
    }

    private Selection selection() {
        try {
            return Selection.parse(filter).limit(PAGE);
        } catch (Malformed e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private void all(Desk desk, Selection selection, Ticker ticker) {
        Selection next = selection;
        while (next != null) {
            List<Description> page = new ArrayList<>();
            String[] more = {""};
            desk.ask(
                    "list",
                    new Request.ListRuns(next),
                    reply -> {
                        switch (reply) {
                            case Reply.Run(var head) -> page.add(Description.of(head));
                            case Reply.More(var following) -> more[0] = following;
                            default -> {}
                        }
                    });
            page.forEach(run -> verify(desk, run, ticker));
            next = more[0].isEmpty() ? null : Selection.parse(more[0]);
        }
    }

    /** Only what is needed is made: there may be workflows beside it that nobody can make. */
    private @Nullable WorkflowType<?, ?> typeOf(String name) {
        WorkflowType<?, ?> known = types.get(name);
        Class<? extends Workflow<?, ?>> workflow = found.get(name);
        if (known == null && workflow != null) {
            known = Code.type(workflow);
            types.put(name, known);
        }
        return known;
    }

    private void verify(Desk desk, Description run, Ticker ticker) {
        ticker.tick(() -> (same + different + without) + " runs looked at, at " + run.run());
        WorkflowType<?, ?> type = typeOf(run.type());
        if (type == null) {
            without++;
            return;
        }
        Optional<Mismatch> mismatch = mismatch(desk, run, type);
        if (mismatch.isEmpty()) {
            same++;
            return;
        }
        different++;
        ticker.clear();
        tell(run, mismatch.get());
    }

    private static Optional<Mismatch> mismatch(
            Desk desk, Description run, WorkflowType<?, ?> type) {
        try (var machine = new FlowMachine(type)) {
            var recording = recording(turns(desk, run));
            if (FlowReplay.onto(machine, type, recording) instanceof Replay.Differed(var found)) {
                return Optional.of(explained(desk, run, type, found));
            }
            return Optional.empty();
        }
    }

    /** Those of its last leg: what goes on is replayed from there. */
    private static EntryReader turns(Desk desk, Description run) {
        return new EntryReader(desk, run.run(), run.origin(), run.entries());
    }

    private static Recording recording(EntryReader entries) {
        return () -> {
            while (entries.hasNext()) {
                Turn turn = Entry.fromBytes(entries.next()).carriedOut();
                if (turn != null) {
                    return Optional.of(Recording.Expected.exactly(turn));
                }
            }
            return Optional.empty();
        };
    }

    /** The same with the line of code, where that can be found with the history in memory. */
    private static Mismatch explained(
            Desk desk, Description run, WorkflowType<?, ?> type, Mismatch mismatch) {
        if (run.entries() > EXPLAINED_MAX) {
            return mismatch;
        }
        List<Turn> turns = new ArrayList<>();
        EntryReader entries = turns(desk, run);
        while (entries.hasNext()) {
            Turn turn = Entry.fromBytes(entries.next()).carriedOut();
            if (turn != null) {
                turns.add(turn);
            }
        }
        var transcript = new Transcript(new Transcript.Header(run.run(), run.type()), turns);
        return FlowReplay.of(type, transcript) instanceof Replay.Differed(var line)
                ? line
                : mismatch;
    }

    private void tell(Description run, Mismatch mismatch) {
        if (inJson()) {
            json(
                    it -> {
                        it.name("run").text(run.run().value());
                        it.name("type").text(run.type());
                        it.name("status").text(ListRuns.word(run));
                        it.name("turn").number(mismatch.place().turn());
                        it.name("line").text(mismatch.place().line());
                        it.name("message").text(mismatch.describe());
                    });
        } else {
            out().println(
                            run.run()
                                    + " ("
                                    + run.type()
                                    + ", "
                                    + ListRuns.word(run)
                                    + ") diverges.");
            out().println("  " + mismatch.describe().strip().replace("\n", "\n  "));
            out().println();
        }
    }

    private void sum() {
        if (inJson()) {
            json(
                    it -> {
                        it.name("runs").number(same + different + without);
                        it.name("same").number(same);
                        it.name("diverging").number(different);
                        it.name("without_code").number(without);
                    });
            return;
        }
        out().println(
                        (different == 0 ? Answer.good("yes") : Answer.bad("no"))
                                + "  "
                                + same
                                + " of "
                                + (same + different)
                                + " runs do the same with this code"
                                + (without == 0
                                        ? "."
                                        : "; for " + without + " it has no workflow."));
    }
}
