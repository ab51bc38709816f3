package dev.reprise.app;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.filter.Selection;
import dev.reprise.form.Malformed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Does the same to all runs that a filter accepts. */
@Command(
        name = "batch",
        description = {
            "Do the same to all runs that a filter accepts, in the order of their ids. What one run refuses does",
            "not keep it from the others. With --request-id a batch that was broken off is asked for again, and",
            "nothing of it is done twice. docs/filters.md says how filters are written."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done for all that were found, even when there were none",
            "1:some have refused; of each reason the first is named",
            "2:there is no store, the filter cannot be read, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise batch cancel --filter \"type = 'Order' and started < -30d\" --dry-run    how many that would be",
            "  reprise batch cancel --filter \"type = 'Order' and started < -30d\"",
            "  reprise batch signal --filter \"status = running\" price '{\"tea\":3}'",
            "  reprise batch delete --filter \"status = completed and ended < -90d\"",
            "  reprise batch reset --filter \"status = failed and ended > -1h\" --to -1 --reason mended"
        })
final class BatchRuns extends FolderCommand {
    /** What is done. */
    enum Verb {
        CANCEL,
        TERMINATE,
        SIGNAL,
        RESET,
        DELETE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Verbs are written small. */
    static final class Verbs implements ITypeConverter<Verb> {
        @Override
        public Verb convert(String text) {
            for (Verb each : Verb.values()) {
                if (each.toString().equals(text)) {
                    return each;
                }
            }
            throw new TypeConversionException("there is no verb '" + text + "'");
        }
    }

    private static final int PAGE = 1_000;

    @Parameters(
            index = "0",
            paramLabel = "VERB",
            converter = Verbs.class,
            description = "What is done: ${COMPLETION-CANDIDATES}.")
    private Verb verb;

    @Parameters(
            index = "1..*",
            paramLabel = "SIGNAL [VALUE…]",
            arity = "0..*",
            description = "For signal: its name, and what it says, as JSON.")
    private List<String> words = List.of();

    @Option(
            names = "--filter",
            required = true,
            paramLabel = "FILTER",
            description = "Which runs; '' for all.")
    private String filter = "";

    @Option(
            names = "--to",
            paramLabel = "N",
            description = "For reset: how many activations are kept; -1 to forget the last one.")
    private @Nullable Long to;

    @Option(names = "--dry-run", description = "Only say which runs those are.")
    private boolean dry;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it is written down.")
    private String reason = "asked for on the command line";

    @Mixin private final RequestId requestId = new RequestId();

    private long found;

    @Override
    int answer() {
        check();
        List<Payload> values =
                words.size() < 2 ? List.of() : values(words.subList(1, words.size()));
        long bytes = values.stream().mapToLong(Payload::size).sum();
        var ticker = ticker();
        try (Desk desk = dry ? data().reading() : data().acting(Code.NONE)) {
            var deeds = new Deeds(desk, requestId.value(), bytes);
            String next = selection();
            while (!next.isEmpty()) {
                List<RunId> runs = new ArrayList<>();
                next = page(desk, next, runs);
                for (RunId run : runs) {
                    if (dry) {
                        named(run);
                    } else {
                        deeds.add(idOf(), deed(run, values));
                        ticker.tick(() -> deeds.progress("run", "runs") + ", at " + run);
                    }
                }
            }
            deeds.flush();
            ticker.clear();
            return dry ? counted() : told(deeds);
        } finally {
            ticker.clear();
        }
    }

    /** What is deleted leaves nothing behind, unless somebody wants to ask for it again. */
    private String idOf() {
        return verb == Verb.DELETE ? requestId.given() : requestId.value();
    }

    private void check() {
        if (verb == Verb.SIGNAL && words.isEmpty()) {
            throw wrong("Which signal? Its name comes behind the verb.");
        }
        if (verb != Verb.SIGNAL && !words.isEmpty()) {
            throw wrong("Only signal takes more words: " + words + ".");
        }
        if ((verb == Verb.RESET) == (to == null)) {
            throw wrong(verb == Verb.RESET ? "reset needs --to." : "--to is for reset.");
        }
    }

    private String selection() {
        try {
            return Selection.parse(filter).limit(PAGE).toText();
        } catch (Malformed e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Finds the next runs; what to look for behind them, or nothing. */
    private static String page(Desk desk, String selection, List<RunId> runs) {
        String[] more = {""};
        desk.ask(
                "batch",
                new Request.ListRuns(Selection.parse(selection)),
                reply -> {
                    switch (reply) {
                        case Reply.Run(var head) -> runs.add(head.run());
                        case Reply.More(var next) -> more[0] = next;
                        default -> {}
                    }
                });
        return more[0];
    }

    private void named(RunId run) {
        found++;
        if (inJson()) {
            json(it -> it.name("run").text(run.value()));
        } else {
            out().println(run);
        }
    }

    private Request.Deed deed(RunId run, List<Payload> values) {
        return switch (verb) {
            case CANCEL -> new Request.Cancel(run, reason);
            case TERMINATE -> new Request.Terminate(run, reason);
            case SIGNAL -> new Request.Signal(run, words.getFirst(), values);
            case RESET -> new Request.Reset(run, to == null ? 0 : to, true, reason);
            case DELETE -> new Request.Delete(run);
        };
    }

    private int counted() {
        if (inJson()) {
            json(
                    it -> {
                        it.name("found").number(found);
                        it.name("dry_run").bool(true);
                    });
        } else {
            out().println(
                            found
                                    + (found == 1 ? " run." : " runs.")
                                    + " Nothing was done: take --dry-run away to do it.");
        }
        return 0;
    }

    private int told(Deeds deeds) {
        if (inJson()) {
            json(deeds::fields);
        } else {
            deeds.reasons().forEach(out()::println);
            out().println(deeds.progress("run", "runs"));
        }
        return deeds.isWhole() ? 0 : REFUSED;
    }
}
