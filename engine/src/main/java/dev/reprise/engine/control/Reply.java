package dev.reprise.engine.control;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.engine.store.Head;

/** What is answered: some of these, of which the last is an {@link End}. */
public sealed interface Reply {
    /** Nothing comes after it. */
    sealed interface End extends Reply {}

    /** A run. */
    record Run(Head head) implements Reply {}

    /** There are more runs: the selection that gives them, as text. */
    record More(String selection) implements Reply {}

    /** So many runs. */
    record Counted(long runs) implements Reply {}

    /** An entry of a run's history, as it is stored. */
    @SuppressWarnings("ArrayRecordComponent") // handed over, and compared by nobody
    record Entry(byte[] bytes) implements Reply {}

    /** Something that was kept under a name, as it is stored. */
    @SuppressWarnings("ArrayRecordComponent") // handed over, and compared by nobody
    record Kept(byte[] bytes) implements Reply {}

    /** What a run answers, or ended with. */
    record Value(Payload value) implements Reply {}

    /** The run ended without a result, as it is shown to people. */
    record Failed(String failure) implements Reply {}

    /** The run has not ended, or the update that it has let in. */
    record NotYet() implements Reply {}

    /** The wait for an update is over, and nothing can be told of it: it is to be asked again. */
    record Pending() implements Reply {}

    /**
     * An activity that waits for a person; its input and its failure as they are shown to people.
     */
    record Letter(
            RunId run,
            String activity,
            String type,
            String queue,
            int attempts,
            String failure,
            String input)
            implements Reply {}

    /** How an engine stands. */
    record State(Health.State state) implements Reply {}

    /** Something that takes too long. */
    record Late(Health.Overdue overdue) implements Reply {}

    /** Runs that are stuck. */
    record Stuck(Health.StuckRuns runs) implements Reply {}

    /** A task queue. */
    record Queue(QueueState state) implements Reply {}

    /** What became of one of many things. */
    record Did(End end) implements Reply {}

    /** All is said, and what was asked for is done. */
    record Done() implements End {}

    /**
     * It was not done.
     *
     * @param reason a word for programs
     * @param sentence what, why, and what to do next
     */
    record Refused(String reason, String sentence) implements End {}
}
