package dev.reprise.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.RunFailed;
import dev.reprise.engine.testing.Shop.Charge;
import dev.reprise.engine.testing.Shop.Letter;
import dev.reprise.engine.testing.Shop.Mail;
import dev.reprise.engine.testing.Shop.Order;
import dev.reprise.engine.testing.Shop.Payments;
import dev.reprise.engine.testing.Shop.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The history of a run is a story for people, and checks for tests. */
@Timeout(60)
class HistoryTest {
    private static final RunId RUN = new RunId("order-42");
    private final TestEngine engine =
            TestEngine.create()
                    .register(Order.class)
                    .register(Charge.class)
                    .register(Question.class)
                    .register(Letter.class);

    @BeforeEach
    void carryOut() {
        var payments = engine.stub(Payments.class);
        payments.on(Payments::charge).fails("Down", "the till is down").returns("receipt 7");
        payments.on(Payments::note).returns();
        var order = engine.client().start(Order.class, RUN, "42");
        engine.advance(Duration.ofHours(5));
        order.signal("approve", "carol");
        assertThat(order.result()).isEqualTo("receipt 7");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private History history() {
        return engine.history(RUN);
    }

    @Test
    void a_history_is_a_story() {
        assertThat(history())
                .hasToString(
                        """
                        Run order-42 of Order
                          2026-01-01T00:00:00Z  starts as Order("42")
                          2026-01-01T00:00:00Z  asks for Payments.charge("42") (1)
                          2026-01-01T00:00:00Z  Payments.charge (1) is tried again, attempt 2, at 2026-01-01T00:00:01Z after the till is down
                          2026-01-01T00:00:01Z  Payments.charge (1) gives "receipt 7"
                          2026-01-01T00:00:01Z  starts a timer of 2 d (2)
                          2026-01-01T05:00:00Z  gets signal approve("carol")
                          2026-01-01T05:00:00Z  stops timer (2)
                          2026-01-01T05:00:00Z  asks for Payments.note("42") (4)
                          2026-01-01T05:00:00Z  Payments.note (4) gives nothing
                          2026-01-01T05:00:00Z  completes with "receipt 7"
                        """);
    }

    @Test
    void checks_follow_each_other_and_may_leave_things_out() {
        history()
                .activity("Payments.charge", "42")
                .retried(1)
                .gave("receipt 7")
                .signal("approve", "carol")
                .activityNamed("Payments.note")
                .gave(null)
                .completed("receipt 7")
                .nothingElse();
        assertThatThrownBy(() -> history().completed("receipt 7").signal("approve", "carol"))
                .hasMessageContaining("→ its end");
    }

    @Test
    void exact_checks_leave_nothing_out() {
        history()
                .exactly()
                .activity("Payments.charge", "42")
                .timer(Duration.ofDays(2))
                .signal("approve", "carol")
                .activity("Payments.note", "42")
                .completed("receipt 7")
                .nothingElse();
        assertThatThrownBy(
                        () ->
                                history()
                                        .exactly()
                                        .activity("Payments.charge", "42")
                                        .signal("approve", "carol"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Expected of run order-42 next: a signal approve(\"carol\").")
                .hasMessageContaining("→ 2026-01-01T00:00:01Z  starts a timer of 2 d (2)");
    }

    @Test
    void what_is_missing_is_told_with_the_story() {
        assertThatThrownBy(
                        () ->
                                history()
                                        .activity("Payments.charge", "42")
                                        .activity("Payments.charge", "42"))
                .hasMessageContaining(
                        "Expected of run order-42 from the arrow on: an activity"
                                + " Payments.charge(\"42\").")
                .hasMessageContaining("→ 2026-01-01T00:00:00Z  Payments.charge (1) is tried again");
        assertThatThrownBy(() -> history().activity("Payments.charge", "43"))
                .hasMessageContaining("Payments.charge(\"43\")");
        assertThatThrownBy(() -> history().signal("approve", "bob"))
                .hasMessageContaining("a signal approve(\"bob\")");
        assertThatThrownBy(() -> history().timer(Duration.ofDays(3)))
                .hasMessageContaining("a timer of 3 d");
        assertThatThrownBy(() -> history().completed("receipt 8"))
                .hasMessageContaining("to complete with \"receipt 8\"");
        assertThatThrownBy(() -> history().activityNamed("Payments.charge").gave("receipt 8"))
                .hasMessageContaining("command 1 gives \"receipt 8\"");
        assertThatThrownBy(() -> history().activityNamed("Payments.charge").retried(2))
                .hasMessageContaining("command 1 is tried again 2 times, not 1");
        assertThatThrownBy(() -> history().signal("approve", "carol").nothingElse())
                .hasMessageContaining("nothing else")
                .hasMessageContaining("→ 2026-01-01T05:00:00Z  asks for Payments.note");
        assertThatThrownBy(() -> history().gave("receipt 7"))
                .hasMessageContaining("name an activity first");
        assertThatThrownBy(() -> engine.history(new RunId("nobody")))
                .hasMessageContaining("there is no run nobody");
    }

    @Test
    void ends_of_all_kinds() {
        var cancelled = engine.client().start(Question.class, "");
        cancelled.cancel("enough");
        engine.history(cancelled).cancel().cancelled().nothingElse();
        var terminated = engine.client().start(Question.class, "");
        terminated.terminate("too late");
        engine.history(terminated).terminated();
        assertThat(engine.history(terminated).toString()).contains("was terminated: too late");
        engine.stub(Mail.class).on(Mail::send).failsForGood("NoRoute", "no route");
        var failed = engine.client().start(Letter.class, "");
        assertThatThrownBy(failed::result).isInstanceOf(RunFailed.class);
        engine.history(failed).activityNamed("Mail.send").failedWith("no route").failed("no route");
        assertThatThrownBy(() -> engine.history(failed).cancelled())
                .hasMessageContaining("to end as cancelled");
    }

    // ---- Files ----

    @Test
    void commands_are_compared_with_a_file(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("kept/order.txt");
        assertThatThrownBy(() -> history().golden(file))
                .hasMessageContaining("-Dreprise.golden=write")
                .hasMessageContaining("1 / asks for Payments.charge(\"42\")");
        System.setProperty(Golden.PROPERTY, "write");
        try {
            history().golden(file);
        } finally {
            System.clearProperty(Golden.PROPERTY);
        }
        history().golden(file);
        assertThat(file)
                .hasContent(
                        """
                        1 / asks for Payments.charge("42")
                        2 / starts a timer of 2 d
                        3 / stops timer (2)
                        4 / asks for Payments.note("42")
                        5 / completes with "receipt 7"
                        """);
        Files.writeString(file, Files.readString(file).replace("2 / starts a timer of 2 d\n", ""));
        assertThatThrownBy(() -> history().golden(file))
                .hasMessageContaining("(- is there, + is new)")
                .hasMessageContaining(
                        """
                          1 / asks for Payments.charge("42")
                        + 2 / starts a timer of 2 d
                          3 / stops timer (2)
                        """);
    }

    @Test
    void a_difference_shows_all_lines_of_both_texts() {
        assertThat(Golden.difference(List.of("a", "b", "c"), List.of("a", "x", "c", "d")))
                .isEqualTo("  a\n- b\n+ x\n  c\n+ d\n");
        assertThat(Golden.difference(List.of(), List.of("a"))).isEqualTo("+ a\n");
        assertThat(Golden.difference(List.of("a"), List.of())).isEqualTo("- a\n");
    }
}
