package dev.reprise.vm;

import static dev.reprise.pattern.Patterns.after;
import static dev.reprise.pattern.Patterns.cancelCase;
import static dev.reprise.pattern.Patterns.cancellingDiscriminator;
import static dev.reprise.pattern.Patterns.deferred;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.fail;
import static dev.reprise.pattern.Patterns.loop;
import static dev.reprise.pattern.Patterns.on;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.put;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.skip;
import static dev.reprise.pattern.Patterns.sleep;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.Scheduler;
import dev.reprise.form.Malformed;
import dev.reprise.history.Activation;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import dev.reprise.history.RunInfo;
import dev.reprise.pattern.Condition;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.pattern.Rounds;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import dev.reprise.testing.MachineContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PatternMachineTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Registry CODE =
            Registry.NONE.task("a", it -> it).task("b", it -> it).task("c", it -> it);

    /** Two effects beside each other, a wait for a signal, and functions in any order. */
    private static final Pattern ORDER =
            seq(
                    effect("reserve", "input", "held"),
                    par(effect("charge", "held", "charged"), seq(task("a"), task("b")), task("c")),
                    deferred(
                            on("approve", put("result", "shipped")),
                            after(Duration.ofHours(1), put("result", "late"))));

    private static Scheduler least(long seed) {
        return Scheduler.deterministic();
    }

    private static LinkedProgram linked(Pattern pattern) {
        return Program.of(pattern).link(CODE);
    }

    private static PatternMachine machine(Pattern pattern) {
        return new PatternMachine(linked(pattern), PatternMachineTest::least, Settings.DEFAULT);
    }

    private static Activation told(int minute, Job... jobs) {
        return new Activation(
                NOON.plus(Duration.ofMinutes(minute)), 7L * minute, minute, false, List.of(jobs));
    }

    private static Job start() {
        return new Job.Start(new RunId("r"), "order", List.of(Payload.text("book")), RunInfo.FIRST);
    }

    private static Job done(long seq, String value) {
        return new Job.ActivityResolved(seq, new Outcome.Completed(Payload.text(value)));
    }

    private static Job signal(String name) {
        return new Job.Signal(name, List.of(), "", "");
    }

    private static List<Activation> order() {
        return List.of(
                told(0, start()),
                told(1, done(1, "shelf 3")),
                told(2, done(2, "paid")),
                told(3, signal("approve")));
    }

    /** As a machine of any kind. */
    abstract static class Contract extends MachineContract {
        abstract LongFunction<Scheduler> freedom();

        @Override
        protected Machine machine() {
            return new PatternMachine(linked(ORDER), freedom(), Settings.DEFAULT);
        }

        @Override
        protected List<Activation> story() {
            return order();
        }

        @Override
        protected List<Job.Query> queries() {
            return List.of(
                    new Job.Query("1", PatternMachine.WAITS, List.of()),
                    new Job.Query("2", "nonsense", List.of()));
        }
    }

    @Nested
    class WithTheLeastFirst extends Contract {
        @Override
        LongFunction<Scheduler> freedom() {
            return PatternMachineTest::least;
        }
    }

    @Nested
    class AtRandom extends Contract {
        @Override
        LongFunction<Scheduler> freedom() {
            return Scheduler::random;
        }

        @Test
        void what_was_chosen_is_in_the_completion() {
            var machine = machine();
            decided(machine.activate(order().get(0)));
            assertThat(decided(machine.activate(order().get(1))).choices().size()).isPositive();
        }
    }

    private static Completion.Decided decided(Completion completion) {
        assertThat(completion).isInstanceOf(Completion.Decided.class);
        return (Completion.Decided) completion;
    }

    private static List<String> shown(Completion completion) {
        return decided(completion).commands().stream()
                .map(
                        command ->
                                switch (command) {
                                    case Command.ScheduleActivity it ->
                                            "do " + it.type() + " " + it.input().size();
                                    case Command.CancelActivity it -> "cancel " + it.target();
                                    case Command.StartTimer it -> "timer " + it.duration();
                                    case Command.CancelTimer it -> "no timer " + it.target();
                                    case Command.CompleteRun it -> "result " + it.result();
                                    case Command.FailRun it -> "fails " + it.failure().message();
                                    case Command.CancelRun it ->
                                            "cancelled " + it.failure().message();
                                    default -> command.toString();
                                })
                .toList();
    }

    // ---- Effects, signals, timers ----

    @Test
    void effects_are_commands_and_outcomes_are_jobs() {
        var machine = machine(ORDER);
        assertThat(shown(machine.activate(order().get(0)))).containsExactly("do reserve 1");
        assertThat(shown(machine.activate(order().get(1)))).containsExactly("do charge 1");
        assertThat(shown(machine.activate(order().get(2)))).containsExactly("timer PT1H");
        assertThat(shown(machine.activate(order().get(3))))
                .containsExactly("result " + Payload.text("shipped"));
        assertThat(machine.isOver()).isTrue();
    }

    @Test
    void a_timer_goes_off_or_is_cancelled_by_what_comes_before() {
        var waits =
                seq(
                        deferred(
                                on("go", skip()),
                                after(Duration.ofMinutes(5), put("result", "late"))),
                        effect("next"));
        var late = machine(waits);
        assertThat(shown(late.activate(told(0, start())))).containsExactly("timer PT5M");
        assertThat(shown(late.activate(told(5, new Job.TimerFired(1)))))
                .containsExactly("do next 0");
        var early = machine(waits);
        early.activate(told(0, start()));
        assertThat(shown(early.activate(told(2, signal("go")))))
                .containsExactly("no timer 1", "do next 0");
    }

    @Test
    void the_same_wait_in_the_next_round_is_another_timer() {
        var machine = machine(times(3, sleep(Duration.ofMinutes(1))));
        assertThat(shown(machine.activate(told(0, start())))).containsExactly("timer PT1M");
        assertThat(shown(machine.activate(told(1, new Job.TimerFired(1)))))
                .containsExactly("timer PT1M");
        assertThat(shown(machine.activate(told(2, new Job.TimerFired(2)))))
                .containsExactly("timer PT1M");
        assertThat(shown(machine.activate(told(3, new Job.TimerFired(3)))))
                .containsExactly("result " + Payload.NONE);
    }

    @Test
    void an_effect_of_no_interest_is_cancelled_and_its_outcome_ignored() {
        var machine =
                machine(seq(cancellingDiscriminator(effect("a"), effect("b")), effect("next")));
        assertThat(shown(machine.activate(told(0, start())))).containsExactly("do a 0", "do b 0");
        assertThat(shown(machine.activate(told(1, done(2, "x")))))
                .containsExactly("cancel 1", "do next 0");
        assertThat(shown(machine.activate(told(2, done(1, "late"))))).isEmpty();
    }

    @Test
    void several_effects_are_outstanding_at_once_and_end_in_any_order() {
        var machine = machine(par(effect("a"), effect("b"), effect("c")));
        assertThat(shown(machine.activate(told(0, start())))).hasSize(3);
        assertThat(shown(machine.activate(told(1, done(3, "x"))))).isEmpty();
        assertThat(shown(machine.activate(told(2, done(1, "x"), done(2, "x")))))
                .containsExactly("result " + Payload.NONE);
    }

    @Test
    void several_timers_run_at_once_and_are_known_again_from_a_snapshot() {
        var waits =
                par(
                        effect("a"),
                        deferred(
                                on("go", skip()),
                                after(Duration.ofMinutes(2), effect("first")),
                                after(Duration.ofMinutes(3), effect("never"))),
                        seq(sleep(Duration.ofMinutes(4)), effect("second")));
        var machine = machine(waits);
        assertThat(shown(machine.activate(told(0, start()))))
                .containsExactly("timer PT2M", "timer PT3M", "timer PT4M", "do a 0");
        machine = restored(machine, waits);
        assertThat(shown(machine.activate(told(2, new Job.TimerFired(1)))))
                .containsExactly("no timer 2", "do first 0");
        machine = restored(machine, waits);
        assertThat(shown(machine.activate(told(3, done(4, "x"))))).isEmpty();
        machine = restored(machine, waits);
        assertThat(shown(machine.activate(told(4, new Job.TimerFired(3)))))
                .containsExactly("do second 0");
        machine = restored(machine, waits);
        assertThat(shown(machine.activate(told(5, done(6, "x"))))).isEmpty();
        assertThat(shown(machine.activate(told(6, done(7, "x")))))
                .containsExactly("result " + Payload.NONE);
    }

    private static PatternMachine restored(PatternMachine machine, Pattern pattern) {
        return PatternMachine.restore(
                linked(pattern),
                PatternMachineTest::least,
                Settings.DEFAULT,
                machine.snapshot().orElseThrow());
    }

    // ---- Types ----

    @Test
    void a_type_makes_runs_of_its_pattern_and_goes_on_with_older_ones() {
        var type = PatternType.of("order", ORDER, CODE);
        assertThat(type.name()).isEqualTo("order");
        assertThat(type.program()).isEqualTo(Program.of(ORDER));
        var machine = type.machine();
        assertThat(shown(machine.activate(order().get(0)))).containsExactly("do reserve 1");
        var again = type.restored(type.current(), machine.snapshot().orElseThrow());
        assertThat(shown(again.activate(order().get(1)))).containsExactly("do charge 1");
        var older = type.link(Program.of(effect("old")));
        assertThat(shown(type.machine(older).activate(order().get(0)))).containsExactly("do old 0");
        assertThatThrownBy(() -> type.link(Program.of(task("missing"))))
                .hasMessageContaining("missing");
        var random = type.freedom(Scheduler::random).machine();
        decided(random.activate(order().get(0)));
        assertThat(decided(random.activate(order().get(1))).choices().size()).isPositive();
        var bounded = type.reductionsMax(1).machine();
        bounded.activate(order().get(0));
        assertThat(bounded.activate(order().get(1))).isInstanceOf(Completion.Failed.class);
    }

    // ---- Ends ----

    @Test
    void a_run_ends_as_its_pattern_or_its_host_wants() {
        assertThat(shown(machine(fail("Sold", "out")).activate(told(0, start()))))
                .containsExactly("fails out");
        assertThat(shown(machine(cancelCase()).activate(told(0, start()))))
                .containsExactly("cancelled The pattern ended the run.");
        var asked = machine(effect("a"));
        asked.activate(told(0, start()));
        assertThat(shown(asked.activate(told(1, new Job.Cancel("no more")))))
                .containsExactly("cancelled no more");
    }

    @Test
    void what_never_comes_to_rest_fails_the_activation_and_not_the_run() {
        var endless =
                new PatternMachine(
                        linked(
                                loop(
                                        new Rounds.While(new Condition.Not(new Condition.Has("x"))),
                                        skip())),
                        PatternMachineTest::least,
                        Settings.DEFAULT.reductionsMax(1_000));
        assertThat(endless.activate(told(0, start())))
                .isInstanceOfSatisfying(
                        Completion.Failed.class,
                        it -> {
                            assertThat(it.failure().kind()).isEqualTo(ActivationKind.STUCK);
                            assertThat(it.failure().message()).contains("1000");
                        });
    }

    @Test
    void jobs_that_do_not_fit_are_refused() {
        assertThat(kind(machine(ORDER).activate(told(0, done(1, "x")))))
                .isEqualTo(ActivationKind.UNEXPECTED_JOB);
        for (Job job :
                List.of(
                        start(),
                        new Job.TimerFired(99),
                        new Job.ChildResolved(1, new Outcome.Completed(Payload.NONE)))) {
            var machine = machine(ORDER);
            machine.activate(told(0, start()));
            assertThat(kind(machine.activate(told(1, job))))
                    .as("%s", job)
                    .isEqualTo(ActivationKind.UNEXPECTED_JOB);
        }
    }

    private static ActivationKind kind(Completion completion) {
        assertThat(completion).isInstanceOf(Completion.Failed.class);
        Failure.Activation failure = ((Completion.Failed) completion).failure();
        return failure.kind();
    }

    @Test
    void it_says_what_it_waits_for() {
        var machine = machine(par(effect("a"), effect("b")));
        machine.activate(told(0, start()));
        var query = new Job.Query("1", PatternMachine.WAITS, List.of());
        assertThat(decided(machine.activate(told(1, query))).answers().toString())
                .contains("a /0", "b /1");
    }

    // ---- Snapshots ----

    @Test
    void from_a_snapshot_it_goes_on_as_if_it_had_not_been_thrown_away() {
        List<LongFunction<Scheduler>> freedoms =
                List.of(PatternMachineTest::least, Scheduler::random);
        for (LongFunction<Scheduler> freedom : freedoms) {
            var whole = new PatternMachine(linked(ORDER), freedom, Settings.DEFAULT);
            var expected = order().stream().map(whole::activate).toList();
            List<Completion> seen = new ArrayList<>();
            var machine = new PatternMachine(linked(ORDER), freedom, Settings.DEFAULT);
            for (Activation each : order()) {
                seen.add(machine.activate(each));
                if (!machine.isOver()) {
                    machine =
                            PatternMachine.restore(
                                    linked(ORDER),
                                    freedom,
                                    Settings.DEFAULT,
                                    machine.snapshot().orElseThrow());
                }
            }
            assertThat(seen).isEqualTo(expected);
        }
    }

    @Test
    void before_the_beginning_and_after_the_end_there_is_nothing_to_keep() {
        var machine = machine(skip());
        assertThat(machine.snapshot()).isEmpty();
        machine.activate(told(0, start()));
        assertThat(machine.isOver()).isTrue();
        assertThat(machine.snapshot()).isEmpty();
    }

    @Test
    void a_damaged_snapshot_is_refused() {
        var machine = machine(ORDER);
        machine.activate(order().get(0));
        byte[] good = machine.snapshot().orElseThrow();
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 0x10;
            assertRefused(bad);
            assertRefused(java.util.Arrays.copyOf(good, i));
        }
        assertThatThrownBy(
                        () ->
                                PatternMachine.restore(
                                        linked(skip()),
                                        PatternMachineTest::least,
                                        Settings.DEFAULT,
                                        good))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining(Program.of(ORDER).hash());
    }

    private static void assertRefused(byte[] snapshot) {
        assertThatThrownBy(
                        () ->
                                PatternMachine.restore(
                                        linked(ORDER),
                                        PatternMachineTest::least,
                                        Settings.DEFAULT,
                                        snapshot))
                .isInstanceOf(Malformed.class);
    }

    @Test
    void without_freedom_there_is_nothing_to_recall() {
        var machine = machine(effect("a"));
        assertThat(decided(machine.activate(told(0, start()))).choices().size()).isZero();
        assertThat(decided(machine.activate(told(1, done(1, "x")))).choices())
                .isEqualTo(ChoiceLog.EMPTY);
    }
}
