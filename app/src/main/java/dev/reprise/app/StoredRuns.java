package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.EntryReader;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.filter.Selection;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Mismatch;
import dev.reprise.history.Recording;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The runs that somebody has stored, to be replayed with some code. Nothing is changed. */
record StoredRuns(Desk desk) {
    /** Of longer histories no second replay is made to find the line of code. */
    private static final long EXPLAINED_MAX = 100_000;

    /** Hands over all that a selection accepts, page after page. */
    void each(Selection selection, Consumer<Description> reader) {
        Selection next = selection;
        while (next != null) {
            List<Description> page = new ArrayList<>();
            String[] more = {""};
            desk.ask(
                    "list",
                    new Request.ListRuns(next),
                    reply -> {
                        switch (reply) {
                            case Reply.Run(var head) -> page.add(Description.of(head));
                            case Reply.More(var following) -> more[0] = following;
                            default -> {}
                        }
                    });
            page.forEach(reader);
            next = more[0].isEmpty() ? null : Selection.parse(more[0]);
        }
    }

    /** The entries of its last leg: what goes on is replayed from there. */
    EntryReader entries(Description run) {
        return new EntryReader(desk, run.run(), run.origin(), run.entries());
    }

    /** Where the code takes another path than the run did; empty when it takes the same. */
    Optional<Mismatch> mismatch(Description run, WorkflowType<?, ?> type) {
        try (var machine = new FlowMachine(type)) {
            var recording = recording(entries(run));
            if (FlowReplay.onto(machine, type, recording) instanceof Replay.Differed(var found)) {
                return Optional.of(explained(run, type, found));
            }
            return Optional.empty();
        }
    }

    private static Recording recording(EntryReader entries) {
        return () -> {
            while (entries.hasNext()) {
                Turn turn = Entry.fromBytes(entries.next()).carriedOut();
                if (turn != null) {
                    return Optional.of(Recording.Expected.exactly(turn));
                }
            }
            return Optional.empty();
        };
    }

    /** The same with the line of code, where that can be found with the history in memory. */
    private Mismatch explained(Description run, WorkflowType<?, ?> type, Mismatch mismatch) {
        if (run.entries() > EXPLAINED_MAX) {
            return mismatch;
        }
        return FlowReplay.of(type, transcript(run, entries(run)))
                        instanceof Replay.Differed(var line)
                ? line
                : mismatch;
    }

    /** What was carried out in some entries of a run, from the first of a leg on. */
    static Transcript transcript(Description run, Iterator<byte[]> entries) {
        List<Turn> turns = new ArrayList<>();
        while (entries.hasNext()) {
            Turn turn = Entry.fromBytes(entries.next()).carriedOut();
            if (turn != null) {
                turns.add(turn);
            }
        }
        return new Transcript(Transcript.Header.of(run.run(), run.type(), turns), turns);
    }
}
