package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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
                .containsPattern("Found in \\d+ ms: \\d+ runs, \\d+ of them open, with \\d+ act")
                .containsPattern("\\d+ started, \\d+ shipped, \\d+ undone; \\d+ under way")
                .containsPattern("orders acknowledged +\\d+ +\\d+ +40\n")
                .containsPattern("orders shipped +\\d+ +\\d+ +38\n")
                .containsPattern("orders undone, and paid back +\\d+ +\\d+ +2\n")
                .containsPattern("gifts packed, by the pattern +\\d+ +\\d+ +4\n")
                .containsPattern("stock taken, by the schedule +\\d+ +\\d+ +[1-9]")
                .containsPattern("mail breaker opened +\\d+ +\\d+ +[1-9]")
                .contains("every order came to its end: 38 shipped, 2 undone")
                .containsPattern("every order charged once: 40 charges by \\d+ calls")
                .contains("every undone order paid back once", "nothing lost that was ack")
                .contains("no time of the schedule left out", "What next")
                .doesNotContain("NO ")
                .doesNotContain("\033");
        var lines = DemoLedger.read(DemoShop.ledger(kept));
        assertThat(DemoVerdict.of(40, lines, lines.size() / 2).isGood()).isTrue();
        assertThat(DemoVerdict.of(41, lines, 0).breaches())
                .containsExactly(
                        "order-00041 was not charged", "order-00041 did not come to its end");
        whatItSaysToTryNextWorks(session.out());

        assertThat(session.run("demo", "--keep", kept)).isEqualTo(1);
        assertThat(session.err()).contains("is there already: name a new one");
    }

    /** The commands that it prints, with the words of a shell. */
    private void whatItSaysToTryNextWorks(String printed) {
        var commands =
                printed.lines()
                        .filter(it -> it.contains("--data"))
                        .map(it -> it.strip().replaceFirst("^./reprise ", ""))
                        .toList();
        assertThat(commands).hasSize(3);
        List<String> answers = new ArrayList<>();
        for (String command : commands) {
            var words =
                    Pattern.compile("\"([^\"]*)\"|(\\S+)")
                            .matcher(command)
                            .results()
                            .map(it -> it.group(1) == null ? it.group(2) : it.group(1))
                            .toArray();
            assertThat(session.run(words)).as(session.out() + session.err()).isZero();
            answers.add(session.out());
        }
        assertThat(answers.get(0)).contains("order-00020", "order-00040");
        assertThat(answers.get(1)).contains("Payments.refund", "no courier goes to Atlantis");
        assertThat(answers.get(2)).contains("1 run");
    }

    @Test
    void programs_get_one_object_and_nothing_else() throws IOException {
        assertThat(session.run("demo", "--orders", 30, "--json"))
                .as(session.out() + session.err())
                .isZero();

        assertThat(session.json())
                .containsEntry("good", "")
                .containsKeys("runsOpen", "recoveryMillis", "redeliveries", "breaches")
                .containsKeys("undone", "breakerOpened", "scheduleFired", "giftsPacked");
        assertThat(session.out().lines()).hasSize(1);
        assertThat(session.err()).isEmpty();
    }
}
