package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.engine.store.Timer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class TimersTest {
    private static final int HELD_MAX = 1_024;
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private final Store store = Store.inMemory();
    private final List<Instant> alarms = new ArrayList<>();
    private final Timers timers =
            new Timers(store, alarms::add, new SteadyTime(() -> T0, () -> T0), HELD_MAX);

    @AfterEach
    void close() {
        store.close();
    }

    private static Timer at(long seconds, long seq) {
        return new Timer(T0.plusSeconds(seconds), seq);
    }

    private void kept(RunId run, List<Timer> set) throws Exception {
        var told = new CompletableFuture<Boolean>();
        store.write(
                Append.turn(run, 0, 1, new byte[1]).withTimers(set, List.of()),
                new Receipt() {
                    @Override
                    public void durable() {
                        told.complete(true);
                    }

                    @Override
                    public void refused(Conflict conflict) {
                        told.completeExceptionally(new AssertionError(conflict.sentence()));
                    }

                    @Override
                    public void failed(StoreFailure failure) {
                        told.completeExceptionally(failure);
                    }
                });
        told.get();
    }

    private List<String> rung(long seconds) {
        List<String> rung = new ArrayList<>();
        for (DueTimer due : timers.ring(T0.plusSeconds(seconds))) {
            rung.add(due.run() + "#" + due.timer().seq());
        }
        return rung;
    }

    @Test
    void what_is_stored_and_what_is_set_rings_in_the_order_of_time() throws Exception {
        RunId a = new RunId("a");
        kept(a, List.of(at(5, 1), at(1, 2)));
        timers.begin();
        assertThat(alarms).containsExactly(T0.plusSeconds(1));
        RunId b = new RunId("b");
        timers.set(b, List.of(at(3, 9), at(0, 8)));
        assertThat(alarms).endsWith(T0);
        assertThat(rung(0)).containsExactly("b#8");
        assertThat(alarms).endsWith(T0.plusSeconds(1));
        assertThat(rung(4)).containsExactly("a#2", "b#9");
        assertThat(rung(4)).isEmpty();
        assertThat(rung(5)).containsExactly("a#1");
    }

    @Test
    void a_stopped_timer_does_not_ring() {
        timers.begin();
        RunId a = new RunId("a");
        timers.set(a, List.of(at(1, 1), at(2, 2)));
        timers.stop(a, List.of(at(1, 1)));
        assertThat(rung(9)).containsExactly("a#2");
    }

    @Test
    void no_alarm_is_set_when_there_is_nothing_to_wait_for() {
        timers.begin();
        assertThat(alarms).isEmpty();
        assertThat(rung(1_000_000)).isEmpty();
        assertThat(alarms).isEmpty();
    }

    @Test
    void only_a_window_is_held_and_nothing_is_missed() throws Exception {
        int count = 3 * HELD_MAX;
        for (int i = 0; i < count; i += 1_024) {
            List<Timer> some = new ArrayList<>();
            for (int k = i; k < i + 1_024; k++) {
                some.add(at(k, k));
            }
            kept(new RunId("r" + i), some);
        }
        timers.begin();
        assertThat(timers.held()).isEqualTo(HELD_MAX);
        // One far away is not held; it was stored before it is set here.
        RunId far = new RunId("far");
        kept(far, List.of(at(count + 5, 1)));
        timers.set(far, List.of(at(count + 5, 1)));
        assertThat(timers.held()).isEqualTo(HELD_MAX);

        List<String> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.addAll(rung(count + 10));
            assertThat(timers.held()).isLessThanOrEqualTo(2 * HELD_MAX);
        }
        assertThat(all).hasSize(count + 1).doesNotHaveDuplicates().endsWith("far#1");
    }

    @Test
    void when_all_that_is_held_has_rung_the_alarm_is_set_for_what_is_behind_it() throws Exception {
        List<Timer> many = new ArrayList<>();
        for (int k = 0; k < HELD_MAX + 1; k++) {
            many.add(at(k, k));
        }
        kept(new RunId("a"), many);
        timers.begin();
        alarms.clear();
        assertThat(rung(HELD_MAX)).hasSize(HELD_MAX);
        assertThat(alarms).containsExactly(T0.plusSeconds(HELD_MAX));
        assertThat(rung(HELD_MAX)).containsExactly("a#" + HELD_MAX);
    }

    @Test
    void what_is_set_beyond_room_is_forgotten_and_read_again() throws Exception {
        timers.begin();
        List<Timer> many = new ArrayList<>();
        for (int k = 0; k < 3 * HELD_MAX; k++) {
            many.add(at(k, k));
        }
        RunId run = new RunId("r");
        kept(run, many);
        timers.set(run, many);
        assertThat(timers.held()).isEqualTo(HELD_MAX);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.addAll(rung(10L * HELD_MAX));
        }
        assertThat(all).hasSize(many.size()).doesNotHaveDuplicates();
    }
}
