package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.examples.TranslationDesk.Machine;
import dev.reprise.examples.TranslationDesk.People;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A person's answer counts once, whenever it comes within two days, and whoever died meanwhile. */
@ExtendWith(TestEngines.class)
class TranslationDeskTest {
    /** A desk with tokens on it, by idempotency key. */
    private static final class Desk implements People {
        private final Map<String, String> tokens = new LinkedHashMap<>();

        @Override
        public synchronized String translate(String text) {
            var context = ActivityContext.current();
            tokens.put(context.idempotencyKey(), context.taskToken().text());
            return "";
        }

        synchronized String only() {
            assertThat(tokens).hasSize(1);
            return tokens.values().iterator().next();
        }
    }

    private static RunHandle<String> begun(TestEngine engine, Desk desk) {
        Machine machine = text -> "[" + text + "]";
        engine.register(TranslationDesk.class)
                .rules(TranslationDesk.RULES)
                .activities(desk, machine);
        var letter = new RunId("letter-1");
        var run = engine.client().start(TranslationDesk.class, letter, "Good day");
        engine.settle();
        return run;
    }

    @Test
    void a_person_answers_when_it_suits_them(TestEngine engine) {
        var desk = new Desk();
        var letter = begun(engine, desk);
        engine.advance(Duration.ofHours(30));
        engine.client().complete(desk.only(), "Guten Tag");
        engine.client().complete(desk.only(), "Guten Tag"); // says it once more, to be sure
        assertThat(letter.result()).isEqualTo("Guten Tag");
    }

    @Test
    void after_two_days_a_machine_does_it_and_the_token_is_stale(TestEngine engine) {
        var desk = new Desk();
        var letter = begun(engine, desk);
        assertThat(letter.result()).isEqualTo("[Good day] (by a machine)");
        assertThatThrownBy(() -> engine.client().complete(desk.only(), "Guten Tag"))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void the_answer_counts_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                engine -> {
                    var desk = new Desk();
                    var letter = begun(engine, desk);
                    engine.client().complete(desk.only(), "Guten Tag");
                    assertThat(letter.result()).isEqualTo("Guten Tag");
                    engine.replayAll();
                });
    }
}
