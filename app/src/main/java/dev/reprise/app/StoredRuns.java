package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.EntryReader;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.run.Verification;
import dev.reprise.filter.Selection;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The runs that somebody has stored, to be replayed with some code. Nothing is changed. */
record StoredRuns(Desk desk) implements Verification.Histories {
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

    /** Replays their last leg with some code, or all that are kept. */
    Verification verification(Workflows workflows, boolean allLegs) {
        return new Verification(this, workflows::named, _ -> null, allLegs);
    }

    @Override
    public Iterator<byte[]> entries(RunId run, long from, long to) {
        return new EntryReader(desk, run, from, to);
    }

    @Override
    public Optional<byte[]> kept(String name) {
        List<byte[]> found = new ArrayList<>();
        desk.ask(
                "kept",
                new Request.ReadKept(name),
                reply -> {
                    if (reply instanceof Reply.Kept(var bytes)) {
                        found.add(bytes);
                    }
                });
        return found.stream().findFirst();
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
