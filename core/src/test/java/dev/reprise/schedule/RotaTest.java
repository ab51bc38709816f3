package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.schedule.Firing.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a schedule does, told as conversations. Its times are every ten seconds. */
class RotaTest {
    private static final Schedule EVERY_TEN = Schedule.of(new Every(Duration.ofSeconds(10)));

    private Rota rota = Rota.begin(EVERY_TEN, 0, at(0));
    private Rota.Step last = rota.tick(at(0));

    private static Instant at(long second) {
        return Instant.EPOCH.plusSeconds(1_000_000 + second);
    }

    private static Firing scheduled(long second) {
        return Firing.scheduled(at(second));
    }

    private RotaTest given(Schedule schedule) {
        return then(Rota.begin(schedule, 0, at(0)).tick(at(0)));
    }

    private RotaTest then(Rota.Step step) {
        last = step;
        rota = step.rota();
        return this;
    }

    private RotaTest tick(long second) {
        return then(rota.tick(at(second)));
    }

    private RotaTest ended(long now, long second, Ending ending) {
        return then(rota.ended(at(now), scheduled(second), ending));
    }

    private RotaTest starts(long... seconds) {
        assertThat(last.orders())
                .isEqualTo(
                        LongStream.of(seconds)
                                .mapToObj(second -> (Order) new Order.Start(scheduled(second)))
                                .toList());
        return this;
    }

    private RotaTest fates(Fate.Kind... kinds) {
        assertThat(last.fates()).extracting(Fate::kind).containsExactly(kinds);
        return this;
    }

    private RotaTest wakes(long second) {
        assertThat(last.wakeUp()).contains(at(second));
        return this;
    }

    @Test
    void it_wakes_up_at_its_times_and_starts_something() {
        given(EVERY_TEN).starts().wakes(10);
        tick(9).starts().fates().wakes(10);
        tick(10).starts(10).fates(Fate.Kind.STARTED).wakes(20);
        tick(10).starts().fates().wakes(20);
        tick(3).starts().fates().wakes(20);
        assertThat(rota.orders()).containsExactly(new Order.Start(scheduled(10)));
        rota = rota.started(scheduled(10));
        assertThat(rota.orders()).isEmpty();
        ended(12, 10, Ending.COMPLETED).starts().wakes(20);
        tick(20).starts(20).wakes(30);
    }

    @Test
    void skip_leaves_out_what_comes_while_another_is_at_work() {
        given(EVERY_TEN).tick(10).starts(10);
        tick(20).starts().fates(Fate.Kind.SKIPPED);
        ended(25, 10, Ending.COMPLETED).starts();
        tick(30).starts(30);
        assertThat(rota.state().counts().skipped()).isEqualTo(1);
    }

    @Test
    void buffer_one_keeps_the_first_that_comes_and_buffer_all_keeps_all() {
        given(EVERY_TEN.overlap(Overlap.BUFFER_ONE));
        tick(30).starts(10).fates(Fate.Kind.STARTED, Fate.Kind.BUFFERED, Fate.Kind.SKIPPED);
        ended(31, 10, Ending.COMPLETED).starts(20).fates(Fate.Kind.STARTED);
        ended(32, 20, Ending.COMPLETED).starts();

        given(EVERY_TEN.overlap(Overlap.BUFFER_ALL));
        tick(30).starts(10).fates(Fate.Kind.STARTED, Fate.Kind.BUFFERED, Fate.Kind.BUFFERED);
        ended(31, 10, Ending.COMPLETED).starts(20);
        ended(32, 20, Ending.COMPLETED).starts(30);
    }

    @Test
    void cancel_other_waits_for_the_end_and_terminate_other_does_not() {
        given(EVERY_TEN.overlap(Overlap.CANCEL_OTHER)).tick(10).starts(10);
        tick(20).fates(Fate.Kind.BUFFERED);
        assertThat(last.orders()).containsExactly(new Order.Cancel(scheduled(10)));
        tick(30).starts().fates(Fate.Kind.SKIPPED, Fate.Kind.BUFFERED);
        assertThat(rota.orders())
                .containsExactly(new Order.Start(scheduled(10)), new Order.Cancel(scheduled(10)));
        ended(31, 10, Ending.CANCELLED).starts(30);

        given(EVERY_TEN.overlap(Overlap.TERMINATE_OTHER)).tick(10).starts(10);
        tick(20);
        assertThat(last.orders())
                .containsExactly(
                        new Order.Terminate(scheduled(10)), new Order.Start(scheduled(20)));
        ended(21, 10, Ending.TERMINATED).starts();
        assertThat(rota.state().running()).hasSize(1);
    }

