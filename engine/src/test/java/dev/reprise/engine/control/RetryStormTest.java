package dev.reprise.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.run.DeadLetter;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.form.JsonSink;
import dev.reprise.history.Job;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import dev.reprise.schedule.Every;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that send everything three times, and hang up when they like: before they have said all,
 * before they hear the answer, or never. Each thing is done once.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
final class RetryStormTest {
    private static final int CLIENTS = 64;
    private static final int TIMES = 3;
    private static final int PAYMENTS = 4;
    private static final RunId COMMON = new RunId("common");

    /** An account. */
    static final class Account implements Workflow<Integer, Integer> {
        private int sum;
        private boolean closed;

        @Override
        public Integer run(Integer first) {
            sum += first;
            Flow.await(() -> closed);
            return sum;
        }

        @Signal
        void pay(int amount) {
            sum += amount;
        }

        @Signal
        void close() {
            closed = true;
        }

        @Update
        int withdraw(int amount) {
            sum -= amount;
            return sum;
        }

        @Query
        int sum() {
            return sum;
        }
    }

    interface Scales {
        /** Gives nothing yet: what somebody says who has the token is its value. */
        String weigh(String parcel);
    }

    interface Customs {
        /** Never works. */
        String clear(String parcel);
    }

    /** A parcel: weighed by somebody outside, at the second try, and let through by a person. */
    static final class Parcel implements Workflow<String, String> {
        @Override
        public String run(String parcel) {
            String weight = Flow.activity(Scales.class).weigh(parcel);
            return weight + ", " + Flow.activity(Customs.class).clear(parcel);
        }
    }

    /** What a schedule starts. */
    static final class Tick implements Workflow<String, String> {
        @Override
        public String run(String schedule) {
            return schedule;
        }
    }

    private static final Rules RULES =
            Rules.NONE
                    .append(
                            Matcher.name("Scales.weigh"),
                            Partial.NONE
                                    .with(Field.MODE, Execution.Mode.EXTERNAL)
                                    .with(Field.DELAY_BASE, Duration.ofMillis(1))
                                    .with(Field.MAX_RETRIES, 1))
                    .append(
                            Matcher.name("Customs.clear"),
                            Partial.NONE
                                    .with(Field.MAX_RETRIES, 0)
                                    .with(Field.ON_FAILURE, new OnFailure.DeadLetter("people")));

    @TempDir private Path folder;
    private final ConcurrentLinkedQueue<Throwable> problems = new ConcurrentLinkedQueue<>();

    /** The tokens of each parcel, in the order of its attempts. */
    private final Map<String, BlockingQueue<String>> tokens = new ConcurrentHashMap<>();

    /** How often somebody has looked into each parcel. */
    private final Map<String, Integer> looks = new ConcurrentHashMap<>();

    private BlockingQueue<String> tokens(String parcel) {
        return tokens.computeIfAbsent(parcel, _ -> new LinkedBlockingQueue<>());
    }

    private String token(String parcel) {
        tokens(parcel).add(ActivityContext.current().taskToken().text());
        return "";
    }

    private String look(String parcel) {
        looks.merge(parcel, 1, Integer::sum);
        throw new IllegalStateException("nobody knows what is in it");
    }

    private Engine opened() {
        return Engine.open(folder, EngineOptions.DEFAULT.rules(RULES))
                .register(Account.class)
                .register(Parcel.class)
                .register(Tick.class)
                .activities((Scales) this::token, (Customs) this::look);
    }

