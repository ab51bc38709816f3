package dev.reprise.engine;

import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.run.Histories;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.store.Store;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The process that {@link KillTest} kills: an engine on a folder, and clients that keep a number of
 * runs under way. Its memory is the ledger: what was begun by a process before it goes on.
 *
 * <pre>KillLoad folder ledger process (load | finish)</pre>
 */
final class KillLoad {
    /** How many runs are under way at any time. */
    static final int CLIENTS = 40;

    private static final Duration LIFE_MAX = Duration.ofMinutes(1);

    private static final Partial QUICK =
            Partial.NONE.with(Field.MAX_RETRIES, 3).with(Field.DELAY_BASE, Duration.ofMillis(4));

    private static final Rules RULES =
            Rules.NONE
                    .append(
                            Matcher.name("Letters.read"),
                            Partial.NONE
                                    .with(Field.MAX_RETRIES, 0)
                                    .with(Field.ON_FAILURE, new OnFailure.DeadLetter("people")))
                    .append(
                            Matcher.name("Outside.ask"),
                            Partial.NONE.with(Field.MODE, Execution.Mode.EXTERNAL));

    private final KillLedger ledger;
    private final KillClient client;
    private final KillChores chores;
    private final boolean finish;
    private final ConcurrentLinkedQueue<KillStory> open = new ConcurrentLinkedQueue<>();
    private final AtomicInteger next = new AtomicInteger();

    private KillLoad(KillLedger ledger, KillClient client, KillChores chores, boolean finish) {
        this.ledger = ledger;
        this.client = client;
        this.chores = chores;
        this.finish = finish;
    }

    // ---- The process ----

    public static void main(String[] arguments) throws Exception {
        System.setProperty("jdk.trackAllThreads", "false");
        endWithParent();
        Path path = Path.of(arguments[1]);
        quieten(path.resolveSibling("logging"));
        List<Line> before = KillLedger.read(path);
        boolean finish = arguments[3].equals("finish");
        var ledger = KillLedger.append(path, Integer.parseInt(arguments[2]), !finish);
        var store = Store.open(Path.of(arguments[0]));
        owed(store, ledger);
        try (var engine = Engine.on(store, options())) {
            var work = new KillWork(ledger, before);
            KillRuns.registered(engine).activities(work);
            ledger.write(Word.OPENED);
            System.out.println("opened");
            var client = new KillClient(engine.client(), ledger, work);
            var chores = new KillChores(engine.client(), ledger, before);
            chores.begin(before);
            var load = new KillLoad(ledger, client, chores, finish);
            load.run(KillStory.all(before));
            if (finish) {
                chores.end(client);
            }
        }
        ledger.write(Word.FINISHED);
        System.out.println("finished");
    }

    private static EngineOptions options() {
        var retention = Retention.FOREVER.countOfType(KillKinds.KEPT).every(Duration.ofMillis(200));
        return EngineOptions.DEFAULT
                .settings(
                        Settings.DEFAULT
                                .defaults(QUICK)
                                .rules(RULES)
                                .retention(retention)
                                .pausedMax(CLIENTS / 2))
                .queue(KillKinds.NARROW, QueueLimits.NONE.concurrencyMax(KillKinds.NARROW_MAX));
    }

    /**
     * What the schedule makes up for is started as soon as the engine is open, before there is code
     * for it: dozens of runs are stuck then for a moment, and nobody need hear of it.
     */
    private static void quieten(Path file) throws IOException {
        Files.writeString(
                file,
                """
                handlers = java.util.logging.ConsoleHandler
                dev.reprise.engine.run.Conductor.level = SEVERE
                dev.reprise.engine.Lookout.level = SEVERE
                """);
        System.setProperty("java.util.logging.config.file", file.toString());
    }

    /** What is under way, by the histories alone, before the engine sees them. */
    private static void owed(Store store, KillLedger ledger) {
        List<String> open = new ArrayList<>();
        try (var heads = store.heads()) {
            while (heads.hasNext()) {
                var head = heads.next();
                if (!Histories.isOver(head)) {
                    open.add(head.run().value());
                }
            }
        }
        for (String run : open) {
            Histories.of(store, run)
                    .owed()
                    .forEach((key, at) -> ledger.write(Word.OWED, run, key, at));
        }
    }

    /** The parent holds the other end of the input: when it ends, so does this. */
    private static void endWithParent() {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                while (System.in.read() >= 0) {}
                            } catch (IOException _) {
                                // It is gone, too.
                            }
                            Runtime.getRuntime().halt(3);
                        });
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            KillWork.pause((int) LIFE_MAX.toMillis());
                            Runtime.getRuntime().halt(4);
                        });
    }

    // ---- Its clients ----

    private void run(Map<String, KillStory> stories) throws InterruptedException {
        for (KillStory story : stories.values()) {
            next.accumulateAndGet(KillKinds.numberOf(story.run) + 1, Math::max);
            if (!story.isOver()) {
                open.add(story);
            }
        }
        List<Thread> clients = new ArrayList<>();
        clients.add(Thread.startVirtualThread(() -> judged(this::chores)));
        IntStream.range(0, CLIENTS)
                .forEach(_ -> clients.add(Thread.startVirtualThread(() -> judged(this::stories))));
        for (Thread each : clients) {
            each.join();
        }
    }

    private void judged(Runnable life) {
        try {
            life.run();
        } catch (RuntimeException | Error e) {
            ledger.write(Word.WRONG, e.toString().replaceAll("\\s+", "_"));
            throw e;
        }
    }

    private void stories() {
        for (KillStory story = nextStory(); story != null; story = nextStory()) {
            client.tell(story);
        }
    }

    private KillStory nextStory() {
        KillStory story = open.poll();
        return story != null || finish
                ? story
                : new KillStory(KillKinds.nameOf(next.getAndIncrement()));
    }

    private void chores() {
        do {
            chores.next();
        } while (!finish || !chores.isEven());
    }
}
