package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Change;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who wants all of a run to be forgotten, and why it has to be kept. */
final class Deletion {
    private final House house;
    private final RunId run;
    private final Incumbent incumbent;

    /** Most runs have none: then nothing can be added to it. */
    private List<Message.Delete> asked = List.of();

    /** Whether what is on its way is that the run is deleted. */
    private boolean underWay;

    Deletion(House house, RunId run, Incumbent incumbent) {
        this.house = house;
        this.run = run;
        this.incumbent = incumbent;
    }

    void ask(Message.Delete wish) {
        if (asked.isEmpty()) {
            asked = new ArrayList<>(1);
        }
        asked.add(wish);
    }

    boolean isEmpty() {
        return asked.isEmpty();
    }

    boolean isUnderWay() {
        return underWay;
    }

    /** Whether somebody may have it deleted; those who may not are told why. */
    boolean isDue() {
        for (Message.Delete wish : List.copyOf(asked)) {
            Refusal why = kept(wish.position());
            if (why != null) {
                asked.remove(wish);
                wish.refuse(why);
            }
        }
        return !asked.isEmpty();
    }

    /** The change by which all of the run is forgotten. */
    Change.OfRun change() {
        underWay = true;
        String row = asked.getFirst().request().row();
        return new Change.Delete(run, incumbent.standing().position(), house.epoch(), row);
    }

    /** Why it may not be deleted; null when it may. */
    private @Nullable Refusal kept(long position) {
        Standing known = incumbent.known();
        if (known == null) {
            return Refusal.noSuchRun(run);
        }
        String why = "Run " + run;
        if (!known.status().isEnd()) {
            return new Refusal(
                    Refusal.Reason.NOT_ENDED,
                    why + " goes on, so it is kept. Cancel or terminate it first.");
        }
        if (position > 0 && position != known.position()) {
            return new Refusal(
                    Refusal.Reason.NOT_ENDED,
                    why + " was written to since it was to be deleted, so it is kept.");
        }
        if (!known.outstanding().bonds().isEmpty()) {
            return new Refusal(
                    Refusal.Reason.STILL_BOUND,
                    why
                            + " has something to settle with run "
                            + known.outstanding().bonds().iterator().next().other()
                            + ", so it is kept. Delete it when that has answered.");
        }
        Parent parent = known.parent();
        if (parent != null && Bonds.areOpen(house.around().store(), parent)) {
            return new Refusal(
                    Refusal.Reason.STILL_BOUND,
                    why
                            + " is kept until its parent "
                            + parent.run()
                            + " has taken up how it ended.");
        }
        return null;
    }

    /**
     * It is durable: whoever wanted it is told. It is known by one request: another is told that
     * there is nothing more to delete, as if it had come a little later.
     */
    void done() {
        underWay = false;
        house.count().deleted();
        List<Message.Delete> wishes = asked;
        asked = List.of();
        RequestKey known = wishes.getFirst().request();
        for (Message.Delete wish : wishes) {
            if (wish.request().equals(RequestKey.NONE) || wish.request().equals(known)) {
                wish.waiting().complete(true);
            } else {
                wish.refuse(Refusal.noSuchRun(run));
            }
        }
    }

    void refuse(Refusal why) {
        asked.forEach(it -> it.refuse(why));
        asked = List.of();
        underWay = false;
    }
}
