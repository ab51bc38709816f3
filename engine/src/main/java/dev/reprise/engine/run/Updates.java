package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who waits for the updates of a run. */
final class Updates {
    private final Store store;
    private final RunId run;
    private final TreeMap<String, List<Message.Update>> waiting = new TreeMap<>();

    /** Those that the run is told of by the next entry. */
    private final TreeSet<String> told = new TreeSet<>();

    Updates(Store store, RunId run) {
        this.store = store;
        this.run = run;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The run is told of it by the next entry. */
    void tells(Job.Update update) {
        told.add(update.id());
    }

    /** Whether the run is told of it by the next entry. */
    boolean isTold(Job.Update update) {
        return told.contains(update.id());
    }

    /** What it is told of is part of an entry now. */
    void forget() {
        told.clear();
    }

    void add(Message.Update asked) {
        List<Message.Update> all =
                waiting.computeIfAbsent(asked.job().id(), _ -> new ArrayList<>(1));
        all.removeIf(it -> it.waiting().isCancelled());
        all.add(asked);
    }

    /** What is to be said when all that was decided is durable. */
    List<Runnable> news(Completion.Decided decided) {
        List<Runnable> news = new ArrayList<>(0);
        if (waiting.isEmpty()) {
            return news;
        }
        for (Answer answer : decided.answers()) {
            if (answer instanceof Answer.UpdateRejected(var id, var failure)) {
                String why = "Update " + id + " was turned away by run " + run + ": ";
                refuse(id, new Refusal(Refusal.Reason.UPDATE_REJECTED, why + failure.describe()))
                        .ifPresent(news::add);
            }
        }
        for (Command command : decided.commands()) {
            if (command instanceof Command.AcceptUpdate(_, _, var id)) {
                news.add(() -> tell(id, Stage.ACCEPTED, Optional.empty()));
            } else if (command instanceof Command.CompleteUpdate(_, _, var id, var outcome)) {
                news.add(() -> tell(id, Stage.COMPLETED, Optional.of(outcome)));
            }
        }
        return news;
    }

    private Optional<Runnable> refuse(String id, Refusal why) {
        List<Message.Update> gone = waiting.remove(id);
        return gone == null
                ? Optional.empty()
                : Optional.of(() -> gone.forEach(it -> it.refuse(why)));
    }

    private void tell(String id, Stage reached, Optional<Outcome> outcome) {
        List<Message.Update> all = waiting.get(id);
        if (all == null) {
            return;
        }
        for (Message.Update each : List.copyOf(all)) {
            if (each.stage().compareTo(reached) <= 0) {
                each.waiting().complete(outcome);
                all.remove(each);
            }
        }
        if (all.isEmpty()) {
            waiting.remove(id);
        }
    }

    /**
     * An update that was told before: whoever asks hears how far it is, or waits.
     *
     * @param over why nothing more comes of it, if that is so
     */
    void known(Message.Update asked, long from, @Nullable Refusal over) {
        Accepted found = find(asked.job().id(), from);
        boolean told =
                found != null && (found.outcome().isPresent() || asked.stage() == Stage.ACCEPTED);
        if (over != null && !told) {
            asked.refuse(over);
        } else if (found == null) {
            asked.refuse(
                    new Refusal(
                            Refusal.Reason.UPDATE_REJECTED,
                            "Update "
                                    + asked.job().id()
                                    + " was turned away by run "
                                    + run
                                    + " before; the reason was told then. Ask under another id."));
        } else if (told) {
            asked.waiting().complete(found.outcome());
        } else {
            add(asked);
        }
    }

    private record Accepted(Optional<Outcome> outcome) {}

    private @Nullable Accepted find(String id, long from) {
        Accepted found = null;
        try (Cursor<byte[]> entries = store.turns(run, from)) {
            while (entries.hasNext()) {
                Turn turn = Entry.fromBytes(entries.next()).carriedOut();
                for (Command command : turn == null ? List.<Command>of() : turn.commands()) {
                    if (command instanceof Command.AcceptUpdate it && it.updateId().equals(id)) {
                        found = new Accepted(Optional.empty());
                    } else if (command instanceof Command.CompleteUpdate it
                            && it.updateId().equals(id)) {
                        return new Accepted(Optional.of(it.outcome()));
                    }
                }
            }
        }
        return found;
    }

    /** Whoever waits is told that it was not done, but for updates that go on. */
    void refuse(Refusal why, List<String> goingOn) {
        for (String id : List.copyOf(waiting.keySet())) {
            if (!goingOn.contains(id)) {
                refuse(id, why).ifPresent(Runnable::run);
            }
        }
    }
}