    @Test
    void of_many_that_are_due_at_once_those_that_would_stop_each_other_start_only_the_last() {
        for (var overlap : List.of(Overlap.CANCEL_OTHER, Overlap.TERMINATE_OTHER)) {
            given(EVERY_TEN.overlap(overlap));
            tick(35).starts(30).fates(Fate.Kind.SKIPPED, Fate.Kind.SKIPPED, Fate.Kind.STARTED);
            assertThat(rota.state().starts()).isEqualTo(1);
            assertThat(rota.state().counts().started()).isEqualTo(1);
        }
    }

    @Test
    void what_was_missed_is_made_up_for_within_the_window() {
        given(EVERY_TEN.overlap(Overlap.ALLOW_ALL).catchUp(Duration.ofSeconds(15)));
        tick(45).starts(30, 40)
                .fates(Fate.Kind.MISSED, Fate.Kind.MISSED, Fate.Kind.STARTED, Fate.Kind.STARTED);
        assertThat(rota.state().counts().missed()).isEqualTo(2);
    }

    @Test
    void a_long_absence_is_looked_at_in_pieces() {
        given(EVERY_TEN.catchUp(Duration.ofSeconds(5)));
        long now = 10L * Rota.TIMES_MAX + 50;
        tick(now).starts().wakes(now);
        assertThat(last.fates()).hasSize(Rota.TIMES_MAX);
        assertThatIllegalStateException()
                .isThrownBy(() -> given(EVERY_TEN).rota.update(at(now), EVERY_TEN))
                .withMessageContaining("tick first");
        tick(now);
        given(EVERY_TEN.catchUp(Duration.ofSeconds(5))).tick(now).tick(now).wakes(now + 10);
        assertThat(rota.state().counts().missed()).isEqualTo(Rota.TIMES_MAX + 4);
        assertThat(rota.state().counts().started()).isEqualTo(1);
    }

    @Test
    void while_it_is_paused_times_pass_and_what_waits_goes_on_waiting() {
        given(EVERY_TEN.overlap(Overlap.BUFFER_ALL)).tick(20).starts(10);
        then(rota.pause(at(31), "holidays")).starts().fates(Fate.Kind.BUFFERED);
        assertThat(last.wakeUp()).isEmpty();
        assertThat(rota.state().paused()).contains("holidays");
        ended(32, 10, Ending.COMPLETED).starts();
        tick(40).starts().fates(Fate.Kind.PASSED);
        then(rota.unpause(at(55))).starts(20);
        tick(60).starts().fates(Fate.Kind.PASSED, Fate.Kind.BUFFERED);
        ended(61, 20, Ending.COMPLETED).starts(30);
    }

    @Test
    void a_failure_pauses_it_if_it_is_to() {
        given(EVERY_TEN.pauseOnFailure(true)).tick(10).ended(11, 10, Ending.FAILED);
        assertThat(rota.state().paused()).contains(scheduled(10).key() + " failed");
        assertThat(last.wakeUp()).isEmpty();
        tick(20).starts();
        then(rota.unpause(at(21))).wakes(30);
        tick(30).starts(30);
        given(EVERY_TEN).tick(10).ended(11, 10, Ending.FAILED).wakes(20);
        assertThat(rota.state().counts().failed()).isEqualTo(1);
    }

    @Test
    void after_so_many_starts_it_rests() {
        given(EVERY_TEN.overlap(Overlap.ALLOW_ALL).startsMax(2)).tick(50).starts(10, 20);
        assertThat(last.wakeUp()).isEmpty();
        assertThat(rota.isSpent()).isTrue();
        tick(90).starts();
        then(rota.update(at(95), EVERY_TEN.overlap(Overlap.ALLOW_ALL).startsMax(3))).wakes(100);
        tick(200).starts(100);
    }

    @Test
    void it_can_be_triggered_also_while_it_is_paused() {
        var first = new Firing(Origin.TRIGGERED, at(5), 1);
        var second = new Firing(Origin.TRIGGERED, at(6), 2);
        given(EVERY_TEN.startsMax(1))
                .then(rota.pause(at(4), ""))
                .then(rota.trigger(at(5), Overlap.SKIP));
        assertThat(last.orders()).containsExactly(new Order.Start(first));
        then(rota.trigger(at(6), Overlap.BUFFER_ALL)).fates(Fate.Kind.BUFFERED);
        then(rota.ended(at(7), first, Ending.COMPLETED));
        assertThat(last.orders()).containsExactly(new Order.Start(second));
        assertThat(second.key()).isEqualTo("1970-01-12T13:46:46Z-triggered-2");
        assertThat(rota.isSpent()).isFalse();
    }

