package dev.reprise.app;

import dev.reprise.app.DemoLedger.Line;
import dev.reprise.app.DemoLedger.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the ledger says of the promises of the engine: counts for people, and a list of what is not
 * as it should be.
 *
 * @param orders how many orders there should be
 * @param receipts how many came to their end
 * @param calls how often the bank was asked for money
 * @param repeated how many of those calls it had seen before, by their key
 * @param cents what was charged
 * @param startsKept the starts that were acknowledged before the kill
 * @param approvalsKept the approvals that were acknowledged before the kill
 * @param breaches what is wrong; empty when nothing is
 */
record DemoVerdict(
        int orders,
        int receipts,
        int calls,
        int repeated,
        long cents,
        int startsKept,
        int approvalsKept,
        List<String> breaches) {
    DemoVerdict {
        breaches = List.copyOf(breaches);
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
        List<String> breaches = new ArrayList<>();
        SortedMap<String, Line> receipts = new TreeMap<>();
        SortedMap<String, Line> charges = new TreeMap<>();
        SortedMap<String, Integer> calls = new TreeMap<>();
        long cents = 0;
        for (Line line : lines) {
            switch (line.word()) {
                case RECEIPT -> {
                    Line before = receipts.put(line.at(0), line);
                    if (before != null && !before.equals(line)) {
                        breaches.add(line.at(0) + " has two different receipts");
                    }
                }
                case CHARGED -> {
                    cents += line.number(2);
                    if (charges.put(line.at(1), line) != null) {
                        breaches.add(line.at(1) + " was charged twice");
                    }
                }
                case CALLED -> calls.merge(line.at(0), 1, Integer::sum);
                case ORDERED, STARTED, APPROVED -> {}
            }
        }
        for (int number = 1; number <= orders; number++) {
            judge(number, receipts, charges, breaches);
        }
        int all = calls.values().stream().mapToInt(it -> it).sum();
        int starts = 0;
        int approvals = 0;
        for (Line line : lines.subList(0, atKill)) {
            if (line.word() == Word.STARTED) {
                starts++;
            } else if (line.word() == Word.APPROVED) {
                approvals++;
                judgeApproval(line, receipts, breaches);
            }
        }
        return new DemoVerdict(
                orders,
                receipts.size(),
                all,
                all - calls.size(),
                cents,
                starts,
                approvals,
                breaches);
    }

    private static void judge(
            int number,
            Map<String, Line> receipts,
            Map<String, Line> charges,
            List<String> breaches) {
        String id = DemoShop.orderId(number);
        Line receipt = receipts.get(id);
        Line charge = charges.get(id);
        if (receipt == null) {
            breaches.add(id + " did not come to its end");
        }
        if (charge == null) {
            breaches.add(id + " was not charged");
        } else if (charge.number(2) != DemoShop.cents(number)) {
            breaches.add(id + " was charged " + charge.number(2) + " cents");
        } else if (receipt != null && !receipt.at(1).equals("payment-" + charge.at(0))) {
            breaches.add(id + " has the receipt of another charge");
        }
    }

    private static void judgeApproval(
            Line approval, Map<String, Line> receipts, List<String> breaches) {
        Line receipt = receipts.get(approval.at(0));
        if (receipt != null && !receipt.at(2).equals(approval.at(1))) {
            breaches.add(
                    approval.at(0)
                            + ": the approval by "
                            + approval.at(1)
                            + " was acknowledged and lost");
        }
    }
}
