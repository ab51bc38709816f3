package dev.reprise.examples;

import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.ActivityOptions.Timeouts;
import dev.reprise.history.RetryOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An agent: a language model that uses tools until it knows the answer, within a budget, and with a
 * person who is asked before money is spent.
 *
 * <p>The loop is the workflow, and the conversation is its state. What the model says and what
 * tools give is not deterministic, so both are activities: recorded when they come, and never asked
 * for again on replay. An agent that dies in the middle goes on in the middle of its conversation;
 * no answer of the model is paid for twice once it is recorded, and nothing is bought twice.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>A tool that fails is no failure of the agent: the model is told, and may try another way.
 *   <li>{@code buy} needs a person. The agent waits for the update {@link #decide}, for a day at
 *       most; whoever asks {@link #waitsFor} sees what is to be decided.
 *   <li>The budget is counted in tokens, from what the model said; when it is spent, the agent says
 *       how far it came. (A policy can limit the attempts of a run, too: docs/policies.md.)
 *   <li>A long conversation continues as new, with itself as the input.
 * </ul>
 *
 * <pre>
 * reprise run ResearchAgent.java --data data --input '{"question":"Is tea older than coffee?","tokensMax":1000,"said":[],"spent":0}'
 * reprise query ResearchAgent waitsFor --data data                         (another terminal)
 * reprise update ResearchAgent decide true --data data
 * </pre>
 */
final class ResearchAgent implements Workflow<ResearchAgent.Research, String> {
    /**
     * What there is to find out, and how far it is.
     *
     * @param said the conversation so far
     * @param spent tokens
     */
    record Research(String question, int tokensMax, List<Message> said, int spent) {}

    record Message(String role, String text) {}

    record ToolCall(String tool, String argument) {}

    /**
     * What the model says.
     *
     * @param calls of tools; none when it is done
     * @param tokens what it took to say it
     */
    record Reply(String text, List<ToolCall> calls, int tokens) {}

    interface Model {
        Reply reply(List<Message> said);
    }

    interface Tools {
        String search(String words);

        String buy(String article);
    }

    private static final int LONG = 200;

    /** A model may be slow and busy: give it time, and try it more often than others. */
    private static final ActivityOptions PATIENTLY =
            ActivityOptions.UNSAID
                    .timeouts(Timeouts.NONE.startToClose(Duration.ofMinutes(2)))
                    .retry(RetryOptions.UNSAID.attemptsMax(6).delay(Duration.ofSeconds(2)));

    private final List<Message> said = new ArrayList<>();
    private int spent;
    private String waitsFor = "";
    private Optional<Boolean> decision = Optional.empty();

    @Override
    public String run(Research research) {
        said.addAll(research.said());
        spent = research.spent();
        if (said.isEmpty()) {
            said.add(new Message("user", research.question()));
        }
        while (spent < research.tokensMax()) {
            Reply reply = Flow.activity(Model.class, PATIENTLY).reply(List.copyOf(said));
            spent += reply.tokens();
            said.add(new Message("model", reply.text()));
            if (reply.calls().isEmpty()) {
                return reply.text();
            }
            List<Body<Message>> calls = new ArrayList<>();
            for (ToolCall call : reply.calls()) {
                calls.add(() -> new Message("tool", used(call)));
            }
            said.addAll(Flow.parallel(calls));
            if (Flow.info().historySize() > LONG) {
                return Flow.continueAsNew(
                        new Research(
                                research.question(),
                                research.tokensMax(),
                                List.copyOf(said),
                                spent));
            }
        }
        return "The budget is spent; the last was: " + said.getLast().text();
    }

    /** What a tool gives, or why it does not. */
    private String used(ToolCall call) {
        var tools = Flow.activity(Tools.class);
        try {
            return switch (call.tool()) {
                case "search" -> tools.search(call.argument());
                case "buy" -> allowed(call) ? tools.buy(call.argument()) : "You may not buy that.";
                default -> "There is no tool " + call.tool() + ", only search and buy.";
            };
        } catch (ActivityFailed e) {
            return call.tool() + " failed: " + e.failure().root().message();
        }
    }

    /** Asks a person, one thing at a time; silence for a day is a no. */
    private boolean allowed(ToolCall call) {
        Flow.await(() -> waitsFor.isEmpty());
        waitsFor = call.tool() + " " + call.argument();
        decision = Optional.empty();
        Flow.await(Duration.ofDays(1), () -> decision.isPresent());
        waitsFor = "";
        return decision.orElse(false);
    }

    @Update(validator = "checkDecision")
    String decide(boolean yes) {
        decision = Optional.of(yes);
        return (yes ? "may " : "may not ") + waitsFor;
    }

    void checkDecision(boolean yes) {
        if (waitsFor.isEmpty() || decision.isPresent()) {
            throw new IllegalStateException("there is nothing to decide");
        }
    }

    @Query
    String waitsFor() {
        return waitsFor;
    }

    @Query
    List<Message> conversation() {
        return said;
    }

    /** A model that knows three lines by heart. */
    static final class Parrot implements Model {
        @Override
        public Reply reply(List<Message> said) {
            return switch ((int) said.stream().filter(it -> it.role().equals("model")).count()) {
                case 0 -> call("Let me look.", new ToolCall("search", "tea coffee history"));
                case 1 -> call("There is an article.", new ToolCall("buy", "A History of Tea"));
                default -> new Reply("Yes: " + said.getLast().text(), List.of(), 80);
            };
        }

        private static Reply call(String text, ToolCall call) {
            return new Reply(text, List.of(call), 100);
        }
    }

    /** Tools that find one article, and sell it once for each key. */
    static final class Kiosk implements Tools {
        private final Map<String, String> sold = new LinkedHashMap<>();

        @Override
        public String search(String words) {
            return "A History of Tea, 3 euro";
        }

        @Override
        public synchronized String buy(String article) {
            sold.put(ActivityContext.current().idempotencyKey(), article);
            return "Tea was drunk 3000 years before coffee.";
        }

        synchronized List<String> sold() {
            return List.copyOf(sold.values());
        }
    }
}
