package dev.reprise.engine.exec;

import java.util.concurrent.locks.LockSupport;

/** The thread of one worker: it takes turns, spins a while when there is nothing, and sleeps. */
final class WorkerThread extends Thread {
    /** After so many looks for nothing a worker offers its processor before it looks again. */
    private static final int LOOKS = 16;

    /**
     * How long a worker pauses between two looks: two or three microseconds. Who looks all the time
     * takes each task as soon as it comes; who looks now and then takes many at once, and to submit
     * costs less than half (docs/benchmarks.md).
     */
    private static final int PAUSES = 128;

    private final Workforce workforce;
    private final Worker<Runnable> worker;
    private final int spins;
    private final UncaughtExceptionHandler uncaught;

    WorkerThread(Workforce workforce, Worker<Runnable> worker, Terms terms) {
        super(null, null, terms.name() + "-" + worker.id(), 0, false);
        this.workforce = workforce;
        this.worker = worker;
        spins = terms.spins();
        uncaught = terms.uncaught();
        setDaemon(true); // a workforce that was forgotten must not keep the program alive
    }

    boolean isOf(Workforce other) {
        return workforce == other;
    }

    Worker<Runnable> worker() {
        return worker;
    }

    /**
     * Nothing that is thrown ends it, whatever was thrown and by whom: there is no other thread.
     */
    @Override
    public void run() {
        try {
            boolean done = false;
            while (!done) {
                try {
                    work();
                    done = true;
                } catch (Throwable thrown) {
                    FlightWatch.tell(uncaught, thrown);
                }
            }
        } finally {
            workforce.atHome();
        }
    }

    private void work() {
        int idle = 0;
        while (true) {
            switch (worker.turn()) {
                case RAN, PANICKED -> {
                    idle = 0;
                    forgetInterrupt();
                }
                case EMPTY -> idle = lookAgain(idle);
                case ASLEEP -> {
                    idle = 0;
                    sleep();
                }
                case DONE -> {
                    workforce.tellIfQuiet();
                    return;
                }
            }
        }
    }

    /** An interrupt was for the task that has just ended. */
    private void forgetInterrupt() {
        if (isInterrupted()) {
            Thread.interrupted();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a submitter may need the processor that we spin on
    private int lookAgain(int idle) {
        if (idle == 0) {
            workforce.tellIfQuiet();
        }
        if (idle >= spins) {
            worker.park();
            workforce.tellIfQuiet();
            return 0;
        }
        if (idle < LOOKS) {
            for (int i = 0; i < PAUSES; i++) {
                Thread.onSpinWait();
            }
        } else {
            Thread.yield();
        }
        return idle + 1;
    }

    private void sleep() {
        if (FlightWatch.isRecorderThere()) {
            var parked = new FlightWatch.WorkerParked();
            parked.begin();
            LockSupport.park(workforce);
            parked.end(workforce.terms().name(), worker.id());
        } else {
            LockSupport.park(workforce);
        }
        Thread.interrupted();
        worker.tally.raise(Tally.WAKES);
    }
}
