package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DemoTest {
    private final Session session = new Session();

    @TempDir private Path folder;

    @Test
    void orders_outlive_their_process_and_the_ledger_shows_it() throws IOException {
        Path kept = folder.resolve("kept");
        assertThat(session.run("demo", "--orders", 40, "--keep", kept))
                .as(session.out() + session.err())
                .isZero();

        assertThat(session.out())
                .contains("1. A process takes orders", "2. kill -9 ", "3. Another process opens")
                .containsPattern("Found in \\d+ ms: \\d+ orders, \\d+ of them open, with \\d+ act")
                .contains("every order completed: 40 of 40")
                .containsPattern("every order charged once: 40 charges, .* by \\d+ calls")
                .contains("no order lost", "no approval lost", "What next")
                .doesNotContain("NO ");
        var lines = DemoLedger.read(DemoShop.ledger(kept));
        assertThat(DemoVerdict.of(40, lines, lines.size() / 2).isGood()).isTrue();
        assertThat(DemoVerdict.of(41, lines, 0).breaches())
                .containsExactly(
                        "order-00041 did not come to its end", "order-00041 was not charged");

        assertThat(session.run("demo", "--keep", kept)).isEqualTo(1);
        assertThat(session.err()).contains("is there already: name a new one");
    }

    @Test
    void programs_get_one_object_and_nothing_else() throws IOException {
        assertThat(session.run("demo", "--orders", 30, "--json")).isZero();

        assertThat(session.json())
                .containsEntry("good", "")
                .containsKeys("ordersOpen", "recoveryMillis", "redeliveries", "breaches");
        assertThat(session.out().lines()).hasSize(1);
        assertThat(session.err()).isEmpty();
    }
}
