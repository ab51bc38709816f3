package dev.reprise.engine;

import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the clients of {@link KillLoad} know of a run, from the ledger: where to go on. */
final class KillStory {
    final String run;
    int signals;
    int updates;

    /**
     * What was acknowledged of that which is asked for once; of what may be gone, also that it was
     * asked for.
     */
    private final Set<Word> done = new TreeSet<>();

    private final Set<String> results = new TreeSet<>();

    KillStory(String run) {
        this.run = run;
    }

    static Map<String, KillStory> all(List<Line> before) {
        Map<String, KillStory> stories = new LinkedHashMap<>();
        for (Line line : before) {
            switch (line.word()) {
                case ASKED_START -> {
                    if (!KillKinds.kind(line.run()).equals("crowd")) {
                        stories.computeIfAbsent(line.run(), KillStory::new);
                    }
                }
                case ACKED_SIGNAL -> of(stories, line).signals = line.number(1);
                case ACKED_UPDATE -> of(stories, line).updates = line.number(1);
                case RESULT, GONE -> of(stories, line).results.add(line.run());
                case ACKED_START,
                        ACKED_RESET,
                        ACKED_FORK,
                        ASKED_REMOVAL,
                        ACKED_REMOVAL,
                        ACKED_REDRIVE,
                        ACKED_DECISION,
                        ACKED_BEAT,
                        ACKED_FAILURE,
                        ACKED_OUTCOME ->
                        of(stories, line).did(line.word());
                default -> {}
            }
        }
        return stories;
    }

    /** Some lines are about a child, or a fork. */
    private static KillStory of(Map<String, KillStory> stories, Line line) {
        String run = line.run().replaceFirst("/.*", "").replaceFirst("fork-", "chain-");
        // What a schedule has started belongs to nobody.
        return stories.getOrDefault(run, new KillStory(run));
    }

    boolean has(Word acknowledged) {
        return done.contains(acknowledged);
    }

    /** It was acknowledged. */
    void did(Word acknowledged) {
        done.add(acknowledged);
        if (acknowledged == Word.ACKED_RESET) {
            // How it ended before does not count.
            results.clear();
        }
    }

    /** Whether nobody has told yet how it has ended. */
    boolean ends(String which) {
        return results.add(which);
    }

    /** Whether it is over, and nobody wants anything of it any more. */
    boolean isOver() {
        boolean told =
                results.contains(run)
                        && (!KillKinds.kind(run).equals("family")
                                || results.size() > KillKinds.KIDS.size())
                        && (!KillKinds.isForked(run) || results.size() > 1);
        return told
                && (KillKinds.reset(run) == KillKinds.Reset.NEVER || has(Word.ACKED_RESET))
                && (!KillKinds.isDeleted(run) || has(Word.ACKED_REMOVAL));
    }
}
