package dev.reprise.bench;

import java.util.concurrent.RecursiveAction;

/**
 * A task that does nothing but bring in the next ones, to be run by any executor: the same object
 * is what a fork-join pool likes best and what the others take.
 */
final class ExecTask extends RecursiveAction implements Runnable {
    private static final long serialVersionUID = 1;

    private final transient ExecPool pool;
    private final int children;
    private final int generations;

    /**
     * A task, with so many children and so many generations after it.
     *
     * @param pool where it will run, and its descendants
     */
    ExecTask(ExecPool pool, int children, int generations) {
        this.pool = pool;
        this.children = children;
        this.generations = generations;
    }

    @Override
    protected void compute() {
        if (generations > 0) {
            for (int i = 0; i < children; i++) {
                pool.spawn(new ExecTask(pool, children, generations - 1));
            }
        }
        pool.ended();
    }

    @Override
    public void run() {
        compute();
    }
}
