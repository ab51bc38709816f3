package dev.reprise.engine.testing;

import dev.reprise.engine.Vigil;
import dev.reprise.engine.story.Wording;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets time pass while somebody waits, and gives up when nothing will come of it. */
final class Patience implements Vigil {
    /** How a wait ended. */
    private enum End {
        THERE,
        NEVER,
        CRASHED
    }

    private final TestEngine engine;

    Patience(TestEngine engine) {
        this.engine = engine;
    }

    @Override
    public void keep(CompletableFuture<?> answer) {
        if (keep(answer, Instant.MAX, false) == End.NEVER) {
            throw never();
        }
    }

    @Override
    public <T> CompletableFuture<T> keep(Supplier<CompletableFuture<T>> question) {
        while (true) {
            CompletableFuture<T> answer = question.get();
            switch (keep(answer, Instant.MAX, true)) {
                case THERE -> {
                    return answer;
                }
                case NEVER -> throw never();
                case CRASHED -> {} // and is asked again
            }
        }
    }

    @Override
    public Duration keep(CompletableFuture<?> answer, Duration patience) {
        Instant end = later(engine.now(), patience);
        if (keep(answer, end, false) == End.NEVER && engine.isSkipping()) {
            engine.life().stage().put(end);
        }
        return Duration.ZERO;
    }

    private Stalled never() {
        return stalled(
                engine.isSkipping()
                        ? "What the test waits for will not come: nothing is under way, and nothing"
                                + " waits for time."
                        : "What the test waits for does not come: nothing is under way, and time"
                                + " does not pass by itself here. What to do: advance(…), or"
                                + " skipping(true).");
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> accompanied(
            CompletableFuture<T> result, CompletableFuture<?> answer) {
        return Accompanied.of(this, result, answer);
    }

    private static Instant later(Instant from, Duration span) {
        return span.compareTo(Duration.between(from, Instant.MAX)) >= 0
                ? Instant.MAX
                : from.plus(span);
    }

    /**
     * Waits for an answer, which comes by then or not at all.
     *
     * @param again whether the question can be asked again after a crash; else the engine crashes
     *     only when the answer is there
     */
    private End keep(CompletableFuture<?> answer, Instant end, boolean again) {
        Player me = engine.life().stage().players().me();
        if (me != null) {
            rest(engine.life().stage(), me, answer);
            return End.THERE;
        }
        if (engine.life().stage().isMine()) {
            return End.THERE;
        }
        boolean doomed = false;
        for (int jumps = 0; ; jumps++) {
            Stage stage = engine.life().stage();
            awaitCalm(stage, answer);
            if (stage.isHalted() && (again || answer.isDone())) {
                engine.crash();
                return again ? End.CRASHED : End.THERE;
            }
            if (stage.isHalted()) {
                doomed = true;
                stage.release(answer::isDone);
            } else if (stage.isDoomed()) {
                stage.release();
            } else if (answer.isDone() || !engine.isSkipping() || !passes(stage, end, jumps)) {
                if (doomed) {
                    engine.crash();
                }
                return answer.isDone() ? End.THERE : End.NEVER;
            }
        }
    }

    /** Lets all happen that happens until then. */
    void passUntil(Instant end) {
        for (int jumps = 0; ; jumps++) {
            Stage stage = engine.life().stage();
            awaitCalm(stage, null);
            if (stage.isHalted()) {
                engine.crash();
            } else if (!passes(stage, end, jumps)) {
                return;
            }
        }
    }

    /** Whether something goes on that waited for time. */
    private boolean passes(Stage stage, Instant end, int jumps) {
        stage.setAnew();
        awaitCalm(stage, null);
        if (jumps < engine.options().jumpsMax()) {
            return stage.move(end) != Stage.Move.NONE;
        }
        throw stalled(
                "The clock was put forward "
                        + jumps
                        + " times, and what the test waits for has not come: something goes round"
                        + " for ever. What to do: end it, advance(…) to the time that matters, or"
                        + " allow more with TestOptions.jumpsMax.");
    }

    /** Code of an activity waits for an answer: the others go on meanwhile. */
    private static void rest(Stage stage, Player me, CompletableFuture<?> answer) {
        Players players = stage.players();
        Player.Nap nap = players.fallAsleep(me, Instant.MAX, "its code waits for the engine");
        var _ = answer.whenComplete((_, _) -> players.wake(me, nap));
        try {
            players.sleep(me);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitCalm(Stage stage, @Nullable CompletableFuture<?> answer) {
        Duration patience = engine.options().patience();
        boolean calm =
                answer == null
                        ? stage.awaitCalm(patience)
                        : stage.awaitCalm(answer::isDone, patience);
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("The wait was interrupted.\n" + engine.waiting());
        }
        if (!calm) {
            throw stalled(
                    "Something is still under way after "
                            + Wording.span(patience)
                            + " of real time, and the test has no more patience. What to do: end"
                            + " it, use a stub for what takes time, or wait longer with"
                            + " TestOptions.patience.");
        }
        engine.kept().checkAnswered();
    }

    private Stalled stalled(String head) {
        return new Stalled(head + "\n" + engine.waiting());
    }
}
