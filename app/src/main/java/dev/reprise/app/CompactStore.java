package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** Gives the room back that deleted runs have taken. */
@Command(
        name = "compact",
        description = {
            "Give the room back that deleted runs have taken. That comes about by itself in time; this does",
            "it now, and reads and writes all that is stored. Runs go on meanwhile."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:it could not be done; the message says why",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise compact                                    the store in the folder data",
            "  reprise compact --data shop/data --json            for programs"
        })
final class CompactStore extends FolderCommand {
    /** While files are made of others there are both. */
    static void compact(Desk desk, Path folder, Ticker ticker) throws IOException {
        String before = Bytes.words(Bytes.under(folder));
        ask(
                desk,
                new Request.Compact(),
                ticker,
                () -> folder + " has " + now(folder) + ", and had " + before);
    }

    private static String now(Path folder) {
        try {
            return Bytes.words(Bytes.under(folder));
        } catch (IOException e) {
            return "changed";
        }
    }

    @Override
    int answer() throws IOException {
        long before;
        try (Desk desk = data().keeping()) {
            before = Bytes.under(data().folder());
            compact(desk, data().folder(), ticker());
        }
        long after = Bytes.under(data().folder());
        return done(
                it -> {
                    it.name("folder").text(data().folder().toString());
                    it.name("before").number(before);
                    it.name("bytes").number(after);
                },
                data().folder()
                        + " is compacted: it has "
                        + Bytes.words(after)
                        + ", and had "
                        + Bytes.words(before));
    }
}
