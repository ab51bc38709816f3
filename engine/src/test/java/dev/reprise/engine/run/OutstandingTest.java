package dev.reprise.engine.run;

import static dev.reprise.engine.run.EntryTest.NOW;
import static dev.reprise.engine.run.EntryTest.activity;
import static dev.reprise.engine.run.EntryTest.done;
import static dev.reprise.engine.run.EntryTest.lost;
import static dev.reprise.engine.run.EntryTest.next;
import static dev.reprise.engine.run.EntryTest.timer;
import static dev.reprise.engine.run.EntryTest.turn;
import static dev.reprise.engine.run.EntryTest.unbegun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.engine.store.Timer;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OutstandingTest {
    private static final Instant LATER = NOW.plusSeconds(5);

    private final Outstanding outstanding = new Outstanding();
    private long position;

    private void told(List<Job> jobs, Command... commands) {
        outstanding.apply(new Entry(List.of(), turn(jobs, commands), false), position++);
    }

    private void attempted(Attempt... attempts) {
        outstanding.apply(new Entry(List.of(attempts), null, false), position++);
    }

    /** What a summary keeps of it, read back. */
    private String kept() {
        var summary = new Summary(Status.RUNNING, "W", "", NOW, "", "", -1, outstanding);
        Outstanding read = Summary.fromBytes(summary.toBytes()).outstanding();
        return read == null ? "not kept" : shown(read);
    }

    private static String shown(Outstanding it) {
        var text = new StringBuilder();
        for (Errand e : it.errands()) {
            text.append(e.seq()).append('@').append(e.position());
            text.append(" attempt ").append(e.attempt()).append('+').append(e.redeliveries());
            text.append(e.notBefore() == null ? "" : " not before " + e.notBefore());
            text.append(e.cancelled() ? " cancelled" : "").append("; ");
        }
        return text.append(it.timers()).append(it.cancelled()).toString();
    }

    @Test
    void an_activity_is_open_from_its_command_to_its_answer() {
        told(List.of(), activity(1), activity(2));
        assertThat(shown(outstanding)).isEqualTo("1@0 attempt 1+0; 2@0 attempt 1+0; {}[]");
        assertThat(kept()).isEqualTo(shown(outstanding));
        told(List.of(done(1)), activity(3));
        assertThat(shown(outstanding)).isEqualTo("2@0 attempt 1+0; 3@1 attempt 1+0; {}[]");
        assertThat(outstanding.set()).isEmpty();
        assertThat(outstanding.stopped()).isEmpty();
    }

    @Test
    void a_further_attempt_waits_by_a_timer_until_the_next() {
        told(List.of(), activity(1));
        attempted(next(1, 2, LATER));
        assertThat(shown(outstanding)).isEqualTo("1@0 attempt 2+0 not before " + LATER + "; {}[]");
        assertThat(kept()).isEqualTo(shown(outstanding));
        assertThat(outstanding.set()).containsExactly(new Timer(LATER, 1));

        attempted(lost(1, 2, 1, null));
        assertThat(shown(outstanding)).isEqualTo("1@0 attempt 2+1; {}[]");
        assertThat(kept()).isEqualTo(shown(outstanding));
        assertThat(outstanding.set()).isEmpty();
        assertThat(outstanding.stopped()).containsExactly(new Timer(LATER, 1));
    }

    @Test
    void a_further_attempt_at_the_same_time_keeps_the_timer() {
        told(List.of(), activity(1));
        attempted(next(1, 2, LATER));
        attempted(next(1, 3, LATER));
        assertThat(outstanding.set()).containsExactly(new Timer(LATER, 1));
        assertThat(outstanding.stopped()).isEmpty();
        attempted(next(1, 4, NOW), next(1, 5, LATER));
        assertThat(outstanding.set()).containsExactly(new Timer(LATER, 1));
        assertThat(outstanding.stopped()).containsExactly(new Timer(NOW, 1));
    }

    @Test
    void what_did_not_begin_is_given_back() {
        told(List.of(), activity(1), activity(2));
        assertThat(outstanding.attemptsSpent()).isEqualTo(2);
        attempted(unbegun(1));
        assertThat(outstanding.attemptsSpent()).isEqualTo(1);
        assertThat(outstanding.unitsSpent()).isEqualTo(1);
        assertThat(outstanding.ready()).isEmpty();
    }

    @Test
    void an_answer_stops_the_timer_of_its_attempt() {
        told(List.of(), activity(1));
        attempted(next(1, 2, LATER));
        told(List.of(done(1)));
        assertThat(outstanding.stopped()).containsExactly(new Timer(LATER, 1));
        assertThat(shown(outstanding)).isEqualTo("{}[]");
    }

    @Test
    void timers_are_set_fire_and_are_cancelled() {
        told(List.of(), timer(1, Duration.ofSeconds(5)), timer(2, Duration.ZERO));
        assertThat(outstanding.set()).containsExactly(new Timer(LATER, 1), new Timer(NOW, 2));
        assertThat(kept()).isEqualTo("{1=" + LATER + ", 2=" + NOW + "}[]");
        told(List.of(new Job.TimerFired(2)), new Command.CancelTimer(3, UnitId.ROOT, 1));
        assertThat(outstanding.stopped()).containsExactly(new Timer(NOW, 2), new Timer(LATER, 1));
        assertThat(outstanding.timers()).isEmpty();
    }

    @Test
    void a_timer_beyond_the_end_of_time_is_set_for_the_end_of_time() {
        told(List.of(), timer(1, Duration.ofSeconds(Long.MAX_VALUE)));
        assertThat(outstanding.timer(1)).isEqualTo(Instant.MAX);
        assertThat(kept()).isEqualTo("{1=" + Instant.MAX + "}[]");
    }

    @Test
    void what_was_only_received_is_answered_too() {
        told(List.of(), activity(1), timer(2, Duration.ofSeconds(5)));
        outstanding.apply(
                new Entry(
                        List.of(), Entry.told(NOW, List.of(done(1), new Job.TimerFired(2))), true),
                position++);
        assertThat(shown(outstanding)).isEqualTo("{}[]");
        assertThat(outstanding.stopped()).containsExactly(new Timer(LATER, 2));
    }

    @Test
    void a_cancelled_activity_is_known_as_such_until_it_is_answered() {
        told(List.of(), activity(1), activity(2));
        told(List.of(), new Command.CancelActivity(3, UnitId.ROOT, 1));
        assertThat(shown(outstanding))
                .isEqualTo("1@0 attempt 1+0 cancelled; 2@0 attempt 1+0; {}[1]");
        assertThat(kept()).isEqualTo(shown(outstanding));
        told(List.of(done(1)));
        assertThat(shown(outstanding)).isEqualTo("2@0 attempt 1+0; {}[]");
    }

    @Test
    void nothing_is_open_after_the_end() {
        told(List.of(), activity(1), timer(2, Duration.ofSeconds(5)));
        attempted(next(1, 2, LATER));
        told(List.of(), new Command.CompleteRun(3, UnitId.ROOT, Payload.NONE));
        assertThat(shown(outstanding)).isEqualTo("{}[]");
        assertThat(outstanding.stopped()).containsExactly(new Timer(LATER, 1), new Timer(LATER, 2));
    }

    @Test
    void a_summary_keeps_64_and_not_one_more() {
        for (int seq = 1; seq <= Summary.OUTSTANDING_MAX; seq++) {
            told(List.of(), activity(seq));
        }
        assertThat(kept()).isEqualTo(shown(outstanding));
        told(List.of(), activity(Summary.OUTSTANDING_MAX + 1));
        assertThat(kept()).isEqualTo("not kept");
    }
}
