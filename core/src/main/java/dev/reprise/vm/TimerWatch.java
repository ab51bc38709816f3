package dev.reprise.vm;

import java.time.Duration;

/** Hears of timers as tokens come to them and leave them. */
interface TimerWatch {
    /** Nobody hears. */
    TimerWatch NONE =
            new TimerWatch() {
                @Override
                public void started(long since, int trigger, Duration time) {}

                @Override
                public void stopped(long since, int trigger) {}
            };

    /**
     * A token has begun to wait.
     *
     * @param since its number among all that ever waited
     * @param trigger which of the triggers of its await it is
     * @param time how long it waits
     */
    void started(long since, int trigger, Duration time);

    /** It waits no more, because the timer went off, or another trigger, or it was withdrawn. */
    void stopped(long since, int trigger);
}
