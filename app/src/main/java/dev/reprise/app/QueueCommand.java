package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.form.JsonSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
            QueueCommand.Redrive.class,
            QueueCommand.Resolve.class,
            QueueCommand.Reject.class
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
            "  reprise queue --name payments                      in one queue",
            "  reprise queue show order-17 1                      one of them, with its input",
            "  reprise queue redrive order-17 1                   try it anew",
            "  reprise queue resolve order-17 1 '\"paid by hand\"'",
            "  reprise queue reject order-17 1 --reason \"cannot be paid\"",
            "  reprise queue list                                 the task queues",
            "  reprise queue pause cards                          nothing starts there any more"
        })
final class QueueCommand extends FolderCommand {
    @Option(names = "--name", paramLabel = "QUEUE", description = "Only those in this queue.")
    private @Nullable String queue;

    @Override
    int answer() {
        List<Reply.Letter> letters = letters(this);
        letters.removeIf(it -> queue != null && !queue.equals(it.queue()));
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

    private static List<Reply.Letter> letters(FolderCommand command) {
        List<Reply.Letter> letters = new ArrayList<>();
        try (Desk desk = command.data().reading()) {
            desk.ask(
                    "queue",
                    new Request.ListLetters(),
                    reply -> {
                        if (reply instanceof Reply.Letter letter) {
                            letters.add(letter);
                        }
                    });
        }
        return letters;
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
            Reply.Letter letter =
                    letters(this).stream()
                            .filter(it -> it.run().value().equals(run))
                            .filter(it -> it.activity().equals(activity))
                            .findFirst()
                            .orElseThrow(
                                    () ->
                                            wrong(
                                                    "Activity "
                                                            + activity
                                                            + " of "
                                                            + run
                                                            + " does not wait for a person."));
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
    }

    /** Decides about one activity that waits for a person. */
    abstract static class Deciding extends FolderCommand {
        @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
        private String run;

        @Parameters(
                index = "1",
                paramLabel = "ACTIVITY",
                description = "The activity, as the list says it.")
        private String activity;

        abstract Request decision(RunId run, String which);

        @Mixin private final RequestId requestId = new RequestId();

        @Override
        final int answer() {
            var id = runId(run);
            Request request = decision(id, activity);
            try (Desk desk = data().acting(Code.NONE)) {
                guessing(desk, id, () -> ask(desk, requestId.value(), request));
            }
            return done(
                    it -> {
                        it.name("run").text(run);
                        it.name("activity").text(activity);
                    },
                    "activity " + activity + " of " + run + " waits for nobody any more");
        }
    }

    /** Tries an activity anew. */
    @Command(
            name = "redrive",
            description = "Try an activity anew, with all its retries.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise queue redrive order-17 1")
    static final class Redrive extends Deciding {
        @Override
        Request decision(RunId run, String which) {
            return new Request.Redrive(run, which);
        }
    }

    /** Ends an activity with a value. */
    @Command(
            name = "resolve",
            description = "End an activity as if it had given this value.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise queue resolve order-17 1 '\"paid by hand\"'")
    static final class Resolve extends Deciding {
        @Parameters(
                index = "2",
                paramLabel = "VALUE",
                arity = "0..1",
                description = "What it gives, as JSON. Default: nothing.")
        private String value = "null";

        @Override
        Request decision(RunId run, String which) {
            return new Request.Resolve(run, which, value(value));
        }
    }

    /** Ends an activity as failed. */
    @Command(
            name = "reject",
            description = "End an activity as failed.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise queue reject order-17 1 --reason \"cannot be paid\"")
    static final class Reject extends Deciding {
        @Option(names = "--reason", paramLabel = "TEXT", description = "Why; the run is told.")
        private String reason = "rejected on the command line";

        @Override
        Request decision(RunId run, String which) {
            return new Request.Reject(run, which, reason);
        }
    }
}
