package dev.reprise.engine.run;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** Those who carry out the steps of runs. */
public interface Workers extends Executor {
    /**
     * Whether the caller is one of them, has nothing else to do, and another one is free for what
     * may come: then it can wait for the store itself, and nobody has to be woken for it.
     */
    boolean isSpare();

    /** Workers of whom none is ever spare. */
    static Workers of(Executor executor) {
        return of(executor, () -> false);
    }

    /** Workers who are spare when {@code spare} says so, asked by the caller itself. */
    static Workers of(Executor executor, BooleanSupplier spare) {
        return new Workers() {
            @Override
            public void execute(Runnable task) {
                executor.execute(task);
            }

            @Override
            public boolean isSpare() {
                return spare.getAsBoolean();
            }
        };
    }
}
