package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.engine.run.Requests.Seen;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.flow.Workflow;
import dev.reprise.history.Job;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** By what a request is known when it is made again. */
final class RequestsTest {
    private static final RunId RUN = StepByStep.RUN;

    private static RequestKey signal(String name, String id) {
        return RequestKey.telling(new Job.Signal(name, List.of(), "", id), id);
    }

    private static Receipt receipt(CountDownLatch written) {
        return new Receipt() {
            @Override
            public void durable() {
                written.countDown();
            }

            @Override
            public void refused(Conflict conflict) {
                throw new AssertionError(conflict.toString());
            }

            @Override
            public void failed(StoreFailure failure) {
                throw failure;
            }
        };
    }

    @Test
    void what_an_older_version_has_carried_out_is_known_whatever_it_was() throws Exception {
        try (Store store = Store.inMemory()) {
            var written = new CountDownLatch(2);
            store.write(new Change.ClaimStore(1), receipt(written));
            store.write(
                    Append.turn(RUN, 0, 1, new byte[1])
                            .withSummary(new byte[1])
                            .withRequests(List.of("old")),
                    receipt(written));
            written.await();
            var requests = new Requests(store, RUN);
            assertThat(requests.seen(signal("pay", "old"))).isEqualTo(Seen.DONE);
            assertThat(requests.seen(RequestKey.of("terminate", "old"))).isEqualTo(Seen.DONE);
            assertThat(requests.seen(signal("pay", "new"))).isEqualTo(Seen.NEVER);
            assertThat(requests.seen(RequestKey.update("old"))).isEqualTo(Seen.NEVER);
        }
    }

    @Test
    void a_request_is_known_by_what_is_asked_and_its_id() {
        try (Store store = Store.inMemory()) {
            var requests = new Requests(store, RUN);
            requests.add(signal("pay", "x"));
            assertThat(requests.seen(signal("pay", "x"))).isEqualTo(Seen.UNDER_WAY);
            assertThat(requests.seen(signal("close", "x"))).isEqualTo(Seen.NEVER);
            assertThat(requests.seen(RequestKey.telling(new Job.Cancel("no"), "x")))
                    .isEqualTo(Seen.NEVER);
            requests.add(RequestKey.NONE);
            assertThat(requests.seen(RequestKey.NONE)).isEqualTo(Seen.NEVER);
        }
    }

    /** Ends at once. */
    static final class Brief implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return input;
        }
    }

    @Test
    void a_deletion_is_known_by_one_request() throws InterruptedException {
        try (var engine = new StepByStep(Brief.class)) {
            engine.await(engine.start(Brief.class, Beginning.PLAIN));
            var first = engine.conductor.delete(RUN, "a");
            var other = engine.conductor.delete(RUN, "b");
            var again = engine.conductor.delete(RUN, "a");
            var plain = engine.conductor.delete(RUN, "");
            assertThat(engine.await(first)).isTrue();
            assertThat(engine.await(again)).isTrue();
            assertThat(engine.await(plain)).isTrue();
            assertThatThrownBy(() -> engine.await(other)).hasCauseInstanceOf(Refusal.class);
        }
    }

    @Test
    void no_two_requests_have_one_row_and_every_row_is_a_name() {
        String longest = "x".repeat(Text.NAME_CHARS_MAX);
        List<RequestKey> keys =
                List.of(
                        signal("a", "b/c"),
                        signal("a/b", "c"),
                        signal("a/b/c", longest),
                        signal(longest, "c"),
                        RequestKey.of("start", longest),
                        RequestKey.of("start", longest.substring(1)),
                        RequestKey.of("redrive", "1", "c"),
                        RequestKey.of("redrive", "2", "c"),
                        RequestKey.of("reset", "c"),
                        RequestKey.update("c"),
                        RequestKey.update(longest),
                        RequestKey.ofRun("signal", new Parent(RUN, 1, 2, 3)),
                        RequestKey.ofRun("signal", new Parent(new RunId(longest), 1, 2, 3)));
        var rows = new TreeSet<String>();
        for (RequestKey key : keys) {
            rows.add(Text.name("a request id", key.row()));
        }
        assertThat(rows).hasSameSizeAs(keys);
    }

    @Test
    void a_row_tells_which_run_has_asked_for_what_it_is() {
        for (var parent :
                List.of(
                        new Parent(RUN, 1, 2, 0),
                        new Parent(new RunId("a/b\u2028 c"), 7, 1, 1L << 33))) {
            assertThat(RequestKey.asker(RequestKey.ofRun("signal", parent).row()))
                    .isEqualTo(new RequestKey.Asker.Run(parent));
        }
        var longest = new RunId("x".repeat(Text.NAME_CHARS_MAX));
        assertThat(RequestKey.asker(RequestKey.ofRun("cancel", new Parent(longest, 1, 2, 3)).row()))
                .isEqualTo(new RequestKey.Asker.Unnamed());
        assertThat(RequestKey.asker(RequestKey.deletion("1/2/x").row()))
                .isEqualTo(new RequestKey.Asker.Deleter());
        for (var client :
                List.of(signal("pay", "x"), RequestKey.of("start", "x"), RequestKey.update("x"))) {
            assertThat(RequestKey.asker(client.row())).isEqualTo(new RequestKey.Asker.Client());
        }
    }
}
