package dev.reprise.app;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.app.DemoLedger.Line;
import dev.reprise.app.DemoLedger.Word;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.RunFailed;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Field;
import dev.reprise.policy.Gates;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import dev.reprise.schedule.Every;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The process that the demo kills: an engine on a folder, with customers and clerks. It tells its
 * parent in lines of words and numbers how it goes.
 */
@Command(name = "demo-shop", hidden = true, description = "The process that the demo kills.")
final class DemoShop implements Callable<Integer> {
    private static final int PROGRESS_MILLIS = 50;
    private static final int ORDERS_MILLIS_MAX = 3_000;
    private static final int ORDER_MILLIS_MAX = 10;

    /** An order of so many goes where no courier does, and is undone. */
    static final int UNDONE_EVERY = 20;

    /** An order of so many is a gift, and is packed by the first packer who is done. */
    static final int GIFT_EVERY = 8;

    static final String SCHEDULE = "stock-taking";
    static final Duration INTERVAL = Duration.ofMillis(500);

    private static final Logger ENGINE_LOG = Logger.getLogger("dev.reprise.engine");

    /** Longer than any order takes; one that has lost something may wait for days. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec private CommandSpec spec;

    @Parameters(index = "0")
    private Path folder;

    @Parameters(index = "1")
    private int orders;

    /** Who approves: the name of this process. */
    @Parameters(index = "2")
    private String clerk;

    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger completed = new AtomicInteger();
    private final AtomicInteger undone = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();
    private final Set<String> wasStarted = new TreeSet<>();
    private final Set<String> wasApproved = new TreeSet<>();

    static Path ledger(Path folder) {
        return folder.resolve("ledger.txt");
    }

    static Path store(Path folder) {
        return folder.resolve("store");
    }

    static String orderId(int number) {
        return String.format("order-%05d", number);
    }

    static int cents(int number) {
        return 1_000 + number * 37 % 9_000;
    }

    static String city(int number) {
        return number % UNDONE_EVERY == 0 ? DemoWorld.NOWHERE : "Rome";
    }

    static boolean isGift(int number) {
        return number % GIFT_EVERY == 0 && number % UNDONE_EVERY != 0;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        endWithParent();
        // What the schedule makes up for is started before there is code for it, and is stuck then
        // for a moment; and on a machine that is busy much is slow.
        ENGINE_LOG.setLevel(Level.SEVERE);
        List<Line> before = DemoLedger.read(ledger(folder));
        boolean scheduled = false;
        for (Line line : before) {
            switch (line.word()) {
                case SCHEDULED -> scheduled = true;
                case STARTED -> wasStarted.add(line.at(0));
                case APPROVED -> wasApproved.add(line.at(0));
                default -> {}
            }
        }
        long begun = System.nanoTime();
        try (var ledger = DemoLedger.append(ledger(folder));
                var engine = Engine.open(store(folder), options(ledger))) {
            long nanos = System.nanoTime() - begun;
            var world = new DemoWorld(ledger, before);
            engine.register(Checkout.class)
                    .register(StockTaking.class)
                    .register(Packing.type())
                    .activities(world);
            opened(engine, nanos);
            if (!scheduled) {
                schedule(engine, ledger);
            }
            serve(engine, ledger, world);
            unschedule(engine, ledger);
            say("at", state(engine, world));
            say("finished", engine.counts().deliveries());
        }
        return 0;
    }

