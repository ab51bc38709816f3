package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo does not say yes to everything. */
class DemoVerdictTest {
    private static final String GOOD =
            """
            ORDERED order-00001 1037
            STARTED order-00001
            CALLED order-00001/1 order-00001 1037 0
            CHARGED order-00001/1 order-00001 1037
            APPROVED order-00001 first
            CALLED order-00001/1 order-00001 1037 1
            RECEIPT order-00001 payment-order-00001/1 first
            """;

    private static final int AT_KILL = 5;

    @Test
    void a_good_ledger_is_counted() {
        assertThat(DemoVerdict.of(1, DemoLedger.parse(GOOD), AT_KILL))
                .isEqualTo(new DemoVerdict(1, 1, 2, 1, 1037, 1, 1, List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    RECEIPT order-00001 payment | RECEIPT order-00002 payment | did not come to its end
                    CHARGED order-00001/1 order-00001 | CHARGED order-00001/1 order-00002 | was not charged
                    CALLED order-00001/1 order-00001 1037 1 | CHARGED order-00001/1 order-00001 1037 | charged twice
                    CHARGED order-00001/1 order-00001 1037 | CHARGED order-00001/1 order-00001 1 | charged 1 cents
                    payment-order-00001/1 | payment-order-00001/2 | the receipt of another
                    /1 first | /1 second | acknowledged and lost
                    """)
    void a_ledger_that_is_wrong_in_one_place_is_objected_to(String good, String bad, String why) {
        assertThat(GOOD).contains(good);
        var lines = DemoLedger.parse(GOOD.replace(good, bad));
        assertThat(DemoVerdict.of(1, lines, AT_KILL).breaches()).anyMatch(it -> it.contains(why));
    }
}
