package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A signal is told to the code of a run once; what was received while there was no code is told, in
 * its order, before anything else.
 */
final class SignalsOnce extends EngineOracle {
    private final TreeMap<RunId, List<String>> waiting = new TreeMap<>();

    /** Which leg that is about. */
    private final TreeMap<RunId, Long> legs = new TreeMap<>();

    @Override
    @Nullable String deleted(EngineWorld world, RunTruth truth) {
        waiting.remove(truth.run);
        legs.remove(truth.run);
        return null;
    }

    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        Turn turn = truth.last().turn();
        if (turn == null) {
            return null;
        }
        List<String> words = new ArrayList<>();
        for (Job job : turn.activation().jobs()) {
            switch (job) {
                case Job.Signal signal -> words.add(RunTruth.words(signal));
                case Job.Update update -> words.add(update.id());
                default -> {}
            }
        }
        List<String> before = waiting.computeIfAbsent(truth.run, _ -> new ArrayList<>());
        if (!Long.valueOf(truth.leg()).equals(legs.put(truth.run, truth.leg()))) {
            before.clear();
        }
        if (truth.last().received()) {
            before.addAll(words);
            return null;
        }
        if (words.size() < before.size() || !words.subList(0, before.size()).equals(before)) {
            return "run "
                    + truth.run
                    + " had received "
                    + before
                    + " before it could go on, and is told "
                    + words;
        }
        before.clear();
        for (String word : words) {
            if (truth.told.indexOf(word) != truth.told.lastIndexOf(word)) {
                return "run " + truth.run + " is told " + word + " twice: " + truth.told;
            }
        }
        return null;
    }
}
