package dev.reprise.engine.exec;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Nobody sleeps while work waits: no wake-up is lost. */
final class SleepStress {
    private SleepStress() {}

    private static Crew<String> crew(Shape shape) {
        return new Crew<>(shape, (_, _) -> {}, Watcher.none(), _ -> {});
    }

    private static void sleepIfEmpty(Worker<String> worker) {
        if (worker.turn() == Turn.EMPTY) {
            worker.park();
        }
    }

    /** A task comes while the only worker goes to sleep; sleepers are looked for. */
    @JCStressTest
    @Outcome(
            id = {"RAN", "EMPTY"},
            expect = ACCEPTABLE,
            desc = "it runs now, or has run")
    @Outcome(expect = FORBIDDEN, desc = "it waits for ever")
    @State
    public static class SubmitToSleeper {
        private final Crew<String> crew = crew(Shape.of(1, 1));

        @Actor
        public void worker() {
            sleepIfEmpty(crew.worker(0));
        }

        @Actor
        public void submitter() {
            crew.submit("a");
        }

        @Arbiter
        public void check(L_Result r) {
            r.r1 = awake(crew);
        }
    }

    /** The same with the token alone, as in the original. */
    @JCStressTest
    @Outcome(
            id = {"RAN", "EMPTY"},
            expect = ACCEPTABLE,
            desc = "it runs now, or has run")
    @Outcome(expect = FORBIDDEN, desc = "it waits for ever")
    @State
    public static class SubmitByToken {
        private final Crew<String> crew = crew(Shape.original(1, 1, 1, 32));

        @Actor
        public void worker() {
            sleepIfEmpty(crew.worker(0));
        }

        @Actor
        public void submitter() {
            crew.submit("a");
        }

        @Arbiter
        public void check(L_Result r) {
            r.r1 = awake(crew);
        }
    }

    /** Two tasks come, one after the other, while the worker wakes and goes to sleep again. */
    @JCStressTest
    @Outcome(
            id = {"RAN", "EMPTY"},
            expect = ACCEPTABLE,
            desc = "what is left runs now, or nothing is")
    @Outcome(expect = FORBIDDEN, desc = "a task waits for ever")
    @State
    public static class SubmitTwiceToWaker {
        private final Crew<String> crew = crew(Shape.of(1, 1));

        public SubmitTwiceToWaker() {
            crew.worker(0).turn();
            crew.worker(0).park();
        }

        @Actor
        public void worker() {
            sleepIfEmpty(crew.worker(0));
            sleepIfEmpty(crew.worker(0));
        }

        @Actor
        public void submitter() {
            crew.submit("a");
            crew.submit("b");
        }

        @Arbiter
        public void check(L_Result r) {
            r.r1 = awake(crew);
        }
    }

    /** One turn of the worker; one that has work and sleeps is the error. */
    private static Turn awake(Crew<String> crew) {
        var turn = crew.worker(0).turn();
        return turn == Turn.ASLEEP && !crew.hasWork() ? Turn.EMPTY : turn;
    }
}
