package dev.reprise.flow;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All that happened in a run of a program: every activation, what came of it, and what was seen.
 */
record ProgramStory(List<Step> steps) {
    /** What can be seen of a run from outside and, by the tests, from inside. */
    record View(
            TreeMap<String, Payload> published,
            Outcome answer,
            List<UnitId> units,
            List<Long> pending,
            List<Job.Signal> buffered,
            List<Rehearsal.Logged> logged) {}

    /** One activation. */
    record Step(Activation activation, Completion.Decided decided, View after) {
        Turn turn() {
            return Turn.of(activation, decided);
        }
    }

    ProgramStory {
        steps = List.copyOf(steps);
    }

    List<Activation> activations() {
        return steps.stream().map(Step::activation).toList();
    }

    boolean hasEnded() {
        return steps.getLast().decided().isTerminal();
    }

    /** The history of the run after its first steps. */
    static Transcript transcript(List<Step> steps) {
        var turns = new ArrayList<Turn>();
        for (Step step : steps) {
            if (!step.turn().isEmpty()) {
                turns.add(step.turn());
            }
        }
        var start = (Job.Start) steps.getFirst().activation().jobs().getFirst();
        return new Transcript(new Transcript.Header(start.runId(), start.workflowType()), turns);
    }

    Transcript transcript() {
        return transcript(steps);
    }

    @Override
    public String toString() {
        return steps.stream()
                .map(
                        it ->
                                "  "
                                        + it.activation().now()
                                        + " "
                                        + it.activation().jobs()
                                        + "\n    -> "
                                        + it.decided().commands()
                                        + (it.decided().answers().isEmpty()
                                                ? ""
                                                : " and " + it.decided().answers()))
                .collect(Collectors.joining("\n"));
    }
}
