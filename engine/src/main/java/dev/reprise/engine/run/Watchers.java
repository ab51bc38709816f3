package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.history.Job;
import java.util.ArrayList;
import java.util.List;

/** Who is told how a run ends: those who watch it, and its parent. */
final class Watchers {
    private final House house;
    private final RunId run;
    private final Incumbent incumbent;

    /** Most runs have none: then nothing can be added to it. */
    private List<Message.Watch> all = List.of();

    Watchers(House house, RunId run, Incumbent incumbent) {
        this.house = house;
        this.run = run;
        this.incumbent = incumbent;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Waits for the end, or hears of it at once. */
    void watch(Message.Watch watch) {
        if (!incumbent.isThere()) {
            watch.refuse(Refusal.noSuchRun(run));
        } else if (!incumbent.isGoingOn()) {
            watch.waiting().complete(incumbent.standing().outcome());
        } else {
            if (all.isEmpty()) {
                all = new ArrayList<>(1);
            }
            all.removeIf(it -> it.waiting().isCancelled());
            all.add(watch);
        }
    }

    /** It ended while there was no room, or it never began. */
    void lookAgain() {
        List<Message.Watch> waiting = all;
        all = List.of();
        waiting.forEach(this::watch);
    }

    /**
     * A parent asks how the run ended.
     *
     * @param isDurable whether all that is known of the run is
     */
    void report(Message.Report asked, boolean isDurable) {
        Parent parent = asked.parent();
        Standing known = incumbent.known();
        if (known != null && parent.equals(known.parent())) {
            if (known.status().isEnd() && isDurable) {
                tell(parent, known.outcome());
            }
        } else if (asked.begun() && !incumbent.isBeginning()) {
            var gone = new Failure.Terminated("Run " + run + " is not there any more.");
            tell(parent, new Outcome.Failed(gone));
        }
    }

    /** The end of a leg is durable; unless another goes on for it, that is the end of the run. */
    void ended(Draft.Over over) {
        Outcome outcome = over.outcome();
        if (outcome != null) {
            house.count().ended(over.status());
            List<Message.Watch> waiting = all;
            all = List.of();
            waiting.forEach(watch -> watch.waiting().complete(outcome));
            if (over.parent() != null) {
                tell(over.parent(), outcome);
            }
        }
    }

    private void tell(Parent parent, Outcome outcome) {
        house.post(
                parent.run(),
                new Message.Heard(
                        parent.birth(),
                        new BondId(parent.leg(), parent.seq()),
                        new Job.ChildResolved(parent.seq(), outcome)));
    }

    void refuse(Refusal why) {
        all.forEach(watch -> watch.refuse(why));
        all = List.of();
    }
}
