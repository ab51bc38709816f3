package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.form.JsonSink;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the activities that wait for a person; its subcommands say what becomes of them. */
@Command(
        name = "queue",
        description = {
            "List the activities that have failed for good and wait for a person, and say what becomes",
            "of them: try them anew, or end them with a value or as failed. And the task queues, in",
            "which activities wait until they may start: list, describe, pause and resume them."
        },
        subcommands = {
            QueueList.class,
            QueueList.Describe.class,
            QueueList.Pause.class,
            QueueList.Resume.class,
            QueueCommand.Show.class,
            DecideLetters.Redrive.class,
            DecideLetters.Resolve.class,
            DecideLetters.Reject.class
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:listed, even when there are none",
            "1:it could not be done; the message says why",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise queue                                      all that wait for a person",
            "  reprise queue --queue payments                     in one queue",
            "  reprise queue show order-17 1                      one of them, with its input",
            "  reprise queue redrive order-17 1                   try it anew",
            "  reprise queue resolve order-17 1 '\"paid by hand\"'",
            "  reprise queue reject order-17 1 --reason \"cannot be paid\"",
            "  reprise queue redrive --queue payments             all of them anew",
            "  reprise queue list                                 the task queues",
            "  reprise queue pause cards                          nothing starts there any more"
        })
final class QueueCommand extends FolderCommand {
    @Mixin private final LetterChoice choice = new LetterChoice();

    @Override
    int answer() {
        List<Reply.Letter> letters;
        try (Desk desk = data().reading()) {
            letters = choice.letters(desk, this);
        }
        if (inJson()) {
            letters.forEach(letter -> json(it -> fields(it, letter)));
        } else if (letters.isEmpty()) {
            out().println("Nothing waits for a person.");
        } else {
            var table = new Table("RUN", "ACTIVITY", "TYPE", "QUEUE", "ATTEMPTS", "FAILURE");
            for (Reply.Letter it : letters) {
                table.row(
                        it.run().value(),
                        it.activity(),
                        it.type(),
                        it.queue(),
                        Integer.toString(it.attempts()),
                        it.failure());
            }
            table.print(out());
        }
        return 0;
    }

    private static void fields(JsonSink json, Reply.Letter letter) {
        json.name("run").text(letter.run().value());
        json.name("activity").text(letter.activity());
        json.name("type").text(letter.type());
        json.name("queue").text(letter.queue());
        json.name("attempts").number(letter.attempts());
        json.name("failure").text(letter.failure());
        json.name("input").text(letter.input());
    }

    /** Shows one activity that waits for a person. */
    @Command(
            name = "show",
            description = "Show an activity that waits for a person: its input, and how it failed.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise queue show order-17 1")
    static final class Show extends FolderCommand {
        @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
        private String run;

        @Parameters(
                index = "1",
                paramLabel = "ACTIVITY",
                description = "The activity, as the list says it.")
        private String activity;

        @Override
        int answer() {
            Reply.Letter letter = found();
            if (inJson()) {
                json(it -> fields(it, letter));
                return 0;
            }
            out().println("run       " + letter.run());
            out().println("activity  " + letter.activity() + "  " + letter.type());
            out().println("queue     " + letter.queue());
            out().println("attempts  " + letter.attempts());
            out().println("input     " + letter.input());
            out().println("failure   " + letter.failure());
            return 0;
        }

        private Reply.Letter found() {
            var ofRun = new LetterChoice("id = '" + runId(run).value().replace("'", "''") + "'");
            try (Desk desk = data().reading()) {
                return ofRun.letters(desk, this).stream()
                        .filter(it -> it.activity().equals(activity))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new Desk.Declined(
                                                "NO_SUCH_ACTIVITY",
                                                "Activity "
                                                        + activity
                                                        + " of "
                                                        + run
                                                        + " does not wait for a person."));
            }
        }
    }
}
