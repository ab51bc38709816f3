package dev.reprise.app;

import dev.reprise.app.DemoProcess.Report;
import dev.reprise.app.Numbers.Count;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Orders are carried out, their process is killed, and another one brings them to their end. */
@Command(
        name = "demo",
        description = {
            "Watch a shop being killed in the middle of some hundred orders, and another",
            "process finish every one of them: nothing lost, nobody charged twice."
        },
        subcommands = ReplayDemo.class,
        synopsisSubcommandLabel = "[replay]",
        sortOptions = false,
        usageHelpAutoWidth = true,
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every promise was kept, as the ledger shows",
            "1:something was not; the answer says what",
            "2:the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise demo                   300 orders, in ten seconds",
            "  reprise demo --orders 3000     more of them",
            "  reprise demo --keep FOLDER     leave the store and the ledger there",
            "  reprise demo --json            one JSON object, for programs",
            "  reprise demo replay            recording, replay and divergence, in a second"
        })
final class Demo implements Callable<Integer> {
    private static final double KILL_AT = 0.4;

    @Spec private CommandSpec spec;

    @Option(
            names = "--orders",
            paramLabel = "N",
            converter = Count.class,
            description = "How many orders there are. Default: ${DEFAULT-VALUE}.")
    private int orders = 300;

    @Option(
            names = "--keep",
            paramLabel = "FOLDER",
            description =
                    "Put the store and the ledger into this new folder, and leave them there.")
    private @Nullable Path kept;

    @Option(names = "--json", description = "Answer with one JSON object.")
    private boolean json;

    private @Nullable Ticker ticker;

    /** What a process said when it was killed, or had finished, and what it found before. */
    private record Shift(long pid, Report opened, Report last, long millis) {}

    @Override
    public Integer call() throws IOException {
        Path folder = folder();
        try {
            return show(folder);
        } finally {
            if (kept == null) {
                remove(folder);
            }
        }
    }

    private Path folder() throws IOException {
        if (kept == null) {
            return Files.createTempDirectory("reprise-demo-");
        }
        if (Files.exists(kept)) {
            throw new IOException("the folder " + kept + " is there already: name a new one");
        }
        return Files.createDirectories(kept);
    }

    private int show(Path folder) throws IOException {
        title(orders + " orders, and a process that dies");
        say("An order is charged, reserved and confirmed side by side, approved by a person,");
        say("left to rest for a moment, and shipped: Checkout.java. Some activities fail, and");
        say("are tried again.");
        title("1. A process takes orders");
        Shift first = work(folder, "first", Math.max(1, Math.round(orders * KILL_AT)));
        if (!first.last().word().equals("at")) {
            throw new IOException("all was done before anybody was killed: try more --orders");
        }
        say(at(first.last()));
        title("2. kill -9 " + first.pid());
        int atKill = DemoLedger.read(DemoShop.ledger(folder)).size();
        say("It is gone, in the middle of its work: nothing was closed, nothing said goodbye.");
        title("3. Another process opens the same folder");
        Shift second = work(folder, "second", Long.MAX_VALUE);
        if (!second.last().word().equals("finished")) {
            throw new IOException("the second process ended before the orders did");
        }
        say(
                String.format(
                        Locale.ROOT,
                        "It is done after %.1f s, and has carried out %d activities, %d of them once"
                                + "%nmore; %d failed, and were tried again.",
                        second.millis() / 1e3,
                        second.last().at(0),
                        second.last().at(1),
                        second.last().at(2)));
        title("4. What the world outside saw");
        var verdict = DemoVerdict.of(orders, DemoLedger.read(DemoShop.ledger(folder)), atKill);
        judged(verdict);
        if (json) {
            answer(first, second, verdict);
        }
        next(folder);
        return verdict.isGood() ? 0 : 1;
    }

    // ---- Processes ----

    /** Lets a process work until so many orders are done, and kills it then. */
    private Shift work(Path folder, String name, long killAt) throws IOException {
        var progress = progress();
        long begun = System.nanoTime();
        Report opened = new Report("opened", List.of(0L, 0L, 0L, 0L, 0L));
        Report last = new Report("at", List.of(0L, 0L, 0L, 0L));
        try (var process = DemoProcess.start("demo-shop", folder.toString(), orders + "", name)) {
            for (var next = process.next(); next.isPresent(); next = process.next()) {
                Report report = next.get();
                if (report.word().equals("opened")) {
                    opened = report;
                    found(report);
                    continue;
                }
                last = report;
                if (report.word().equals("at")) {
                    progress.tick(() -> bar(report));
                    if (report.at(2) >= killAt && report.at(3) > 0) {
                        break;
                    }
                }
            }
            process.kill();
            progress.clear();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            return new Shift(process.pid(), opened, last, millis);
        }
    }

