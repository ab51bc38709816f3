package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what becomes of activities that wait for a person: of one, or of many. */
abstract class DecideLetters extends FolderCommand {
    /** What is said of commands that are about one or about many. */
    private static final String MANY =
            "One is named by its run and the activity; --queue, --filter or --all mean many, and"
                    + " --dry-run says which those are.";

    @Parameters(
            paramLabel = "RUN ACTIVITY",
            arity = "0..*",
            description = "The run and the activity, as the list says them.")
    private List<String> words = List.of();

    @Mixin private final LetterChoice choice = new LetterChoice();

    @Option(names = "--all", description = "All that wait for a person.")
    private boolean all;

    @Option(names = "--dry-run", description = "Only say which those are.")
    private boolean dry;

    @Mixin private final RequestId requestId = new RequestId();

    /** What is decided; {@code more} is what is said behind the activity. */
    abstract Request.Deed decision(RunId run, String activity, List<String> more);

    /** How much may be said behind the activity. */
    int more() {
        return 0;
    }

    @Override
    final int answer() {
        boolean many = all || choice.isMade();
        int named = many ? 0 : 2;
        if (words.size() < named || words.size() > named + more()) {
            throw wrong(
                    many
                            ? "--queue, --filter and --all mean many: then none is named as "
                                    + words
                                    + " does."
                            : "Which activity? " + MANY);
        }
        if (dry && !many) {
            throw wrong("--dry-run is for --queue, --filter and --all.");
        }
        return many ? many() : one(runId(words.get(0)), words.get(1));
    }

    private List<String> said(int named) {
        return words.subList(named, words.size());
    }

    private int one(RunId run, String activity) {
        Request request = decision(run, activity, said(2));
        try (Desk desk = data().acting(Code.NONE)) {
            guessing(desk, run, () -> ask(desk, requestId.value(), request));
        }
        return done(
                it -> {
                    it.name("run").text(run.value());
                    it.name("activity").text(activity);
                },
                "activity " + activity + " of " + run + " waits for nobody any more");
    }

    private int many() {
        var ticker = ticker();
        try (Desk desk = dry ? data().reading() : data().acting(Code.NONE)) {
            List<Reply.Letter> letters = choice.letters(desk, this);
            if (dry) {
                return named(letters);
            }
            var deeds = new Deeds(desk, requestId.value(), bytes(said(0)));
            for (Reply.Letter each : letters) {
                // A run knows what was asked by its id: two of its activities are two things.
                String id = requestId.value() + "/" + each.activity();
                deeds.add(id, decision(each.run(), each.activity(), said(0)));
                ticker.tick(
                        () -> deeds.progress("activity", "activities") + " of " + letters.size());
            }
            deeds.flush();
            ticker.clear();
            return told(deeds);
        } finally {
            ticker.clear();
        }
    }

    private static long bytes(List<String> said) {
        return said.stream().mapToLong(String::length).sum();
    }

    private int named(List<Reply.Letter> letters) {
        for (Reply.Letter each : letters) {
            if (inJson()) {
                json(
                        it -> {
                            it.name("run").text(each.run().value());
                            it.name("activity").text(each.activity());
                        });
            } else {
                out().println(each.run() + " " + each.activity());
            }
        }
        if (inJson()) {
            json(
                    it -> {
                        it.name("found").number(letters.size());
                        it.name("dry_run").bool(true);
                    });
        } else {
            out().println(
                            letters.size()
                                    + (letters.size() == 1 ? " activity." : " activities.")
                                    + " Nothing was done: take --dry-run away to do it.");
        }
        return 0;
    }

    private int told(Deeds deeds) {
        if (inJson()) {
            json(deeds::fields);
        } else {
            deeds.reasons().forEach(out()::println);
            out().println(deeds.progress("activity", "activities"));
        }
        return deeds.isWhole() ? 0 : REFUSED;
    }

    /** Tries activities anew. */
    @Command(
            name = "redrive",
            description = {"Try an activity anew, with all its retries.", MANY},
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise queue redrive order-17 1",
                "  reprise queue redrive --queue payments --dry-run",
                "  reprise queue redrive --filter \"type = 'Order' and started > -1d\""
            })
    static final class Redrive extends DecideLetters {
        @Override
        Request.Deed decision(RunId run, String activity, List<String> more) {
            return new Request.Redrive(run, activity);
        }
    }

    /** Ends activities with a value. */
    @Command(
            name = "resolve",
            description = {
                "End an activity as if it had given this value, which is JSON and comes last; without it, as if",
                "it had given nothing.",
                MANY
            },
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise queue resolve order-17 1 '\"paid by hand\"'",
                "  reprise queue resolve --queue payments '\"paid by hand\"'"
            })
    static final class Resolve extends DecideLetters {
        @Override
        int more() {
            return 1;
        }

        @Override
        Request.Deed decision(RunId run, String activity, List<String> more) {
            String value = more.isEmpty() ? "null" : more.getFirst();
            return new Request.Resolve(run, activity, value(value));
        }
    }

    /** Ends activities as failed. */
    @Command(
            name = "reject",
            description = {"End an activity as failed.", MANY},
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise queue reject order-17 1 --reason \"cannot be paid\"",
                "  reprise queue reject --queue payments --reason \"cannot be paid\""
            })
    static final class Reject extends DecideLetters {
        @Option(names = "--reason", paramLabel = "TEXT", description = "Why; the run is told.")
        private String reason = "rejected on the command line";

        @Override
        Request.Deed decision(RunId run, String activity, List<String> more) {
            return new Request.Reject(run, activity, reason);
        }
    }
}
