package dev.reprise.engine.testing;

import dev.reprise.engine.Vigil;
import dev.reprise.engine.story.Wording;
import dev.reprise.flow.unit.Stuck;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
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
    private final Users users = new Users();
    private final Asked asked = new Asked(this);
    private final Bystander bystander;

    Patience(TestEngine engine) {
        this.engine = engine;
        this.bystander = new Bystander(engine, this, asked, users);
    }

    /** Somebody has asked for a future. */
    void watch() {
        bystander.watch();
    }

    /** Nobody is waited for any more. */
    void end() {
        bystander.end();
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
        keep(answer, later(patience));
        return Duration.ZERO;
    }

    /** As {@link #keep(CompletableFuture)}, but only until then. */
    void keep(CompletableFuture<?> answer, Instant end) {
        if (end.equals(Instant.MAX)) {
            keep(answer);
        } else if (keep(answer, end, false) == End.NEVER && engine.isSkipping()) {
            engine.life().stage().put(end);
        }
    }

    Stalled never() {
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
        noteUser();
        return Accompanied.of(asked, result, answer);
    }

    /** When so much time will have passed. */
    Instant later(Duration span) {
        Instant now = engine.now();
        return span.compareTo(Duration.between(now, Instant.MAX)) >= 0
                ? Instant.MAX
                : now.plus(span);
    }

    private void noteUser() {
        Stage stage = engine.life().stage();
        if (stage.players().me() == null && !stage.isMine()) {
            users.note();
        }
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
        users.note();
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

    /**
     * Lets time pass as long as somebody wants it; whether something came of it: an answer, or a
     * crash. The caller waits for nothing itself.
     */
    boolean passWhile(BooleanSupplier wanted) {
        for (int jumps = 0; ; jumps++) {
            Stage stage = engine.life().stage();
            awaitCalm(stage, null);
            if (stage.isHalted()) {
                engine.crash();
                return true;
            }
            if (!wanted.getAsBoolean()) {
                return true;
            }
            if (!engine.isSkipping() || !passes(stage, Instant.MAX, jumps)) {
                return false;
            }
        }
    }

    /** Lets all happen that happens until then. */
    void passUntil(Instant end) {
        noteUser();
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
        boolean calm;
        do {
            calm =
                    answer == null
                            ? stage.awaitCalm(patience)
                            : stage.awaitCalm(answer::isDone, patience);
        } while (calm && asked.awaitMade());
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("The wait was interrupted.\n" + engine.waiting());
        }
        Stuck stuck = stage.stuck(calm ? Duration.ZERO : patience.dividedBy(2));
        if (stuck != null) {
            throw stalled("Code of a workflow holds up all else. " + stuck.getMessage());
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

    Stalled stalled(String head) {
        return new Stalled(head + "\n" + engine.waiting());
    }
}
