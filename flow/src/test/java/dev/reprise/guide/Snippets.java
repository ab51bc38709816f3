package dev.reprise.guide;

import dev.reprise.RunId;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Phase;
import dev.reprise.flow.Promise;
import dev.reprise.flow.TimedOut;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.guard.Allowed;
import dev.reprise.flow.guard.Rule;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.ActivityOptions.Timeouts;
import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.history.RetryOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Workflows of which the guide shows a piece. */
final class Snippets {
    private Snippets() {}

    interface Bank {
        String debit(String account);

        String credit(String account);
    }

    /** Activities in all their shapes. */
    static final class Activities implements Workflow<String, String> {
        @Override
        public String run(String account) {
            var careful =
                    ActivityOptions.UNSAID
                            .timeouts(Timeouts.NONE.startToClose(Duration.ofSeconds(30)))
                            .retry(RetryOptions.UNSAID.attemptsMax(3))
                            .cancellation(Cancellation.WAIT);
            String debited = Flow.activity(Bank.class, careful).debit(account);

            var rate = Flow.activity("rates.lookup", String.class).local(); // by name, local
            Promise<String> later = rate.start("EUR"); // does not pause
            String key = Flow.activity("notify", String.class).id("notify-1").call(debited);
            return key + later.get();
        }
    }

    /** A failing activity. */
    static final class Failing implements Workflow<String, String> {
        @Override
        public String run(String account) {
            try {
                return Flow.activity(Bank.class).debit(account);
            } catch (ActivityFailed e) {
                return "not debited: " + e.failure().message();
            }
        }
    }

    /** Waiting for messages. */
    static final class Waiting implements Workflow<String, String> {
        @Override
        public String run(String input) {
            String first = Flow.signal("answer", String.class);
            Optional<String> second = Flow.signal("answer", String.class, Duration.ofHours(1));
            return first + second.orElse(", and no more");
        }
    }

    record Cart(List<String> items, boolean paid) {
        Cart with(String item) {
            var more = new ArrayList<>(items);
            more.add(item);
            return new Cart(more, paid);
        }

        Cart pay() {
            return new Cart(items, true);
        }
    }

    /** A phase. */
    static final class Shopping implements Workflow<String, String> {
        @Override
        public String run(String customer) {
            Phase.Result<Cart> shopping =
                    Flow.phase(new Cart(List.of(), false))
                            .onSignal(
                                    "add",
                                    String.class,
                                    (cart, item) -> cart.update(c -> c.with(item)))
                            .onSignalAsync(
                                    "gift",
                                    String.class,
                                    (cart, to) -> {
                                        String item =
                                                Flow.activity("gifts.choose", String.class)
                                                        .call(to);
                                        cart.update(c -> c.with(item));
                                    })
                            .onUpdate(
                                    "pay",
                                    String.class,
                                    (cart, card) ->
                                            Snippets.check(
                                                    !cart.items().isEmpty(), "nothing to pay"),
                                    (cart, card) -> {
                                        String receipt =
                                                Flow.activity("cards.charge", String.class)
                                                        .call(card);
                                        cart.update(Cart::pay);
                                        return receipt;
                                    })
                            .timeout(Duration.ofHours(2))
                            .until(Cart::paid);
            return shopping.timedOut() ? "gave up" : "bought " + shopping.state().items();
        }
    }

    static void check(boolean holds, String sentence) {
        if (!holds) {
            throw new IllegalArgumentException(sentence);
        }
    }

    /** Branches and promises. */
    static final class Together implements Workflow<String, String> {
        @Override
        public String run(String input) {
            var bank = Flow.activity(Bank.class);
            List<String> both = Flow.parallel(() -> bank.debit("a"), () -> bank.credit("b"));

            Promise<String> quote1 =
                    Flow.async(() -> Flow.activity("quote", String.class).call("x"));
            Promise<String> quote2 =
                    Flow.async(() -> Flow.activity("quote", String.class).call("y"));
            String cheapest = Promise.anyOf(List.of(quote1, quote2)).get();

            String fastest =
                    Flow.race(
                            () -> Flow.activity("ask", String.class).call("bob"),
                            () -> {
                                Flow.sleep(Duration.ofMinutes(5));
                                return "nobody";
                            });
            return both + cheapest + fastest;
        }
    }