    @Test
    void a_backfill_does_the_past_again_one_after_the_other() {
        given(EVERY_TEN).tick(30);
        ended(31, 10, Ending.COMPLETED);
        then(rota.backfill(at(31), at(10), at(30), Overlap.BUFFER_ALL));
        var first = new Firing(Origin.BACKFILLED, at(10), 1);
        var second = new Firing(Origin.BACKFILLED, at(20), 1);
        assertThat(last.orders()).containsExactly(new Order.Start(first));
        wakes(40);
        then(rota.ended(at(32), first, Ending.COMPLETED));
        assertThat(last.orders()).containsExactly(new Order.Start(second));
        then(rota.ended(at(33), second, Ending.COMPLETED)).starts();
        assertThat(rota.state().backfills()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rota.backfill(at(33), at(10), at(40), Overlap.SKIP))
                .withMessageContaining("is after now");
    }

    @Test
    void a_large_backfill_side_by_side_waits_for_room() {
        given(EVERY_TEN).tick(5);
        long past = 10L * (State.RUNNING_MAX + 5);
        then(rota.backfill(at(0), at(-past), at(0), Overlap.ALLOW_ALL));
        assertThat(last.orders()).hasSize(Rota.BACKFILLED_BESIDE_MAX);
        wakes(10);
        var one = rota.state().running().getFirst().firing();
        then(rota.ended(at(1), one, Ending.COMPLETED));
        assertThat(last.orders()).hasSize(1);
    }

    @Test
    void a_large_backfill_side_by_side_leaves_room_for_the_times_that_come() {
        given(EVERY_TEN.overlap(Overlap.ALLOW_ALL)).tick(5);
        long past = 10L * (State.RUNNING_MAX + 5);
        then(rota.backfill(at(5), at(-past), at(0), Overlap.ALLOW_ALL));
        tick(10).starts(10);
    }

    @Test
    void a_time_that_comes_while_a_backfill_is_at_work_waits_and_goes_before_the_rest_of_it() {
        given(EVERY_TEN).tick(5);
        then(rota.backfill(at(5), at(-30), at(0), Overlap.BUFFER_ALL));
        tick(10).starts().fates(Fate.Kind.BUFFERED);
        tick(20).starts().fates(Fate.Kind.SKIPPED);
        then(rota.ended(at(21), backfilled(-30, 1), Ending.COMPLETED)).starts(10);
        ended(22, 10, Ending.COMPLETED);
        assertThat(last.orders()).containsExactly(new Order.Start(backfilled(-20, 1)));
    }

    @Test
    void where_one_may_wait_a_backfill_that_waits_is_not_that_one() {
        given(EVERY_TEN.overlap(Overlap.BUFFER_ONE)).tick(5);
        then(rota.backfill(at(5), at(-30), at(0), Overlap.BUFFER_ONE));
        assertThat(rota.state().waiting()).containsExactly(backfilled(-20, 1));
        tick(10).fates(Fate.Kind.BUFFERED);
        then(rota.ended(at(11), backfilled(-30, 1), Ending.COMPLETED)).starts(10);
        ended(12, 10, Ending.COMPLETED);
        assertThat(last.orders()).containsExactly(new Order.Start(backfilled(-20, 1)));
    }

