package dev.reprise.app;

import dev.reprise.pattern.picture.PatternPicture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws a workflow pattern. */
@Command(
        name = "picture",
        description = {
            "Draw the workflow pattern in a text file, as SVG. How patterns are written and what",
            "the signs mean is in docs/patterns.md."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the picture could not be written",
            "2:the file is missing or holds no pattern, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  echo 'seq { task draft par { effect legal effect ceo } }' > approval.pattern",
            "  reprise picture approval.pattern               to approval.svg",
            "  reprise picture approval.pattern -o other.svg  to another file",
            "  reprise picture approval.pattern --json        for programs"
        })
final class DrawPattern implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The text of the pattern.")
    private Path file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where the picture goes. Default: beside FILE, with the end .svg.")
    private @Nullable Path output;

    @Option(names = "--json", description = "Answer with one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        var source = new PatternFile(spec, file);
        var pattern = source.read();
        var target = output == null ? file.resolveSibling(stem() + ".svg") : output;
        if (target.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize())) {
            throw source.wrong(
                    "The picture would take the place of " + file + ": name it with -o.");
        }
        try {
            var picture = PatternPicture.of(stem(), pattern);
            WholeFile.write(target, picture.getBytes(StandardCharsets.UTF_8));
            wrote(target);
            return 0;
        } catch (IOException e) {
            spec.commandLine()
                    .getErr()
                    .println(target + " cannot be written (" + e + "): name another place.");
            return 1;
        }
    }

    private void wrote(Path target) {
        var out = spec.commandLine().getOut();
        if (json) {
            Answer.json(out, it -> it.name("picture").text(target.toString()));
        } else {
            out.println("wrote " + target);
        }
    }

    /** The name of the file without its end. */
    private String stem() {
        var name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
