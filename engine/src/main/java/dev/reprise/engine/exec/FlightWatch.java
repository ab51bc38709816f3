package dev.reprise.engine.exec;

import dev.reprise.form.LogLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * Tells the flight recorder of the JDK what a workforce does, and the one who wants to know what a
 * task threw. It hears of no task but those that are stolen or throw, so it costs nothing where
 * workers have enough to do; and of those, nothing while nobody records. The recorder's classes
 * take a quarter of a second to load: as long as it was never asked for, none of ours is touched.
 */
final class FlightWatch implements Watcher<Runnable> {
    private static final Logger LOGGER = System.getLogger(Workforce.class.getName());

    private final Terms terms;
    private final Runnable statistics;
    private final LongAdder panics = new LongAdder();
    private final FlightRecorderListener onRecorder =
            new FlightRecorderListener() {
                @Override
                public void recorderInitialized(FlightRecorder recorder) {
                    FlightRecorder.addPeriodicEvent(WorkforceStatistics.class, statistics);
                }
            };

    FlightWatch(Terms terms, Supplier<Counters> counters) {
        this.terms = terms;
        statistics = () -> new WorkforceStatistics().commit(terms.name(), counters.get());
    }

    void begin() {
        FlightRecorder.addListener(onRecorder);
    }

    void end() {
        FlightRecorder.removeListener(onRecorder);
        if (isRecorderThere()) {
            FlightRecorder.removePeriodicEvent(statistics);
        }
    }

    /** Whether somebody may record, or has. */
    static boolean isRecorderThere() {
        return FlightRecorder.isInitialized();
    }

    long panics() {
        return panics.sum();
    }

    @Override
    public boolean everyTask() {
        return false;
    }

    @Override
    public void popped(int worker, Source source, int victim, Runnable task) {
        if (!isRecorderThere()) {
            return;
        }
        var event = new TaskStolen();
        if (event.shouldCommit()) {
            event.workforce = terms.name();
            event.worker = worker;
            event.victim = victim;
            event.commit();
        }
    }

    @Override
    public void panicked(int worker, Runnable task, Throwable thrown) {
        panics.increment();
        if (isRecorderThere()) {
            record(worker, thrown);
        }
        tell(terms.uncaught(), thrown);
    }

    private void record(int worker, Throwable thrown) {
        var event = new TaskFailed();
        if (event.shouldCommit()) {
            event.workforce = terms.name();
            event.worker = worker;
            event.thrown = thrown.toString();
            event.commit();
        }
    }

    /** Tells what was thrown; who throws at that is told to the log, and has no other effect. */
    static void tell(Thread.UncaughtExceptionHandler uncaught, Throwable thrown) {
        try {
            uncaught.uncaughtException(Thread.currentThread(), thrown);
        } catch (Throwable another) {
            LOGGER.log(
                    Level.ERROR,
                    new LogLine("handler-threw")
                            .saying("The handler of uncaught exceptions threw."),
                    another);
        }
    }

    /** A worker slept. */
    @Name("dev.reprise.WorkerParked")
    @Label("Worker Parked")
    @Category({"Reprise", "Executor"})
    @StackTrace(false)
    static final class WorkerParked extends Event {
        @Label("Workforce")
        String workforce = "";

        @Label("Worker")
        int worker;

        void end(String workforce, int worker) {
            if (shouldCommit()) {
                this.workforce = workforce;
                this.worker = worker;
                commit();
            }
        }
    }

    /** A worker took a task from another. */
    @Name("dev.reprise.TaskStolen")
    @Label("Task Stolen")
    @Category({"Reprise", "Executor"})
    @StackTrace(false)
    static final class TaskStolen extends Event {
        @Label("Workforce")
        String workforce = "";

        @Label("Worker")
        int worker;

        @Label("Victim")
        int victim;
    }

    /** A task threw. */
    @Name("dev.reprise.TaskFailed")
    @Label("Task Failed")
    @Category({"Reprise", "Executor"})
    static final class TaskFailed extends Event {
        @Label("Workforce")
        String workforce = "";

        @Label("Worker")
        @Description("-1 where the submitter ran it")
        int worker;

        @Label("Thrown")
        String thrown = "";
    }

    /** What a workforce has done so far. */
    @Name("dev.reprise.WorkforceStatistics")
    @Label("Workforce Statistics")
    @Category({"Reprise", "Executor"})
    @Period("1 s")
    @StackTrace(false)
    static final class WorkforceStatistics extends Event {
        @Label("Workforce")
        String workforce = "";

        @Label("Submitted")
        long submitted;

        @Label("Spawned")
        long spawned;

        @Label("Ran")
        long ran;

        @Label("Refused")
        long refused;

        @Label("Panics")
        long panics;

        @Label("Steals")
        long steals;

        @Label("Parks")
        long parks;

        @Label("Wakes")
        long wakes;

        @Label("In Flight")
        long inFlight;

        @Label("Waiting")
        @Description("Tasks in the queue that all workers share")
        int waiting;

        void commit(String workforce, Counters counters) {
            this.workforce = workforce;
            submitted = counters.submitted();
            spawned = counters.spawned();
            ran = counters.ran();
            refused = counters.refused();
            panics = counters.panics();
            steals = counters.steals();
            parks = counters.parks();
            wakes = counters.wakes();
            inFlight = counters.inFlight();
            waiting = counters.waiting();
            commit();
        }
    }
}
