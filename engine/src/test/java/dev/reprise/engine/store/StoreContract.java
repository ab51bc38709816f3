package dev.reprise.engine.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an engine may expect of a store, whatever it is written on. */
@Timeout(60)
abstract class StoreContract {
    static final RunId RUN = new RunId("order-17");
    static final RunId OTHER = new RunId("order-18");
    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    Store store;

    /** An empty store. */
    abstract Store empty();

    @BeforeEach
    void open() {
        store = empty();
    }

    @AfterEach
    void close() {
        store.close();
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static Append turn(RunId run, long position) {
        return Append.turn(run, position, 1, bytes(run + " " + position));
    }

    Slip write(Change change) {
        var slip = new Slip();
        store.write(change, slip);
        return slip;
    }

    void make(Change... changes) {
        Stream.of(changes).map(this::write).toList().forEach(Slip::assertDurable);
    }

    List<String> turns(RunId run, long from) {
        try (var cursor = store.turns(run, from)) {
            return all(cursor).stream().map(it -> new String(it, UTF_8)).toList();
        }
    }

    List<String> heads() {
        try (var cursor = store.heads()) {
            return all(cursor).stream().map(StoreContract::shown).toList();
        }
    }

    static String shown(Head head) {
        return head.run()
                + " "
                + head.position()
                + " "
                + head.epoch()
                + " '"
                + new String(head.summary(), UTF_8)
                + "'";
    }

    List<DueTimer> due(Instant until) {
        try (var cursor = store.timersDue(until)) {
            return all(cursor);
        }
    }

    static <T> List<T> all(Cursor<T> cursor) {
        List<T> all = new ArrayList<>();
        cursor.forEachRemaining(all::add);
        return all;
    }

    private void assertHead(RunId run, long position, long epoch, String summary) {
        assertThat(store.head(run).map(StoreContract::shown))
                .contains(run + " " + position + " " + epoch + " '" + summary + "'");
    }

    // Counting

    @Test
    void what_was_made_durable_is_counted_before_it_is_told() throws Exception {
        assertThat(store.counters()).isEqualTo(new StoreCounters(0, 0, 0));
        var counted = new CompletableFuture<StoreCounters>();
        store.write(turn(RUN, 0), new Slip(() -> counted.complete(store.counters())));
        assertThat(counted.get().syncs()).isEqualTo(1);
        assertThat(counted.get().changes()).isEqualTo(1);
        assertThat(counted.get().bytes()).isBetween(20L, 200L);

        write(turn(RUN, 5)).assertRefused(new Conflict.Position(RUN, 1, 5));
        assertThat(store.counters()).isEqualTo(counted.get());

        make(Append.turn(RUN, 1, 1, new byte[100_000]), new Change.ClaimStore(9));
        var since = store.counters().minus(counted.get());
        assertThat(since.changes()).isEqualTo(2);
        assertThat(since.syncs()).isBetween(1L, 2L);
        assertThat(since.bytes()).isBetween(100_000L, 101_000L);
        store.close();
        assertThat(store.counters().changes()).isEqualTo(3);
    }

    // Appending and reading

    @Test
    void an_empty_store_knows_nothing() {
        assertThat(store.head(RUN)).isEmpty();
        assertThat(turns(RUN, 0)).isEmpty();
        assertThat(heads()).isEmpty();
        assertThat(due(Instant.MAX)).isEmpty();
        assertThat(store.epoch()).isZero();
    }

    @Test
    void the_first_turn_makes_a_run() {
        make(turn(RUN, 0));
        assertHead(RUN, 1, 1, "");
        assertThat(turns(RUN, 0)).containsExactly("order-17 0");
        assertThat(store.epoch()).isEqualTo(1);
    }

    @Test
    void turns_are_read_in_order_from_any_position() {
        make(IntStream.range(0, 300).mapToObj(it -> turn(RUN, it)).toArray(Change[]::new));
        assertThat(turns(RUN, 0))
                .isEqualTo(IntStream.range(0, 300).mapToObj(it -> "order-17 " + it).toList());
        assertThat(turns(RUN, 298)).containsExactly("order-17 298", "order-17 299");
        assertThat(turns(RUN, 300)).isEmpty();
        assertThatThrownBy(() -> store.turns(RUN, 301))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("order-17", "300", "301");
        assertThatThrownBy(() -> store.turns(RUN, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void several_turns_may_be_one_append() {
        make(turn(RUN, 0).then(bytes("b")).then(bytes("c")).withSummary(bytes("three")));
        assertHead(RUN, 3, 1, "three");
        assertThat(turns(RUN, 0)).containsExactly("order-17 0", "b", "c");
        assertThat(store.counters().changes()).isEqualTo(1);
        write(turn(RUN, 1).then(bytes("d"))).assertRefused(new Conflict.Position(RUN, 3, 1));
        make(Append.turn(RUN, 3, 1, bytes("d")).then(bytes("e")), turn(RUN, 5));
        assertThat(turns(RUN, 3)).containsExactly("d", "e", "order-17 5");
        assertThatThrownBy(() -> turn(RUN, 5).then(new byte[Store.TURN_BYTES_MAX + 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("order-17", "turn 6");
    }

    @Test
    void a_cursor_at_its_end_says_so() {
        make(turn(RUN, 0));
        try (var cursor = store.turns(RUN, 0)) {
            cursor.next();
            assertThat(cursor.hasNext()).isFalse();
            assertThatThrownBy(cursor::next).isInstanceOf(NoSuchElementException.class);
        }
        try (var cursor = store.heads()) {
            cursor.next();
            assertThat(cursor.hasNext()).isFalse();
            assertThatThrownBy(cursor::next).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void a_turn_may_be_empty_and_may_be_large() {
        byte[] large = new byte[3 << 20];
        large[large.length - 1] = 7;
        make(Append.turn(RUN, 0, 1, new byte[0]), Append.turn(RUN, 1, 1, large));
        try (var cursor = store.turns(RUN, 0)) {
            assertThat(cursor.next()).isEmpty();
            assertThat(cursor.next()).isEqualTo(large);
        }
    }

    @Test
    void what_is_too_large_is_refused_where_it_is_made() {
        assertThatThrownBy(() -> Append.turn(RUN, 5, 1, new byte[Store.TURN_BYTES_MAX + 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("order-17", "turn 5", "" + Store.TURN_BYTES_MAX);
        assertThatThrownBy(() -> turn(RUN, 0).withSummary(new byte[Store.SUMMARY_BYTES_MAX + 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("order-17", "" + Store.SUMMARY_BYTES_MAX);
        var timers = Collections.nCopies(Store.TIMERS_MAX, new Timer(NOON, 1));
        var most = turn(RUN, 0).withTimers(timers, List.of());
        assertThatThrownBy(() -> most.stop(new Timer(NOON, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("order-17", "" + Store.TIMERS_MAX);
    }

    @Test
    void a_summary_stays_until_there_is_another() {
        make(turn(RUN, 0).withSummary(bytes("new")));
        assertHead(RUN, 1, 1, "new");
        make(turn(RUN, 1));
        assertHead(RUN, 2, 1, "new");
        make(turn(RUN, 2).withSummary(bytes("running")), turn(RUN, 3));
        assertHead(RUN, 4, 1, "running");
        make(turn(RUN, 4).withSummary(new byte[0]));
        assertHead(RUN, 5, 1, "");
    }

    @Test
    void heads_are_in_the_order_of_the_bytes_of_their_ids() {
        // In UTF-16 the last two are the other way round; a prefix comes before what it begins.
        var ids = List.of("a", "a b", "aa", "b", "é", "\uFFFD", "\uD83D\uDE00");
        for (int i = ids.size() - 1; i >= 0; i--) {
            make(Append.turn(new RunId(ids.get(i)), 0, 1, bytes("x")).withSummary(bytes("" + i)));
        }
        assertThat(heads())
                .isEqualTo(
                        IntStream.range(0, ids.size())
                                .mapToObj(i -> ids.get(i) + " 1 1 '" + i + "'")
                                .toList());
    }

    @Test
    void a_cursor_shows_what_was_there_when_it_was_made() {
        make(turn(RUN, 0).set(new Timer(NOON, 1)), turn(RUN, 1));
        try (var turns = store.turns(RUN, 0);
                var heads = store.heads();
                var timers = store.timersDue(NOON)) {
            make(turn(RUN, 2).set(new Timer(NOON, 0)), turn(OTHER, 0));
            make(new Change.Delete(RUN, 3, 1));
            make(Append.turn(RUN, 0, 1, bytes("another")));
            assertThat(all(turns)).hasSize(2);
            assertThat(all(heads)).extracting(Head::position).containsExactly(2L);
            assertThat(all(timers)).containsExactly(new DueTimer(RUN, new Timer(NOON, 1)));
        }
        assertThat(turns(RUN, 0)).containsExactly("another");
    }

    // Refusals

    @Test
    void a_wrong_position_is_refused_and_has_no_effect() {
        make(turn(RUN, 0).withSummary(bytes("kept")).set(new Timer(NOON, 1)), turn(RUN, 1));
        for (long wrong : new long[] {0, 1, 3, Long.MAX_VALUE}) {
            var attempt =
                    Append.turn(RUN, wrong, 1, bytes("wrong"))
                            .withSummary(bytes("wrong"))
                            .set(new Timer(NOON, 2))
                            .stop(new Timer(NOON, 1));
            write(attempt).assertRefused(new Conflict.Position(RUN, 2, wrong));
        }
        write(turn(OTHER, 1)).assertRefused(new Conflict.Position(OTHER, 0, 1));
        assertHead(RUN, 2, 1, "kept");
        assertThat(turns(RUN, 0)).containsExactly("order-17 0", "order-17 1");
        assertThat(due(Instant.MAX)).containsExactly(new DueTimer(RUN, new Timer(NOON, 1)));
        assertThat(heads()).hasSize(1);
    }

    @Test
    void a_conflict_says_what_is_recorded_and_what_was_attempted() {
        assertThat(new Conflict.Position(RUN, 2, 7).sentence())
                .contains("order-17", "recorded 2", "attempted 7");
        assertThat(new Conflict.Epoch(RUN, 2, 7).sentence())
                .contains("order-17", "recorded 2", "attempted 7");
        assertThat(new Conflict.StoreEpoch(2, 7).sentence()).contains("recorded 2", "attempted 7");
        assertThat(new Conflict.Absent(RUN).sentence()).contains("order-17");
    }

    @Test
    void appends_queue_up_behind_each_other() {
        List<Slip> slips = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            slips.add(write(turn(RUN, i)));
            slips.add(write(turn(OTHER, i)));
        }
        slips.forEach(Slip::assertDurable);
        assertThat(turns(RUN, 0)).hasSize(500);
        assertHead(OTHER, 500, 1, "");
    }

    @Test
    void what_follows_a_refused_append_is_refused_too() {
        var slips = Stream.of(0, 2, 3, 1, 2).map(it -> write(turn(RUN, it))).toList();
        slips.get(0).assertDurable();
        slips.get(1).assertRefused(new Conflict.Position(RUN, 1, 2));
        slips.get(2).assertRefused(new Conflict.Position(RUN, 1, 3));
        slips.get(3).assertDurable();
        slips.get(4).assertDurable();
    }

    // Receipts

    @Test
    void receipts_of_a_run_are_told_in_order_and_on_one_other_thread() {
        List<Integer> told = Collections.synchronizedList(new ArrayList<>());
        List<Slip> slips = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int number = i;
            // Every fifth is refused, and is told in its place all the same.
            long position = i % 5 == 4 ? 1_000 : i - i / 5;
            slips.add(new Slip(() -> told.add(number)));
            store.write(turn(RUN, position), slips.get(i));
        }
        assertThat(slips).extracting(Slip::teller).containsOnly(slips.getFirst().teller());
        assertThat(slips.getFirst().teller()).isNotEqualTo(Thread.currentThread());
        assertThat(told).isEqualTo(IntStream.range(0, 200).boxed().toList());
        assertHead(RUN, 160, 1, "");
    }

    @Test
    void when_a_receipt_is_told_its_turn_can_be_read() {
        var seen = new CompletableFuture<Optional<Head>>();
        store.write(turn(RUN, 0), new Slip(() -> seen.complete(store.head(RUN))));
        assertThat(seen.join().map(Head::position)).contains(1L);
    }

    @Test
    void a_receipt_may_write() {
        var last = new CompletableFuture<Slip>();
        writeNext(0, 20, last);
        last.join().assertDurable();
        assertThat(turns(RUN, 0)).hasSize(20);
    }

    private void writeNext(int position, int end, CompletableFuture<Slip> last) {
        var made = new AtomicReference<Slip>();
        var slip =
                new Slip(
                        () -> {
                            if (position + 1 == end) {
                                last.complete(made.get());
                            } else {
                                writeNext(position + 1, end, last);
                            }
                        });
        made.set(slip);
        store.write(turn(RUN, position), slip);
    }

    @Test
    void a_receipt_that_throws_harms_nobody() {
        store.write(
                turn(RUN, 0),
                new Slip(
                        () -> {
                            throw new IllegalStateException("on purpose");
                        }));
        make(turn(RUN, 1), turn(OTHER, 0));
        assertHead(RUN, 2, 1, "");
    }

    @Test
    void who_lends_a_hand_is_told_before_it_returns() {
        var slip = new Slip();
        store.writeHere(turn(RUN, 0), slip);
        slip.assertDurable();
        assertThat(slip.teller()).isEqualTo(Thread.currentThread());
    }

    @Test
    void who_lends_a_hand_while_another_writes_is_told_by_that_one() throws Exception {
        var writing = new CountDownLatch(1);
        var lent = new CountDownLatch(1);
        store.write(
                turn(OTHER, 0),
                new Slip(
                        () -> {
                            writing.countDown();
                            await(lent);
                        }));
        writing.await();
        var slip = new Slip();
        store.writeHere(turn(RUN, 0), slip);
        lent.countDown();
        slip.assertDurable();
        assertThat(slip.teller()).isNotEqualTo(Thread.currentThread());
    }

    @Test
    void a_receipt_that_is_told_by_who_lent_a_hand_may_do_so_again() {
        var last = new Slip();
        store.writeHere(turn(RUN, 0), new Slip(() -> store.writeHere(turn(RUN, 1), last)));
        last.assertDurable();
        assertThat(turns(RUN, 0)).hasSize(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_receipt_cannot_close_the_store() {
        var refusal = new CompletableFuture<Throwable>();
        store.write(
                turn(RUN, 0),
                new Slip(
                        () -> {
                            try {
                                store.close();
                            } catch (IllegalStateException e) {
                                refusal.complete(e);
                            }
                        }));
        assertThat(refusal.join()).hasMessageContaining("receipt");
        make(turn(RUN, 1));
    }

    // Timers

    @Test
    void timers_are_found_by_due_time_run_and_number() {
        var before1970 = Instant.ofEpochSecond(-5, 999_999_999);
        var justAfter = NOON.plusNanos(1);
        make(
                turn(OTHER, 0)
                        .set(new Timer(NOON, 1))
                        .set(new Timer(before1970, 9))
                        .set(new Timer(Instant.MIN, 3)),
                turn(RUN, 0)
                        .set(new Timer(justAfter, 4))
                        .set(new Timer(NOON, 300))
                        .set(new Timer(NOON, 2))
                        .set(new Timer(Instant.MAX, 5)));
        var first =
                List.of(
                        new DueTimer(OTHER, new Timer(Instant.MIN, 3)),
                        new DueTimer(OTHER, new Timer(before1970, 9)),
                        new DueTimer(RUN, new Timer(NOON, 2)),
                        new DueTimer(RUN, new Timer(NOON, 300)),
                        new DueTimer(OTHER, new Timer(NOON, 1)));
        assertThat(due(NOON)).isEqualTo(first);
        assertThat(due(justAfter)).hasSize(6);
        assertThat(due(Instant.MAX)).hasSize(7);
        assertThat(due(NOON.minusNanos(1))).isEqualTo(first.subList(0, 2));
        assertThat(due(Instant.MIN)).isEqualTo(first.subList(0, 1));
    }

    @Test
    void a_stopped_timer_is_not_found() {
        var timer = new Timer(NOON, 1);
        make(turn(RUN, 0).set(timer), turn(OTHER, 0).set(timer));
        make(turn(RUN, 1).stop(timer).stop(new Timer(NOON, 2)));
        assertThat(due(NOON)).containsExactly(new DueTimer(OTHER, timer));
        make(turn(OTHER, 1).set(timer), turn(OTHER, 2).set(timer).stop(timer));
        assertThat(due(NOON)).isEmpty();
    }

    // Deleting

    @Test
    void a_deleted_run_is_gone_with_its_timers_and_no_other_is() {
        var timer = new Timer(NOON, 1);
        // Ids that begin alike, before and after the deleted one.
        var neighbours =
                Stream.of("order-1", "order-16", "order-17 ", "order-170").map(RunId::new).toList();
        for (RunId run : neighbours) {
            make(turn(run, 0).set(timer).withSummary(bytes("s")), turn(run, 1));
        }
        make(turn(RUN, 0).set(timer).set(new Timer(NOON.plusSeconds(1), 2)), turn(RUN, 1));
        make(new Change.Delete(RUN, 2, 1));
        assertThat(store.head(RUN)).isEmpty();
        assertThat(turns(RUN, 0)).isEmpty();
        assertThat(heads()).hasSize(4).noneMatch(it -> it.startsWith("order-17 1 "));
        assertThat(due(Instant.MAX))
                .extracting(DueTimer::run)
                .containsExactlyElementsOf(neighbours);
        for (RunId run : neighbours) {
            assertThat(turns(run, 0)).hasSize(2);
        }
    }

    @Test
    void a_run_that_went_on_is_not_deleted() {
        make(turn(RUN, 0), turn(RUN, 1));
        write(new Change.Delete(RUN, 1, 1)).assertRefused(new Conflict.Position(RUN, 2, 1));
        write(new Change.Delete(RUN, 2, 7)).assertRefused(new Conflict.Epoch(RUN, 1, 7));
        write(new Change.Delete(OTHER, 1, 1)).assertRefused(new Conflict.Position(OTHER, 0, 1));
        assertHead(RUN, 2, 1, "");
    }

    @Test
    void an_id_can_be_used_again_at_once() {
        var timer = new Timer(NOON, 1);
        make(
                turn(RUN, 0).set(timer).withSummary(bytes("old")),
                turn(RUN, 1),
                new Change.Delete(RUN, 2, 1),
                Append.turn(RUN, 0, 1, bytes("new")).set(new Timer(NOON, 2)),
                new Change.Delete(RUN, 1, 1),
                Append.turn(RUN, 0, 1, bytes("newest")).set(new Timer(NOON, 3)));
        assertHead(RUN, 1, 1, "");
        assertThat(turns(RUN, 0)).containsExactly("newest");
        assertThat(due(NOON)).containsExactly(new DueTimer(RUN, new Timer(NOON, 3)));
    }

    @Test
    void a_long_run_can_be_deleted_too() {
        int length = 3_000;
        make(turn(OTHER, 0));
        make(IntStream.range(0, length).mapToObj(it -> turn(RUN, it)).toArray(Change[]::new));
        make(new Change.Delete(RUN, length, 1), turn(RUN, 0), turn(RUN, 1));
        assertThat(turns(RUN, 0)).containsExactly("order-17 0", "order-17 1");
        assertThat(turns(OTHER, 0)).containsExactly("order-18 0");
    }

    // Epochs

    @Test
    void who_claims_the_store_shuts_out_everybody_before() {
        make(turn(RUN, 0));
        make(new Change.ClaimStore(2));
        assertThat(store.epoch()).isEqualTo(2);
        write(turn(RUN, 1)).assertRefused(new Conflict.Epoch(RUN, 2, 1));
        write(turn(OTHER, 0)).assertRefused(new Conflict.Epoch(OTHER, 2, 1));
        write(new Change.Delete(RUN, 1, 1)).assertRefused(new Conflict.Epoch(RUN, 2, 1));
        make(Append.turn(RUN, 1, 2, bytes("x")), Append.turn(OTHER, 0, 2, bytes("x")));
        assertHead(RUN, 2, 2, "");
    }

    @Test
    void the_store_is_claimed_by_an_epoch_greater_than_all_others() {
        make(new Change.ClaimStore(4), Append.turn(RUN, 0, 4, bytes("x")));
        make(new Change.ClaimRun(RUN, 9));
        write(new Change.ClaimStore(4)).assertRefused(new Conflict.StoreEpoch(9, 4));
        write(new Change.ClaimStore(9)).assertRefused(new Conflict.StoreEpoch(9, 9));
        make(new Change.ClaimStore(10));
        write(Append.turn(RUN, 1, 9, bytes("x"))).assertRefused(new Conflict.Epoch(RUN, 10, 9));
        make(Append.turn(RUN, 1, 10, bytes("x")));
    }

    @Test
    void who_claims_a_run_shuts_out_others_from_this_run_only() {
        make(turn(RUN, 0).withSummary(bytes("kept")), turn(OTHER, 0));
        make(new Change.ClaimRun(RUN, 5));
        assertHead(RUN, 1, 5, "kept");
        write(turn(RUN, 1)).assertRefused(new Conflict.Epoch(RUN, 5, 1));
        make(Append.turn(RUN, 1, 5, bytes("x")), turn(OTHER, 1));
        write(new Change.ClaimRun(RUN, 5)).assertRefused(new Conflict.Epoch(RUN, 5, 5));
        write(new Change.ClaimRun(RUN, 4)).assertRefused(new Conflict.Epoch(RUN, 5, 4));
        write(new Change.ClaimRun(new RunId("nobody"), 6))
                .assertRefused(new Conflict.Absent(new RunId("nobody")));
    }

    @Test
    void an_epoch_that_has_not_claimed_a_run_cannot_change_it() {
        make(turn(RUN, 0));
        write(Append.turn(RUN, 1, 8, bytes("x"))).assertRefused(new Conflict.Epoch(RUN, 1, 8));
        // A run that is not there is nobody's.
        make(Append.turn(OTHER, 0, 8, bytes("x")));
        assertHead(OTHER, 1, 8, "");
        assertThat(store.epoch()).isEqualTo(8);
    }

    @Test
    void a_claim_is_judged_with_what_is_on_its_way() {
        var slips =
                Stream.of(
                                turn(RUN, 0),
                                new Change.ClaimRun(RUN, 2),
                                turn(RUN, 1),
                                Append.turn(RUN, 1, 2, bytes("x")),
                                new Change.ClaimStore(3),
                                Append.turn(RUN, 2, 2, bytes("x")),
                                Append.turn(RUN, 2, 3, bytes("x")))
                        .map(this::write)
                        .toList();
        slips.get(2).assertRefused(new Conflict.Epoch(RUN, 2, 1));
        slips.get(5).assertRefused(new Conflict.Epoch(RUN, 3, 2));
        for (int fits : new int[] {0, 1, 3, 4, 6}) {
            slips.get(fits).assertDurable();
        }
    }

    // Closing

    @Test
    void close_waits_for_everything_that_was_written() {
        var slips = IntStream.range(0, 500).mapToObj(it -> write(turn(RUN, it))).toList();
        store.close();
        assertThat(slips).allMatch(Slip::isTold);
        slips.forEach(Slip::assertDurable);
    }

    @Test
    void nothing_can_be_done_with_a_closed_store() {
        make(turn(RUN, 0), turn(RUN, 1));
        var cursor = store.turns(RUN, 0);
        cursor.next();
        store.close();
        store.close();
        assertThatThrownBy(() -> write(turn(RUN, 2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        for (ThrowingCallable read :
                List.<ThrowingCallable>of(
                        () -> store.head(RUN),
                        () -> store.turns(RUN, 0),
                        () -> store.heads(),
                        () -> store.timersDue(NOON),
                        () -> store.epoch(),
                        cursor::hasNext,
                        cursor::next)) {
            assertThatThrownBy(read)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        cursor.close();
    }

    @Test
    void a_closed_cursor_says_so() {
        make(turn(RUN, 0));
        var cursor = store.heads();
        cursor.close();
        cursor.close();
        assertThatThrownBy(cursor::hasNext)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void a_store_can_be_closed_while_others_read_and_write() throws Exception {
        make(IntStream.range(0, 50).mapToObj(it -> turn(RUN, it)).toArray(Change[]::new));
        var started = new CountDownLatch(4);
        List<Callable<Object>> busy =
                List.of(
                        () -> turns(RUN, 0),
                        () -> heads(),
                        () -> write(turn(RUN, 0)),
                        () -> {
                            store.writeHere(turn(RUN, 0), new Slip());
                            return "";
                        });
        List<Future<Object>> ends = new ArrayList<>();
        try (var executor = Executors.newFixedThreadPool(busy.size())) {
            for (var each : busy) {
                ends.add(executor.submit(() -> untilItThrows(each, started)));
            }
            started.await();
            store.close();
        }
        for (Future<Object> end : ends) {
            assertThat(end.get().toString()).contains("closed");
        }
    }

    private static Object untilItThrows(Callable<Object> each, CountDownLatch started)
            throws Exception {
        for (int i = 0; true; i++) {
            try {
                each.call();
            } catch (IllegalStateException e) {
                return e.getMessage();
            }
            if (i == 10) {
                started.countDown();
            }
        }
    }

    // Snapshots, and what is kept

    @Test
    void a_snapshot_comes_with_its_turn_and_stays_until_the_next() {
        assertThat(store.snapshot(RUN)).isEmpty();
        make(turn(RUN, 0).withSnapshot(bytes("one")), turn(RUN, 1), turn(OTHER, 0));
        assertThat(store.snapshot(RUN)).map(RunSnapshot::position).contains(1L);
        make(turn(RUN, 2).then(bytes("3")).withSnapshot(bytes("four")));
        assertThat(store.snapshot(RUN)).map(RunSnapshot::position).contains(4L);
        assertThat(store.snapshot(RUN)).map(it -> new String(it.state(), UTF_8)).contains("four");
        assertThat(store.snapshot(OTHER)).isEmpty();
    }

    @Test
    void the_snapshot_of_a_refused_turn_is_not_there() {
        make(turn(RUN, 0).withSnapshot(bytes("one")));
        write(turn(RUN, 7).withSnapshot(bytes("eight")))
                .assertRefused(new Conflict.Position(RUN, 1, 7));
        assertThat(store.snapshot(RUN)).map(RunSnapshot::position).contains(1L);
    }

    @Test
    void a_deleted_run_has_no_snapshot() {
        make(turn(RUN, 0).withSnapshot(bytes("one")), new Change.Delete(RUN, 1, 1), turn(RUN, 0));
        assertThat(store.snapshot(RUN)).isEmpty();
    }

    @Test
    void a_snapshot_that_is_too_large_is_refused() {
        assertThatThrownBy(() -> turn(RUN, 0).withSnapshot(new byte[Store.SNAPSHOT_BYTES_MAX + 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("" + (Store.SNAPSHOT_BYTES_MAX + 1), RUN.value());
    }

    @Test
    void a_request_is_known_by_its_run_from_the_append_on_that_carried_it_out() {
        assertThat(store.request(RUN, "r1")).isEmpty();
        make(turn(RUN, 0), turn(RUN, 1).withRequests(List.of("r1", "r2")), turn(OTHER, 0));
        assertThat(store.request(RUN, "r1")).hasValue(1);
        assertThat(store.request(RUN, "r2")).hasValue(1);
        assertThat(store.request(RUN, "r")).isEmpty();
        assertThat(store.request(OTHER, "r1")).isEmpty();
    }

    @Test
    void the_requests_of_a_refused_append_are_not_known() {
        make(turn(RUN, 0));
        write(turn(RUN, 5).withRequests(List.of("r1")))
                .assertRefused(new Conflict.Position(RUN, 1, 5));
        assertThat(store.request(RUN, "r1")).isEmpty();
    }

    @Test
    void a_run_that_is_deleted_and_begun_anew_knows_no_request_of_before() {
        make(
                turn(RUN, 0).withRequests(List.of("r1", "ü")),
                turn(OTHER, 0).withRequests(List.of("r1")));
        make(new Change.Delete(RUN, 1, 1));
        make(turn(RUN, 0));
        assertThat(store.request(RUN, "r1")).isEmpty();
        assertThat(store.request(RUN, "ü")).isEmpty();
        assertThat(store.request(OTHER, "r1")).hasValue(0);
    }

    @Test
    void a_run_with_many_requests_is_deleted_with_all_of_them() {
        List<String> many = IntStream.range(0, 3_000).mapToObj(it -> "r" + it).toList();
        make(turn(RUN, 0).withRequests(many), turn(OTHER, 0).withRequests(List.of("r1")));
        make(new Change.Delete(RUN, 1, 1));
        assertThat(many).allMatch(it -> store.request(RUN, it).isEmpty());
        assertThat(store.request(OTHER, "r1")).hasValue(0);
    }

    @Test
    void a_deletion_is_known_by_its_request_until_its_id_is_deleted_again() {
        make(turn(RUN, 0).withRequests(List.of("r1")), turn(RUN, 1), turn(OTHER, 0));
        make(new Change.Delete(RUN, 2, 1, "d1"));
        assertThat(store.request(RUN, "r1")).isEmpty();
        assertThat(store.request(RUN, "d1")).hasValue(2);
        assertThat(store.request(OTHER, "d1")).isEmpty();
        assertThat(store.head(RUN)).isEmpty();
        make(turn(RUN, 0).withRequests(List.of("r2")));
        assertThat(store.request(RUN, "d1")).hasValue(2);
        assertThat(store.request(RUN, "r2")).hasValue(0);
        make(new Change.Delete(RUN, 1, 1));
        assertThat(store.request(RUN, "d1")).isEmpty();
        assertThat(store.request(RUN, "r2")).isEmpty();
    }

    // ---- Forgetting ----

    @Test
    void turns_that_are_forgotten_cannot_be_read_and_the_others_keep_their_positions() {
        make(turn(RUN, 0), turn(RUN, 1).withSummary(bytes("s")), turn(RUN, 2), turn(OTHER, 0));
        make(turn(RUN, 3).forgetting(2, List.of()));
        Head head = store.head(RUN).orElseThrow();
        assertThat(head.first()).isEqualTo(2);
        assertThat(shown(head)).isEqualTo("order-17 4 1 's'");
        assertThat(turns(RUN, 2)).containsExactly("order-17 2", "order-17 3");
        assertThat(turns(RUN, 4)).isEmpty();
        assertThat(turns(OTHER, 0)).containsExactly("order-18 0");
        assertThatThrownBy(() -> store.turns(RUN, 1))
                .hasMessage(
                        "the turns of run order-17 are kept from 2 on, and cannot be read from 1");
    }

    @Test
    void a_run_that_has_forgotten_goes_on_is_claimed_and_is_deleted_like_any_other() {
        make(turn(RUN, 0), turn(RUN, 1).forgetting(1, List.of()));
        make(turn(RUN, 2), new Change.ClaimRun(RUN, 2));
        assertThat(store.head(RUN).orElseThrow().first()).isEqualTo(1);
        make(Append.turn(RUN, 3, 2, bytes("x")).forgetting(0, List.of()));
        assertThat(turns(RUN, 1)).containsExactly("order-17 1", "order-17 2", "x");
        make(new Change.Delete(RUN, 4, 2));
        assertThat(store.head(RUN)).isEmpty();
        make(turn(RUN, 0));
        assertThat(turns(RUN, 0)).containsExactly("order-17 0");
    }

    @Test
    void several_appends_at_once_may_each_forget_something() {
        make(
                turn(RUN, 0),
                turn(RUN, 1).forgetting(1, List.of()),
                turn(RUN, 2).forgetting(2, List.of()),
                turn(RUN, 3).forgetting(1, List.of()));
        assertThat(store.head(RUN).orElseThrow().first()).isEqualTo(2);
        assertThat(turns(RUN, 2)).containsExactly("order-17 2", "order-17 3");
    }

    @Test
    void a_long_history_can_be_forgotten_and_what_is_kept_of_it_is_whole() {
        Append many = turn(RUN, 0);
        for (int i = 1; i < 2_500; i++) {
            many = many.then(bytes("order-17 " + i));
        }
        make(many, turn(RUN, 2_500).forgetting(2_300, List.of()));
        assertThat(turns(RUN, 2_300)).hasSize(201).startsWith("order-17 2300");
        make(new Change.Delete(RUN, 2_501, 1));
        assertThat(heads()).isEmpty();
    }

    @Test
    void nothing_can_be_forgotten_that_the_append_itself_brings() {
        assertThatThrownBy(() -> turn(RUN, 3).forgetting(4, List.of()))
                .hasMessage("an append to run order-17 at 3 cannot forget what is before 4");
    }

    @Test
    void a_refused_append_forgets_nothing() {
        make(turn(RUN, 0).withRequests(List.of("r1")), turn(RUN, 1));
        write(turn(RUN, 5).forgetting(1, List.of("r1")))
                .assertRefused(new Conflict.Position(RUN, 2, 5));
        assertThat(turns(RUN, 0)).hasSize(2);
        assertThat(store.request(RUN, "r1")).hasValue(0);
    }

    @Test
    void requests_are_listed_and_forgotten_by_their_ids() {
        make(turn(RUN, 0).withRequests(List.of("r1", "ü/2")), turn(OTHER, 0));
        make(turn(RUN, 1).withRequests(List.of("r3")), turn(OTHER, 1).withRequests(List.of("r1")));
        assertThat(requests(RUN))
                .containsExactly(
                        new KnownRequest("r1", 0),
                        new KnownRequest("r3", 1),
                        new KnownRequest("ü/2", 0));
        make(turn(RUN, 2).forgetting(0, List.of("r1", "ü/2", "nobody")));
        assertThat(requests(RUN)).containsExactly(new KnownRequest("r3", 1));
        assertThat(store.request(RUN, "r1")).isEmpty();
        assertThat(store.request(OTHER, "r1")).hasValue(1);
    }

    private List<KnownRequest> requests(RunId run) {
        try (var cursor = store.requests(run)) {
            return all(cursor);
        }
    }

    @Test
    void what_is_kept_is_found_by_its_name() {
        assertThat(store.kept("a")).isEmpty();
        make(new Change.Keep("a", bytes("first"), 1), new Change.Keep("b", bytes(""), 1));
        make(new Change.Keep("a", bytes("second"), 1));
        assertThat(store.kept("a")).map(it -> new String(it, UTF_8)).contains("second");
        assertThat(store.kept("b")).map(it -> new String(it, UTF_8)).contains("");
        assertThat(heads()).isEmpty();
    }

    @Test
    void who_is_out_of_date_keeps_nothing() {
        make(new Change.ClaimStore(5));
        write(new Change.Keep("a", bytes("late"), 4)).assertRefused(new Conflict.StoreEpoch(5, 4));
        assertThat(store.kept("a")).isEmpty();
    }

    @Test
    void what_is_kept_has_a_name() {
        assertThatThrownBy(() -> new Change.Keep("", new byte[0], 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Change.Keep("x".repeat(201), new byte[0], 1))
                .hasMessageContaining("201");
    }

    // Many at once

    @Test
    void many_threads_append_to_many_runs() throws Exception {
        int threads = 8;
        int runs = 5;
        int turns = 60;
        List<Future<?>> all = new ArrayList<>();
        try (var executor = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                int thread = i;
                all.add(executor.submit(() -> appendAndRead(thread, runs, turns)));
            }
        }
        for (Future<?> each : all) {
            each.get();
        }
        assertThat(heads())
                .hasSize(threads * runs)
                .allMatch(it -> it.endsWith(" " + turns + " 1 '" + (turns - 1) + "'"));
    }

    /** Writes some turns without waiting, now and then waits for one, and reads along. */
    private void appendAndRead(int thread, int runs, int turns) {
        List<Slip> slips = new ArrayList<>();
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        for (int turn = 0; turn < turns; turn++) {
            for (int run = 0; run < runs; run++) {
                var id = new RunId("t" + thread + "r" + run);
                String name = run + " " + turn;
                var slip = new Slip(() -> told.add(name));
                Append append = turn(id, turn).withSummary(bytes("" + turn));
                if ((turn + thread) % 3 == 0) {
                    store.writeHere(append, slip);
                } else {
                    store.write(append, slip);
                }
                slips.add(slip);
            }
            if (turn % 16 == 15) {
                slips.getLast().assertDurable();
                assertThat(turns(new RunId("t" + thread + "r0"), 0)).hasSize(turn + 1);
            }
        }
        slips.forEach(Slip::assertDurable);
        for (int run = 0; run < runs; run++) {
            String prefix = run + " ";
            assertThat(told.stream().filter(it -> it.startsWith(prefix)).toList())
                    .isEqualTo(IntStream.range(0, turns).mapToObj(it -> prefix + it).toList());
        }
    }

    @Test
    void of_many_who_want_the_same_position_one_gets_it() throws Exception {
        int threads = 4;
        int positions = 25;
        List<Future<List<String>>> all = new ArrayList<>();
        try (var executor = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                String name = "thread " + i;
                all.add(executor.submit(() -> compete(name, positions)));
            }
        }
        List<String> won = new ArrayList<>();
        for (var each : all) {
            won.addAll(each.get());
        }
        assertThat(turns(RUN, 0)).containsExactlyInAnyOrderElementsOf(won).hasSize(positions);
    }

    /** What this thread could append, while others try the same. */
    private List<String> compete(String name, int positions) {
        List<String> won = new ArrayList<>();
        for (int position = 0; position < positions; position++) {
            String turn = name + " " + position;
            var durable = new CompletableFuture<Boolean>();
            store.write(
                    Append.turn(RUN, position, 1, bytes(turn)),
                    new Receipt() {
                        @Override
                        public void durable() {
                            durable.complete(true);
                        }

                        @Override
                        public void refused(Conflict conflict) {
                            durable.complete(false);
                        }

                        @Override
                        public void failed(StoreFailure failure) {
                            durable.completeExceptionally(failure);
                        }
                    });
            if (durable.join()) {
                won.add(turn);
            }
        }
        return won;
    }
}
