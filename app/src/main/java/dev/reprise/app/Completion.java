package dev.reprise.app;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what lets a shell complete commands and options. */
@Command(
        name = "completion",
        description = {
            "Print a script that lets bash or zsh complete the commands and options of reprise when Tab",
            "is pressed."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:printed", "2:the command line was not understood"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(reprise completion)                     in this shell",
            "  reprise completion > ~/.reprise-completion       and source that in ~/.bashrc or ~/.zshrc"
        })
final class Completion implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        var whole = spec.root().commandLine();
        spec.commandLine().getOut().println(AutoComplete.bash(spec.root().name(), whole));
        return 0;
    }
}
