package dev.reprise.app;

import dev.reprise.form.JsonSink;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Unlinkable;
import dev.reprise.soundness.Bounds;
import dev.reprise.soundness.Soundness;
import dev.reprise.soundness.Verdict;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says whether a workflow pattern is sound. */
@Command(
        name = "check",
        description = {
            "Look whether the workflow pattern in a text file can go wrong by its shape, whatever",
            "its tasks and conditions do: be blocked for ever, leave somebody behind, do something",
            "twice, never end, have tasks that no run starts. docs/patterns.md says what is checked."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:sound",
            "1:unsound; the answer shows how it goes wrong",
            "2:the file is missing or holds no pattern, or the command line was not understood",
            "3:not decided within so many states"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  echo 'par { lock a { lock b { task x } } lock b { lock a { task y } } }' > locks.pattern",
            "  reprise check locks.pattern                    how the two block each other",
            "  reprise check locks.pattern --k 3              up to three instances and nested calls",
            "  reprise check locks.pattern --json             for programs"
        })
final class CheckPattern implements Callable<Integer> {
    private static final int UNSOUND = 1;
    private static final int UNDECIDED = 3;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The text of the pattern.")
    private Path file;

    @Option(
            names = "--k",
            paramLabel = "N",
            description =
                    "How many instances, where their number is not fixed, and calls inside of each"
                            + " other are looked at. Default: 2.")
    private int k = Bounds.DEFAULT.k();

    @Option(
            names = "--states",
            paramLabel = "N",
            description = "How many states are looked at before giving up. Default: 100000.")
    private int states = Bounds.DEFAULT.statesMax();

    @Option(names = "--json", description = "Answer with one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        var source = new PatternFile(spec, file);
        var pattern = source.read();
        var verdict = verdict(source, pattern, bounds(source));
        var out = spec.commandLine().getOut();
        if (json) {
            Answer.json(out, it -> fields(it, verdict));
        } else {
            out.println(verdict.sentence());
        }
        return switch (verdict) {
            case Verdict.Sound _ -> 0;
            case Verdict.Unsound _ -> UNSOUND;
            case Verdict.Undecided _ -> UNDECIDED;
        };
    }

    private Bounds bounds(PatternFile source) {
        try {
            return Bounds.DEFAULT.k(k).statesMax(states);
        } catch (IllegalArgumentException e) {
            throw source.wrong("That cannot be looked at: " + e.getMessage() + ".");
        }
    }

    private Verdict verdict(PatternFile source, Pattern pattern, Bounds bounds) {
        try {
            return Soundness.check(pattern, bounds);
        } catch (Unlinkable e) {
            throw source.wrong(file + ": " + e.getMessage());
        }
    }

    private static void fields(JsonSink json, Verdict verdict) {
        switch (verdict) {
            case Verdict.Sound sound -> {
                json.name("verdict").text("sound");
                json.name("bounded").bool(sound.bounded());
                json.name("steps").number(sound.steps());
            }
            case Verdict.Unsound unsound -> {
                json.name("verdict").text("unsound");
                json.name("flaw").text(unsound.flaw().name());
                json.name("message").text(unsound.flaw().sentence());
                json.name("advice").text(unsound.flaw().advice());
                json.name("shortest").bool(unsound.shortest());
                json.name("trace")
                        .array(() -> unsound.trace().forEach(it -> json.text(it.toString())));
            }
            case Verdict.Undecided _ -> json.name("verdict").text("undecided");
        }
        json.name("states").number(verdict.states());
    }
}
