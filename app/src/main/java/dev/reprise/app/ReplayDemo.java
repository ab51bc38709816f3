package dev.reprise.app;

import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.Divergence;
import dev.reprise.choice.Recorder;
import dev.reprise.choice.Scheduler;
import dev.reprise.flow.FlowReplay;
import dev.reprise.form.Malformed;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows recording and replay: a race found and replayed, a run replayed and diverging. */
@Command(
        name = "replay",
        description = {
            "Watch choices being recorded, replayed and diverging;",
            "and a run being replayed by the code that made it and by code that has changed."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise demo replay                 all of it, in a second",
            "  reprise demo replay --seed 100      begin the search for the race at another seed",
            "  reprise demo replay --keep FOLDER   keep the log and the transcript, as bytes and JSON"
        })
final class ReplayDemo implements Callable<Integer> {
    private static final int SEEDS_MAX = 10_000;

    @Spec private CommandSpec spec;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The first seed to try. Default: ${DEFAULT-VALUE}.")
    private long firstSeed = 1;

    @Option(
            names = "--keep",
            paramLabel = "FOLDER",
            description = "Write what is recorded to files in this folder.")
    private @Nullable Path folder;

    @Override
    public Integer call() throws IOException {
        prepareFolder();
        var found = race();
        if (found.isEmpty()) {
            return 1;
        }
        var transcript = order();
        keep(found.get(), transcript);
        return 0;
    }

    private void prepareFolder() throws IOException {
        if (folder != null) {
            try {
                Files.createDirectories(folder);
            } catch (IOException e) {
                throw new IOException(
                        "the folder " + folder + " cannot be made (" + e + "): name another one",
                        e);
            }
        }
    }

    /** Part one: choice. */
    private Optional<ChoiceLog> race() throws IOException {
        title("1. Choice: find a race, keep it, replay it");
        say(
                "Alice and Bob each withdraw 80 from an account that holds 100. Each looks first, then");
        say(
                "takes. Who is next is a choice, so the order can be searched: random orders, by seed.");
        say("");
        for (int tried = 1; tried <= SEEDS_MAX; tried++) {
            long seed = firstSeed + tried - 1;
            var recorder = Scheduler.random(seed).recorded();
            var story = Account.withdrawals(recorder);
            if (story.isOverdrawn()) {
                out().printf(
                                "Seed %d overdraws the account, after %d orders tried:%n",
                                seed, tried);
                lanes(story);
                replayed(recorder, story);
                return Optional.of(recorder.log());
            }
        }
        out().printf("None of %d seeds from %d on overdraws the account.%n", SEEDS_MAX, firstSeed);
        return Optional.empty();
    }

    private void replayed(Recorder recorder, Account.Story story) {
        var log = recorder.log();
        say("");
        out().printf("Recorded: %s, %d bytes.%n", log, log.toBytes().length);
        var replay = Scheduler.replay(log);
        boolean same = Account.withdrawals(replay).equals(story);
        replay.finish();
        out().printf(
                        "Replayed: %s.%n",
                        same ? "the same steps in the same order" : "SOMETHING ELSE");
        say("");
        say(
                "Now the mistake is mended: looking and taking is one step. The recording does not fit");
        say("any more, and replay says so at the first difference:");
        say("");
        try {
            Account.mendedWithdrawals(Scheduler.replay(log));
            say("  it did not notice");
        } catch (Divergence divergence) {
            indented(divergence.difference().describe());
        }
    }

    private void lanes(Account.Story story) {
        say("");
        out().printf("  step   %-22s %s%n", Account.PEOPLE.get(0), Account.PEOPLE.get(1));
        for (int step = 0; step < story.events().size(); step++) {
            var event = story.events().get(step);
            var lane = event.person() == 0 ? event.what() : " ".repeat(23) + event.what();
            out().printf("  %4d   %s%n", step, lane);
        }
    }

    /** Part two: a workflow and its history. */
    private Transcript order() {
        title("2. Flow: a workflow in plain Java, its transcript, and what replay finds");
        say("An order is charged, waits two days for an approval, and is shipped: twenty lines in");
        say(
                "OrderWorkflow.java. Facts go in as jobs, intents come out as commands; together they are");
        say("the transcript.");
        say("");
        var transcript = OrderRun.transcript();
        out().printf("  turn   %-30s %s%n", "job", "commands");
        for (int i = 0; i < transcript.turns().size(); i++) {
            var turn = transcript.turns().get(i);
            var jobs = turn.activation().jobs().stream().map(OrderRun::shown).toList();
            var commands = turn.commands().stream().map(OrderRun::shown).toList();
            out().printf(
                            "  %4d   %-30s %s%n",
                            i, String.join(", ", jobs), String.join(", ", commands));
        }
        byte[] bytes = transcript.toBytes();
        say("");
        out().printf(
                        "Replayed from its %d bytes: %s%n",
                        bytes.length, verdict(bytes, OrderRun.APPROVAL_TIME));
        say("Replayed by code that waits three days instead of two:");
        say("");
        indented(verdict(bytes, Duration.ofDays(3)));
        say("");
        bytes[bytes.length / 2] ^= 1;
        say("And with one bit of the file turned:");
        say("");
        try {
            Transcript.fromBytes(bytes);
            say("  it did not notice");
        } catch (Malformed malformed) {
            indented(String.valueOf(malformed.getMessage()));
        }
        return transcript;
    }

    private static String verdict(byte[] bytes, Duration approvalTime) {
        var type = OrderWorkflow.type(approvalTime);
        return switch (FlowReplay.of(type, Transcript.fromBytes(bytes))) {
            case Replay.Matched matched ->
                    matched.commands()
                            + " commands in "
                            + matched.turns()
                            + " turns, all as recorded.";
            case Replay.Differed differed -> differed.mismatch().describe();
        };
    }

    private void keep(ChoiceLog log, Transcript transcript) throws IOException {
        title("What next");
        if (folder == null) {
            say(
                    "  ./reprise demo replay --keep FOLDER   the same, with the log and transcript as files");
        } else {
            file("account.choices", log::writeTo);
            file("account.choices.json", log::writeJson);
            file("order.transcript", transcript::writeTo);
            file("order.transcript.json", transcript::writeJsonTo);
        }
        say("  ./reprise explore account      a bug found, made small, and drawn");
        say("  ./reprise bench choice         what a choice costs");
        say("  docs/choice-log.md             choosing, recording, replaying");
        say("  docs/workflows.md              how to write and test a workflow");
        say("  docs/transcript.md             machines and their transcripts");
        say("  docs/simulation.md             exploring, replaying, minimising");
    }

    /** What a file holds. */
    private interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    private void file(String name, Content content) throws IOException {
        if (folder != null) {
            var path = folder.resolve(name);
            try (var out = Files.newOutputStream(path)) {
                content.writeTo(out);
            }
            out().printf("  kept %s, %d bytes%n", path, Files.size(path));
        }
    }

    private void title(String text) {
        say("");
        out().println(Ansi.AUTO.string("@|bold " + text + "|@"));
        say("");
    }

    private void say(String line) {
        out().println(line);
    }

    private void indented(String text) {
        text.lines().forEach(line -> out().println("  " + line));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
