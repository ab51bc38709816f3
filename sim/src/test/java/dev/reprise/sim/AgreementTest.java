package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.engine.exec.Crew;
import dev.reprise.engine.exec.Lane;
import dev.reprise.engine.exec.Runner;
import dev.reprise.engine.exec.Shape;
import dev.reprise.engine.exec.Waker;
import dev.reprise.engine.exec.Watcher;
import dev.reprise.engine.exec.Worker;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Generator;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.Tasks;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Runs of one case agree where they must, and a disagreement is noticed. */
class AgreementTest {
    /** Without permits to race for, results do not depend on the order. */
    private static final Bounds STABLE = new Bounds(4, 8, 5, 12, 0, 5, 5_000);

    @Test
    void runs_of_the_real_executor_agree() {
        int compared = 0;
        for (long seed = 0; seed < 100; seed++) {
            var runs = new Agreement(Generator.generate(seed, STABLE), Staffing.REAL);
            for (int schedule = 0; schedule < 5; schedule++) {
                assertThat(runs.run(Scheduler.random(schedule))).isNull();
                compared += runs.simulation().world().tasks().count();
            }
        }
        assertThat(compared).isGreaterThan(2_000);
    }

    @Test
    void an_executor_that_remembers_an_earlier_run_is_not_deterministic() {
        assertThat(disagreement(new Remembering())).isEqualTo(Agreement.DETERMINISM);
    }

    /** Whether it steals depends on how often any crew was hired. */
    private static final class Remembering implements Staffing {
        private int hired;

        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            int count = ++hired;
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                protected Worker<RunToken> hire(int id) {
                    return new Worker<>(this, id, new Lane<>()) {
                        @Override
                        protected RunToken stealFrom(Worker<RunToken> other) {
                            return count % 2 == 0 ? null : super.stealFrom(other);
                        }
                    };
                }
            };
        }
    }

    @Test
    void a_machine_whose_results_depend_on_the_order_is_not_stable() {
        assertThat(disagreement(machine(plan -> new LongWinded(plan, true))))
                .isEqualTo(Agreement.STABILITY);
    }

    @Test
    void a_machine_that_runs_something_else_differs_from_the_reference() {
        assertThat(disagreement(machine(plan -> new LongWinded(plan, false))))
                .isEqualTo(Agreement.REFERENCE);
    }

    /**
     * Lets a task yield once more before it ends: always, or if the task before it has not ended.
     */
    private static final class LongWinded extends Tasks {
        private final boolean byOrder;

        LongWinded(Case plan, boolean byOrder) {
            super(plan);
            this.byOrder = byOrder;
        }

        @Override
        public Instruction next(int task) {
            var next = super.next(task);
            boolean ends = next instanceof Instruction.Complete && pc(task) < 20;
            boolean first = byOrder && (task == 0 || state(task - 1) == State.COMPLETED);
            return ends && !first ? new Instruction.Yield(Placement.LOCAL) : next;
        }
    }

    private static Staffing machine(Function<Case, Tasks> tasks) {
        return new Staffing() {
            @Override
            public Crew<RunToken> hire(
                    Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
                return new Crew<>(shape, runner, watcher, waker);
            }

            @Override
            public Tasks tasks(Case plan) {
                return tasks.apply(plan);
            }
        };
    }

    /** The first way in which runs of generated cases do not agree. */
    private static String disagreement(Staffing staffing) {
        for (long seed = 0; seed < 200; seed++) {
            var runs = new Agreement(Generator.generate(seed, STABLE), staffing);
            for (int schedule = 0; schedule < 5; schedule++) {
                var flaw = runs.run(Scheduler.random(schedule));
                if (flaw != null) {
                    return flaw.kind();
                }
            }
        }
        return "none";
    }
}
