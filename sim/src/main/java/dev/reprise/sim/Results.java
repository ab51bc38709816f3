package dev.reprise.sim;

import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Host;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.Tasks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What has become of the tasks of a run, whoever ran them and in whatever order: for each its
 * program, how many instructions it ran, and whether it has ended.
 */
record Results(List<Result> tasks) {
    record Result(int program, int executed, Tasks.State state) implements Comparable<Result> {
        @Override
        public int compareTo(Result other) {
            int byProgram = Integer.compare(program, other.program);
            int byExecuted = Integer.compare(executed, other.executed);
            return byProgram != 0
                    ? byProgram
                    : byExecuted != 0 ? byExecuted : state.compareTo(other.state);
        }
    }

    static Results of(Tasks tasks) {
        var results = new ArrayList<Result>();
        for (int task = 0; task < tasks.count(); task++) {
            results.add(new Result(tasks.program(task), tasks.executed(task), tasks.state(task)));
        }
        Collections.sort(results);
        return new Results(results);
    }

    /** Whether they are the same in every order: nothing is tried that may fail. */
    static boolean areStable(Case plan) {
        return plan.programs().stream()
                .flatMap(program -> program.code().stream())
                .noneMatch(it -> it instanceof Instruction.TryAcquire);
    }

    /**
     * What must become of them, by the simplest executor there is: one queue, one worker, and time
     * passes when nothing is left to do.
     */
    static Results serial(Case plan) {
        var tasks = new Tasks(plan);
        var host = new Serial();
        plan.runnable().forEach(id -> host.queue.add(tasks.withId(id)));
        for (var scheduled : plan.events()) {
            if (scheduled.event() instanceof Event.IoComplete(long token)) {
                tasks.complete(token, host);
            }
        }
        long next = 0;
        while (next >= 0) {
            host.now = next;
            tasks.wakeSleepers(next, host);
            for (var task = host.queue.poll(); task != null; task = host.queue.poll()) {
                tasks.run(task, host);
            }
            next = tasks.nextDeadline(host.now);
        }
        return of(tasks);
    }

    private static final class Serial implements Host {
        private final ArrayDeque<Integer> queue = new ArrayDeque<>();
        private long now;

        @Override
        public long now() {
            return now;
        }

        @Override
        public boolean enqueue(int task, Placement placement) {
            return queue.add(task);
        }

        @Override
        public void suspend() {}

        @Override
        public void resume(int task) {
            queue.add(task);
        }

        @Override
        public void unblocked(int task) {}
    }
}