    private Ticker progress() {
        Ticker known = ticker;
        if (known == null) {
            known = new Ticker(spec.commandLine().getErr());
            ticker = known;
        }
        return known;
    }

    private String bar(Report report) {
        int width = 20;
        int done = (int) (report.at(2) * width / orders);
        int begun = (int) (report.at(0) * width / orders);
        return "  "
                + "#".repeat(done)
                + "-".repeat(Math.max(0, begun - done))
                + ".".repeat(width - Math.max(done, begun))
                + "  "
                + at(report);
    }

    private static String at(Report report) {
        return report.at(0)
                + " orders started, "
                + report.at(2)
                + " done; "
                + report.at(3)
                + " activities under way";
    }

    private void found(Report opened) {
        if (opened.at(0) == 0) {
            return;
        }
        say(
                "Found in "
                        + opened.at(4)
                        + " ms: "
                        + opened.at(0)
                        + " orders, "
                        + opened.at(1)
                        + " of them open, with "
                        + opened.at(2)
                        + " activities and "
                        + opened.at(3)
                        + " timers under way.");
    }

    // ---- What is said ----

    private void judged(DemoVerdict verdict) {
        int n = verdict.orders();
        if (verdict.isGood()) {
            good("every order completed: " + verdict.receipts() + " of " + n);
            good(
                    String.format(
                            Locale.ROOT,
                            "every order charged once: %d charges, %.2f in all, by %d calls to the"
                                    + " bank",
                            n,
                            verdict.cents() / 1e2,
                            verdict.calls()));
            if (verdict.repeated() > 0) {
                say("       " + repeated(verdict.repeated()));
            }
            good("no order lost: " + verdict.startsKept() + " were acknowledged before the kill");
            good("no approval lost: " + verdict.approvalsKept() + " were acknowledged before it");
        } else {
            verdict.breaches().stream().limit(10).forEach(this::bad);
            if (verdict.breaches().size() > 10) {
                bad("and " + (verdict.breaches().size() - 10) + " more");
            }
        }
    }

    private static String repeated(int calls) {
        return calls == 1
                ? "(one of them came again after the kill; the bank knew it by its key)"
                : "("
                        + calls
                        + " of them came again after the kill; the bank knew them by their key)";
    }

    private void answer(Shift first, Shift second, DemoVerdict verdict) {
        Answer.json(
                spec.commandLine().getOut(),
                json -> {
                    json.name("good").bool(verdict.isGood());
                    json.name("orders").number(verdict.orders());
                    json.name("completed").number(verdict.receipts());
                    json.name("doneAtKill").number(first.last().at(2));
                    json.name("underWayAtKill").number(first.last().at(3));
                    json.name("recoveryMillis").number(second.opened().at(4));
                    json.name("ordersFound").number(second.opened().at(0));
                    json.name("ordersOpen").number(second.opened().at(1));
                    json.name("activitiesUnderWay").number(second.opened().at(2));
                    json.name("timersUnderWay").number(second.opened().at(3));
                    json.name("redeliveries").number(second.last().at(1));
                    json.name("chargeCalls").number(verdict.calls());
                    json.name("chargeCallsRepeated").number(verdict.repeated());
                    json.name("centsCharged").number(verdict.cents());
                    json.name("startsAcknowledged").number(verdict.startsKept());
                    json.name("approvalsAcknowledged").number(verdict.approvalsKept());
                    json.name("breaches").array(() -> verdict.breaches().forEach(json::text));
                });
    }

    private void next(Path folder) {
        title("What next");
        if (kept != null) {
            say("  " + DemoShop.ledger(folder) + "   what the world saw, line by line");
        }
        say("  ./reprise demo --orders 3000   more orders");
        say("  ./reprise demo replay          recording and replay, and what a changed line does");
        say("  ./reprise explore stack        a bug found, made small, and drawn");
        say("  docs/workflows.md              how to write, run and test a workflow");
    }

    private void title(String text) {
        say("");
        say(Ansi.AUTO.string("@|bold " + text + "|@"));
    }

    private void good(String sentence) {
        say("  " + Answer.good("yes") + "  " + sentence);
    }

    private void bad(String sentence) {
        say("  " + Answer.bad("NO") + "   " + sentence);
    }

    /** To people; programs get the answer only. */
    private void say(String line) {
        if (!json) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(line);
            out.flush();
        }
    }

    private static void remove(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
