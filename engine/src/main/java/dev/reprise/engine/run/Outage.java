package dev.reprise.engine.run;

import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.form.LogLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Why nothing is carried out at the moment, or any more: there is no room for the store, it has
 * failed, or the engine is closed.
 */
final class Outage {
    /** When there is no room, it is looked for so often. */
    private static final Duration PROBE = Duration.ofSeconds(1);

    private final House house;
    private final AtomicReference<@Nullable Refusal> failure = new AtomicReference<>();

    /** Why nothing can be written at the moment, if that is so. */
    private final AtomicReference<@Nullable Full> full = new AtomicReference<>();

    private volatile boolean stopped;

    /** Why the store could not be opened anew, where that was not for want of room; said once. */
    private String obstacle = "";

    /** There is no room. */
    private record Full(Instant since, Refusal refusal) {}

    Outage(House house) {
        this.house = house;
    }

    // ---- No room ----

    /** Nothing can be written until there is room: what is not durable is forgotten. */
    void full(StoreFailure why) {
        var refusal =
                new Refusal(
                        Refusal.Reason.NO_SPACE,
                        "There is no room for the store, so nothing is taken on; nothing that was"
                                + " acknowledged is lost. Make room: the engine goes on by itself."
                                + " What was under way may or may not have happened; ask again,"
                                + " with the same request id. "
                                + why.getMessage(),
                        why);
        var found = new Full(house.around().clock().instant(), refusal);
        if (failure.get() == null && full.compareAndSet(null, found)) {
            house.onlooker()
                    .say(
                            Level.ERROR,
                            new LogLine("store-full").saying(String.valueOf(refusal.getMessage())));
            house.revivals().forget();
            probeSoon();
            house.cells().tellAll(Message.Fail::new);
        }
    }

    /** Whether nothing can be written since there is no room. */
    boolean isFull() {
        return full.get() != null;
    }

    /** Since when there is no room, if that is so. */
    Optional<Shortage> shortage() {
        return Optional.ofNullable(full.get())
                .map(it -> new Shortage(it.since(), String.valueOf(it.refusal().getMessage())));
    }

    /** What those are told who asked for something when there was no room. */
    Refusal noSpace() {
        Full why = full.get();
        return why != null
                ? why.refusal()
                : new Refusal(
                        Refusal.Reason.NO_SPACE,
                        "There was no room for the store, so this was not done; there is now. Ask"
                                + " again, with the same request id.");
    }

    private void probeSoon() {
        house.timers().wake(house.around().clock().instant().plus(PROBE));
    }

    /** Looks whether there is room. */
    void probe() {
        if (failure.get() != null || !isFull()) {
            return;
        }
        try {
            house.around().store().resume();
        } catch (StoreFailure e) {
            hindered(e);
            probeSoon();
            return;
        } catch (IllegalStateException e) {
            return; // it is closed
        }
        long latest = house.around().store().epoch();
        if (latest > house.epoch()) {
            refused(new Conflict.StoreEpoch(latest, house.epoch()));
            return;
        }
        var _ =
                house.claim()
                        .take()
                        .whenComplete(
                                (_, thrown) -> {
                                    if (thrown == null) {
                                        house.around().workers().execute(this::resume);
                                    } else if (thrown instanceof StoreFailure it && it.isFull()) {
                                        probeSoon();
                                    } else {
                                        fail(lost(thrown));
                                    }
                                });
    }

    /** It is tried again, whatever it is; but somebody should know when it is not for room. */
    private void hindered(StoreFailure e) {
        String sentence = String.valueOf(e.getMessage());
        if (!e.isFull() && !sentence.equals(obstacle)) {
            obstacle = sentence;
            house.onlooker()
                    .say(
                            Level.ERROR,
                            new LogLine("store-not-opened")
                                    .with("kind", e.kind())
                                    .saying("It is tried again and again. " + sentence));
        }
    }

    private static Refusal lost(Throwable thrown) {
        return thrown instanceof Refusal refusal
                ? refusal
                : new Refusal(Refusal.Reason.STORE_FAILED, "The store failed: " + thrown, thrown);
    }

    /** There is room: whatever was under way is taken up as after a crash. */
    private void resume() {
        obstacle = "";
        house.onlooker()
                .say(
                        Level.INFO,
                        new LogLine("store-has-room")
                                .saying(
                                        "There is room for the store again, and the engine goes"
                                                + " on."));
        house.reserve().lookAgain();
        house.repertoire().keepAll();
        house.recover();
        // Their code may have come while nobody could write down that it was missing.
        house.roster().forEachStuck((run, _) -> house.revivals().add(run));
        house.revivals().begin();
        house.cells().tellAll(Message.Resume::new);
    }

    /** The store was read: what was under way when there was no room is known. */
    void isOver() {
        full.set(null);
    }

    // ---- The end ----

    /** A change was refused: somebody else has the store. */
    void refused(Conflict conflict) {
        fail(
                new Refusal(
                        Refusal.Reason.STORE_FAILED,
                        "Another engine writes to this store. "
                                + conflict.sentence()
                                + " This engine carries nothing out any more; close it."));
    }

    /** A change failed with the whole store. */
    void failed(StoreFailure why) {
        if (why.isFull()) {
            full(why);
            return;
        }
        fail(
                new Refusal(
                        Refusal.Reason.STORE_FAILED,
                        "The store failed, so nobody knows whether this happened. Open the engine"
                                + " again to find out. It failed so: "
                                + why.getMessage(),
                        why));
    }

    /** Nothing more can be made durable, so nothing more is done. */
    void fail(Refusal why) {
        if (failure.compareAndSet(null, why)) {
            house.revivals().forget();
            if (why.reason() != Refusal.Reason.CLOSED) {
                house.onlooker()
                        .say(
                                Level.ERROR,
                                new LogLine("engine-failed")
                                        .with("reason", why.reason())
                                        .saying(String.valueOf(why.getMessage())));
            }
            house.cells().tellAll(Message.Fail::new);
            house.gates().queues().close();
        }
    }

    /** Why nothing is carried out any more, if that is so. */
    @Nullable Refusal failure() {
        return failure.get();
    }

    /** What those are told whose change is lost. */
    Refusal why() {
        Refusal why = failure.get();
        return why == null ? noSpace() : why;
    }

    /** From now on no activity is delivered: what is under way may come to its end. */
    void stop() {
        stopped = true;
        house.revivals().forget();
    }

    /** Whether no activity is delivered. */
    boolean isStopped() {
        return stopped || failure.get() != null || isFull();
    }
}
