package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.testing.Stub;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.examples.FastestQuote.Carriers;
import dev.reprise.vm.PatternMachine;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The first quote wins, nobody wins by failing, and one parcel is booked once. */
@ExtendWith(TestEngines.class)
class FastestQuoteTest {
    private static Stub<Carriers> carriers(TestEngine engine) {
        var carriers = engine.stub(Carriers.class);
        carriers.on(Carriers::north).failsForGood("NoWay", "frozen");
        carriers.on(Carriers::south).takes(Duration.ofMinutes(3)).returns("7 euro");
        carriers.on(Carriers::west).takes(Duration.ofMinutes(20)).returns("5 euro");
        carriers.on(Carriers::book).answers(call -> "booked: " + call.argument(0, String.class));
        return carriers;
    }

    private static RunHandle<String> begun(TestEngine engine) {
        engine.register(FastestQuote.TYPE);
        var id = new RunId("parcel-1");
        return engine.client().start(FastestQuote.TYPE, id, "tea", String.class);
    }

    @Test
    void the_first_quote_wins_and_the_others_are_withdrawn(TestEngine engine) {
        carriers(engine);
        var parcel = begun(engine);
        engine.advance(Duration.ofMinutes(4));
        assertThat(parcel.query(PatternMachine.WAITS, String.class))
                .as("no carrier is asked any more")
                .isEmpty();
        parcel.signal("accept");
        assertThat(parcel.result()).isEqualTo("booked: 7 euro");
    }

    @Test
    void when_all_of_them_fail_there_is_no_quote(TestEngine engine) {
        var carriers = engine.stub(Carriers.class);
        carriers.on(Carriers::north).failsForGood("NoWay", "frozen");
        carriers.on(Carriers::south).failsForGood("NoWay", "flooded");
        carriers.on(Carriers::west).failsForGood("NoWay", "on strike");
        assertThat(begun(engine).result()).isEqualTo("no quote");
    }

    @Test
    void who_does_not_answer_within_an_hour_is_too_late(TestEngine engine) {
        carriers(engine);
        var began = engine.now();
        assertThat(begun(engine).result()).isEqualTo("too late");
        assertThat(Duration.between(began, engine.now())).isEqualTo(Duration.ofMinutes(63));
    }

    @Test
    void one_parcel_is_booked_under_one_key_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                engine -> {
                    var carriers = carriers(engine);
                    var parcel = begun(engine);
                    parcel.signal("accept"); // comes early, and is kept
                    assertThat(parcel.result()).startsWith("booked: ");
                    assertThat(carriers.calls("book"))
                            .extracting(it -> it.key())
                            .containsOnly(carriers.calls("book").getFirst().key());
                });
    }
}
