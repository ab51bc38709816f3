package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.engine.activity.Call;

/** One attempt of an activity on its way: carried out, and its outcome brought back. */
final class Delivery implements Runnable {
    private final Conductor house;
    private final Call call;

    Delivery(Conductor house, Call call) {
        this.house = house;
        this.call = call;
    }

    @Override
    public void run() {
        ended(Sizes.bounded(call.type(), house.activities().perform(call)));
    }

    void ended(Outcome outcome) {
        house.ended(call, outcome);
    }
}
