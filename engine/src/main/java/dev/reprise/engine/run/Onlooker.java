package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.watch.Meter;
import dev.reprise.form.LogLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Is told what runs do while they do it, and measures how long that takes: here nobody knows the
 * time. It is called by the threads that do it, so it neither blocks nor throws, and nothing that
 * is decided depends on it.
 */
public interface Onlooker {
    /** Does not look. */
    Onlooker NONE = new Onlooker() {};

    /** Where the numbers of the conductor go. */
    default Meter meter() {
        return Meter.NONE;
    }

    /** Something happens to the engine itself that people want to know. */
    default void say(Level level, String message) {
        Conductor.LOGGER.log(level, message);
    }

    /** A run cannot go on with the code that there is. */
    default void stuck(RunId run, String type, String why) {
        say(
                Level.WARNING,
                new LogLine("run-stuck")
                        .with("run", run)
                        .with("type", type)
                        .saying("It keeps what it is told. " + why));
    }

    /** Something failed by a fault of ours. */
    default void broke(String message, Throwable thrown) {
        Conductor.LOGGER.log(Level.ERROR, message, thrown);
    }

    /**
     * An activation begins, on the calling thread.
     *
     * @param whereabouts where the code of the run is, for people; from any thread, while it goes
     *     on
     */
    default ActivationLook activation(RunId run, String type, Supplier<String> whereabouts) {
        return ActivationLook.NONE;
    }

    /**
     * An attempt is handed over.
     *
     * @param allowed how long it may take, if there is a limit
     * @param stack where its code is; from any thread, while it goes on; empty when it is not on a
     *     thread
     */
    default AttemptLook attempt(
            Call call, Optional<Duration> allowed, Supplier<StackTraceElement[]> stack) {
        return AttemptLook.NONE;
    }

    /** Looks at one activation. */
    interface ActivationLook {
        /** Does not look. */
        ActivationLook NONE = (_, _, _) -> {};

        /**
         * It has ended.
         *
         * @param replayed how many turns had to be replayed first
         */
        void ended(int jobs, int commands, long replayed);
    }

    /** Looks at one attempt. What it is told after the end has no effect. */
    interface AttemptLook {
        /** Does not look. */
        AttemptLook NONE =
                new AttemptLook() {
                    @Override
                    public void ended(Outcome outcome) {}

                    @Override
                    public void away() {}
                };

        /** It has its outcome. */
        void ended(Outcome outcome);

        /** Its code has returned, and its outcome will come from outside. */
        void away();
    }
}
