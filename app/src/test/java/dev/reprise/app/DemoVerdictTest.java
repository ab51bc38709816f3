package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo does not say yes to everything. */
class DemoVerdictTest {
    /**
     * A plain order, a gift, and one that was undone; the second process was told the end again.
     */
    private static final String GOOD =
            """
            SCHEDULING 2026-01-01T00:00:00.100Z
            SCHEDULED 2026-01-01T00:00:00.200Z
            ORDERED order-00001 1037
            STARTED order-00001
            CALLED order-00001/1 order-00001 1037 0
            CHARGED order-00001/1 order-00001 1037
            APPROVED order-00001 first
            BREAKER mail OPEN
            BREAKER mail HALF_OPEN
            COUNTED stock-taking/2026-01-01T00:00:00.500Z/1 stock-taking/2026-01-01T00:00:00.500Z
            CALLED order-00001/1 order-00001 1037 1
            RECEIPT order-00001 payment-order-00001/1 first plain
            UNSCHEDULING 2026-01-01T00:00:01.100Z
            COUNTED stock-taking/2026-01-01T00:00:01Z/1 stock-taking/2026-01-01T00:00:01Z
            UNSCHEDULED 2026-01-01T00:00:01.200Z
            RECEIPT order-00001 payment-order-00001/1 first plain
            """;

    private static final int AT_KILL = 10;

    /** All orders up to the first that is undone; the eighth is a gift. */
    private static String many() {
        var lines = new StringBuilder(GOOD);
        for (int number = 2; number <= DemoShop.UNDONE_EVERY; number++) {
            String id = DemoShop.orderId(number);
            int cents = DemoShop.cents(number);
            lines.append("CHARGED %s/1 %s %d\n".formatted(id, id, cents));
            if (number == DemoShop.UNDONE_EVERY) {
                lines.append("REFUNDED %s/7 %s %d\nUNDONE %s NoWay\n".formatted(id, id, cents, id));
                continue;
            }
            String parcel = DemoShop.isGift(number) ? "anna" : "plain";
            if (DemoShop.isGift(number)) {
                lines.append("PACKED %s/packing/1 %s anna\n".formatted(id, id));
                lines.append("PACKED %s/packing/2 %s ben\n".formatted(id, id));
            }
            lines.append("RECEIPT %s payment-%s/1 second %s\n".formatted(id, id, parcel));
        }
        return lines.toString();
    }

    @Test
    void a_good_ledger_is_counted() {
        var atKill = new DemoVerdict.Books(1, 1, 0, 0, 1, 0, 1, 1);
        var atEnd = new DemoVerdict.Books(1, 1, 1, 0, 2, 0, 2, 1);
        assertThat(DemoVerdict.of(1, DemoLedger.parse(GOOD), AT_KILL))
                .isEqualTo(new DemoVerdict(1, atKill, atEnd, 1, 1037, List.of()));
    }

    @Test
    void what_was_undone_is_no_income_and_a_gift_is_packed_once_whoever_packed_it() {
        var verdict = DemoVerdict.of(20, DemoLedger.parse(many()), AT_KILL);
        assertThat(verdict.breaches()).isEmpty();
        assertThat(verdict.atEnd().undone()).isEqualTo(1);
        assertThat(verdict.atEnd().receipts()).isEqualTo(19);
        assertThat(verdict.atEnd().gifts()).isEqualTo(2);
        assertThat(verdict.cents())
                .isEqualTo(IntStream.range(1, 20).mapToLong(DemoShop::cents).sum());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    RECEIPT order-00001 payment | RECEIPT order-00091 payment | did not come to its end
                    CHARGED order-00001/1 order-00001 | CHARGED order-00001/1 order-00091 | was not charged
                    CALLED order-00001/1 order-00001 1037 1 | CHARGED order-00001/1 order-00001 1037 | charged twice
                    CHARGED order-00001/1 order-00001 1037 | CHARGED order-00001/1 order-00001 1 | charged 1 cents
                    payment-order-00001/1 | payment-order-00001/2 | the receipt of another
                    /1 first | /1 second | acknowledged and lost
                    BREAKER mail OPEN | RECEIPT order-00001 payment-order-00001/1 second plain | two different ends
                    BREAKER mail OPEN | REFUNDED order-00001/9 order-00001 1037 | was paid back, and nothing
                    REFUNDED order-00020/7 order-00020 | REFUNDED order-00020/7 order-00091 | order-00020 was not paid back
                    REFUNDED order-00020/7 order-00020 1740 | REFUNDED order-00020/7 order-00020 1 | paid back 1 cents
                    BREAKER mail OPEN | REFUNDED order-00020/8 order-00020 1740 | paid back twice
                    UNDONE order-00020 | UNDONE order-00091 | was not undone
                    order-00008/1 second anna | order-00008/1 second cleo | a gift that cleo has not packed
                    stock-taking/2026-01-01T00:00:01Z | stock-taking/2026-01-01T00:00:02Z | stock was not taken at 2026-01-01T00:00:01Z
                    stock-taking/2026-01-01T00:00:01Z | stock-taking/2026-01-01T00:00:00.500Z | stock was taken twice
                    UNSCHEDULING | SCHEDULING | the schedule has no beginning or no end
                    """)
    void a_ledger_that_is_wrong_in_one_place_is_objected_to(String good, String bad, String why) {
        assertThat(many()).contains(good);
        var lines = DemoLedger.parse(many().replace(good, bad));
        assertThat(DemoVerdict.of(20, lines, AT_KILL).breaches()).anyMatch(it -> it.contains(why));
    }
}
