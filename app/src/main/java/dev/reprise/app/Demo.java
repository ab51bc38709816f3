package dev.reprise.app;

import dev.reprise.app.DemoProcess.Report;
import dev.reprise.app.DemoProgress.State;
import dev.reprise.app.Numbers.Count;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
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
            "process finish every one of them: nothing lost, nobody charged twice. The store is",
            "left where it was, to be looked at."
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
            "  reprise demo                   300 orders, in a quarter of a minute",
            "  reprise demo --orders 3000     more of them",
            "  reprise demo --keep FOLDER     leave the store and the ledger there",
            "  reprise demo --json            one JSON object, for programs",
            "  reprise demo replay            recording, replay and divergence, in a second"
        })
final class Demo implements Callable<Integer> {
    private static final double KILL_AT = 0.4;

    /** When so many are done it is killed, whether or not an activity is under way. */
    private static final double KILL_LAST = 0.8;

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
                    "Put the store and the ledger into this new folder. Default: a temporary one.")
    private @Nullable Path kept;

    @Option(names = "--json", description = "Answer with one JSON object.")
    private boolean json;

    /** What a process said when it was killed, or had finished, and what it found before. */
    private record Shift(long pid, Report opened, State last, boolean finished, long millis) {}

    @Override
    public Integer call() throws IOException {
        Path folder = folder();
        try {
            return show(folder);
        } finally {
            // A program has its answer; people are told what to look at.
            if (kept == null && json) {
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
        say("An order is charged, reserved and confirmed side by side, approved by a person, and");
        say("shipped; where no courier goes, it is undone: Checkout.java. Gifts are packed by the");
        say("first of three packers: Packing.java. Stock is taken twice a second, by a schedule.");
        say("Some activities fail, and are tried again; the mail service is down for a while, and");
        say("a breaker keeps calls away from it.");
        title("1. A process takes orders");
        Shift first = work(folder, "first", this::isMiddle);
        if (first.finished()) {
            throw new IOException("all was done before anybody was killed: try more --orders");
        }
        title("2. kill -9 " + first.pid());
        int atKill = DemoLedger.read(DemoShop.ledger(folder)).size();
        say("It is gone, in the middle of its work: nothing was closed, nothing said goodbye.");
        title("3. Another process opens the same folder");
        Shift second = work(folder, "second", _ -> false);
        if (!second.finished()) {
            throw new IOException("the second process ended before the orders did");
        }
        say(String.format(Locale.ROOT, "It is done after %.1f s.", second.millis() / 1e3));
        var verdict = DemoVerdict.of(orders, DemoLedger.read(DemoShop.ledger(folder)), atKill);
        title("4. What was done before the kill, and after it");
        counted(first, second, verdict);
        title("5. What the world outside saw");
        judged(verdict);
        if (json) {
            answer(first, second, verdict);
        } else {
            next(folder);
        }
        return verdict.isGood() ? 0 : 1;
    }

    // ---- Processes ----

    /** Whether many orders are done, and many are not. */
    private boolean isMiddle(State state) {
        return state.ended() < orders
                && state.ended() >= Math.max(1, Math.round(orders * KILL_AT))
                && (state.underWay() > 0
                        || state.ended() >= Math.min(orders - 1, orders * KILL_LAST));
    }

    /** Lets a process work until it is to be killed, or has finished. */
    private Shift work(Path folder, String name, Predicate<State> isOver) throws IOException {
        var progress = new DemoProgress(spec.commandLine().getOut(), orders);
        long begun = System.nanoTime();
        Report opened = new Report("opened", List.of(0L, 0L, 0L, 0L, 0L));
        State last = State.NONE;
        boolean finished = false;
        try (var process = DemoProcess.start("demo-shop", folder.toString(), orders + "", name)) {
            for (var next = process.next(); next.isPresent(); next = process.next()) {
                Report report = next.get();
                switch (report.word()) {
                    case "opened" -> {
                        opened = report;
                        found(report);
                    }
                    case "finished" -> finished = true;
                    default -> last = shown(progress, State.of(report));
                }
                if (isOver.test(last)) {
                    break;
                }
            }
            process.kill();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            if (!json) {
                progress.end(last);
            }
            return new Shift(process.pid(), opened, last, finished, millis);
        }
    }

    private State shown(DemoProgress progress, State state) {
        if (!json) {
            progress.show(state);
        }
        return state;
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
                        + " runs, "
                        + opened.at(1)
                        + " of them open, with "
                        + opened.at(2)
                        + " activities and "
                        + opened.at(3)
                        + " timers under way.");
    }

    // ---- What is said ----

    private void counted(Shift first, Shift second, DemoVerdict verdict) {
        if (json) {
            return;
        }
        var at = verdict.atKill();
        var end = verdict.atEnd();
        var table = new Table("", "before", "after", "in all");
        row(table, "orders acknowledged", at.starts(), end.starts());
        row(table, "approvals acknowledged", at.approvals(), end.approvals());
        row(table, "orders shipped", at.receipts(), end.receipts());
        row(table, "orders undone, and paid back", at.undone(), end.undone());
        row(table, "gifts packed, by the pattern", at.gifts(), end.gifts());
        row(table, "stock taken, by the schedule", at.counted(), end.counted());
        row(table, "mail breaker opened", at.opened(), end.opened());
        long retries = first.last().retries();
        row(table, "attempts that failed", retries, retries + second.last().retries());
        row(table, "activities redelivered", 0, second.last().redeliveries());
        table.print(spec.commandLine().getOut());
    }

    private static void row(Table table, String what, long before, long all) {
        table.row("  " + what, before + "", all - before + "", all + "");
    }

    private void judged(DemoVerdict verdict) {
        var end = verdict.atEnd();
        if (verdict.isGood()) {
            good(
                    String.format(
                            Locale.ROOT,
                            "every order came to its end: %d shipped, %d undone",
                            end.receipts(),
                            end.undone()));
            good(
                    String.format(
                            Locale.ROOT,
                            "every order charged once: %d charges by %d calls to the bank",
                            verdict.orders(),
                            end.calls()));
            if (verdict.repeated() > 0) {
                say("       " + repeated(verdict.repeated()));
            }
            good(
                    String.format(
                            Locale.ROOT,
                            "every undone order paid back once, and no other: %.2f are left",
                            verdict.cents() / 1e2));
            good(
                    "nothing lost that was acknowledged before the kill: "
                            + verdict.atKill().starts()
                            + " orders, "
                            + verdict.atKill().approvals()
                            + " approvals");
            good("no time of the schedule left out, and none taken twice: " + end.counted());
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
                    var end = verdict.atEnd();
                    json.name("completed").number(end.receipts());
                    json.name("undone").number(end.undone());
                    json.name("doneAtKill").number(first.last().ended());
                    json.name("underWayAtKill").number(first.last().underWay());
                    json.name("recoveryMillis").number(second.opened().at(4));
                    json.name("runsFound").number(second.opened().at(0));
                    json.name("runsOpen").number(second.opened().at(1));
                    json.name("activitiesUnderWay").number(second.opened().at(2));
                    json.name("timersUnderWay").number(second.opened().at(3));
                    json.name("redeliveries").number(second.last().redeliveries());
                    json.name("retries").number(first.last().retries() + second.last().retries());
                    json.name("breakerOpened").number(end.opened());
                    json.name("scheduleFired").number(end.counted());
                    json.name("giftsPacked").number(end.gifts());
                    json.name("chargeCalls").number(end.calls());
                    json.name("chargeCallsRepeated").number(verdict.repeated());
                    json.name("centsKept").number(verdict.cents());
                    json.name("startsAcknowledged").number(verdict.atKill().starts());
                    json.name("approvalsAcknowledged").number(verdict.atKill().approvals());
                    json.name("breaches").array(() -> verdict.breaches().forEach(json::text));
                });
    }

    private void next(Path folder) {
        title("What next");
        String data = " --data " + DemoShop.store(folder);
        String run = DemoShop.orderId(Math.min(orders, DemoShop.UNDONE_EVERY));
        say("All of it is still there. What was undone, how one of them went, and its replay,");
        say("command by command, by the code that made it:");
        say("");
        say("  ./reprise list" + data + " --filter \"status = failed\"");
        say("  ./reprise show" + data + " " + run);
        say("  ./reprise verify" + data + " --code " + code() + " " + run);
        say("");
        say("  " + DemoShop.ledger(folder) + "   what the world saw, line by line");
        if (kept == null) {
            say("  rm -r " + folder + "   when you have seen enough");
        }
        say("  ./reprise demo replay, ./reprise explore stack, docs/workflows.md");
    }

    /** Where the code of the orders is: the jar, or the folder of classes. */
    private static Path code() {
        var source = Checkout.class.getProtectionDomain().getCodeSource();
        var path = Path.of(URI.create(source.getLocation().toString()));
        var here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path) : path;
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
