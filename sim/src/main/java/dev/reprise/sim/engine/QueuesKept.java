package dev.reprise.sim.engine;

import dev.reprise.engine.drive.QueueState;
import dev.reprise.policy.Line;
import dev.reprise.policy.Policy;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rate;
import dev.reprise.policy.Role;
import dev.reprise.sim.engine.Desk.Performed;
import dev.reprise.sim.engine.Request.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A task queue keeps its word: no more at once, or in a span, than its limits say, of what is seen
 * to begin; who has a higher priority is first; while two keys wait they take turns; while a client
 * knows it to be paused nobody starts, whoever has died since; and in the end nobody waits, and no
 * place is taken.
 */
final class QueuesKept extends EngineOracle {
    private record Flow(int priority, String key) implements Comparable<Flow> {
        @Override
        public int compareTo(Flow other) {
            return priority == other.priority
                    ? key.compareTo(other.key)
                    : Integer.compare(priority, other.priority);
        }
    }

    /** How the queue stood after the step before, in which process. */
    private TreeMap<Flow, Line.Load> before = new TreeMap<>();

    private @Nullable Life life;
    private int stalled;

    /** What clients were told last: that it is paused, or that it is not. */
    private boolean paused;

    /** How many were in after the step before, while it was paused; -1 when it was not. */
    private int inWhilePaused = -1;

    /** What others of its priority have started since one has waited for its turn. */
    private final TreeMap<Flow, TreeMap<Flow, Long>> passed = new TreeMap<>();

    // ---- What is seen to begin ----

    @Override
    @Nullable String performed(EngineWorld world, Performed performed) {
        QueueLimits limits = world.plan().queue();
        if (!world.plan().isQueued() || !isInLine(world, performed)) {
            return null;
        }
        List<Performed> beside = new ArrayList<>();
        for (EngineWorld.Stall stall : world.stalls()) {
            Performed other = stall.performed();
            if (other.life().equals(performed.life())
                    && !stall.stopped().getAsBoolean()
                    && isInLine(world, other)) {
                beside.add(other);
            }
        }
        if (beside.size() >= limits.concurrencyMax()) {
            return performed
                    + " begins beside "
                    + beside
                    + ", and the queue lets in "
                    + limits.concurrencyMax();
        }
        if (limits.perKeyMax() > 0
                && beside.stream().anyMatch(it -> it.run().equals(performed.run()))) {
            return performed + " begins beside " + beside + ", and the queue lets in one of a run";
        }
        return hurried(world, performed, limits.rate());
    }

    private static @Nullable String hurried(EngineWorld world, Performed performed, Rate rate) {
        if (rate.count() == 0) {
            return null;
        }
        List<Instant> starts = new ArrayList<>();
        starts.add(performed.handed());
        for (Performed other : world.performed()) {
            if (other.life().equals(performed.life()) && isInLine(world, other)) {
                starts.add(other.handed());
            }
        }
        Collections.sort(starts);
        for (int i = rate.count(); i < starts.size(); i++) {
            if (starts.get(i).isBefore(starts.get(i - rate.count()).plus(rate.per()))) {
                return performed + " begins, starts are " + starts + ", and the queue has " + rate;
            }
        }
        return null;
    }

    /** Whether it is an activity that had to wait, and not what takes the place of one. */
    private static boolean isInLine(EngineWorld world, Performed performed) {
        RunTruth truth = world.truth().run(performed.run());
        RunTruth.Chore chore = truth == null ? null : truth.chores.get(performed.seq());
        if (chore == null || PolicyKept.role(chore, performed) != Role.ACTIVITY) {
            return false;
        }
        Policy policy = chore.policy;
        return !policy.execution().queue().isEmpty();
    }

    // ---- Who is let through while it is paused ----

    @Override
    @Nullable String answered(EngineWorld world, Request.Answer answer) {
        switch (answer.request().kind) {
            case PAUSE -> paused = true;
            case RESUME -> paused = false;
            default -> {}
        }
        return null;
    }

    /** By what the queue says of itself: most of what is in is over before another begins. */
    private static @Nullable String crowded(List<QueueState> queues) {
        for (QueueState queue : queues) {
            var in = new TreeMap<String, Integer>();
            for (Line.Load load : queue.loads()) {
                int most = queue.limits().perKeyMax();
                if (in.merge(load.key(), load.running(), Integer::sum) > most && most > 0) {
                    return "there are more of " + load.key() + " than a key may have: " + queue;
                }
            }
        }
        return null;
    }

