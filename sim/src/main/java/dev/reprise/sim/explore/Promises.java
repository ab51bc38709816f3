package dev.reprise.sim.explore;

import dev.reprise.RunId;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.history.Command;
import dev.reprise.history.Turn;
import dev.reprise.sim.node.Disk.Row;
import dev.reprise.sim.node.LogMedium;
import java.time.Instant;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the engine promises, whatever the scenario is: a flaw of this kind is one of the engine. */
final class Promises {
    /** Deliveries that have begun of what was durably asked for. */
    private final TreeSet<String> begun = new TreeSet<>();

    /** What has begun in the process that lives, and is not durably asked for: local activities. */
    private final TreeSet<String> ahead = new TreeSet<>();

    private final TreeMap<RunId, Long> entries = new TreeMap<>();
    private long claimed;

    /**
     * An activity begins: this delivery of it is the only one. Whoever was taken for dead does not
     * know that, so it is not asked of him.
     *
     * @param run what is durable of its run
     */
    @Nullable String begins(Call call, @Nullable Description run) {
        boolean asked =
                run != null && run.activities().stream().anyMatch(it -> it.seq() == call.seq());
        if (!asked) {
            // What is left of a run that has ended asks for nothing.
            if (run == null || !run.status().isEnd()) {
                ahead.add(call.run() + " " + call.seq());
            }
            return null;
        }
        String delivery =
                String.join(
                        " ",
                        call.run().value(),
                        Long.toString(call.leg()),
                        Long.toString(call.seq()),
                        Integer.toString(call.attempt()),
                        Integer.toString(call.redeliveries()));
        return begun.add(delivery)
                ? null
                : "Attempt "
                        + call.attempt()
                        + " of activity "
                        + call.type()
                        + " is delivered twice, and only once is that written down.";
    }

    /** Nothing comes any more of what has begun in the process before. */
    void died() {
        ahead.clear();
    }

    /** A turn is durable: what has begun before was to be local. */
    private @Nullable String asks(RunId run, Turn turn) {
        for (Command each : turn.commands()) {
            if (ahead.remove(run + " " + each.seq())
                    && each instanceof Command.ScheduleActivity it) {
                return "Activity "
                        + it.type()
                        + " began before it was durable that it was asked for.";
            }
        }
        return null;
    }

    /** Something is durable: histories only grow, and only by who holds them. */
    @Nullable String durable(Row row) {
        return switch (row) {
            case Row.Turn(var run, long position, var bytes) -> {
                long expected = entries.getOrDefault(run, 0L);
                entries.put(run, position + 1);
                if (position != expected) {
                    yield "Run "
                            + run
                            + " has "
                            + expected
                            + " entries, and entry "
                            + position
                            + " is written.";
                }
                Turn turn = ahead.isEmpty() ? null : Entry.fromBytes(bytes).carriedOut();
                yield turn == null ? null : asks(run, turn);
            }
            case Row.Summary(var head) -> {
                yield head.epoch() >= claimed
                        ? null
                        : "Run " + head.run() + " is changed by a process that was taken for dead.";
            }
            case Row.Claim(var epochs) -> {
                claimed = epochs.store();
                yield null;
            }
            case Row.Forget(var run, long before, _) -> {
                yield before < entries.getOrDefault(run, 0L)
                        ? null
                        : "Run " + run + " forgets entries that it does not have yet: " + before;
            }
            case Row.Delete(var run) -> {
                entries.remove(run);
                yield null;
            }
            case Row.Snapshot _, Row.Keep _, Row.Request _, Row.Set _, Row.Stop _, Row.End _ ->
                    null;
        };
    }

    /** What is read from the disk after a crash: all that was durable, and nothing else. */
    @Nullable String recovered(LogMedium medium) {
        for (var each : entries.entrySet()) {
            long there = medium.head(each.getKey()).map(it -> it.position()).orElse(0L);
            if (there != each.getValue()) {
                return "Run "
                        + each.getKey()
                        + " had "
                        + each.getValue()
                        + " durable entries, and "
                        + there
                        + " are found again.";
            }
        }
        return null;
    }

    /** An answer was given that something was done to a run: then the run is there. */
    @Nullable String acknowledged(Sent sent) {
        return entries.containsKey(sent.run)
                ? null
                : "The engine has answered, and nothing of it is durable: " + sent.words + ".";
    }

    /** Nothing more happens: nothing is left of what has ended. */
    @Nullable String over(LogMedium medium, Description run) {
        if (!run.status().isEnd()) {
            return null;
        }
        try (var timers = medium.timersDue(Instant.MAX)) {
            while (timers.hasNext()) {
                if (timers.next().run().equals(run.run())) {
                    return "Run " + run.run() + " has ended, and a timer of it is left.";
                }
            }
        }
        return run.activities().isEmpty() && run.timers().isEmpty()
                ? null
                : "Run " + run.run() + " has ended, and waits for something.";
    }
}
