package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.engine.exec.Shape;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Instruction.Complete;
import dev.reprise.sim.task.Instruction.Sleep;
import dev.reprise.sim.task.Instruction.TryAcquire;
import dev.reprise.sim.task.Instruction.WaitIo;
import dev.reprise.sim.task.Instruction.Yield;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.Program;
import dev.reprise.sim.task.Rules;
import dev.reprise.sim.task.Tasks.State;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where the harness that the simulator grew from was weak, ours is not; each is a switch. */
class ImprovementsTest {
    private static final Event.Scheduled CLOSE_AT_ONCE =
            new Event.Scheduled(0, new Event.CloseGate());

    @Test
    void the_end_waits_for_a_sleeper() {
        var tasks = List.of(new Program("sleeper", List.of(new Sleep(5), new Complete())));
        assertThat(original(tasks, CLOSE_AT_ONCE)).containsExactly(State.SLEEPING);
        assertThat(current(tasks, CLOSE_AT_ONCE)).containsExactly(State.COMPLETED);
    }

    @Test
    void a_yield_through_a_closed_gate_does_not_lose_the_task() {
        var tasks =
                List.of(
                        new Program(
                                "yielder", List.of(new Yield(Placement.EXTERNAL), new Complete())));
        assertThat(original(tasks, CLOSE_AT_ONCE)).containsExactly(State.READY);
        assertThat(current(tasks, CLOSE_AT_ONCE)).containsExactly(State.COMPLETED);
    }

    @Test
    void a_task_that_ends_gives_its_permits_back() {
        var tasks =
                List.of(
                        new Program(
                                "taker",
                                List.of(
                                        new Yield(Placement.LOCAL),
                                        new TryAcquire(0, 1, 2, 2),
                                        new Complete())));
        assertThat(run(plan(Rules.CURRENT, tasks, 1)).tasks().available(0)).isEqualTo(1);
        var without = new Rules(true, true, true, false, true, true, true);
        var simulation = new Simulation(plan(without, tasks, 1));
        assertThat(simulation.run(Scheduler.deterministic())).isNotNull();
        assertThat(simulation.flaw().kind()).isEqualTo("PermitLeak");
    }

    @Test
    void a_completion_that_comes_early_is_kept() {
        var tasks =
                List.of(
                        new Program(
                                "waiter",
                                List.of(
                                        new Yield(Placement.LOCAL),
                                        new WaitIo(7),
                                        new Complete())));
        var early = new Event.Scheduled(0, new Event.IoComplete(7));
        assertThat(original(tasks, early)).containsExactly(State.WAITING);
        assertThat(current(tasks, early)).containsExactly(State.COMPLETED);
    }

    @Test
    void a_sleep_of_no_time_wakes() {
        var tasks = List.of(new Program("napper", List.of(new Sleep(0), new Complete())));
        assertThat(original(tasks)).containsExactly(State.SLEEPING);
        assertThat(current(tasks)).containsExactly(State.COMPLETED);
    }

    @Test
    void a_task_that_has_more_to_do_goes_on() {
        var tasks =
                List.of(new Program("jumper", List.of(new Instruction.Jump(1), new Complete())));
        assertThat(original(tasks)).containsExactly(State.READY);
        assertThat(current(tasks)).containsExactly(State.COMPLETED);
    }

    @Test
    void a_chain_of_local_tasks_does_not_starve_the_shared_queue() {
        var chain = new ArrayList<Instruction>();
        IntStream.range(0, 100).forEach(_ -> chain.add(new Yield(Placement.LOCAL)));
        var tasks =
                List.of(
                        new Program("chain", chain),
                        new Program("meek", List.of(new Yield(Placement.GLOBAL))));
        // With one worker and no look at the shared queue, the chain goes first, all of it.
        assertThat(stepOfFirst("meek", plan(Rules.CURRENT, tasks, 0))).isEqualTo(101);
        var looking =
                plan(Rules.CURRENT, tasks, 0).with(Shape.original(1, 1, 1, 32).withPollEvery(8));
        assertThat(stepOfFirst("meek", looking)).isEqualTo(7);
    }

    private static int stepOfFirst(String program, Case plan) {
        var world = run(plan);
        var trace = world.trace();
        int step = -1;
        for (int at = 0; at < trace.size(); at++) {
            if (trace.type(at) == Trace.Type.STEP) {
                step = trace.step(at);
            } else if (trace.type(at) == Trace.Type.RAN
                    && plan.programs().get(trace.program(at)).name().equals(program)) {
                return step;
            }
        }
        return -1;
    }

    private static List<State> original(List<Program> programs, Event.Scheduled... events) {
        return states(run(plan(Rules.ORIGINAL, programs, 0, events)));
    }

    private static List<State> current(List<Program> programs, Event.Scheduled... events) {
        return states(run(plan(Rules.CURRENT, programs, 0, events)));
    }

    private static List<State> states(World world) {
        return IntStream.range(0, world.tasks().count()).mapToObj(world.tasks()::state).toList();
    }

    private static World run(Case plan) {
        var simulation = new Simulation(plan);
        // In the original numbering 0 lets events happen first; so do we, to compare like with
        // like.
        var scheduler = plan.rules().zeroFirst() ? eventsFirst() : new Recalled(List.of());
        assertThat(simulation.run(scheduler)).isNull();
        return simulation.world();
    }

    private static Scheduler eventsFirst() {
        return enabled -> {
            for (int rank = 0; rank < enabled.size(); rank++) {
                if (Actions.isDelivery(enabled.nth(rank))) {
                    return enabled.nth(rank);
                }
            }
            return enabled.least();
        };
    }

    /** One worker, a task for each program, and one permit if there is to be a resource. */
    private static Case plan(
            Rules rules, List<Program> programs, int resources, Event.Scheduled... events) {
        var tasks =
                IntStream.range(0, programs.size())
                        .mapToObj(program -> new Case.Task(program, program, 0))
                        .toList();
        return new Case(
                Shape.original(1, 1, 1, 32),
                rules,
                resources == 0 ? List.of() : List.of(new Case.Resource(0, 1)),
                List.of(),
                0,
                0,
                programs,
                tasks,
                tasks.stream().map(Case.Task::id).toList(),
                List.of(events),
                500);
    }
}
