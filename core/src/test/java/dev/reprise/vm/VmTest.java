package dev.reprise.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.choice.Scheduler;
import dev.reprise.form.Malformed;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a run is driven, and what it says. */
class VmTest {
    private static final Registry CODE =
            Registry.NONE.task("a", it -> it).task("b", it -> it).condition("yes", _ -> true);

    private final List<String> trace = new ArrayList<>();
    private final Settings settings =
            Settings.DEFAULT.trace(Detail.MIN, it -> trace.add(it.toString()));

    private static LinkedProgram program(String text) {
        return Program.of(Pattern.parse(text)).link(CODE);
    }

    private Vm vm(String text) {
        return Vm.start(program(text), Context.EMPTY, Scheduler.deterministic(), settings);
    }

    private static Outcome value(String text) {
        return new Outcome.Completed(Payload.text(text));
    }

    @Test
    void a_run_yields_after_its_quanta_and_goes_on_to_its_end() {
        var vm = vm("loop 10 times { task a }");
        assertThat(vm.run(5)).isEqualTo(new Status.Yielded());
        assertThat(vm.reductions()).isEqualTo(5);
        assertThat(vm.run()).isEqualTo(new Status.Done(Context.EMPTY));
        // ROUND, ten times TASK and TIMES, END.
        assertThat(vm.reductions()).isEqualTo(22);
        assertThat(vm.steps()).isEqualTo(10);
        assertThat(vm.isDone()).isTrue();
    }

    @Test
    void several_effects_are_handed_out_once_and_resolved_in_any_order() {
        var vm = vm("par { effect x from i into x effect y effect z }");
        var effects = (Status.Effects) vm.run();
        assertThat(effects.asked()).extracting(Effect::activity).containsExactly("x", "y", "z");
        assertThat(effects.asked()).extracting(Effect::number).containsExactly(1L, 2L, 3L);
        assertThat(vm.run()).isEqualTo(new Status.Blocked(3, 0));
        assertThat(vm.isBlocked()).isTrue();
        assertThat(vm.resume(3, value("3"))).isTrue();
        assertThat(vm.run()).isEqualTo(new Status.Blocked(2, 0));
        assertThat(vm.resume(1, value("1"))).isTrue();
        assertThat(vm.resume(2, value("2"))).isTrue();
        var done = (Status.Done) vm.run();
        assertThat(done.result().values())
                .containsEntry("x", Payload.text("1"))
                .containsEntry("z", Payload.text("3"));
    }

