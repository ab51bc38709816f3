package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.testing.Stub;
import dev.reprise.engine.testing.StubCall;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.examples.ExpenseApproval.Expense;
import dev.reprise.examples.ExpenseApproval.Mail;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An expense is decided by who was asked, or expires; it never waits for ever. */
@ExtendWith(TestEngines.class)
class ExpenseApprovalTest {
    private static final Expense DESK = new Expense("ann", 90_000, "a desk");

    private static Stub<Mail> mail(TestEngine engine) {
        var mail = engine.stub(Mail.class);
        mail.on(Mail::ask).returns();
        mail.on(Mail::remind).returns();
        mail.on(Mail::tell).returns();
        return mail;
    }

    private static RunHandle<String> begun(TestEngine engine, Expense expense) {
        engine.register(ExpenseApproval.class);
        return engine.client().start(ExpenseApproval.class, new RunId("expense-1"), expense);
    }

    @Test
    void a_small_one_passes_by_itself(TestEngine engine) {
        var mail = mail(engine);
        var run = begun(engine, new Expense("ann", 400, "tea"));
        assertThat(run.result()).isEqualTo("approved: it is small");
        assertThat(mail.calls("ask")).isEmpty();
    }

    @Test
    void who_decides_is_told_what_came_of_it(TestEngine engine) {
        mail(engine);
        var run = begun(engine, DESK);
        engine.advance(Duration.ofHours(5));
        assertThat(run.query("status", String.class)).isEqualTo("waits for manager");
        assertThat(engine.client().count("waitsFor = 'manager'")).isEqualTo(1);
        assertThat(run.update("decide", String.class, "manager", true))
                .isEqualTo("approved by manager");
        assertThat(run.result()).isEqualTo("approved by manager");
    }

    @Test
    void only_who_was_asked_may_decide(TestEngine engine) {
        mail(engine);
        var run = begun(engine, DESK);
        assertThatThrownBy(() -> run.update("decide", String.class, "director", true))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("director was not asked, but manager");
        engine.advance(Duration.ofDays(4));
        run.update("decide", String.class, "director", false);
        assertThat(run.result()).isEqualTo("rejected by director");
    }

    @Test
    void silence_is_an_answer_after_six_days(TestEngine engine) {
        var mail = mail(engine);
        var run = begun(engine, DESK);
        var began = engine.now();
        assertThat(run.result()).isEqualTo("expired: nobody answered");
        assertThat(Duration.between(began, engine.now())).isEqualTo(Duration.ofDays(6));
        assertThat(mail.calls())
                .extracting(StubCall::activity)
                .containsExactly("Mail.ask", "Mail.remind", "Mail.ask", "Mail.remind", "Mail.tell");
    }

    @Test
    void a_decision_that_was_acknowledged_holds_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                engine -> {
                    mail(engine);
                    var run = begun(engine, DESK);
                    engine.advance(Duration.ofDays(1));
                    // Whoever does not hear the answer asks again under the same id.
                    var decision = run.once("decision-1");
                    assertThat(decision.update("decide", String.class, "manager", true))
                            .isEqualTo("approved by manager");
                    assertThat(decision.update("decide", String.class, "manager", true))
                            .isEqualTo("approved by manager");
                    assertThat(run.result()).isEqualTo("approved by manager");
                    engine.replayAll();
                });
    }
}
