package dev.reprise.sim;

import dev.reprise.sim.task.Instruction;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the harness that the simulator grew from checked, after turns of workers only: whether a
 * task that yielded or was spawned waits too long. Its two other checks, of permits and of the
 * gate, are ours too.
 */
final class RunnableStarvation extends Oracle {
    private record Since(int step, long backlog) {}

    private final TreeMap<Integer, Since> runnable = new TreeMap<>();
    private int step;
    private boolean workerStep;

    RunnableStarvation() {
        super(Trace.Type.STEP, Trace.Type.POPPED, Trace.Type.RAN);
    }

    @Override
    void begin(CrewWorld world) {
        runnable.clear();
    }

    @Override
    @Nullable String event(CrewWorld world, Ledger ledger, int at) {
        var trace = world.trace();
        switch (trace.type(at)) {
            case STEP -> {
                step = trace.step(at);
                workerStep = trace.deed(at) == Trace.Deed.STEP_WORKER;
            }
            case POPPED -> runnable.remove(world.tasks().id(trace.task(at)));
            default -> enqueued(world, trace, at);
        }
        return null;
    }

    private void enqueued(CrewWorld world, Trace trace, int at) {
        var instruction = world.plan().programs().get(trace.program(at)).at(trace.pc(at));
        var since = new Since(step, world.crew().inFlight());
        switch (instruction) {
            case Instruction.Yield _ -> runnable.put(world.tasks().id(trace.task(at)), since);
            case Instruction.Spawn _ ->
                    runnable.put(world.tasks().id(world.tasks().count() - 1), since);
            default -> {}
        }
    }

    @Override
    boolean looksAtSteps() {
        return true;
    }

    @Override
    @Nullable String step(CrewWorld world, Ledger ledger) {
        if (!workerStep) {
            return null;
        }
        var shape = world.crew().shape();
        long bound = Math.max(1, shape.workers() * (shape.stealTries() + 2L) * 4);
        for (var waiting : runnable.entrySet()) {
            var since = waiting.getValue();
            if (step - since.step > bound + since.backlog) {
                return "task "
                        + Integer.toUnsignedString(waiting.getKey())
                        + " runnable since step "
                        + since.step
                        + " (backlog "
                        + since.backlog
                        + ")";
            }
        }
        return null;
    }
}
