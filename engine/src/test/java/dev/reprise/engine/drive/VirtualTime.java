package dev.reprise.engine.drive;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * Time and threads for tests. What is handed over has a thread of its own, but only one of them
 * goes at a time, in an order that is always the same; when all wait, it is the time of the next
 * deadline. So days take no time, and a test that fails, fails again.
 */
public final class VirtualTime implements Timekeeper, Executor {
    private record Entry(Deadline deadline, long number) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byTime = deadline.at().compareTo(other.deadline.at());
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    /** A thread that goes when it is told to. */
    private final class Strand {
        private final Runnable task;
        private final Thread thread;
        private volatile Thread boss = Thread.currentThread();
        private volatile boolean going;
        private volatile boolean interrupted;
        private boolean wakesOnInterrupt;

        Strand(Runnable task) {
            this.task = task;
            this.thread = Thread.ofVirtual().unstarted(this::work);
        }

        private void work() {
            try {
                task.run();
            } finally {
                pause();
            }
        }

        /** Lets it go until it waits. */
        void go() {
            boss = Thread.currentThread();
            going = true;
            current = this;
            if (thread.getState() == Thread.State.NEW) {
                thread.start();
            } else {
                LockSupport.unpark(thread);
            }
            while (going) {
                LockSupport.park(this);
            }
            current = null;
        }

        private void pause() {
            going = false;
            LockSupport.unpark(boss);
        }

        /** Waits until it is told to go; an interrupt is kept, and seen by {@link #step}. */
        void await() {
            pause();
            while (!going) {
                LockSupport.park(this);
                if (thread.isInterrupted()) {
                    interrupted = true; // before it is cleared: one of both is always seen
                    Thread.interrupted();
                }
            }
            if (interrupted) {
                interrupted = false;
                thread.interrupt();
            }
        }

        boolean isInterrupted() {
            return thread.isInterrupted() || interrupted;
        }
    }

    private final PriorityQueue<Entry> deadlines = new PriorityQueue<>();
    private final ArrayDeque<Strand> ready = new ArrayDeque<>();
    private final List<Strand> asleep = new ArrayList<>();
    private volatile Strand current;
    private Instant now = Instant.EPOCH;
    private long number;

    /** It is 1970. */
    public VirtualTime() {}

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public void watch(Deadline deadline) {
        deadlines.add(new Entry(deadline, number++));
    }

    @Override
    public void execute(Runnable task) {
        ready.add(new Strand(task));
    }

    /** The code of an activity takes so long, and ends when it is interrupted. */
    public void sleep(Duration span) throws InterruptedException {
        rest(span, true);
        if (Thread.interrupted()) {
            throw new InterruptedException("woken at " + now);
        }
    }

    /** The code of an activity takes so long, whatever anybody says. */
    public void insist(Duration span) {
        rest(span, false);
    }

    private void rest(Duration span, boolean wakesOnInterrupt) {
        Strand me = current;
        me.wakesOnInterrupt = wakesOnInterrupt;
        asleep.add(me);
        var alarm = new Deadline(now.plus(span), () -> wake(me));
        watch(alarm);
        me.await();
        alarm.cancel();
    }

    private void wake(Strand strand) {
        if (asleep.remove(strand)) {
            ready.add(strand);
        }
    }

    /** Does everything that is left to do, whatever time that takes. */
    public void run() {
        while (step()) {}
    }

    /** Does the next thing; false when nothing is left. */
    public boolean step() {
        for (Strand each : List.copyOf(asleep)) {
            if (each.wakesOnInterrupt && each.isInterrupted()) {
                wake(each);
            }
        }
        if (!ready.isEmpty()) {
            ready.remove().go();
            return true;
        }
        while (!deadlines.isEmpty()) {
            Deadline next = deadlines.remove().deadline;
            if (!next.isOver()) {
                now = next.at().isAfter(now) ? next.at() : now;
                next.tell();
                return true;
            }
        }
        return false;
    }
}
