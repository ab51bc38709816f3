package dev.reprise.sim.engine;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Activation;
import dev.reprise.history.Answer;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Replay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run answers follows from what is durable of it. A process that was taken for dead may
 * answer from an earlier part of it; other code, where it fits what is recorded, answers as it
 * will.
 */
final class DurableAnswers extends EngineOracle {
    @Override
    @Nullable String answered(EngineWorld world, Request.Answer answer) {
        RunTruth truth = world.truth().last(answer.plan().run());
        if (!(answer.answer() instanceof Payload payload) || answer.life().isStrange()) {
            return null;
        }
        if (truth != null && truth.leg() > 1 && world.isZombie(answer.life())) {
            return null; // it may speak of a leg before this one
        }
        if (truth == null) {
            return answer.request() + " was answered, and nothing of the run is durable";
        }
        String told = RunTruth.text(payload);
        int most = truth.turns().size();
        int least = world.isZombie(answer.life()) ? 1 : most;
        String expected = "";
        for (int count = most; count >= least && count > 0; count--) {
            expected = asked(truth, answer.plan().work().code(), count);
            if (told.equals(expected)) {
                return null;
            }
        }
        return answer.request()
                + " was answered \""
                + told
                + "\", and durable is \""
                + expected
                + "\"";
    }

    /** What the run answers after so many turns. */
    private static String asked(RunTruth truth, WorkflowType<?, ?> type, int count) {
        try (var machine = new FlowMachine(type)) {
            if (FlowReplay.onto(machine, type, truth.transcript(count).recording())
                    instanceof Replay.Differed(var mismatch)) {
                return mismatch.describe();
            }
            var query = new Job.Query("q", "state", List.of());
            var now = truth.turns().get(count - 1).activation().now();
            Completion completion =
                    machine.activate(new Activation(now, 0, 0, false, List.of(query)));
            if (completion instanceof Completion.Decided decided) {
                for (Answer answer : decided.answers()) {
                    if (answer instanceof Answer.QueryAnswered(_, Outcome.Completed(var value))) {
                        return RunTruth.text(value);
                    }
                }
            }
            return completion.toString();
        }
    }
}
