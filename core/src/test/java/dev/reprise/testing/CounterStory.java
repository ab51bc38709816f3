package dev.reprise.testing;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Activations for a {@link CounterMachine}, and what came of them when one was told them. */
public final class CounterStory {
    /** When the first activation takes place; each following one is a second later. */
    public static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");

    private static final RunId RUN = new RunId("counter-1");

    private final List<Activation> activations = new ArrayList<>();

    /** A story that begins with the start of a run that counts to {@code goal}. */
    public CounterStory(long goal) {
        then(new Job.Start(RUN, CounterMachine.TYPE, List.of(number(goal)), RunInfo.FIRST));
    }

    /** The whole contract in one run: signals, updates, queries, a seed, activities, the end. */
    public static CounterStory whole() {
        return new CounterStory(10)
                .then(new Job.Query("q1", "count", List.of()))
                .then(new Job.Signal("add", List.of(number(1)), "tester", "r1"))
                .then(resolved(4, 2), new Job.Seed(99))
                .then(
                        new Job.Update("u1", "set", List.of(number(5)), true),
                        new Job.Update("u2", "set", List.of(number(-5)), true))
                .then(
                        new Job.Signal("unknown", List.of(), "", ""),
                        new Job.Query("q2", "nothing", List.of()))
                .then(resolved(6, 5));
    }

    /** The story goes on with one activation that holds these jobs. */
    public CounterStory then(Job... jobs) {
        int number = activations.size();
        activations.add(
                new Activation(
                        BEGIN.plusSeconds(number), 1_000 + number, number, false, List.of(jobs)));
        return this;
    }

    /** The answer of an activity. */
    public static Job resolved(long seq, long value) {
        return new Job.ActivityResolved(seq, new Outcome.Completed(number(value)));
    }

    /** A number as a payload. */
    public static Payload number(long value) {
        return Payload.text(Long.toString(value));
    }

    /** All activations, in order. */
    public List<Activation> activations() {
        return List.copyOf(activations);
    }

    /** What comes of telling the story to {@code machine}, which must not fail. */
    public Transcript told(Machine machine) {
        var turns = new ArrayList<Turn>();
        for (Activation activation : activations) {
            var completion = machine.activate(activation);
            if (!(completion instanceof Completion.Decided decided)) {
                throw new AssertionError("the machine failed: " + completion);
            }
            var turn = Turn.of(activation, decided);
            if (!turn.isEmpty()) {
                turns.add(turn);
            }
        }
        return new Transcript(new Transcript.Header(RUN, CounterMachine.TYPE), turns);
    }
}