    @Test
    void a_backfill_that_is_stopped_starts_no_more_and_says_what_it_has_left() {
        given(EVERY_TEN).tick(5);
        then(rota.backfill(at(5), at(-50), at(0), Overlap.BUFFER_ALL));
        then(rota.backfill(at(5), at(-50), at(0), Overlap.BUFFER_ALL));
        then(rota.ended(at(6), backfilled(-50, 1), Ending.COMPLETED));
        then(rota.stopBackfill(at(7), 1)).starts();
        assertThat(rota.state().past())
                .singleElement()
                .satisfies(
                        it -> {
                            assertThat(it.left()).isEqualTo(3);
                            assertThat(it.backfill().started()).isEqualTo(2);
                        });
        then(rota.ended(at(8), backfilled(-40, 1), Ending.COMPLETED));
        assertThat(last.orders()).containsExactly(new Order.Start(backfilled(-50, 2)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rota.stopBackfill(at(9), 1))
                .withMessageContaining("backfill 1 is not under way: there are [2]");
        then(rota.stopBackfill(at(9), 0));
        then(rota.ended(at(9), backfilled(-50, 2), Ending.COMPLETED)).starts();
        tick(10).starts(10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rota.stopBackfill(at(11), 0))
                .withMessageContaining("no backfill is under way");
    }

    @Test
    void what_waits_of_a_backfill_is_stopped_with_it() {
        given(EVERY_TEN).tick(5);
        then(rota.backfill(at(5), at(-50), at(0), Overlap.BUFFER_ONE));
        assertThat(rota.state().backfills()).isEmpty();
        then(rota.stopBackfill(at(6), 1)).fates(Fate.Kind.SKIPPED);
        then(rota.ended(at(7), backfilled(-50, 1), Ending.COMPLETED)).starts();
        State.Past past = rota.state().past().getFirst();
        assertThat(past.backfill().started()).isEqualTo(1);
        assertThat(past.backfill().skipped()).isEqualTo(4);
    }

    @Test
    void of_backfills_that_are_over_the_last_are_remembered() {
        given(EVERY_TEN).tick(5);
        for (int i = 0; i <= State.PAST_MAX; i++) {
            then(rota.backfill(at(5), at(-50), at(0), Overlap.SKIP));
        }
        assertThat(rota.state().past())
                .extracting(it -> it.backfill().serial())
                .containsExactly(2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void a_backfill_of_too_many_times_or_of_none_is_refused() {
        given(EVERY_TEN).tick(5);
        long past = 10L * Rota.BACKFILL_TIMES_MAX;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rota.backfill(at(5), at(-past - 10), at(0), Overlap.SKIP))
                .withMessageContaining("the schedule has more than 10000 times")
                .withMessageContaining("until " + at(-10) + " it would be so many");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rota.backfill(at(5), at(-9), at(0), Overlap.SKIP))
                .withMessageContaining("the schedule has no time from");
        then(rota.backfill(at(5), at(-past), at(0), Overlap.SKIP));
    }

    @Test
    void an_update_lets_a_backfill_start_no_more_than_one_may_have() {
        given(EVERY_TEN).tick(5);
        then(rota.backfill(at(5), at(-100_000), at(0), Overlap.SKIP));
        then(rota.backfill(at(5), at(-20_000), at(0), Overlap.BUFFER_ALL));
        var often = Schedule.of(new Every(Duration.ofMillis(1)));
        then(rota.update(at(6), often));
        then(rota.ended(at(6), backfilled(-100_000, 1), Ending.COMPLETED));
        for (int i = 1; !rota.state().backfills().isEmpty(); i++) {
            assertThat(i).isLessThanOrEqualTo(Rota.BACKFILL_TIMES_MAX);
            Firing one = rota.state().running().getFirst().firing();
            then(rota.ended(at(6), one, Ending.COMPLETED));
        }
        assertThat(rota.state().past().getLast().left()).isGreaterThan(Rota.BACKFILL_TIMES_MAX);
    }

    private static Firing backfilled(long second, long serial) {
        return new Firing(Origin.BACKFILLED, at(second), serial);
    }

    @Test
    void an_update_counts_from_now() {
        given(EVERY_TEN.overlap(Overlap.ALLOW_ALL)).tick(10);
        var every7 = Schedule.of(new Every(Duration.ofSeconds(7), Duration.ofSeconds(1)));
        then(rota.update(at(25), every7.overlap(Overlap.ALLOW_ALL))).starts(20);
        var next = every7.when().next(at(25)).orElseThrow();
        assertThat(last.wakeUp()).contains(next);
        then(rota.tick(next));
        assertThat(last.orders()).containsExactly(new Order.Start(Firing.scheduled(next)));
    }

    @Test
    void what_is_not_running_cannot_be_started_or_ended() {
        given(EVERY_TEN).tick(10);
        var before = rota;
        assertThat(rota.started(scheduled(20))).isEqualTo(before);
        assertThat(rota.ended(at(11), scheduled(20), Ending.FAILED).rota()).isEqualTo(before);
    }

    @Test
    void jitter_is_the_same_each_time_and_never_reaches_the_next_time() {
        var schedule = EVERY_TEN.jitter(Duration.ofMinutes(5)).overlap(Overlap.ALLOW_ALL);
        long seed = Schedule.seed("nightly");
        assertThat(seed).isNotEqualTo(Schedule.seed("nightlx"));
        for (int second = 10; second < 1_000; second += 10) {
            assertThat(schedule.due(at(second), seed))
                    .isEqualTo(schedule.due(at(second), seed))
                    .isBetween(at(second), at(second + 10).minusNanos(1));
        }
        assertThat(schedule.delay(at(10), -1)).isEqualTo(Duration.ofSeconds(10).minusNanos(1));
        assertThat(schedule.delay(at(10), 0)).isZero();
        var due = schedule.due(at(10), seed);
        var late = Rota.begin(schedule, seed, at(0));
        assertThat(late.tick(due.minusNanos(1)).orders()).isEmpty();
        assertThat(late.tick(due.minusNanos(1)).wakeUp()).contains(due);
        assertThat(late.tick(due).orders()).containsExactly(new Order.Start(scheduled(10)));
    }
}
