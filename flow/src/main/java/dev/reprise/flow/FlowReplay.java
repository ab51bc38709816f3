package dev.reprise.flow;

import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Machine;
import dev.reprise.history.Recording;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;

/** Replays recordings of workflow code, and says where in the code a difference is. */
public final class FlowReplay {
    private FlowReplay() {}

    /** Replays a transcript with the code of {@code type}. */
    public static Replay.Verdict of(WorkflowType<?, ?> type, Transcript transcript) {
        return of(type, transcript, Strands.best());
    }

    static Replay.Verdict of(WorkflowType<?, ?> type, Transcript transcript, Strands strands) {
        try (var machine = new FlowMachine(type, strands)) {
            Replay.Verdict verdict = onto(machine, type, transcript.recording());
            return verdict instanceof Replay.Differed(var mismatch)
                    ? new Replay.Differed(Explanation.of(type, transcript, strands, mismatch))
                    : verdict;
        }
    }

    /**
     * Replays onto a machine that was not activated before; after a match it is where the run is.
     */
    public static Replay.Verdict onto(
            Machine machine, WorkflowType<?, ?> type, Recording recording) {
        return (type.recordedOptionsWin() ? Replay.recallingOptions(machine) : new Replay(machine))
                .all(recording);
    }
}