    @Test
    void an_outcome_counts_once_and_only_for_the_effect_it_is_of() {
        var vm = vm("loop 2 times { effect x }");
        vm.run();
        assertThat(vm.resume(1, value("1"))).isTrue();
        vm.run();
        assertThat(vm.resume(1, value("again"))).isFalse();
        assertThat(vm.effects()).extracting(Effect::number).containsExactly(2L);
        assertThat(vm.effects()).extracting(Effect::spot).containsExactly("/0[1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> vm.resume(3, value("3")))
                .withMessage("no effect 3 was asked for; there were 2");
    }

    @Test
    void what_was_handed_out_and_is_withdrawn_is_told() {
        var vm = vm("par join 1 cancelling { effect x effect y }");
        vm.run();
        vm.resume(2, value("2"));
        assertThat(vm.run()).isInstanceOf(Status.Done.class);
        assertThat(trace)
                .containsExactly("start x /0", "start y /1", "end y /1", "withdrawn x /0", "done");
        assertThat(vm.resume(1, value("late"))).isFalse();

        var longer = vm("seq { par join 1 cancelling { effect x effect y } effect z }");
        longer.run();
        longer.resume(2, value("2"));
        var effects = (Status.Effects) longer.run();
        assertThat(effects.withdrawn()).containsExactly(1L);
        assertThat(effects.asked()).extracting(Effect::activity).containsExactly("z");
    }

    @Test
    void a_failure_without_a_scope_is_told_with_all_it_says() {
        var vm = vm("effect x");
        vm.run();
        var failure = new Failure.Application("Broken", "it did not work");
        vm.resume(1, new Outcome.Failed(failure));
        assertThat(vm.run()).isEqualTo(new Status.Failed(failure));
    }

    @Test
    void a_region_is_cancelled_from_outside_wherever_it_is() {
        var vm =
                vm("seq { each 3 { region r { seq { effect x region r { effect y } } } } task a }");
        vm.run();
        vm.resume(2, value("2"));
        vm.run();
        trace.clear();
        vm.cancel("nobody knows this name");
        vm.cancel("r");
        assertThat(vm.run()).isInstanceOf(Status.Done.class);
        assertThat(trace)
                .containsExactlyInAnyOrder(
                        "withdrawn x /0/0/0/0[0]",
                        "withdrawn y /0/0/0/1/0[1]",
                        "withdrawn x /0/0/0/0[2]",
                        "ran a /1",
                        "done");
    }

    @Test
    void the_run_is_cancelled_whatever_it_does() {
        var vm = vm("par { effect x await { on s task a } task b }");
        vm.run(2);
        vm.cancel();
        assertThat(vm.run()).isEqualTo(new Status.Cancelled());
        assertThat(vm.tokensCount()).isZero();
        assertThat(vm.framesCount()).isZero();
        vm.signal("s", Payload.NONE);
        vm.cancel();
        assertThat(vm.run()).isEqualTo(new Status.Cancelled());
    }

    @Test
    void timers_go_off_by_time_or_one_by_one() {
        var text = "await { after PT2S task a after PT1S task b }";
        var vm = vm(text);
        assertThat(vm.run()).isEqualTo(new Status.Blocked(0, 1));
        assertThat(vm.timers())
                .extracting(Vm.Timer::trigger, Vm.Timer::due)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1, Duration.ofSeconds(1)),
                        org.assertj.core.groups.Tuple.tuple(0, Duration.ofSeconds(2)));
        vm.advance(Duration.ofSeconds(5));
        vm.run();
        assertThat(trace).containsExactly("ran b /1", "done");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> vm.advance(Duration.ofSeconds(4)))
                .withMessage("time does not go back from PT5S to PT4S");

        trace.clear();
        var other = vm(text);
        other.run();
        var late = other.timers().getLast();
        assertThat(other.fire(late.since(), late.trigger())).isTrue();
        assertThat(other.fire(late.since(), late.trigger())).isFalse();
        other.run();
        assertThat(trace).containsExactly("ran a /0", "done");
    }

    @Test
    void a_silent_run_without_an_end_fails_the_activation_and_not_the_run() {
        var program = program("seq { effect x loop while yes { skip } }");
        var vm =
                Vm.start(
                        program,
                        Context.EMPTY,
                        Scheduler.deterministic(),
                        settings.reductionsMax(1000));
        vm.run();
        vm.resume(1, value("1"));
        assertThatExceptionOfType(Endless.class)
                .isThrownBy(() -> vm.run(1_000_000))
                .withMessageStartingWith("More than 1000 reductions followed one event.");
        vm.invariants();
        assertThat(vm.isDone()).isFalse();
        vm.cancel();
        assertThat(vm.run()).isEqualTo(new Status.Cancelled());
    }

    @Test
    void a_full_trace_tells_every_instruction() {
        var vm =
                Vm.start(
                        program("loop 2 times { task a }"),
                        Context.EMPTY,
                        Scheduler.deterministic(),
                        Settings.DEFAULT.trace(Detail.FULL, it -> trace.add(it.toString())));
        vm.run();
        assertThat(trace)
                .containsExactly(
                        "reduced ROUND /",
                        "reduced TASK /0[0]",
                        "ran a /0[0]",
                        "reduced TIMES /[0]",
                        "reduced TASK /0[1]",
                        "ran a /0[1]",
                        "reduced TIMES /[1]",
                        "reduced END /",
                        "done");
    }

    @Test
    void a_snapshot_is_of_one_program() {
        var bytes = vm("seq { effect x task a }").snapshot();
        var other = program("seq { effect y task a }");
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> Vm.restore(other, bytes, Scheduler.deterministic(), settings))
                .withMessageContaining("it is of a run of the program");
    }

    @Test
    void a_run_goes_on_from_its_snapshot_and_the_bound_with_it() {
        var program = program("seq { par { effect x effect y } task a }");
        var vm = Vm.start(program, Context.EMPTY, Scheduler.deterministic(), settings);
        vm.run();
        vm.resume(2, value("2"));
        vm.run();
        var again = Vm.restore(program, vm.snapshot(), Scheduler.deterministic(), settings);
        assertThat(again.effects()).isEqualTo(vm.effects());
        assertThat(again.reductions()).isEqualTo(vm.reductions());
        again.resume(1, value("1"));
        assertThat(again.run()).isInstanceOf(Status.Done.class);
        var over = Vm.restore(program, again.snapshot(), Scheduler.deterministic(), settings);
        assertThat(over.run()).isEqualTo(again.run());
    }

    @Test
    void a_round_of_a_partial_join_that_has_gone_on_is_restored_as_that() {
        var program =
                program(
                        "graph { node s to a, b skip node a to j effect x"
                                + " node b to one when not yes j, otherwise d effect y"
                                + " node j enter join 1 task a node d skip }");
        var vm = Vm.start(program, Context.EMPTY, Scheduler.deterministic(), settings);
        vm.run();
        vm.resume(1, value("1"));
        vm.run();
        var again = Vm.restore(program, vm.snapshot(), Scheduler.deterministic(), settings);
        again.resume(2, value("2"));
        assertThat(again.run()).isInstanceOf(Status.Done.class);
    }

    @Test
    void loops_and_sequences_allocate_nothing() {
        var vm =
                Vm.start(
                        program("loop 1000000000 times { seq { task a task b task a } }"),
                        Context.EMPTY,
                        Scheduler.deterministic(),
                        Settings.DEFAULT.trace(Detail.NONE, _ -> {}).reductionsMax(Long.MAX_VALUE));
        vm.run(200_000);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        vm.run(1_000_000);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(bytes).isLessThan(10_000);
    }
}
