package dev.reprise.engine;

import dev.reprise.engine.KillLedger.Word;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the ledger says of a run: what was asked of it, what was acknowledged, how it ended. */
final class KillTold {
    /** What is asked for once, and acknowledged. */
    private final Set<Word> words = EnumSet.noneOf(Word.class);

    @Nullable String result;

    /** The latest stage that has begun, by leg. */
    final SortedMap<String, Integer> stages = new TreeMap<>();

    final SortedSet<String> askedSignals = new TreeSet<>();
    final SortedSet<String> ackedSignals = new TreeSet<>();
    final SortedSet<String> askedUpdates = new TreeSet<>();
    final SortedSet<String> ackedUpdates = new TreeSet<>();

    void was(Word word) {
        words.add(word);
    }

    boolean has(Word word) {
        return words.contains(word);
    }

    /** Whether it has ended, and somebody knows. */
    boolean isOver() {
        return result != null || has(Word.GONE);
    }
}
