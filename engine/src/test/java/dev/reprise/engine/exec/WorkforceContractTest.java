package dev.reprise.engine.exec;

import java.util.concurrent.ExecutorService;

/** The workforce is an executor service. */
final class WorkforceContractTest extends ExecutorContract {
    @Override
    ExecutorService twoThreads() {
        return Workforce.on(Terms.of(2).withUncaught((_, _) -> {}));
    }
}
