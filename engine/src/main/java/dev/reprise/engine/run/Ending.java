package dev.reprise.engine.run;

import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import dev.reprise.policy.Execution;

/** What an entry is about, as far as it matters when it has to be durable. */
enum Ending {
    /** It only says how activities ended that are carried out in the run's own step. */
    AT_HAND,
    /** An activity ended after which nothing goes on before that is durable. */
    CHECKPOINT,
    /** Anything else. */
    OTHER;

    /** What an entry is about that is not applied yet. */
    static Ending of(Entry entry, Outstanding outstanding) {
        Turn turn = entry.carriedOut();
        if (turn == null) {
            return OTHER;
        }
        boolean atHand = entry.attempts().isEmpty();
        for (Job job : turn.activation().jobs()) {
            Execution execution = executionOf(job, outstanding);
            if (execution.checkpointAfter()) {
                return CHECKPOINT;
            }
            atHand &= execution.mode() == Execution.Mode.SYNC;
        }
        return atHand ? AT_HAND : OTHER;
    }

    /** How an activity was executed that has ended; of all else, as usual. */
    private static Execution executionOf(Job job, Outstanding outstanding) {
        if (job instanceof Job.ActivityResolved(var seq, _)) {
            Errand errand = outstanding.errand(seq);
            Errand.Order order = errand == null ? null : errand.order();
            return order == null ? Execution.DEFAULT : order.dispatch().policy().execution();
        }
        return Execution.DEFAULT;
    }
}
