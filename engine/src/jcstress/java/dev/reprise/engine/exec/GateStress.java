package dev.reprise.engine.exec;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The gate and the count: it is never over with a task inside. */
final class GateStress {
    private GateStress() {}

    /** One comes in while another closes. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "came in, so it is not over")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "was refused, so it is over")
    @Outcome(expect = FORBIDDEN, desc = "over with a task inside, or refused and counted")
    @State
    public static class EnterOneWord {
        private final InFlight inFlight = new InFlight.OneWord();

        @Actor
        public void comes(ZZ_Result r) {
            r.r1 = inFlight.enter();
        }

        @Actor
        public void closes(ZZ_Result r) {
            inFlight.close();
            r.r2 = inFlight.isOver();
        }
    }

    /** The same with stripes. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "came in, so it is not over")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "was refused, so it is over")
    @Outcome(expect = FORBIDDEN, desc = "over with a task inside, or refused and counted")
    @State
    public static class EnterStriped {
        private final InFlight inFlight = new InFlight.Striped(1);

        @Actor
        public void comes(ZZ_Result r) {
            r.r1 = inFlight.enter();
        }

        @Actor
        public void closes(ZZ_Result r) {
            inFlight.close();
            r.r2 = inFlight.isOver();
        }
    }

    /** Two leave one word: one of them, and only one, is the last. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "one was the last")
    @Outcome(expect = FORBIDDEN, desc = "nobody was the last, or both")
    @State
    public static class LastOneWord {
        private final InFlight inFlight = new InFlight.OneWord();

        public LastOneWord() {
            inFlight.enter();
            inFlight.enter();
            inFlight.close();
        }

        @Actor
        public void one(ZZ_Result r) {
            r.r1 = inFlight.leave(0);
        }

        @Actor
        public void other(ZZ_Result r) {
            r.r2 = inFlight.leave(1);
        }
    }

    /**
     * A task behind a closed gate spawns another and ends; a thief looks at the sum and then runs
     * that. It never sees the end before both are over, and afterwards the end is what happened.
     */
    @JCStressTest
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "not over while a task was inside")
    @Outcome(expect = FORBIDDEN, desc = "over with a task inside, or never")
    @State
    public static class SpawnStriped {
        private final InFlight inFlight = new InFlight.Striped(2);
        private final Lane<String> lane = new Lane<>();
        private boolean stolen;

        public SpawnStriped() {
            inFlight.enter();
            inFlight.close();
        }

        @Actor
        public void spawner() {
            inFlight.add(1);
            lane.push("child");
            inFlight.leave(1);
        }

        @Actor
        public void thief(ZZ_Result r) {
            r.r1 = inFlight.isOver();
            if (lane.steal() != null) {
                stolen = true;
                inFlight.leave(0);
            }
        }

        @Arbiter
        public void check(ZZ_Result r) {
            r.r2 = inFlight.isOver() == stolen;
        }
    }

    /**
     * Two workers end the last two tasks and go to sleep: one of them notices the end. Without the
     * last look of {@link Worker#park}, both could miss what the other has just written.
     */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "it is over, and both know")
    @Outcome(expect = FORBIDDEN, desc = "both sleep for ever")
    @State
    public static class LastTwoSleep {
        private final Crew<String> crew =
                new Crew<>(Shape.of(2, 1), (_, _) -> {}, Watcher.none(), _ -> {});

        public LastTwoSleep() {
            crew.submit("a");
            crew.submit("b");
            crew.close();
        }

        private void work(int id) {
            var worker = crew.worker(id);
            var turn = worker.turn();
            while (turn == Turn.RAN) {
                turn = worker.turn();
            }
            if (turn == Turn.EMPTY) {
                worker.park();
            }
        }

        @Actor
        public void one() {
            work(0);
        }

        @Actor
        public void other() {
            work(1);
        }

        @Arbiter
        public void check(ZZ_Result r) {
            r.r1 = crew.worker(0).turn() == Turn.DONE;
            r.r2 = crew.worker(1).turn() == Turn.DONE;
        }
    }

    /** A gate that closes while the last task leaves: the end is noticed. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "it is over, and both know")
    @Outcome(expect = FORBIDDEN, desc = "it sleeps for ever behind a closed gate")
    @State
    public static class CloseWhileLastLeaves {
        private final Crew<String> crew =
                new Crew<>(Shape.of(1, 1), (_, _) -> {}, Watcher.none(), _ -> {});

        public CloseWhileLastLeaves() {
            crew.submit("a");
        }

        @Actor
        public void worker() {
            var worker = crew.worker(0);
            worker.turn();
            if (worker.turn() == Turn.EMPTY) {
                worker.park();
            }
        }

        @Actor
        public void closer() {
            crew.close();
        }

        @Arbiter
        public void check(ZZ_Result r) {
            r.r1 = crew.isDone();
            r.r2 = crew.worker(0).turn() == Turn.DONE;
        }
    }
}
