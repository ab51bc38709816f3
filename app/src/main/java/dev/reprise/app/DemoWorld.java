package dev.reprise.app;

import dev.reprise.app.DemoLedger.Line;
import dev.reprise.app.DemoLedger.Word;
import dev.reprise.engine.activity.ActivityContext;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bank, a warehouse and a post office. They take their time and sometimes fail. The bank outlives
 * the process, as banks do: what it knows is in the ledger.
 */
final class DemoWorld implements Checkout.Payments, Checkout.Stock, Checkout.Mail {
    private static final int STOCK_FAILS = 7;
    private static final int MAIL_FAILS = 20;

    private final DemoLedger ledger;
    private final Set<String> charged = ConcurrentHashMap.newKeySet();
    private final AtomicInteger underWay = new AtomicInteger();

    DemoWorld(DemoLedger ledger, List<Line> before) {
        this.ledger = ledger;
        for (Line line : before) {
            if (line.word() == Word.CHARGED) {
                charged.add(line.at(0));
            }
        }
    }

    /** How many activities are being carried out. */
    int underWay() {
        return underWay.get();
    }

    @Override
    public String charge(Checkout.Order order) {
        var context = ActivityContext.current();
        String key = context.idempotencyKey();
        ledger.write(Word.CALLED, key, order.id(), order.cents(), context.redeliveries());
        takeTime(30);
        if (charged.add(key)) {
            ledger.write(Word.CHARGED, key, order.id(), order.cents());
        }
        takeTime(30);
        return "payment-" + key;
    }

    @Override
    public String reserve(Checkout.Order order) {
        takeTime(30);
        failSometimes(order, STOCK_FAILS, 1);
        return "shelf-" + order.id();
    }

    @Override
    public String confirm(Checkout.Order order) {
        takeTime(20);
        failSometimes(order, MAIL_FAILS, 2);
        return "mail-" + order.id();
    }

    @Override
    public String ship(Checkout.Order order) {
        takeTime(40);
        return "parcel-" + order.id();
    }

    /** One order of so many fails so often, and works then. */
    private static void failSometimes(Checkout.Order order, int orders, int times) {
        boolean unlucky = order.cents() % orders == 0;
        if (unlucky && ActivityContext.current().attempt() <= times) {
            throw new IllegalStateException("busy, try again");
        }
    }

    private void takeTime(int millis) {
        underWay.incrementAndGet();
        try {
            TimeUnit.MILLISECONDS.sleep(millis + ThreadLocalRandom.current().nextInt(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            underWay.decrementAndGet();
        }
    }
}
