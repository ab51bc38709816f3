package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.EntryReader;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.story.Event;
import dev.reprise.engine.story.Story;
import dev.reprise.engine.story.Timeline;
import dev.reprise.engine.story.TimelinePicture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the history of a run. */
@Command(
        name = "show",
        description = {
            "Show what happened to a run as a timeline: a lane for each of its units, what it was told,",
            "what it asked for, attempts, timers, signals. The number at the left is the entry of its",
            "history; @3 is activation 3 of the leg that goes on, or went on last: reset --to and replay",
            "--at mean these. A long history is read as it is shown, and costs no memory."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:shown",
            "1:there is no such run, or it could not be done",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise show order-17                        from its beginning",
            "  reprise show order-17 --last 20              its last 20 entries",
            "  reprise show order-17 --from 100 --to 120    some in between",
            "  reprise show order-17 --svg order-17.svg     as a picture",
            "  reprise show order-17 --json                 for programs: the run, then each event"
        })
final class ShowRun extends FolderCommand {
    /** So many entries before the first that is shown are read, to know what it is about. */
    private static final long LOOKED_BACK = 10_000;

    private static final int WIDE = 4_000;

    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Option(names = "--from", paramLabel = "ENTRY", description = "Begin with this entry.")
    private long from;

    @Option(names = "--to", paramLabel = "ENTRY", description = "End with this entry.")
    private long to = Long.MAX_VALUE - 1;

    @Option(
            names = "--last",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description = "Only the last N entries.")
    private @Nullable Integer last;

    @Option(names = "--svg", paramLabel = "FILE.svg", description = "Draw it instead.")
    private @Nullable Path svg;

    @Option(
            names = "--width",
            paramLabel = "N",
            description = "How many letters a line has. Default: as many as the terminal has.")
    private int width;

    @Override
    int answer() throws IOException {
        if (from < 0 || to < from) {
            throw wrong(
                    "There are no entries from "
                            + from
                            + " to "
                            + to
                            + ": entries are counted from 0, and --to is not before --from.");
        }
        if (width != 0 && width < Timeline.WIDTH_MIN) {
            throw wrong("--width " + width + ": at least " + Timeline.WIDTH_MIN + " are needed.");
        }
        RunId id = runId(run);
        try (Desk desk = data().reading()) {
            Description found = find(desk, id);
            long wanted = last == null ? from : Math.max(from, found.entries() - last);
            long first = Math.max(found.first(), wanted);
            long back = Math.max(found.first(), first - LOOKED_BACK);
            // What is appended meanwhile belongs to another look.
            long behind = Math.min(to + 1, found.entries());
            var story =
                    Story.of(
                            new EntryReader(desk, id, back, behind),
                            back,
                            found.origin(),
                            activations(desk, found, back));
            if (svg != null) {
                draw(found, story, first, svg);
            } else if (inJson()) {
                json(it -> ListRuns.fields(it, found));
                story.forEachRemaining(event -> inJson(event, first));
            } else {
                tell(found, story, first);
            }
        }
        return 0;
    }

    /** How many activations of its leg a run has before an entry. */
    private static long activations(Desk desk, Description run, long before) {
        long found = 0;
        var entries = new EntryReader(desk, run.run(), run.origin(), before);
        while (entries.hasNext()) {
            found += Entry.fromBytes(entries.next()).carriedOut() == null ? 0 : 1;
        }
        return found;
    }

    private void inJson(Event event, long first) {
        if (event.entry() < first) {
            return;
        }
        if (event.values().isEmpty()) {
            json(event::writeJson);
        } else {
            json(event::writeJson, ValueJson.fields("values", event.values()));
        }
    }

    private void tell(Description found, Story story, long first) {
        out().println(
                        found.run()
                                + "  "
                                + found.type()
                                + "  "
                                + ListRuns.word(found)
                                + "  started "
                                + found.started()
                                + ", "
                                + found.entries()
                                + (found.entries() == 1 ? " entry" : " entries")
                                + ListRuns.kept(found));
        found.reason().ifPresent(it -> out().println(it));
        out().println();
        var timeline = new Timeline(painted(), look(), columns()).numbered();
        // Who pages through it may have seen enough.
        while (!painted().checkError() && story.hasNext()) {
            Event event = story.next();
            if (event.entry() < first) {
                timeline.pass(event);
            } else {
                timeline.show(event);
            }
        }
    }

    static Timeline.Look look() {
        boolean lines = System.out.charset().equals(StandardCharsets.UTF_8);
        return Ansi.AUTO.enabled()
                ? Timeline.Look.COLOURED
                : lines ? Timeline.Look.PLAIN : Timeline.Look.ASCII;
    }

    /** As wide as asked for, or as the terminal; in a pipe lines are as long as they are. */
    private int columns() {
        if (width != 0) {
            return width;
        }
        return Ansi.AUTO.enabled()
                ? Math.max(Timeline.WIDTH_MIN, spec().usageMessage().width())
                : WIDE;
    }

    private void draw(Description found, Story story, long first, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw wrong(
                    file
                            + " cannot be written: there is no folder "
                            + folder
                            + ". Make it, or name another place.");
        }
        byte[] picture = TimelinePicture.of(found, story, first).getBytes(StandardCharsets.UTF_8);
        try {
            WholeFile.write(file, picture);
        } catch (IOException e) {
            throw wrong(file + " cannot be written (" + e + "): name another place.");
        }
        if (inJson()) {
            json(it -> it.name("picture").text(file.toString()));
        } else {
            out().println("wrote " + file);
        }
    }
}
