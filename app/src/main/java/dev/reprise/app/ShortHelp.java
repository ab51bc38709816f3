package dev.reprise.app;

import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Help in which the list of commands has the first sentence of each, and not its first line. */
final class ShortHelp extends Help {
    ShortHelp(CommandSpec spec, ColorScheme colours) {
        super(spec, colours);
    }

    @Override
    public String commandList(Map<String, Help> subcommands) {
        for (Help each : subcommands.values()) {
            // These are only here to be listed: nobody shows the whole help of them afterwards.
            UsageMessageSpec usage = each.commandSpec().usageMessage();
            usage.description(firstSentence(usage.description()));
        }
        return super.commandList(subcommands);
    }

    private static String firstSentence(String... lines) {
        String text = String.join(" ", lines);
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }
}