    /** Limits on what runs at a time. */
    static final class Limited implements Workflow<String, String> {
        @Override
        public String run(String input) {
            var permits = Flow.semaphore(2);
            List<Body<String>> uploads = new ArrayList<>();
            for (String file : input.split(",", -1)) {
                uploads.add(
                        () -> permits.with(() -> Flow.activity("upload", String.class).call(file)));
            }
            return String.join("+", Flow.parallel(uploads));
        }
    }

    /** Undoing. */
    static final class Transfer implements Workflow<String, String> {
        @Override
        public String run(String input) {
            var bank = Flow.activity(Bank.class);
            return Flow.saga(
                    saga -> {
                        bank.debit("alice");
                        saga.onUndo(() -> bank.credit("alice"));
                        return bank.credit("bob");
                    });
        }
    }

    /** Time limits and cleaning up. */
    static final class InTime implements Workflow<String, String> {
        @Override
        public String run(String input) {
            try {
                return Flow.withTimeout(
                        Duration.ofMinutes(10),
                        () -> Flow.activity("build", String.class).call(input));
            } catch (TimedOut e) {
                return "too slow";
            } finally {
                Flow.nonCancellable(() -> Flow.activity("cleanUp", String.class).call(input));
            }
        }
    }

    /** A scope that another unit cancels. */
    static final class Scoped implements Workflow<String, String> {
        @Override
        public String run(String input) {
            var scope = Flow.scope();
            Promise<String> poll =
                    Flow.async(
                            () -> scope.run(() -> Flow.activity("poll", String.class).call(input)));
            Flow.signal("enough", String.class);
            scope.cancel("enough");
            return poll.isFailed() ? "stopped" : "running";
        }
    }

    /** Child and other runs. */
    static final class Parent implements Workflow<String, String> {
        @Override
        public String run(String order) {
            var options = ChildOptions.UNSAID.parentClose(ParentClose.ABANDON);
            var shipment = Flow.child("Shipment", String.class).options(options).start(order);
            shipment.started().get();
            shipment.signal("hurry");
            Flow.external(new RunId("stock")).signal("sold", order);
            return shipment.result().get();
        }
    }

    /** A run that becomes another before its history is long. */
    static final class Counter implements Workflow<String, String> {
        @Override
        public String run(String count) {
            int n = Integer.parseInt(count);
            while (Flow.info().historySize() < 3) {
                Flow.signal("tick", String.class);
                n++;
            }
            return Flow.continueAsNew(Integer.toString(n));
        }
    }

    /** Code that has changed under running runs. */
    static final class Changed implements Workflow<String, String> {
        @Override
        public String run(String order) {
            if (Flow.patched("charge-in-euro")) {
                return Flow.activity("chargeEuro", String.class).call(order);
            }
            return Flow.activity("charge", String.class).call(order);
        }
    }

    /** Values from outside. */
    static final class Outside implements Workflow<String, String> {
        @Override
        public String run(String input) {
            String host = Flow.sideEffect("host", String.class, () -> System.getenv("HOSTNAME"));
            Flow.searchAttribute("customer", input);
            Flow.publish("progress", "half way");
            return Flow.now() + " " + Flow.uuid() + " " + host;
        }
    }

    /** Code that the guard is told about. */
    @SuppressWarnings("StringCaseLocaleUsage") // the point
    static final class Silenced implements Workflow<String, String> {
        @Override
        @Allowed(
                value = Rule.LOCALE,
                reason = "the text is only shown to people, and not decided by")
        public String run(String input) {
            return input.toUpperCase();
        }
    }
}
