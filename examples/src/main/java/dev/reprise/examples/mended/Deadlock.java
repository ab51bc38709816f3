package dev.reprise.examples.mended;

import dev.reprise.RunId;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Semaphore;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Money is moved between two accounts. A run that is called {@code vault} lets one transfer at a
 * time into an account; a transfer asks for both, moves the money, and lets both go.
 *
 * <p>{@code Before} asks for the account it takes from, then for the one it gives to. Two transfers
 * in opposite directions each have one account and wait for the other: for ever.
 *
 * <p>{@code After} asks in the order of the alphabet, whichever way the money goes. Whoever has the
 * first account will get the second.
 */
final class Deadlock {
    private Deadlock() {}

    interface Ledger {
        void move(String from, String to, int cents);
    }

    record Transfer(String from, String to, int cents) {}

    /** The bank: lets one transfer at a time into an account, until it has seen so many. */
    static final class Vault implements Workflow<Integer, String> {
        private final Map<String, Semaphore> accounts = new TreeMap<>();
        private int seen;

        @Override
        public String run(Integer transfers) {
            Flow.await(() -> seen == transfers);
            return "closed";
        }

        @Signal
        void letIn(String transfer, String account) {
            account(account).acquire();
            Flow.external(new RunId(transfer)).signal("comeIn", account);
        }

        @Signal
        void goOut(List<String> names) {
            names.forEach(name -> account(name).release());
            seen++;
        }

        private Semaphore account(String name) {
            return accounts.computeIfAbsent(name, _ -> Flow.semaphore(1));
        }
    }

    /** First the one it takes from, then the one it gives to. */
    static final class Before implements Workflow<Transfer, String> {
        @Override
        public String run(Transfer it) {
            return moved(it, List.of(it.from(), it.to()));
        }
    }

    /** In the same order for all. */
    static final class After implements Workflow<Transfer, String> {
        @Override
        public String run(Transfer it) {
            return moved(it, List.of(it.from(), it.to()).stream().sorted().toList());
        }
    }

    private static String moved(Transfer it, List<String> accounts) {
        var vault = Flow.external(new RunId("vault"));
        for (String account : accounts) {
            vault.signal("letIn", Flow.info().runId().value(), account);
            Flow.signal("comeIn", String.class);
        }
        Flow.activity(Ledger.class).move(it.from(), it.to(), it.cents());
        vault.signal("goOut", accounts);
        return "moved";
    }
}
