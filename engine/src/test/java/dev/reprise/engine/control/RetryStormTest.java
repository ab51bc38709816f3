package dev.reprise.engine.control;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.Batch;
import dev.reprise.engine.Engine;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.control.StormRuns.Account;
import dev.reprise.engine.control.StormRuns.Parcel;
import dev.reprise.engine.control.StormRuns.Tick;
import dev.reprise.engine.run.Beginning.WhileRunning;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Job;
import dev.reprise.history.RunOptions;
import dev.reprise.schedule.Every;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients that send everything three times, and hang up when they like. Each thing is done once,
 * also when somebody asks again when all is over.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
final class RetryStormTest {
    private static final int CLIENTS = 64;
    private static final int PAYMENTS = 4;
    private static final int RUNS_OF_A_BATCH = 5;
    private static final RunId COMMON = new RunId("common");
    private static final Reply DID = new Reply.Did(new Reply.Done());

    /** What the clients do. */
    enum Storm {
        /** Runs are started, told things, and ended. */
        ACCOUNTS,
        /** Runs are started on terms: joined, started anew, replaced, told something besides. */
        TERMS,
        /** Runs are taken back, forked and deleted. */
        REWRITES,
        /** Activities are completed from outside, and by people. */
        PARCELS,
        /** Schedules and queues. */
        TIMETABLES,
        /** Many runs at once, by a batch of the engine's own program, or by one request. */
        BATCHES
    }

    /** In which storm each request that changes something is sent three times. */
    private static final Map<Class<? extends Request>, Storm> STORMS =
            Map.ofEntries(
                    entry(Request.Start.class, Storm.TERMS),
                    entry(Request.Signal.class, Storm.ACCOUNTS),
                    entry(Request.Update.class, Storm.ACCOUNTS),
                    entry(Request.Cancel.class, Storm.ACCOUNTS),
                    entry(Request.Terminate.class, Storm.ACCOUNTS),
                    entry(Request.Reset.class, Storm.REWRITES),
                    entry(Request.Fork.class, Storm.REWRITES),
                    entry(Request.Delete.class, Storm.REWRITES),
                    entry(Request.Complete.class, Storm.PARCELS),
                    entry(Request.Heartbeat.class, Storm.PARCELS),
                    entry(Request.Fail.class, Storm.PARCELS),
                    entry(Request.Redrive.class, Storm.PARCELS),
                    entry(Request.Resolve.class, Storm.PARCELS),
                    entry(Request.Reject.class, Storm.PARCELS),
                    entry(Request.Many.class, Storm.BATCHES),
                    entry(Request.CreateSchedule.class, Storm.TIMETABLES),
                    entry(Request.PauseQueue.class, Storm.TIMETABLES));

    /** Those change nothing. */
    private static final Set<Class<? extends Request>> QUESTIONS =
            Set.of(Request.Query.class, Request.Await.class);

    @TempDir private Path folder;
    private final StormRuns runs = new StormRuns();
    private final ConcurrentLinkedQueue<Throwable> problems = new ConcurrentLinkedQueue<>();
    private final Set<Class<? extends Request>> sent = ConcurrentHashMap.newKeySet();
    private final AtomicInteger brokenOff = new AtomicInteger();

    @Test
    void every_request_that_changes_something_has_a_storm() {
        var all = new HashSet<Class<?>>(Set.of(Request.Doing.class.getPermittedSubclasses()));
        all.remove(Request.Deed.class);
        all.addAll(Set.of(Request.Deed.class.getPermittedSubclasses()));
        all.removeAll(QUESTIONS);
        assertThat(STORMS.keySet()).isEqualTo(all);
    }