    /** One client after the other begins; all go on at the same time. */
    private void storm(Life life) throws InterruptedException {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            clients.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            life.live(client, new SplitMix64(client));
                                        } catch (Throwable e) {
                                            problems.add(new AssertionError("client " + client, e));
                                        }
                                    }));
        }
        for (Thread each : clients) {
            each.join();
        }
        assertThat(problems).isEmpty();
    }

    private interface Life {
        void live(int client, SplitMix64 random) throws Exception;
    }

    private static List<Payload> value(Object value) {
        return List.of(new JsonCodec().encode(value));
    }

    // ---- Starting, telling, ending ----

    @Test
    void whatever_is_sent_three_times_by_whoever_hangs_up_when_is_done_once() throws Exception {
        try (var engine = opened()) {
            engine.client().start(Account.class, COMMON, 0);
            storm(this::live);
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
            var common = engine.client().handle(Account.class, COMMON);
            assertThat(common.query("sum", Integer.class)).isEqualTo(CLIENTS * (PAYMENTS - 1));
        }
    }

    private long cancellations(RunId run) {
        List<Reply> entries = new ArrayList<>();
        try (Desk desk = ControlSocket.connect(folder).orElseThrow()) {
            desk.ask("", new Request.ReadEntries(run, 0, Long.MAX_VALUE), entries::add);
        }
        return entries.stream()
                .map(it -> Entry.fromBytes(((Reply.Entry) it).bytes()).turn())
                .flatMap(it -> it == null ? Stream.of() : it.activation().jobs().stream())
                .filter(it -> it instanceof Job.Cancel)
                .count();
    }

    private static RunId run(int client) {
        return new RunId("account-" + client);
    }

    private void live(int client, SplitMix64 random) throws IOException {
        RunId run = run(client);
        send(random, "start-" + client, new Request.Start(run, "Account", value(100 + client)));
        for (int i = 0; i < PAYMENTS; i++) {
            send(random, "pay-" + i, new Request.Signal(run, "pay", value(10)));
            send(random, client + "-pays-" + i, new Request.Signal(COMMON, "pay", value(1)));
        }
        send(random, "w", new Request.Update(run, "withdraw", value(7)));
        send(random, client + "-draws", new Request.Update(COMMON, "withdraw", value(1)));
        send(
                random,
                "end",
                switch (client % 3) {
                    case 0 -> new Request.Signal(run, "close", List.of());
                    case 1 -> new Request.Terminate(run, "enough");
                    default -> new Request.Cancel(run, "enough");
                });
    }

    // ---- Taking back, forking, deleting, batches ----

    @Test
    void a_run_is_taken_back_once_and_deleted_once_however_late_somebody_asks_again()
            throws Exception {
        try (var engine = opened()) {
            engine.client().start(Account.class, COMMON, 0);
            storm((client, random) -> rewrite(engine, client, random));
            for (int i = 0; i < CLIENTS; i++) {
                var run = engine.client().handle(Account.class, run(i));
                assertThat(run.describe().leg()).as("taken back once").isEqualTo(2);
                assertThat(run.result()).isEqualTo(10);
                var fork = engine.client().handle(Account.class, new RunId("fork-" + i));
                assertThat(fork.describe().leg()).isEqualTo(1);
                assertThat(fork.query("sum", Integer.class)).isZero();
                var anew = engine.client().handle(Account.class, new RunId("gone-" + i));
                assertThat(anew.describe().status()).as("deleted once").isEqualTo(Status.COMPLETED);
                assertThat(anew.result()).isEqualTo(2);
            }
            var common = engine.client().handle(Account.class, COMMON);
            assertThat(common.query("sum", Integer.class)).isEqualTo(CLIENTS);
        }
    }

    private void rewrite(Engine engine, int client, SplitMix64 random) throws IOException {
        RunId run = run(client);
        ended(run, "first", 0);
        send(random, "fork", new Request.Fork(run, 1, new RunId("fork-" + client)));
        send(random, "back", new Request.Reset(run, 1, false, "by storm"));
        send(random, "pay", new Request.Signal(run, "pay", value(10)));
        send(random, "close", new Request.Signal(run, "close", List.of()));
        say("back", new Request.Reset(run, 1, false, "by storm"), Integer.MAX_VALUE);

        var gone = new RunId("gone-" + client);
        ended(gone, "first", 1);
        send(random, "delete", new Request.Delete(gone));
        ended(gone, "second", 2);
        hear("delete", new Request.Delete(gone));

        var batch = engine.client().batch("id = '" + COMMON + "'").once("batch-" + client);
        for (int i = 1; i < TIMES; i++) {
            assertThatThrownBy(() -> batch.progress(_ -> hangUp()).signal("pay", 1))
                    .hasMessage("hung up");
        }
        assertThat(batch.signal("pay", 1).done()).isEqualTo(1);
    }

    private static void hangUp() {
        throw new IllegalStateException("hung up");
    }

    private void ended(RunId run, String which, int sum) {
        hear("start-" + which, new Request.Start(run, "Account", value(sum)));
        hear("close-" + which, new Request.Signal(run, "close", List.of()));
        hear("", new Request.Await(run, Duration.ofSeconds(30)));
    }

    // ---- Activities outside, and those that wait for a person ----

    @Test
    void what_is_said_of_an_activity_three_times_is_said_once() throws Exception {
        try (var engine = opened()) {
            storm((client, random) -> post(engine, client, random));
            for (int i = 0; i < CLIENTS; i++) {
                var id = new RunId("parcel-" + i);
                var parcel = engine.client().handle(Parcel.class, id);
                assertThat(parcel.result()).isEqualTo("2 kg, let through");
                assertThat(tokens(id.value())).as("no third attempt").isEmpty();
                assertThat(looks).as("tried, and tried anew once").containsEntry(id.value(), 2);
            }
        }
    }

    private void post(Engine engine, int client, SplitMix64 random) throws Exception {
        String name = "parcel-" + client;
        var parcel = new RunId(name);
        send(random, "start", new Request.Start(parcel, "Parcel", value(name)));
        send(random, "", new Request.Fail(nextToken(name), "Broken", "scales"));
        send(random, "", new Request.Complete(nextToken(name), value("2 kg").getFirst()));
        String activity = waiting(engine, parcel, 1);
        send(random, "anew", new Request.Redrive(parcel, activity));
        waiting(engine, parcel, 2);
        say("anew", new Request.Redrive(parcel, activity), Integer.MAX_VALUE);
        Payload decision = value("let through").getFirst();
        send(random, "decided", new Request.Resolve(parcel, activity, decision));
    }

    private String nextToken(String parcel) throws InterruptedException {
        String token = tokens(parcel).poll(60, TimeUnit.SECONDS);
        assertThat(token).as("another attempt").isNotNull();
        return token;
    }

    private static String waiting(Engine engine, RunId run, int attempts) throws Exception {
        for (int patience = 5_000; patience > 0; patience--) {
            for (DeadLetter letter : engine.client().deadLetters("people")) {
                if (letter.run().equals(run) && letter.attempts() == attempts) {
                    return letter.activityId();
                }
            }
            Thread.sleep(10);
        }
        throw new AssertionError("nobody is asked about " + run);
    }

    // ---- Schedules and queues ----

    @Test
    void schedules_and_queues_are_told_once_however_late_somebody_asks_again() throws Exception {
        try (var engine = opened()) {
            storm((client, random) -> arrange(engine, client, random));
            assertThat(engine.client().count("type = 'Tick'")).isEqualTo(CLIENTS * 3);
            assertThat(engine.client().schedules()).isEmpty();
            assertThat(engine.client().queues()).noneMatch(it -> it.paused());
        }
    }

    private void arrange(Engine engine, int client, SplitMix64 random) throws Exception {
        String name = "schedule-" + client;
        var spec =
                new ScheduleSpec(
                        Schedule.of(new Every(Duration.ofHours(1))).overlap(Overlap.ALLOW_ALL),
                        engine.client().duty(Tick.class, name));
        send(random, "make", new Request.CreateSchedule(name, Schedules.codec().encode(spec)));
        RunId run = Schedules.runOf(name);
        send(random, "now", new Request.Update(run, Schedules.TRIGGER, said("")));
        Instant noon = Instant.parse("2026-01-01T12:00:00Z");
        List<Payload> past = said(noon.toString(), noon.plusSeconds(7_200).toString(), "ALLOW_ALL");
        send(random, "past", new Request.Update(run, Schedules.BACKFILL, past));
        while (engine.client().count("type = 'Tick' and id starts with '" + name + "'") < 3) {
            Thread.sleep(5);
        }
        say("now", new Request.Update(run, Schedules.TRIGGER, said("")), Integer.MAX_VALUE);
        send(random, "end", new Request.Update(run, Schedules.DELETE, List.of()));

        send(random, name + "-stop", new Request.PauseQueue(name, true));
        send(random, name + "-go", new Request.PauseQueue(name, false));
        hear(name + "-stop", new Request.PauseQueue(name, true));
    }

    private static List<Payload> said(Object... values) {
        return Stream.of(values).map(Schedules.codec()::encode).toList();
    }

    // ---- How they ask ----

    /** Sends it so many times; the last time it hears the answer. */
    private void send(SplitMix64 random, String id, Request request) throws IOException {
        for (int i = 1; i < TIMES; i++) {
            switch (random.below(3)) {
                case 0 -> hear(id, request);
                case 1 -> say(id, request, Integer.MAX_VALUE);
                default -> say(id, request, random.below(60));
            }
        }
        hear(id, request);
    }

    private void hear(String id, Request request) {
        while (true) {
            try (Desk desk = ControlSocket.connect(folder).orElseThrow()) {
                desk.ask(id, request, _ -> {});
                return;
            } catch (Desk.Declined e) {
                if (!e.reason().equals("BUSY")) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    /** Says so many bytes of it, or all, and hangs up. */
    private void say(String id, Request request, int bytesMax) throws IOException {
        var bytes = new ByteArrayOutputStream();
        JsonSink.write(bytes, json -> json.object(() -> RequestForm.write(json, id, request)));
        var frame = ByteBuffer.allocate(Integer.BYTES + bytes.size());
        frame.putInt(bytes.size()).put(bytes.toByteArray()).flip();
        frame.limit(Math.min(frame.limit(), bytesMax));
        Path socket = Place.find(folder).orElseThrow();
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            while (frame.hasRemaining()) {
                channel.write(frame);
            }
        } catch (IOException _) {
            // The engine has no ear for one more, and has hung up first.
        }
    }
}
