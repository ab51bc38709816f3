package dev.reprise.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.engine.Engine;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.form.JsonSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
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

    @TempDir private Path folder;
    private final ConcurrentLinkedQueue<Throwable> problems = new ConcurrentLinkedQueue<>();

    private static List<Payload> value(Object value) {
        return List.of(new JsonCodec().encode(value));
    }

    @Test
    void whatever_is_sent_three_times_by_whoever_hangs_up_when_is_done_once() throws Exception {
        try (var engine = Engine.open(folder).register(Account.class)) {
            engine.client().start(Account.class, COMMON, 0);
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int client = i;
                clients.add(Thread.ofVirtual().unstarted(() -> live(client)));
            }
            // As many at a time as the engine talks to.
            for (int from = 0; from < CLIENTS; from += CLIENTS / 4) {
                List<Thread> some = clients.subList(from, from + CLIENTS / 4);
                some.forEach(Thread::start);
                for (Thread each : some) {
                    each.join();
                }
            }
            assertThat(problems).isEmpty();
            for (int i = 0; i < CLIENTS; i++) {
                var run = engine.client().handle(Account.class, run(i));
                int expected = 100 + i + PAYMENTS * 10 - 7;
                if (i % 2 == 0) {
                    assertThat(run.result()).isEqualTo(expected);
                } else {
                    assertThat(run.describe().status()).isEqualTo(Status.TERMINATED);
                }
            }
            var common = engine.client().handle(Account.class, COMMON);
            assertThat(common.query("sum", Integer.class)).isEqualTo(CLIENTS * (PAYMENTS - 1));
        }
    }

    private static RunId run(int client) {
        return new RunId("account-" + client);
    }

    private void live(int client) {
        try {
            var random = new SplitMix64(client);
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
                    client % 2 == 0
                            ? new Request.Signal(run, "close", List.of())
                            : new Request.Terminate(run, "enough"));
        } catch (Throwable e) {
            problems.add(e);
        }
    }

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
        try (Desk desk = ControlSocket.connect(folder).orElseThrow()) {
            desk.ask(id, request, _ -> {});
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
        }
    }
}
