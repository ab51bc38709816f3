package dev.reprise.engine.testing;

import dev.reprise.engine.story.Wording;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets time pass for those who wait for a future that knows nothing of the engine, such as {@link
 * java.util.concurrent.CompletableFuture#allOf}: when some future of the engine is part of
 * something else, every thread that uses the engine waits for a future, and nothing has happened
 * for a moment. What cannot come it ends as a failure that says why. It has a thread as long as
 * somebody has asked for a future that is not there.
 */
final class Bystander {
    private static final Duration GLANCE = Duration.ofMillis(10);
    private static final long MOMENT = Players.MOMENT.dividedBy(GLANCE);

    /** For those who have waited for a moment already, and whose wait is not over. */
    private static final long BLINK = 2;

    /**
     * What it has seen.
     *
     * @param users what the threads do that use the engine
     * @param players where those who carry out activities wait for futures
     * @param made how much has been made of answers
     */
    private record Scene(
            List<Accompanied<?>> wanted,
            Users.Sight users,
            Map<Player, Object> players,
            long made) {
        static final Scene EMPTY =
                new Scene(List.of(), new Users.Sight(List.of(), null), Map.of(), 0);

        boolean isStill() {
            return !wanted.isEmpty() && users.isStill();
        }
    }

    private final TestEngine engine;
    private final Patience patience;
    private final Asked asked;
    private final Users users;

    // ---- Guarded by this ----
    private @Nullable Thread thread;
    private boolean over;

    Bystander(TestEngine engine, Patience patience, Asked asked, Users users) {
        this.engine = engine;
        this.patience = patience;
        this.asked = asked;
        this.users = users;
    }

    /** Somebody has asked for a future. */
    synchronized void watch() {
        if (thread == null && !over) {
            thread =
                    Thread.ofPlatform().daemon().name("reprise-test-bystander").start(this::lookOn);
        }
    }

    /** Looks no more. */
    synchronized void end() {
        over = true;
        LockSupport.unpark(thread);
    }

    private synchronized boolean isOver() {
        return over;
    }

    private synchronized boolean leaves() {
        if (over || asked.isEmpty()) {
            thread = null;
            return true;
        }
        return false;
    }

    private void lookOn() {
        Scene before = Scene.EMPTY;
        List<Object> passedFor = List.of();
        long glances = 0;
        long patienceGlances = engine.options().patience().dividedBy(GLANCE);
        while (!leaves()) {
            LockSupport.parkNanos(this, GLANCE.toNanos());
            Scene now = scene();
            glances = now.equals(before) ? glances + 1 : 0;
            before = now;
            boolean goesOn =
                    passedFor.equals(now.users().waits())
                            && ForkJoinPool.commonPool().isQuiescent();
            if (glances == MOMENT) {
                now.players().forEach(engine.life().stage()::rests);
            }
            if (now.isStill() && glances >= (goesOn ? BLINK : MOMENT)) {
                letPass(now);
                passedFor = now.users().waits();
                glances = 0;
            } else if (!now.wanted().isEmpty() && glances > patienceGlances) {
                giveUp(now, idle(now));
            }
        }
    }

    private Scene scene() {
        List<Accompanied<?>> wanted = asked.wanted();
        if (wanted.isEmpty()) {
            return Scene.EMPTY;
        }
        var players = new LinkedHashMap<Player, Object>();
        for (Player each : engine.life().stage().playing()) {
            Object waitsAt = Users.waitsAt(each.thread);
            if (waitsAt != null) {
                players.put(each, waitsAt);
            }
        }
        return new Scene(wanted, users.sight(), players, asked.made());
    }

    /** Nobody has done anything else since, and none of those who wait has been woken. */
    private boolean isAsBefore(Scene before) {
        return !isOver() && scene().equals(before);
    }

    private void letPass(Scene scene) {
        try {
            if (!patience.passWhile(() -> isAsBefore(scene)) && isAsBefore(scene)) {
                giveUp(scene, patience.never());
            }
        } catch (Stalled | IllegalStateException e) {
            if (!isOver()) {
                giveUp(scene, e);
            }
        }
    }

    private static void giveUp(Scene scene, Throwable why) {
        scene.wanted().forEach(it -> it.completeExceptionally(why));
    }

    private Stalled idle(Scene scene) {
        return patience.stalled(
                "Somebody waits for a future that is made of others, and for "
                        + Wording.span(engine.options().patience())
                        + " of real time a thread that uses the engine has done something else: "
                        + scene.users().place()
                        + ". Time does not pass meanwhile. What to do: wait by result(), or for"
                        + " TestEngine.allOf(…).");
    }
}