    /** Whatever fails is tried again soon; the mail service is left alone while it is down. */
    private EngineOptions options(DemoLedger ledger) {
        var patient =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 4)
                        .with(Field.DELAY_BASE, Duration.ofMillis(100));
        var mail =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 20)
                        .with(Field.BACKOFF, Backoff.Shape.LINEAR)
                        .with(Field.DELAY_MAX, Duration.ofMillis(300))
                        .with(Field.BREAKER, "mail")
                        .with(Field.ON_OPEN, Gates.OnOpen.WAIT)
                        .with(Field.WINDOW_CALLS, 10)
                        .with(Field.CALLS_MIN, 5)
                        .with(Field.OPEN_FOR, Duration.ofMillis(400))
                        .with(Field.HALF_OPEN_CALLS, 2);
        var hooks =
                new Hooks() {
                    @Override
                    public void onBreakerChange(String breaker, String before, String after) {
                        ledger.write(Word.BREAKER, breaker, after);
                        opened.addAndGet(after.equals("OPEN") ? 1 : 0);
                    }
                };
        return EngineOptions.DEFAULT.settings(
                Settings.DEFAULT
                        .defaults(patient)
                        .rules(Rules.NONE.append(Matcher.name("Mail.confirm"), mail))
                        .hooks(hooks));
    }

    /** Stock is taken at equal times, also at those at which nobody is there: later, then. */
    private static void schedule(Engine engine, DemoLedger ledger) {
        var times = Schedule.of(new Every(INTERVAL)).overlap(Overlap.ALLOW_ALL);
        var client = engine.client();
        ledger.write(Word.SCHEDULING, Instant.now());
        client.schedule(SCHEDULE)
                .once("the first")
                .create(new ScheduleSpec(times, client.duty(StockTaking.class, "shop")));
        ledger.write(Word.SCHEDULED, Instant.now());
    }

    /** Ends the schedule, and waits for what it has started. */
    private static void unschedule(Engine engine, DemoLedger ledger) {
        var client = engine.client();
        ledger.write(Word.UNSCHEDULING, Instant.now());
        client.schedule(SCHEDULE).once("the last").delete();
        ledger.write(Word.UNSCHEDULED, Instant.now());
        long patience = System.nanoTime() + PATIENCE.toNanos();
        while (client.count("type starts with 'reprise.' and status = running") > 0
                && System.nanoTime() < patience) {
            pause(10);
        }
    }

    /** The parent holds the other end of the input: when it ends, so does this. */
    private static void endWithParent() {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                System.in.transferTo(OutputStream.nullOutputStream());
                            } catch (IOException _) {
                                // It is gone, too.
                            }
                            Runtime.getRuntime().halt(3);
                        });
    }

    private void opened(Engine engine, long nanos) {
        long activities = 0;
        long timers = 0;
        try (var list = engine.client().list()) {
            while (list.hasNext()) {
                var run = list.next();
                activities += run.activities().size();
                timers += run.timers().size();
            }
        }
        var found = engine.recovered();
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        say("opened", found.runs(), found.open(), activities, timers, millis);
    }

    private void serve(Engine engine, DemoLedger ledger, DemoWorld world)
            throws InterruptedException {
        List<Thread> customers = new ArrayList<>();
        long pace = Math.min(ORDER_MILLIS_MAX, ORDERS_MILLIS_MAX / orders);
        long wait = 0;
        for (int number = 1; number <= orders; number++) {
            int mine = number;
            long until = wait;
            customers.add(
                    Thread.startVirtualThread(
                            () -> {
                                customer(engine, ledger, mine, until);
                                // Whoever is to kill this in the middle hears of every end.
                                say("at", state(engine, world));
                            }));
            wait += wasStarted.contains(orderId(number)) ? 0 : pace;
        }
        for (Thread customer : customers) {
            while (!customer.join(Duration.ofMillis(PROGRESS_MILLIS))) {
                say("at", state(engine, world));
            }
        }
    }

    /** What the parent shows: {@link DemoProgress} knows which is which. */
    private Object[] state(Engine engine, DemoWorld world) {
        var counts = engine.counts();
        return new Object[] {
            started,
            completed,
            undone,
            world.underWay(),
            counts.retries(),
            counts.redeliveries(),
            opened,
            world.counted()
        };
    }

    // ---- One customer ----

    private void customer(Engine engine, DemoLedger ledger, int number, long wait) {
        try {
            order(engine, ledger, number, wait);
        } catch (RunFailed e) {
            ledger.write(Word.UNDONE, orderId(number), why(e.failure()));
            undone.incrementAndGet();
        } catch (Refusal | TimeoutException e) {
            // The ledger lacks what did not happen, and is judged.
            spec.commandLine().getErr().println(orderId(number) + " has no end: " + e);
        }
    }

    private static String why(Failure failure) {
        return failure instanceof Failure.Application known
                ? known.type()
                : failure.getClass().getSimpleName();
    }

    private void order(Engine engine, DemoLedger ledger, int number, long wait)
            throws TimeoutException {
        String id = orderId(number);
        var order = new Checkout.Order(id, cents(number), city(number), isGift(number));
        if (!wasStarted.contains(id)) {
            pause(wait);
            ledger.write(Word.ORDERED, id, order.cents());
            // Whether a process before this one was heard or not: the same request is meant once.
            engine.client().start(Checkout.class, new RunId(id), "order of " + id, order);
            ledger.write(Word.STARTED, id);
            started.incrementAndGet();
            pause(100 + number * 7L % 150);
        } else {
            started.incrementAndGet();
        }
        var run = engine.client().handle(Checkout.class, new RunId(id));
        if (!wasApproved.contains(id)) {
            try {
                run.signal("approve", clerk);
                ledger.write(Word.APPROVED, id, clerk);
            } catch (Refusal e) {
                if (e.reason() != Refusal.Reason.ALREADY_ENDED) {
                    throw e;
                }
                // The one that nobody heard of was durable after all.
            }
        }
        Checkout.Receipt receipt = run.result(PATIENCE);
        ledger.write(Word.RECEIPT, id, receipt.payment(), receipt.approvedBy(), receipt.parcel());
        completed.incrementAndGet();
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void say(String word, Object... numbers) {
        var line = new StringBuilder(word);
        for (Object number : numbers) {
            line.append(' ').append(number);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
