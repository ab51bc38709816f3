package dev.reprise.engine.run;

import static dev.reprise.engine.run.EntryTest.NOW;
import static dev.reprise.engine.run.EntryTest.RUN;
import static dev.reprise.engine.run.EntryTest.activity;
import static dev.reprise.engine.run.EntryTest.done;
import static dev.reprise.engine.run.EntryTest.lost;
import static dev.reprise.engine.run.EntryTest.next;
import static dev.reprise.engine.run.EntryTest.timer;
import static dev.reprise.engine.run.EntryTest.turn;
import static dev.reprise.engine.run.EntryTest.unbegun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.engine.store.Timer;
import dev.reprise.filter.Attributes;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
        var summary =
                new Summary(
                        Status.RUNNING,
                        "W",
                        "",
                        NOW,
                        NOW.plusSeconds(3),
                        "",
                        "",
                        -1,
                        Leg.FIRST,
                        null,
                        null,
                        Attributes.NONE,
                        0,
                        Summary.Size.NONE,
                        Seams.NONE,
                        0,
                        outstanding);
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

    private static final RunId OTHER = new RunId("other");

    private static Command child(long seq, ParentClose close) {
        return new Command.StartChild(
                seq, UnitId.ROOT, OTHER, "W", List.of(), ChildOptions.UNSAID.parentClose(close));
    }

    private static Command tells(long seq) {
        return new Command.SignalExternal(seq, UnitId.ROOT, OTHER, "s", List.of());
    }

    private static Job start(long leg) {
        return new Job.Start(RUN, "W", List.of(), RunInfo.FIRST.leg(leg));
    }

    @Test
    void what_is_between_runs_is_open_from_its_command_to_its_answer() {
        told(List.of(start(1)), child(1, ParentClose.TERMINATE), tells(2));
        assertThat(outstanding.hailed()).containsExactly(new BondId(1, 1), new BondId(1, 2));
        told(List.of(new Job.ChildStarted(1, OTHER)));
        assertThat(outstanding.hailed()).isEmpty();
        assertThat(outstanding.bond(new BondId(1, 1))).matches(Bond::begun);
        assertThat(keptBonds()).isEqualTo(List.copyOf(outstanding.bonds()));
        told(List.of(), new Command.CancelChild(3, UnitId.ROOT, 1, "enough"));
        assertThat(outstanding.hailed()).containsExactly(new BondId(1, 1));
        assertThat(outstanding.bond(new BondId(1, 1)).cancelledAt()).isEqualTo(2);
        told(List.of(new Job.ExternalResolved(2, new Outcome.Completed(Payload.NONE))));
        told(List.of(new Job.ChildResolved(1, new Outcome.Completed(Payload.NONE))));
        assertThat(outstanding.bonds()).isEmpty();
        assertThat(outstanding.isUnderWay()).isFalse();
    }

    @Test
    void what_a_leg_leaves_behind_is_closed_and_is_no_matter_of_the_next() {
        told(List.of(start(1)), child(1, ParentClose.ABANDON), child(2, ParentClose.CANCEL));
        told(List.of(new Job.ChildStarted(1, OTHER), new Job.ChildStarted(2, OTHER)), tells(3));
        told(List.of(), new Command.FailRun(4, UnitId.ROOT, new Failure.Terminated("")));
        assertThat(outstanding.hailed()).containsExactly(new BondId(1, 2), new BondId(1, 3));
        assertThat(outstanding.bonds()).allMatch(Bond::closing).hasSize(2);
        told(List.of(start(2)), child(1, ParentClose.TERMINATE));
        assertThat(outstanding.leg()).isEqualTo(2);
        assertThat(keptBonds()).isEqualTo(List.copyOf(outstanding.bonds()));
        told(List.of(new Job.ChildResolved(1, new Outcome.Completed(Payload.NONE))));
        assertThat(outstanding.bonds())
                .extracting(Bond::id)
                .containsExactly(new BondId(1, 2), new BondId(1, 3));
        outstanding.apply(
                new Entry(List.of(), null, false)
                        .settled(List.of(new BondId(1, 2), new BondId(1, 3))),
                position++);
        assertThat(outstanding.bonds()).isEmpty();
    }

    private List<Bond> keptBonds() {
        var leg = new Leg(outstanding.leg(), 0, outstanding.leg(), List.of());
        var parent = new Parent(OTHER, 7, 8, 9);
        var end = new Summary.End(NOW, 5);
        var summary =
                new Summary(
                        Status.RUNNING,
                        "W",
                        "",
                        NOW,
                        NOW.plusSeconds(3),
                        "",
                        "",
                        -1,
                        leg,
                        parent,
                        end,
                        Attributes.parse("a = 1"),
                        77,
                        new Summary.Size(1L << 40, true, false),
                        Seams.NONE,
                        0,
                        outstanding);
        Summary read = Summary.fromBytes(summary.toBytes());
        assertThat(read.leg()).isEqualTo(leg);
        assertThat(read.parent()).isEqualTo(parent);
        assertThat(read.end()).isEqualTo(end);
        assertThat(read.birth()).isEqualTo(77);
        assertThat(read.size()).isEqualTo(summary.size());
        assertThat(read.attributes()).isEqualTo(summary.attributes());
        return List.copyOf(read.outstanding().bonds());
    }

    @Test
    void a_leg_waits_until_it_begins_and_then_has_until_its_time_is_over() {
        var hasty =
                RunOptions.UNSAID.timeouts(
                        new RunOptions.Timeouts(Duration.ofHours(9), Duration.ofHours(1)));
        Job start = new Job.Start(RUN, "W", List.of(), RunInfo.FIRST.options(hasty));
        Instant later = NOW.plusSeconds(5);
        outstanding.apply(
                new Entry(List.of(), Entry.told(NOW, List.of(start)), true).delayed(later),
                position++);
        assertThat(outstanding.set()).containsExactly(new Timer(later, 0));
        told(List.of(start));
        assertThat(outstanding.stopped()).containsExactly(new Timer(later, 0));
        assertThat(outstanding.set()).containsExactly(new Timer(NOW.plusSeconds(3600), 0));
        told(List.of(), new Command.CompleteRun(1, UnitId.ROOT, Payload.NONE));
        assertThat(outstanding.stopped()).containsExactly(new Timer(NOW.plusSeconds(3600), 0));
    }

    @Test
    void the_time_for_all_legs_is_over_when_the_leg_was_told_or_counts_from_its_begin() {
        var info =
                RunInfo.FIRST
                        .leg(2)
                        .options(
                                RunOptions.UNSAID.timeouts(
                                        RunOptions.Timeouts.NONE.execution(Duration.ofHours(9))));
        Instant told = NOW.plusSeconds(60);
        assertThat(Outstanding.end(info.until(Optional.of(told)), NOW, null)).isEqualTo(told);
        // What an older version wrote says how much was left.
        assertThat(Outstanding.end(info, NOW, null)).isEqualTo(NOW.plusSeconds(9 * 3_600));
        assertThat(Outstanding.end(info.until(Optional.of(told)), NOW, LATER))
                .as("it was taken back")
                .isEqualTo(LATER.plusSeconds(9 * 3_600));
        assertThat(Outstanding.end(RunInfo.FIRST, NOW, null)).isNull();
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
