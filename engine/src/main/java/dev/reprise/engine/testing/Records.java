package dev.reprise.engine.testing;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Job;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is stored of one run: of its last leg, where it has several.
 *
 * @param type the name of its workflow
 * @param program the hash of its program, when it is a pattern; else empty
 */
record Records(RunId run, String type, String program, List<Entry> entries) {
    /**
     * Reads all of it.
     *
     * @throws IllegalArgumentException when there is no such run
     */
    static Records of(Store store, RunId run) {
        Optional<Head> head = store.head(run);
        Check.argument(
                head.isPresent(), "there is no run %s in this test engine: was it started?", run);
        long origin = head.map(it -> Description.of(it).origin()).orElse(0L);
        List<Entry> entries = new ArrayList<>();
        try (Cursor<byte[]> all = store.turns(run, origin)) {
            while (all.hasNext()) {
                entries.add(Entry.fromBytes(all.next()));
            }
        }
        return new Records(run, type(entries), entries.getFirst().program(), entries);
    }

    private static String type(List<Entry> entries) {
        Turn first = entries.getFirst().turn();
        return first != null && first.activation().jobs().getFirst() instanceof Job.Start start
                ? start.workflowType()
                : "?";
    }

    /** What its code was told and decided. */
    Transcript transcript() {
        List<Turn> turns = new ArrayList<>();
        for (Entry entry : entries) {
            Turn turn = entry.carriedOut();
            if (turn != null) {
                turns.add(turn);
            }
        }
        return new Transcript(Transcript.Header.of(run, type, turns), turns);
    }
}
