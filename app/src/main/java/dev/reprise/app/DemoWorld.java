package dev.reprise.app;

import dev.reprise.app.DemoLedger.Line;
import dev.reprise.app.DemoLedger.Word;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.ApplicationFailed;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bank, a warehouse, a mail service, a courier and three packers. They take their time and
 * sometimes fail. They outlive the process, as they do: what they know is in the ledger.
 */
final class DemoWorld
        implements Checkout.Payments,
                Checkout.Stock,
                Checkout.Mail,
                Checkout.Courier,
                Packing.Packers {
    /** Where no courier goes. */
    static final String NOWHERE = "Atlantis";

    private static final int STOCK_FAILS = 7;

    // From which mail of a process on the mail service is down, and how long.
    private static final int DOWN_FROM = 10;
    private static final long DOWN_FOR = TimeUnit.MILLISECONDS.toNanos(700);

    private final DemoLedger ledger;

    /** What was done, by its idempotency key: it is not done again. */
    private final Set<String> done = ConcurrentHashMap.newKeySet();

    /** The orders that were charged. */
    private final Set<String> charged = ConcurrentHashMap.newKeySet();

    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger counted = new AtomicInteger();
    private final AtomicInteger mails = new AtomicInteger();
    private final AtomicLong downSince = new AtomicLong(System.nanoTime() - DOWN_FOR);

    DemoWorld(DemoLedger ledger, List<Line> before) {
        this.ledger = ledger;
        for (Line line : before) {
            switch (line.word()) {
                case CHARGED -> {
                    done.add(line.at(0));
                    charged.add(line.at(1));
                }
                case REFUNDED, COUNTED, PACKED -> done.add(line.at(0));
                default -> {}
            }
        }
    }

    /** How many activities are being carried out. */
    int underWay() {
        return underWay.get();
    }

    /** How often stock was taken. */
    int counted() {
        return counted.get();
    }

    // ---- The bank ----

    @Override
    public String charge(Checkout.Order order) {
        var context = ActivityContext.current();
        String key = context.idempotencyKey();
        ledger.write(Word.CALLED, key, order.id(), order.cents(), context.redeliveries());
        takeTime(30);
        if (done.add(key)) {
            ledger.write(Word.CHARGED, key, order.id(), order.cents());
            charged.add(order.id());
        }
        takeTime(30);
        return "payment-" + key;
    }

    /** What was never charged is not paid back. */
    @Override
    public void refund(Checkout.Order order) {
        takeTime(20);
        String key = ActivityContext.current().idempotencyKey();
        if (charged.contains(order.id()) && done.add(key)) {
            ledger.write(Word.REFUNDED, key, order.id(), order.cents());
        }
        takeTime(20);
    }

    // ---- The warehouse ----

    @Override
    public String reserve(Checkout.Order order) {
        takeTime(30);
        boolean unlucky = order.cents() % STOCK_FAILS == 0;
        if (unlucky && ActivityContext.current().attempt() == 1) {
            throw new IllegalStateException("busy, try again");
        }
        return "shelf-" + order.id();
    }

    @Override
    public void release(Checkout.Order order) {
        takeTime(20);
    }

    @Override
    public void count() {
        takeTime(60);
        var context = ActivityContext.current();
        if (done.add(context.idempotencyKey())) {
            ledger.write(Word.COUNTED, context.idempotencyKey(), context.run());
            counted.incrementAndGet();
        }
    }

    // ---- The mail service, which is down for a while ----

    @Override
    public String confirm(Checkout.Order order) {
        takeTime(20);
        long now = System.nanoTime();
        if (mails.incrementAndGet() == DOWN_FROM) {
            downSince.set(now);
        }
        if (mails.get() >= DOWN_FROM && now - downSince.get() < DOWN_FOR) {
            throw new IllegalStateException("the mail service is down");
        }
        return "mail-" + order.id();
    }

    // ---- The courier ----

    @Override
    public String ship(Checkout.Order order) {
        takeTime(40);
        if (order.city().equals(NOWHERE)) {
            throw ApplicationFailed.fatal("NoWay", "no courier goes to " + order.city());
        }
        return "parcel-" + order.id();
    }

    // ---- Packers ----

    @Override
    public String anna(String order) {
        return pack(order, "anna");
    }

    @Override
    public String ben(String order) {
        return pack(order, "ben");
    }

    @Override
    public String cleo(String order) {
        return pack(order, "cleo");
    }

    @Override
    public String ribbon(String packer) {
        takeTime(20);
        return packer;
    }

    private String pack(String order, String who) {
        takeTime(20 + ThreadLocalRandom.current().nextInt(200));
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("somebody else was faster");
        }
        String key = ActivityContext.current().idempotencyKey();
        if (done.add(key)) {
            ledger.write(Word.PACKED, key, order, who);
        }
        return who;
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
