package dev.reprise.flow;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What has been done and how to undo it, in case a later step fails. */
public final class Saga {
    /** Code that uses a saga. */
    @FunctionalInterface
    public interface Steps<T extends @Nullable Object> {
        /** Carries the steps out. */
        T run(Saga saga) throws Exception;
    }

    /** Undoes one step. */
    @FunctionalInterface
    public interface Undo {
        /** Carries it out. */
        void run() throws Exception;
    }

    private final ArrayDeque<Undo> done = new ArrayDeque<>();

    Saga() {}

    /** Says how to undo what has just been done, or is about to be. */
    public void onUndo(Undo undo) {
        Unit.acting();
        done.push(undo);
    }

    /**
     * Carries out steps. When they fail or are cancelled, undoes in reverse order what they said,
     * where nothing is cancelled, and throws on; what fails while undoing is attached.
     */
    static <T extends @Nullable Object> T run(Steps<T> steps) {
        var saga = new Saga();
        try {
            return steps.run(saga);
        } catch (Exception e) {
            saga.undo(e);
            throw Rethrown.as(e);
        }
    }

    @SuppressWarnings("ReferenceEquality") // an exception is itself
    private void undo(Exception why) {
        Unit unit = Unit.acting();
        var shield = new Scope(unit.run, null, true);
        for (Undo undo = done.poll(); undo != null; undo = done.poll()) {
            Undo step = undo;
            try {
                unit.inScope(
                        shield,
                        () -> {
                            step.run();
                            return null;
                        });
            } catch (Exception e) {
                if (e != why) {
                    why.addSuppressed(e);
                }
            }
        }
    }
}