    @ParameterizedTest
    @EnumSource
    void whatever_is_sent_three_times_by_whoever_hangs_up_when_is_done_once(Storm storm)
            throws Exception {
        try (var engine = runs.open(folder)) {
            engine.client().start(Account.class, COMMON, 0);
            switch (storm) {
                case ACCOUNTS -> accounts(engine);
                case TERMS -> terms(engine);
                case REWRITES -> rewrites(engine);
                case PARCELS -> parcels(engine);
                case TIMETABLES -> timetables(engine);
                case BATCHES -> batches(engine);
            }
        }
        var expected = new HashMap<>(STORMS);
        expected.values().removeIf(it -> it != storm);
        assertThat(sent).containsAll(expected.keySet());
    }

    /** One client after the other begins; all go on at the same time. */
    private void storm(Life life) throws InterruptedException {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int number = i;
            var client = new Insistent(folder, number, sent);
            clients.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            life.live(number, client);
                                        } catch (Throwable e) {
                                            problems.add(new AssertionError("client " + number, e));
                                        }
                                    }));
        }
        for (Thread each : clients) {
            each.join();
        }
        assertThat(problems).isEmpty();
    }

    private interface Life {
        void live(int number, Insistent client) throws Exception;
    }

    private static List<Payload> value(Object value) {
        return List.of(new JsonCodec().encode(value));
    }

    private static int sum(Engine engine, RunId account) {
        return engine.client().handle(Account.class, account).query("sum", Integer.class);
    }

    // ---- Starting, telling, ending ----

    private void accounts(Engine engine) throws Exception {
        storm(RetryStormTest::account);
        for (int i = 0; i < CLIENTS; i++) {
            var run = engine.client().handle(Account.class, run(i));
            int expected = 100 + i + PAYMENTS * 10 - 7;
            if (i % 3 == 0) {
                assertThat(run.result()).isEqualTo(expected);
            } else if (i % 3 == 1) {
                assertThat(run.describe().status()).isEqualTo(Status.TERMINATED);
            } else {
                assertThat(run.describe().status()).isEqualTo(Status.CANCELLED);
                assertThat(cancellations(run(i))).isEqualTo(1);
            }
        }
        assertThat(sum(engine, COMMON)).isEqualTo(CLIENTS * (PAYMENTS - 1));
    }

    private long cancellations(RunId run) {
        var all = new Request.ReadEntries(run, 0, Long.MAX_VALUE);
        return new Insistent(folder, 0, sent)
                .hear("", all).stream()
                        .map(it -> Entry.fromBytes(((Reply.Entry) it).bytes()).turn())
                        .flatMap(it -> it == null ? Stream.of() : it.activation().jobs().stream())
                        .filter(it -> it instanceof Job.Cancel)
                        .count();
    }

    private static RunId run(int number) {
        return new RunId("account-" + number);
    }

    private static void account(int number, Insistent client) throws IOException {
        RunId run = run(number);
        client.send("start-" + number, new Request.Start(run, "Account", value(100 + number)));
        for (int i = 0; i < PAYMENTS; i++) {
            client.send("pay-" + i, new Request.Signal(run, "pay", value(10)));
            client.send(number + "-pays-" + i, new Request.Signal(COMMON, "pay", value(1)));
        }
        client.send("w", new Request.Update(run, "withdraw", value(7)));
        client.send(number + "-draws", new Request.Update(COMMON, "withdraw", value(1)));
        client.send(
                "end",
                switch (number % 3) {
                    case 0 -> new Request.Signal(run, "close", List.of());
                    case 1 -> new Request.Terminate(run, "enough");
                    default -> new Request.Cancel(run, "enough");
                });
    }

    // ---- Terms ----

    private void terms(Engine engine) throws Exception {
        storm((number, client) -> term(engine, number, client));
        assertThat(sum(engine, COMMON)).as("told by those who start it").isEqualTo(CLIENTS);
    }

    private static Request.Start start(
            RunId run, int first, IdReuse reuse, WhileRunning running, int pays) {
        var told = new Job.Signal("pay", value(pays), "", "");
        var terms =
                new StartTerms(
                        reuse,
                        running,
                        Duration.ofMillis(first % 2),
                        RunOptions.UNSAID,
                        Optional.of(told));
        return new Request.Start(run, "Account", value(first), Duration.ofSeconds(1), terms);
    }

    private static void term(Engine engine, int number, Insistent client) throws IOException {
        RunId run = run(number);
        Request.Start begin = start(run, 1, IdReuse.REFUSE, WhileRunning.JOIN, 10);
        client.send("begin", begin);
        assertThat(sumWhenBegun(engine, run)).isEqualTo(11);
        client.send("join", start(run, 100, IdReuse.REFUSE, WhileRunning.JOIN, 20));
        client.send(number + "-joins", start(COMMON, 100, IdReuse.REFUSE, WhileRunning.JOIN, 1));
        client.say("begin", begin);
        assertThat(sum(engine, run)).isEqualTo(31);

        client.hear("close", new Request.Signal(run, "close", List.of()));
        client.hear("", new Request.Await(run, Duration.ofSeconds(30)));
        Request.Start anew = start(run, 1_000, IdReuse.ALLOW_AFTER_END, WhileRunning.REFUSE, 1);
        client.send("anew", anew);
        client.send("pay", new Request.Signal(run, "pay", value(1)));
        client.hear("anew", anew);
        assertThat(sum(engine, run)).isEqualTo(1_002);

        Request.Start other = start(run, 2_000, IdReuse.TERMINATE_OTHER, WhileRunning.REFUSE, 1);
        client.send("other", other);
        client.send("pays", new Request.Signal(run, "pay", value(1)));
        client.hear("other", other);
        client.hear("anew", anew);
        assertThat(sum(engine, run)).isEqualTo(2_002);
    }

    /** A run whose code waits a moment before it begins cannot be asked yet. */
    private static int sumWhenBegun(Engine engine, RunId run) {
        while (engine.client().describe(run).status() == Status.RUNNING) {
            try {
                return sum(engine, run);
            } catch (Refusal _) {
                Thread.onSpinWait();
            }
        }
        throw new AssertionError(run + " has ended");
    }

    // ---- Taking back, forking, deleting ----

    private void rewrites(Engine engine) throws Exception {
        storm(RetryStormTest::rewrite);
        for (int i = 0; i < CLIENTS; i++) {
            var run = engine.client().handle(Account.class, run(i));
            assertThat(run.describe().leg()).as("taken back once").isEqualTo(2);
            assertThat(run.result()).isEqualTo(10);
            var fork = new RunId("fork-" + i);
            assertThat(engine.client().describe(fork).leg()).isEqualTo(1);
            assertThat(sum(engine, fork)).isZero();
            var anew = engine.client().handle(Account.class, new RunId("gone-" + i));
            assertThat(anew.describe().status()).as("deleted once").isEqualTo(Status.COMPLETED);
            assertThat(anew.result()).isEqualTo(2);
        }
    }

    private static void rewrite(int number, Insistent client) throws IOException {
        RunId run = run(number);
        ended(client, run, "first", 0);
        client.send("fork", new Request.Fork(run, 1, new RunId("fork-" + number)));
        client.send("back", new Request.Reset(run, 1, false, "by storm"));
        client.send("pay", new Request.Signal(run, "pay", value(10)));
        client.send("close", new Request.Signal(run, "close", List.of()));
        client.say("back", new Request.Reset(run, 1, false, "by storm"));

        var gone = new RunId("gone-" + number);
        ended(client, gone, "first", 1);
        client.send("delete", new Request.Delete(gone));
        ended(client, gone, "second", 2);
        client.hear("delete", new Request.Delete(gone));
    }

    private static void ended(Insistent client, RunId run, String which, int sum) {
        client.hear("start-" + which, new Request.Start(run, "Account", value(sum)));
        client.hear("close-" + which, new Request.Signal(run, "close", List.of()));
        client.hear("", new Request.Await(run, Duration.ofSeconds(30)));
    }

    // ---- Activities outside, and those that wait for a person ----

    private void parcels(Engine engine) throws Exception {
        storm((number, client) -> parcel(engine, number, client));
        for (int i = 0; i < CLIENTS; i++) {
            var id = new RunId("parcel-" + i);
            var parcel = engine.client().handle(Parcel.class, id);
            assertThat(parcel.result())
                    .isEqualTo(i % 2 == 0 ? "2 kg, let through" : "2 kg, not let through: stolen");
            assertThat(runs.tokens(id.value())).as("no third attempt").isEmpty();
            assertThat(runs.details(id.value())).containsExactly("nothing", "half of it");
            assertThat(runs.looks()).as("tried, and tried anew once").containsEntry(id.value(), 2);
        }
    }

    private void parcel(Engine engine, int number, Insistent client) throws Exception {
        String name = "parcel-" + number;
        var parcel = new RunId(name);
        client.send("start", new Request.Start(parcel, "Parcel", value(name)));
        String token = runs.nextToken(name);
        client.send("", new Request.Heartbeat(token, value("half of it").getFirst()));
        client.send("", new Request.Fail(token, "Broken", "scales"));
        client.send("", new Request.Complete(runs.nextToken(name), value("2 kg").getFirst()));

        String activity = StormRuns.letter(engine, parcel, 1);
        var anew = new Request.Redrive(parcel, activity);
        client.send("anew", anew);
        StormRuns.letter(engine, parcel, 2);
        client.say("anew", anew);
        Request decided =
                number % 2 == 0
                        ? new Request.Resolve(parcel, activity, value("let through").getFirst())
                        : new Request.Reject(parcel, activity, "stolen");
        client.send("decided", decided);
        client.hear("", new Request.Await(parcel, Duration.ofSeconds(30)));
        client.hear("decided", decided);
        client.hear("anew", anew);
    }

    // ---- Schedules and queues ----

    private void timetables(Engine engine) throws Exception {
        storm((number, client) -> timetable(engine, number, client));
        assertThat(engine.client().count("type = 'Tick'")).isEqualTo(CLIENTS * 3);
        assertThat(engine.client().schedules()).isEmpty();
        assertThat(engine.client().queues()).noneMatch(it -> it.paused());
    }

    private static ScheduleSpec spec(Engine engine, String name, int days) {
        return new ScheduleSpec(
                Schedule.of(new Every(Duration.ofDays(days))).overlap(Overlap.ALLOW_ALL),
                engine.client().duty(Tick.class, name));
    }

    private static void timetable(Engine engine, int number, Insistent client) throws Exception {
        String name = "schedule-" + number;
        RunId run = Schedules.runOf(name);
        Payload first = Schedules.codec().encode(spec(engine, name, 10));
        client.send("make", new Request.CreateSchedule(name, first));

        Function<Integer, Request> change =
                days -> new Request.Update(run, Schedules.UPDATE, said(spec(engine, name, days)));
        client.send("second", change.apply(20));
        client.send("third", change.apply(30));
        client.hear("second", change.apply(20));
        var pause = new Request.Update(run, Schedules.PAUSE, said("a rest"));
        client.send("pause", pause);
        client.send("resume", new Request.Update(run, Schedules.RESUME, List.of()));
        client.hear("pause", pause);
        var described = engine.client().schedule(name).describe();
        assertThat(described.spec().schedule()).isEqualTo(spec(engine, name, 30).schedule());
        assertThat(described.paused()).isEmpty();

        var trigger = new Request.Update(run, Schedules.TRIGGER, said(""));
        client.send("now", trigger);
        Instant then = Instant.EPOCH.plus(Duration.ofDays(30 * 500));
        List<Payload> past =
                said(then.toString(), then.plus(Duration.ofDays(60)).toString(), "ALLOW_ALL");
        client.send("past", new Request.Update(run, Schedules.BACKFILL, past));
        while (engine.client().count("type = 'Tick' and id starts with '" + name + "/'") < 3) {
            Thread.sleep(5);
        }
        client.say("now", trigger);
        client.send("end", new Request.Update(run, Schedules.DELETE, List.of()));
        queue(engine, name, client);
    }

    /** Four requests of each client: an engine knows the last 256. */
    private static void queue(Engine engine, String queue, Insistent client) throws IOException {
        var stop = new Request.PauseQueue(queue, true);
        var go = new Request.PauseQueue(queue, false);
        client.send(queue + "-stop", stop);
        client.send(queue + "-go", go);
        client.hear(queue + "-stop", stop);
        assertThat(isPaused(engine, queue)).isFalse();
        client.send(queue + "-stop-again", stop);
        client.hear(queue + "-go", go);
        assertThat(isPaused(engine, queue)).isTrue();
        client.send(queue + "-go-again", go);
    }

    private static boolean isPaused(Engine engine, String queue) {
        return engine.client().queues().stream()
                .anyMatch(it -> it.name().equals(queue) && it.paused());
    }

    private static List<Payload> said(Object... values) {
        return Stream.of(values).map(Schedules.codec()::encode).toList();
    }

    // ---- Batches ----

    private void batches(Engine engine) throws Exception {
        storm((number, client) -> batch(engine, number, client));
        assertThat(brokenOff).as("batches that did not come to their end").hasPositiveValue();
    }

    private void batch(Engine engine, int number, Insistent client) throws Exception {
        String prefix = "batch-" + number + "-";
        List<RunId> all =
                IntStream.range(0, RUNS_OF_A_BATCH).mapToObj(i -> new RunId(prefix + i)).toList();
        for (RunId each : all) {
            client.hear("start", new Request.Start(each, "Account", value(0)));
        }
        Batch batch = engine.client().batch("id starts with '" + prefix + "'");
        insist(client, () -> batch.once("pay").signal("pay", 1));
        insist(client, () -> batch.once("back").reset(-1, "by storm"));
        insist(client, () -> batch.once("pay-again").signal("pay", 1));
        assertThat(batch.once("pay").signal("pay", 1).done()).isEqualTo(RUNS_OF_A_BATCH);
        for (RunId each : all) {
            assertThat(sum(engine, each)).as("what was paid is told again").isEqualTo(2);
            assertThat(engine.client().describe(each).leg()).isEqualTo(2);
        }
        var pays = many(all, "all-pay", it -> new Request.Signal(it, "pay", value(1)));
        client.send("", pays);
        client.send("", many(all, "all-back", it -> new Request.Reset(it, -1, true, "by storm")));
        assertThat(client.hear("", pays)).hasSize(all.size()).containsOnly(DID);
        for (RunId each : all) {
            assertThat(sum(engine, each)).as("once by the request, too").isEqualTo(3);
            assertThat(engine.client().describe(each).leg()).isEqualTo(3);
        }
        if (number % 2 == 0) {
            insist(client, () -> batch.once("end").terminate("enough"));
        } else {
            insist(client, () -> batch.once("end").cancel("enough"));
        }
        for (RunId each : all) {
            client.hear("", new Request.Await(each, Duration.ofSeconds(30)));
            assertThat(engine.client().describe(each).status())
                    .isEqualTo(number % 2 == 0 ? Status.TERMINATED : Status.CANCELLED);
            assertThat(cancellations(each)).isEqualTo(number % 2);
        }
    }

    private static Request many(List<RunId> all, String id, Function<RunId, Request.Deed> deed) {
        return new Request.Many(
                all.stream().map(it -> new Request.Many.Asked(id, deed.apply(it))).toList());
    }

    /** Has it done, and breaks it off in its middle, until the last time. */
    private void insist(Insistent client, Supplier<Batch.Report> deed) throws InterruptedException {
        for (int i = 1; i < Insistent.TIMES; i++) {
            var thread =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            var _ = deed.get();
                                        } catch (IllegalStateException _) {
                                            brokenOff.incrementAndGet();
                                        }
                                    });
            TimeUnit.MICROSECONDS.sleep(client.below(20_000));
            thread.interrupt();
            thread.join();
        }
        assertThat(deed.get().done()).isEqualTo(RUNS_OF_A_BATCH);
    }
}
