package dev.reprise.choice;

import java.util.function.Function;

/**
 * The policy that picks one of the enabled actions. Everything in Reprise that has freedom asks
 * one: the pattern VM, the simulator, exploration. Write your own by implementing {@link #choose};
 * the class {@code dev.reprise.testing.SchedulerContract} checks it.
 *
 * <p>The contract of {@link #choose}, for an owner that calls it once per step:
 *
 * <ul>
 *   <li>the answer is one of the enabled actions;
 *   <li>one enabled action is chosen without a choice, but the step counts;
 *   <li>no enabled action is the caller's mistake: {@link IllegalArgumentException};
 *   <li>the answer depends on nothing but the scheduler's arguments and the views it was shown so
 *       far; it reads no clock, no random source and no identity hash;
 *   <li>the view is not kept, and not changed.
 * </ul>
 *
 * <p>A scheduler serves one execution and one thread. A strategy that needs many executions
 * (bounded exhaustive search, a portfolio) makes a new scheduler for each.
 */
public interface Scheduler {
    /** Picks one of the enabled actions. */
    Action choose(Enabled enabled);

    /**
     * Whether {@link #pass()} may be called instead of showing a single action: this scheduler
     * remembers nothing of it but that there was a step.
     */
    default boolean canPass() {
        return false;
    }

    /** One action was enabled and was taken: the step counts. Only where {@link #canPass()}. */
    default void pass() {
        throw new IllegalStateException("this scheduler wants to be shown single actions, too");
    }

    /** Always the least key: the same set gives the same choice, however it was built. */
    static Scheduler deterministic() {
        return new LeastFirst();
    }

    /** Each enabled action equally likely, drawn from the sequence that {@code seed} decides. */
    static Scheduler random(long seed) {
        return new UniformRandom(seed);
    }

    /**
     * In turn: the action that has waited longest, counting from when it became enabled or was last
     * chosen; the least key among those that began to wait together. An action that stays enabled
     * is chosen before any other is chosen twice.
     */
    static Scheduler fair() {
        return new InTurn();
    }

    /**
     * The highest class first, the least key within a class. The class of an action is asked for
     * once, when it becomes enabled.
     */
    static Scheduler priority(Function<? super Action, Priority> classOf) {
        return new ByPriority(classOf);
    }

    /** What was recorded, strictly: the same sets and the same steps, else a {@link Divergence}. */
    static Replayer replay(ChoiceLog log) {
        return Replayer.fromLog(log);
    }

    /**
     * What was recorded, as long as the recorded action is still enabled; other differences are
     * reported by {@link Replayer#differences()}.
     */
    static Replayer replayLenient(ChoiceLog log) {
        return Replayer.lenientFromLog(log);
    }

    /** This scheduler with every choice among more than one action recorded, in memory. */
    default Recorder recorded() {
        return recorded(LogBound.DEFAULT);
    }

    /** This scheduler with every choice among more than one action recorded within a bound. */
    default Recorder recorded(LogBound bound) {
        return new Recorder(this, bound);
    }
}