    private @Nullable String unpaused(EngineWorld world) {
        boolean told =
                world.requests().stream()
                        .filter(it -> it.kind == Kind.PAUSE || it.kind == Kind.RESUME)
                        .allMatch(it -> !it.wasAsked() || it.state() == Request.State.OVER);
        Life now = world.life();
        int before = now.equals(life) ? inWhilePaused : -1;
        inWhilePaused = -1;
        if (!told || !now.isRecovered() || now.hasFailed()) {
            return null;
        }
        for (QueueState queue : now.conductor.queues()) {
            if (queue.paused() != paused) {
                return "clients were told that it is "
                        + (paused ? "paused" : "not paused")
                        + ", and the queue has "
                        + queue;
            }
            if (paused && before >= 0 && queue.running() > before) {
                return "somebody starts in a queue that is paused: " + queue;
            }
            inWhilePaused = paused ? queue.running() : -1;
        }
        return null;
    }

    // ---- Who is next ----

    @Override
    @Nullable String step(EngineWorld world) {
        if (!world.plan().isQueued()) {
            return null;
        }
        Life now = world.life();
        TreeMap<Flow, Line.Load> after = new TreeMap<>();
        for (QueueState queue : now.conductor.queues()) {
            queue.loads().forEach(it -> after.put(new Flow(it.priority(), it.key()), it));
        }
        String wrong = unpaused(world);
        wrong = wrong == null ? crowded(now.conductor.queues()) : wrong;
        QueueLimits limits = world.plan().queue();
        if (wrong != null || !now.equals(life) || stalled != world.stalled()) {
            passed.clear();
        } else if (limits.rate().count() == 0 && limits.perKeyMax() == 0) {
            wrong = overtaken(after);
            wrong = wrong == null ? unfair(after) : wrong;
        }
        before = after;
        life = now;
        stalled = world.stalled();
        return wrong;
    }

    /** How many it has started in this step; of one that was not there nobody knows. */
    private long started(TreeMap<Flow, Line.Load> after, Flow flow) {
        Line.Load was = before.get(flow);
        Line.Load is = after.get(flow);
        return was == null || is == null ? 0 : Math.max(0, is.started() - was.started());
    }

    /** Whether it waited before this step, and does still. */
    private boolean waits(TreeMap<Flow, Line.Load> after, Flow flow) {
        Line.Load was = before.get(flow);
        Line.Load is = after.get(flow);
        return was != null && is != null && was.waiting() > 0 && is.waiting() > 0;
    }

    private @Nullable String overtaken(TreeMap<Flow, Line.Load> after) {
        for (Flow high : after.keySet()) {
            if (waits(after, high) && started(after, high) == 0) {
                for (Flow low : after.keySet()) {
                    if (low.priority() < high.priority() && started(after, low) > 0) {
                        return low + " starts, and " + high + " has waited: " + after.values();
                    }
                }
            }
        }
        return null;
    }

    /**
     * All weights are 1: while one waits for its turn another starts what it may by the virtual
     * time of then, and one more.
     */
    private @Nullable String unfair(TreeMap<Flow, Line.Load> after) {
        passed.keySet().removeIf(it -> !waits(after, it) || started(after, it) > 0);
        for (Flow one : after.keySet()) {
            if (!waits(after, one) || started(after, one) > 0) {
                continue;
            }
            var others = passed.computeIfAbsent(one, _ -> new TreeMap<>());
            for (Flow other : after.keySet()) {
                if (one.priority() == other.priority() && !one.equals(other)) {
                    long starts = others.merge(other, started(after, other), Long::sum);
                    if (starts > 2) {
                        return one + " waits, and " + other + " has started " + starts;
                    }
                }
            }
        }
        return null;
    }

    @Override
    @Nullable String end(EngineWorld world) {
        for (QueueState queue : world.life().conductor.queues()) {
            if (queue.waiting() > 0 || queue.running() > 0 || queue.startsWaiting() > 0) {
                return "nothing more happens, and the queue has " + queue;
            }
        }
        return null;
    }
}
