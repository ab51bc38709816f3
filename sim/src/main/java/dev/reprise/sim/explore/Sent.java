package dev.reprise.sim.explore;

import dev.reprise.RunId;
import dev.reprise.engine.run.Conductor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Something that a client asks, at any time after what it has to come after. A client that does not
 * hear the answer asks again, under the same request id.
 */
public final class Sent {
    /** How far it is. */
    enum State {
        /** Nobody has asked, or nobody has answered who lived long enough to be heard. */
        NEW,
        /** It was asked. */
        ASKED,
        /** It was answered. */
        OVER
    }

    /** Asks an engine. */
    interface Question {
        CompletableFuture<?> ask(Conductor conductor);
    }

    final RunId run;

    /** What it is, for the story: {@code signals order-1 approve()}. */
    final String words;

    /** What a run calls it, when it is told: {@code signal approve}. */
    final String told;

    private final Question question;
    private final List<Sent> before = new ArrayList<>();
    private State state = State.NEW;
    private int asked;
    private @Nullable ExploredProcess process;
    private @Nullable String answer;

    Sent(RunId run, String words, String told, Question question) {
        this.run = run;
        this.words = words;
        this.told = told;
        this.question = question;
    }

    /** It comes after this was answered. */
    public Sent after(Sent other) {
        before.add(other);
        return this;
    }

    /** Whether it was answered. */
    public boolean isOver() {
        return state == State.OVER;
    }

    /** Why it was refused; null when it was not, or was not answered yet. */
    public @Nullable String refusal() {
        return answer;
    }

    boolean mayBeAsked() {
        return state == State.NEW && before.stream().allMatch(Sent::isOver);
    }

    /** Whether it was asked of a process that has not answered. */
    boolean isUnheard(ExploredProcess by) {
        return state == State.ASKED && by.equals(process);
    }

    CompletableFuture<?> ask(ExploredProcess of) {
        state = State.ASKED;
        process = of;
        asked++;
        return question.ask(of.conductor);
    }

    /** Whether somebody has asked, perhaps a process that has died since. */
    boolean wasAsked() {
        return asked > 0;
    }

    boolean isRepeated() {
        return asked > 1;
    }

    void lost() {
        state = State.NEW;
    }

    void over(@Nullable String refusal) {
        state = State.OVER;
        answer = refusal;
    }
}
