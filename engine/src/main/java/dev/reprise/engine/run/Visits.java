package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.drive.Visit;
import dev.reprise.history.RunOptions;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Verdict;
import dev.reprise.policy.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The activities of a run that wait at gates, and their places there. */
final class Visits {
    private final House house;
    private final RunId run;

    /** Where those wait, and how urgently, for which nobody says it. */
    private Supplier<RunOptions> options = () -> RunOptions.UNSAID;

    /** By the numbers of the activities; null while there are none. */
    private @Nullable TreeMap<Long, Visit> held;

    Visits(House house, RunId run) {
        this.house = house;
        this.run = run;
    }

    /** They are of a run that stands so. */
    void of(Standing standing) {
        options = standing::options;
    }

    /** Where nobody says in which queue it waits, or how urgently, that is as its run says. */
    Policy asItsRun(Policy policy) {
        Execution by = policy.execution();
        boolean waits = house.gates().queues().areThere() || policy.gates().limits().isLimited();
        if (!waits || (!by.taskQueue().isEmpty() && by.priority() != 0)) {
            return policy;
        }
        RunOptions said = options.get();
        Execution there = by.taskQueue().isEmpty() ? by.taskQueue(said.taskQueue()) : by;
        return policy.execution(there.priority() == 0 ? there.priority(said.priority()) : there);
    }

    /** The gates of a policy are those of its activity, not of another. */
    boolean isGuarded(Policy policy, Work work) {
        return !(work instanceof Work.Another) && house.gates().isGuarded(policy);
    }

    /** An activity comes to its gates, or asks there again. */
    Visit visit(long seq, Errand.Order order, Policy policy) {
        if (held == null) {
            held = new TreeMap<>();
        }
        return held.computeIfAbsent(seq, _ -> begun(seq, order, policy));
    }

    private Visit begun(long seq, Errand.Order order, Policy policy) {
        return new Visit(order.type(), policy, () -> house.post(run, new Message.Called(seq)));
    }

    /** What the gates, which measure, say to an activity that is due at a moment. */
    Verdict verdict(Visit visit, Instant now) {
        Instant asked = house.steady().now();
        return switch (house.gates().ask(visit, asked)) {
            case Verdict.Full(var until) -> new Verdict.Full(until.map(it -> at(now, asked, it)));
            case Verdict.Open(var until) -> new Verdict.Open(until.map(it -> at(now, asked, it)));
            case Verdict.Go go -> go;
            case Verdict.Spent spent -> spent;
        };
    }

    private static Instant at(Instant now, Instant asked, Instant until) {
        return Outstanding.later(now, Duration.between(asked, until));
    }

    /** At which moment who waits to be called had better ask by itself. */
    Instant again(Visit visit) {
        return house.steady().moment(visit.again());
    }

    boolean contains(long seq) {
        return held != null && held.containsKey(seq);
    }

    boolean isEmpty() {
        return held == null;
    }

    /** It was let in. */
    void started(long seq) {
        remove(seq);
    }

    private @Nullable Visit remove(long seq) {
        if (held == null) {
            return null;
        }
        Visit gone = held.remove(seq);
        held = held.isEmpty() ? null : held;
        return gone;
    }

    /** It waits there no longer. */
    void leave(long seq) {
        Visit gone = remove(seq);
        if (gone != null) {
            house.gates().gone(gone, house.steady().now());
        }
    }

    /** None of them waits any longer. */
    void end() {
        if (held != null) {
            List.copyOf(held.keySet()).forEach(this::leave);
        }
    }
}
