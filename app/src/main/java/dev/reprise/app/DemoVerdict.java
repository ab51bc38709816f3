package dev.reprise.app;

import dev.reprise.app.DemoLedger.Line;
import dev.reprise.app.DemoLedger.Word;
import dev.reprise.schedule.Every;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger of the demo shows: whether every order came to its end, was charged once or was
 * undone, and whether anything that was acknowledged is lost.
 *
 * @param orders how many orders there should be
 * @param atKill what was in the ledger when the process was killed
 * @param atEnd what is in it at the end
 * @param repeated how many calls to the bank it had seen before, by their key
 * @param cents what was charged, less what was paid back
 * @param breaches what is wrong; empty when nothing is
 */
record DemoVerdict(
        int orders, Books atKill, Books atEnd, int repeated, long cents, List<String> breaches) {
    DemoVerdict {
        breaches = List.copyOf(breaches);
    }

    /**
     * How often something is in the ledger.
     *
     * @param starts acknowledged starts
     * @param approvals acknowledged approvals
     * @param receipts orders that were shipped
     * @param undone orders that were undone
     * @param calls how often the bank was asked for money
     * @param gifts gifts that were packed
     * @param counted how often stock was taken
     * @param opened how often a breaker opened
     */
    record Books(
            int starts,
            int approvals,
            int receipts,
            int undone,
            int calls,
            int gifts,
            int counted,
            int opened) {
        static Books of(List<Line> lines) {
            Map<Word, Integer> times = new HashMap<>();
            // Who asks again is told again, and two packers may both have packed.
            SortedSet<String> known = new TreeSet<>();
            int opened = 0;
            for (Line line : lines) {
                String about =
                        switch (line.word()) {
                            case RECEIPT, UNDONE -> line.at(0);
                            case PACKED -> line.at(1) + "/gift";
                            default -> "";
                        };
                if (about.isEmpty() || known.add(about)) {
                    times.merge(line.word(), 1, Integer::sum);
                }
                opened += line.word() == Word.BREAKER && line.at(1).equals("OPEN") ? 1 : 0;
            }
            return new Books(
                    times.getOrDefault(Word.STARTED, 0),
                    times.getOrDefault(Word.APPROVED, 0),
                    times.getOrDefault(Word.RECEIPT, 0),
                    times.getOrDefault(Word.UNDONE, 0),
                    times.getOrDefault(Word.CALLED, 0),
                    times.getOrDefault(Word.PACKED, 0),
                    times.getOrDefault(Word.COUNTED, 0),
                    opened);
        }
    }

    boolean isGood() {
        return breaches.isEmpty();
    }

    /**
     * Judges.
     *
     * @param lines all of the ledger
     * @param atKill how many lines there were when the process was killed
     */
    static DemoVerdict of(int orders, List<Line> lines, int atKill) {
        var judge = new Judge();
        lines.forEach(judge::read);
        for (int number = 1; number <= orders; number++) {
            judge.order(number);
        }
        lines.subList(0, atKill).stream()
                .filter(it -> it.word() == Word.APPROVED)
                .forEach(judge::approval);
        judge.times();
        return new DemoVerdict(
                orders,
                Books.of(lines.subList(0, atKill)),
                Books.of(lines),
                judge.calls - judge.called.size(),
                judge.cents,
                judge.breaches);
    }

    /** Reads the ledger, and objects. */
    private static final class Judge {
        private final List<String> breaches = new ArrayList<>();
        private final SortedMap<String, Line> receipts = new TreeMap<>();
        private final SortedMap<String, Line> undone = new TreeMap<>();
        private final SortedMap<String, Line> charges = new TreeMap<>();
        private final SortedMap<String, Line> refunds = new TreeMap<>();
        private final SortedSet<String> packed = new TreeSet<>();
        private final SortedSet<String> called = new TreeSet<>();
        private final SortedSet<Instant> counted = new TreeSet<>();
        private int calls;
        private long cents;
        private @Nullable Instant from;
        private @Nullable Instant until;

        void read(Line line) {
            switch (line.word()) {
                case RECEIPT -> end(receipts, line);
                case UNDONE -> end(undone, line);
                case CHARGED -> {
                    cents += line.number(2);
                    once(charges, line, "was charged twice");
                }
                case REFUNDED -> {
                    cents -= line.number(2);
                    once(refunds, line, "was paid back twice");
                }
                case CALLED -> {
                    calls++;
                    called.add(line.at(0));
                }
                case PACKED -> packed.add(line.at(1) + " " + line.at(2));
                case COUNTED -> {
                    String run = line.at(1);
                    if (!counted.add(Instant.parse(run.substring(run.indexOf('/') + 1)))) {
                        breaches.add(run + ": stock was taken twice");
                    }
                }
                case SCHEDULED -> from = from == null ? Instant.parse(line.at(0)) : from;
                case UNSCHEDULING -> until = Instant.parse(line.at(0));
                case ORDERED, STARTED, APPROVED, SCHEDULING, UNSCHEDULED, BREAKER -> {}
            }
        }

        private void end(SortedMap<String, Line> ends, Line line) {
            Line before = ends.put(line.at(0), line);
            if (before != null && !before.equals(line)) {
                breaches.add(line.at(0) + " has two different ends");
            }
        }

        private void once(SortedMap<String, Line> all, Line line, String twice) {
            if (all.put(line.at(1), line) != null) {
                breaches.add(line.at(1) + " " + twice);
            }
        }

        void order(int number) {
            String id = DemoShop.orderId(number);
            Line receipt = receipts.get(id);
            Line charge = charges.get(id);
            if (charge == null) {
                breaches.add(id + " was not charged");
            } else if (charge.number(2) != DemoShop.cents(number)) {
                breaches.add(id + " was charged " + charge.number(2) + " cents");
            }
            if (DemoShop.city(number).equals(DemoWorld.NOWHERE)) {
                undone(id, charge);
                return;
            }
            if (refunds.containsKey(id)) {
                breaches.add(id + " was paid back, and nothing was wrong with it");
            }
            if (receipt == null) {
                breaches.add(id + " did not come to its end");
                return;
            }
            if (charge != null && !receipt.at(1).equals("payment-" + charge.at(0))) {
                breaches.add(id + " has the receipt of another charge");
            }
            if (DemoShop.isGift(number) && !packed.contains(id + " " + receipt.at(3))) {
                breaches.add(id + " is a gift that " + receipt.at(3) + " has not packed");
            }
        }

        private void undone(String id, @Nullable Line charge) {
            Line refund = refunds.get(id);
            if (!undone.containsKey(id)) {
                breaches.add(id + " was not undone");
            }
            if (refund == null) {
                breaches.add(id + " was not paid back");
            } else if (charge != null && refund.number(2) != charge.number(2)) {
                breaches.add(id + " was paid back " + refund.number(2) + " cents");
            }
        }

        void approval(Line approval) {
            Line receipt = receipts.get(approval.at(0));
            if (receipt != null && !receipt.at(2).equals(approval.at(1))) {
                breaches.add(
                        approval.at(0)
                                + ": the approval by "
                                + approval.at(1)
                                + " was acknowledged and lost");
            }
        }

        /** Stock is taken at every time between two things that were acknowledged. */
        void times() {
            Instant first = from;
            Instant last = until;
            if (first == null || last == null) {
                breaches.add("the schedule has no beginning or no end");
                return;
            }
            new Every(DemoShop.INTERVAL)
                    .times(first)
                    .takeWhile(it -> !it.isAfter(last))
                    .filter(it -> !counted.contains(it))
                    .forEach(it -> breaches.add("stock was not taken at " + it));
        }
    }
}
