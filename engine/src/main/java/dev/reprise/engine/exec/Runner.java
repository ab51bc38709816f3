package dev.reprise.engine.exec;

/** Runs tasks: the work that an executor is for. */
@FunctionalInterface
public interface Runner<T> {
    /** Runs one task on behalf of a worker, which it may use to put more tasks in its lane. */
    void run(T task, Worker<T> worker) throws Exception;
}
