package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Verification;
import dev.reprise.filter.Selection;
import dev.reprise.history.Mismatch;
import java.nio.file.Path;
import java.util.List;
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

    @Option(
            names = "--all-legs",
            description = {
                "Replay legs that were before the last, too: a run that has continued as new is not",
                "brought back by them any more."
            })
    private boolean allLegs;

    private long same;
    private long different;
    private long without;

    @Override
    int answer() {
        var workflows = Workflows.in(code);
        Selection selection = selection(filter);
        var ticker = ticker();
        try (Desk desk = data().reading()) {
            var stored = new StoredRuns(desk);
            if (runs.isEmpty()) {
                stored.each(selection, run -> verify(stored, run, workflows, ticker));
            }
            for (String run : runs) {
                verify(stored, find(desk, runId(run)), workflows, ticker);
            }
        }
        ticker.clear();
        sum();
        return different == 0 ? 0 : REFUSED;
    }

    private void verify(StoredRuns stored, Description run, Workflows workflows, Ticker ticker) {
        ticker.tick(() -> (same + different + without) + " runs looked at, at " + run.run());
        switch (stored.verification(workflows, allLegs).verify(run)) {
            case Verification.Verdict.Same _ -> same++;
            case Verification.Verdict.Absent _ -> without++;
            case Verification.Verdict.Different(var found) -> {
                different++;
                ticker.clear();
                found.forEach(it -> tell(run, it));
            }
        }
    }

    private void tell(Description run, Verification.Difference difference) {
        Mismatch mismatch = difference.mismatch();
        boolean isLast = difference.leg() == run.leg();
        if (inJson()) {
            json(
                    it -> {
                        it.name("run").text(run.run().value());
                        it.name("type").text(difference.type());
                        it.name("leg").number(difference.leg());
                        it.name("status").text(ListRuns.word(run));
                        it.name("turn").number(mismatch.place().turn());
                        it.name("line").text(mismatch.place().line());
                        it.name("message").text(mismatch.describe());
                    });
        } else {
            out().println(
                            run.run()
                                    + " ("
                                    + difference.type()
                                    + ", "
                                    + (isLast
                                            ? ListRuns.word(run)
                                            : "earlier leg " + difference.leg())
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
        painted()
                .println(
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
