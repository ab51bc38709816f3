package dev.reprise.engine.exec;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Owner and thieves of a lane at the same time: each task is taken once. */
final class LaneStress {
    private LaneStress() {}

    private static int number(@Nullable Integer task) {
        return task == null ? 0 : task;
    }

    /** The last task has one winner. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "one of them got it")
    @Outcome(expect = FORBIDDEN, desc = "both got it, or nobody")
    @State
    public static class LastTask {
        private final Lane<Integer> lane = laneOf(1);

        @Actor
        public void owner(II_Result r) {
            r.r1 = number(lane.pop());
        }

        @Actor
        public void thief(II_Result r) {
            r.r2 = number(lane.steal());
        }
    }

    /**
     * A thief takes two tasks while the owner pops. Without the full fence in a pop the owner takes
     * the second as one that no thief is near.
     */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "each task once")
    @Outcome(expect = FORBIDDEN, desc = "a task was lost, or taken twice")
    @State
    public static class ThiefOfTwo extends Takers {
        public ThiefOfTwo() {
            super(laneOf(2), 2);
        }

        @Actor
        public void owner() {
            taken(0, lane.pop());
        }

        @Actor
        public void thief() {
            taken(1, lane.steal());
            taken(2, lane.steal());
        }

        @Arbiter
        public void check(I_Result r) {
            r.r1 = wrong();
        }
    }

    /** The array is replaced while a thief reads it. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "each task once")
    @Outcome(expect = FORBIDDEN, desc = "a task was lost, or taken twice")
    @State
    public static class Growth extends Takers {
        public Growth() {
            super(laneOf(Lane.SLOTS_MIN), Lane.SLOTS_MIN + 2);
        }

        @Actor
        public void owner() {
            lane.push(Lane.SLOTS_MIN + 1);
            lane.push(Lane.SLOTS_MIN + 2);
            taken(0, lane.pop());
        }

        @Actor
        public void thief() {
            taken(1, lane.steal());
            taken(2, lane.steal());
        }

        @Arbiter
        public void check(I_Result r) {
            r.r1 = wrong();
        }
    }

    /** The owner comes round: it clears and uses again the slot that a thief is reading. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "each task once")
    @Outcome(expect = FORBIDDEN, desc = "a task was lost, or taken twice")
    @State
    public static class ComingRound extends Takers {
        public ComingRound() {
            super(laneOf(Lane.SLOTS_MIN - 1), Lane.SLOTS_MIN + 1);
            taken(3, lane.steal());
        }

        @Actor
        public void owner() {
            lane.push(Lane.SLOTS_MIN);
            lane.push(Lane.SLOTS_MIN + 1);
            taken(0, lane.pop());
        }

        @Actor
        public void thief() {
            taken(1, lane.steal());
            taken(2, lane.steal());
        }

        @Arbiter
        public void check(I_Result r) {
            r.r1 = wrong();
        }
    }

    /** What was written into a task before it was pushed is there for its thief. */
    @JCStressTest
    @Outcome(
            id = {"0", "7"},
            expect = ACCEPTABLE,
            desc = "no task yet, or a whole one")
    @Outcome(expect = FORBIDDEN, desc = "a task without what was in it")
    @State
    public static class Publication {
        private final Lane<int[]> lane = new Lane<>();

        @Actor
        public void owner() {
            var task = new int[1];
            task[0] = 7;
            lane.push(task);
        }

        @Actor
        public void thief(I_Result r) {
            var task = lane.steal();
            r.r1 = task == null ? 0 : task[0] == 7 ? 7 : -1;
        }
    }

    /** Two put tasks into the shared queue and take some out, one of them several at once. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "each task once")
    @Outcome(expect = FORBIDDEN, desc = "a task was lost, or taken twice")
    @State
    public static class SharedQueue {
        private final Inlet<Integer> inlet = new Inlet<>();
        private final @Nullable Object[] taken = new @Nullable Object[4];

        public SharedQueue() {
            inlet.add(1);
        }

        @Actor
        public void one() {
            inlet.add(2);
            taken[0] = inlet.poll();
        }

        @Actor
        public void other() {
            inlet.add(3);
            var some = new @Nullable Object[2];
            inlet.pollSome(1, some);
            taken[1] = some[0];
            taken[2] = some[1];
        }

        @Arbiter
        public void check(I_Result r) {
            int[] seen = new int[4];
            for (var task : taken) {
                if (task != null) {
                    seen[(int) task]++;
                }
            }
            for (var left = inlet.poll(); left != null; left = inlet.poll()) {
                seen[left]++;
            }
            for (int task = 1; task <= 3; task++) {
                r.r1 += Math.abs(seen[task] - 1);
            }
        }
    }

    /** Remembers who took what, and sees at the end whether each was taken once. */
    abstract static class Takers {
        final Lane<Integer> lane;
        private final int tasks;
        private final @Nullable Integer[] taken = new @Nullable Integer[4];

        Takers(Lane<Integer> lane, int tasks) {
            this.lane = lane;
            this.tasks = tasks;
        }

        final void taken(int by, @Nullable Integer task) {
            taken[by] = task;
        }

        final int wrong() {
            int[] seen = new int[tasks + 1];
            for (var task : taken) {
                seen[number(task)]++;
            }
            for (var left = lane.pop(); left != null; left = lane.pop()) {
                seen[left]++;
            }
            int wrong = 0;
            for (int task = 1; task <= tasks; task++) {
                wrong += seen[task] == 1 ? 0 : 1;
            }
            return wrong;
        }
    }

    private static Lane<Integer> laneOf(int tasks) {
        var lane = new Lane<Integer>();
        for (int task = 1; task <= tasks; task++) {
            lane.push(task);
        }
        return lane;
    }
}
