package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.examples.ResearchAgent.Kiosk;
import dev.reprise.examples.ResearchAgent.Message;
import dev.reprise.examples.ResearchAgent.Model;
import dev.reprise.examples.ResearchAgent.Parrot;
import dev.reprise.examples.ResearchAgent.Reply;
import dev.reprise.examples.ResearchAgent.Research;
import dev.reprise.examples.ResearchAgent.ToolCall;
import dev.reprise.examples.ResearchAgent.Tools;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The agent answers within its budget, spends no money unasked, and nothing twice. */
@ExtendWith(TestEngines.class)
class ResearchAgentTest {
    private static RunHandle<String> begun(TestEngine engine, int tokensMax) {
        engine.register(ResearchAgent.class);
        var research = new Research("Is tea older?", tokensMax, List.of(), 0);
        return engine.client().start(ResearchAgent.class, new RunId("agent-1"), research);
    }

    private static Reply calling(ToolCall... calls) {
        return new Reply("Let me see.", List.of(calls), 100);
    }

    private static Reply answer(String text) {
        return new Reply(text, List.of(), 100);
    }

    @Test
    void it_uses_tools_until_it_knows_and_asks_before_it_buys(TestEngine engine) {
        var kiosk = new Kiosk();
        engine.activities(new Parrot(), kiosk);
        var began = engine.now();
        var agent = begun(engine, 1_000);
        engine.settle();
        assertThat(agent.query("waitsFor", String.class)).isEqualTo("buy A History of Tea");
        assertThat(kiosk.sold()).isEmpty();
        assertThat(agent.update("decide", String.class, true))
                .isEqualTo("may buy A History of Tea");
        assertThat(agent.result()).isEqualTo("Yes: Tea was drunk 3000 years before coffee.");
        assertThat(kiosk.sold()).containsExactly("A History of Tea");
        assertThat(engine.now()).as("it goes on at once").isEqualTo(began);
    }

    @Test
    void what_a_person_forbids_is_told_to_the_model(TestEngine engine) {
        engine.activities(new Parrot(), new Kiosk());
        var agent = begun(engine, 1_000);
        engine.settle();
        agent.update("decide", String.class, false);
        assertThat(agent.result()).isEqualTo("Yes: You may not buy that.");
        assertThatThrownBy(() -> agent.update("decide", String.class, true))
                .hasMessageContaining("ended");
    }

    @Test
    void silence_for_a_day_is_a_no(TestEngine engine) {
        engine.activities(new Parrot(), new Kiosk());
        assertThat(begun(engine, 1_000).result()).isEqualTo("Yes: You may not buy that.");
    }

    @Test
    void a_tool_that_fails_is_something_the_model_can_deal_with(TestEngine engine) {
        var model = engine.stub(Model.class);
        var tools = engine.stub(Tools.class);
        model.on(Model::reply)
                .returns(calling(new ToolCall("search", "tea"), new ToolCall("fly", "to Rome")))
                .returns(answer("I do not know."));
        tools.on(Tools::search).failsForGood("Down", "no index");
        var agent = begun(engine, 1_000);
        assertThat(agent.result()).isEqualTo("I do not know.");
        List<?> said = model.calls().getLast().argument(0, List.class);
        assertThat(said)
                .asString()
                .contains("search failed: no index", "There is no tool fly, only search and buy.");
    }

    @Test
    void it_stops_when_its_budget_is_spent(TestEngine engine) {
        var model = engine.stub(Model.class);
        model.on(Model::reply).returns(calling(new ToolCall("search", "more")));
        engine.stub(Tools.class).on(Tools::search).returns("a bit");
        var agent = begun(engine, 450);
        assertThat(agent.result()).isEqualTo("The budget is spent; the last was: a bit");
        assertThat(model.calls()).hasSize(5);
    }

    @Test
    void a_model_that_is_overloaded_is_asked_again(TestEngine engine) {
        var model = engine.stub(Model.class);
        model.on(Model::reply)
                .fails("Overloaded", "try later")
                .takes(Duration.ofMinutes(5)) // longer than an attempt may take
                .returns(answer("late"))
                .returns(answer("tea"));
        assertThat(begun(engine, 1_000).result()).isEqualTo("tea");
        assertThat(model.calls()).hasSize(3);
    }

    @Test
    void a_long_conversation_goes_on_in_a_new_run(TestEngine engine) {
        var model = engine.stub(Model.class);
        model.on(Model::reply)
                .answers(
                        call ->
                                call.argument(0, List.class).size() < 300
                                        ? calling(new ToolCall("search", "more"))
                                        : answer("enough"));
        engine.stub(Tools.class).on(Tools::search).returns("a bit");
        var agent = begun(engine, 1_000_000);
        assertThat(agent.result()).isEqualTo("enough");
        assertThat(agent.query("conversation", Message[].class)).hasSizeGreaterThan(300);
        assertThat(agent.describe().leg()).as("one run after the other").isEqualTo(2);
    }

    @Test
    void nothing_is_bought_twice_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                engine -> {
                    var kiosk = new Kiosk();
                    engine.activities(new Parrot(), kiosk);
                    var agent = begun(engine, 1_000);
                    engine.settle();
                    agent.update("decide", String.class, true);
                    assertThat(agent.result())
                            .isEqualTo("Yes: Tea was drunk 3000 years before coffee.");
                    assertThat(kiosk.sold()).containsExactly("A History of Tea");
                    engine.replayAll();
                });
    }
}
