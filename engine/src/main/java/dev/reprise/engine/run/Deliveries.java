package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.store.Cursor;
import dev.reprise.history.Command;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The activities of one run that this process has to deliver. Only what is durable is handed to it:
 * it delivers at once.
 */
final class Deliveries {
    private final Conductor house;
    private final RunId run;

    /** What this process has delivered and heard nothing of. */
    private final TreeMap<Long, Delivery> inFlight = new TreeMap<>();

    /** What nobody has delivered, for want of code. */
    private final TreeSet<Long> waiting = new TreeSet<>();

    /** What another process may have delivered, and is gone. */
    private final TreeSet<Long> lost = new TreeSet<>();

    Deliveries(Conductor house, RunId run) {
        this.house = house;
        this.run = run;
    }

    /** The run was loaded: whatever is due and was not delivered from here was lost. */
    void loaded(Outstanding outstanding, Instant now) {
        for (Errand errand : List.copyOf(outstanding.errands())) {
            if (errand.isDue(now)) {
                lost.add(errand.seq());
            }
        }
    }

    /**
     * What has to be written down before lost deliveries are repeated. Those whose code is missing
     * stay lost.
     */
    List<Attempt> redeliveries(Outstanding outstanding) {
        if (lost.isEmpty()) {
            return List.of();
        }
        List<Attempt> attempts = new ArrayList<>();
        for (long seq : List.copyOf(lost)) {
            Errand errand = outstanding.errand(seq);
            if (errand == null) {
                lost.remove(seq);
            } else if (hasCode(order(outstanding, errand))) {
                lost.remove(seq);
                attempts.add(
                        new Attempt(seq, errand.attempt(), errand.redeliveries() + 1, null, null));
            }
        }
        return attempts;
    }

    private boolean hasCode(Errand.Order order) {
        return house.activities().knows(order.type()) || !house.awaitsCode(order.type(), run);
    }

    /** Delivers, unless that was done or there is no code. */
    void deliver(Outstanding outstanding, long seq) {
        Errand errand = outstanding.errand(seq);
        if (errand == null || inFlight.containsKey(seq) || house.isStopped()) {
            return;
        }
        lost.remove(seq);
        Errand.Order order = order(outstanding, errand);
        if (!hasCode(order)) {
            waiting.add(seq);
            return;
        }
        waiting.remove(seq);
        hand(errand, order);
    }

    private void hand(Errand errand, Errand.Order order) {
        var delivery =
                new Delivery(
                        house,
                        new Call(
                                run,
                                errand.seq(),
                                order.activityId(),
                                order.type(),
                                order.input(),
                                errand.attempt(),
                                errand.redeliveries()));
        inFlight.put(errand.seq(), delivery);
        house.underWay(1);
        house.count().delivered(errand.redeliveries());
        house.around().activities().execute(delivery);
    }

    /**
     * What was cancelled and is not under way: nobody has to be waited for. What is under way is
     * asked to end.
     */
    List<Long> cancelled(Outstanding outstanding) {
        if (outstanding.cancelled().isEmpty()) {
            return List.of();
        }
        List<Long> ended = new ArrayList<>(outstanding.cancelled());
        for (long seq : outstanding.cancelled()) {
            Delivery delivery = inFlight.get(seq);
            if (delivery != null) {
                delivery.interrupt();
                ended.remove(seq);
            }
        }
        waiting.removeAll(ended);
        lost.removeAll(ended);
        return ended;
    }

    /** Delivers what had no code and has some now. */
    void deliverWaiting(Outstanding outstanding) {
        for (long seq : List.copyOf(waiting)) {
            deliver(outstanding, seq);
        }
    }

    /** An attempt has ended; whether it was one of ours that is still waited for. */
    boolean ended(Outstanding outstanding, long seq, int attempt) {
        Delivery delivery = inFlight.get(seq);
        if (delivery == null || delivery.attempt() != attempt) {
            return false;
        }
        inFlight.remove(seq);
        Errand errand = outstanding.errand(seq);
        return errand != null && errand.attempt() == attempt;
    }

    /** Whether it waits to be written down that it is delivered once more. */
    boolean isLost(long seq) {
        return lost.contains(seq);
    }

    /** Whether nothing is under way, and nothing waits for code. */
    boolean isIdle() {
        return inFlight.isEmpty() && waiting.isEmpty() && lost.isEmpty();
    }

    /** Nothing more is to be delivered; what is under way comes to its own end. */
    void end() {
        waiting.clear();
        lost.clear();
    }

    /** Nobody will hear of what is under way. */
    void giveUp() {
        end();
        inFlight.values().forEach(Delivery::interrupt);
    }

    /** What is to be done for an errand, read from the history where it is not in memory. */
    Errand.Order order(Outstanding outstanding, Errand errand) {
        if (errand.order() != null) {
            return errand.order();
        }
        try (Cursor<byte[]> entries = house.around().store().turns(run, errand.position())) {
            Turn turn = Entry.fromBytes(entries.next()).carriedOut();
            if (turn != null) {
                for (Command command : turn.commands()) {
                    Errand.Order order = Errand.Order.of(command);
                    if (command.seq() == errand.seq() && order != null) {
                        outstanding.keepOrder(errand.seq(), order);
                        return order;
                    }
                }
            }
        }
        throw new IllegalStateException(
                "entry "
                        + errand.position()
                        + " of run "
                        + run
                        + " does not hold command "
                        + errand.seq()
                        + ", as its summary says");
    }
}
