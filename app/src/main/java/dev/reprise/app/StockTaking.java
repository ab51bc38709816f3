package dev.reprise.app;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;

/** What the schedule of the demo starts: somebody counts what is in the shelves. */
final class StockTaking implements Workflow<String, String> {
    @Override
    public String run(String shop) {
        Flow.activity(Checkout.Stock.class).count();
        return shop + " counted";
    }
}
