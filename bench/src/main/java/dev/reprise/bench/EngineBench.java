package dev.reprise.bench;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Found;
import dev.reprise.bench.Target.AtLeast;
import dev.reprise.bench.Target.AtMost;
import dev.reprise.bench.Target.Below;
import dev.reprise.bench.Target.RatioAtMost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What an engine does in a second, what it costs, how long one who waits for a result waits, and
 * how it comes back.
 *
 * <p>Rates stand beside the store's alone: the same appends, as large and as many at a time, with
 * no engine.
 */
final class EngineBench {
    private static final int WORKING = 128;
    private static final int LEFT_MAX = 50_000;
    private static final double NANOS = 1e9;

    static final Suite SUITE =
            new Suite(
                    "engine",
                    "what an engine does in a second, how long a result takes, how it comes back",
                    cases(),
                    EngineBench::appendix);

    private EngineBench() {}

    private static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var part : List.of(EnginePart.DURABLE, EnginePart.MEMORY)) {
            for (var work : Work.values()) {
                for (int underWay : EngineLoad.UNDER_WAY) {
                    cases.add(rate(part, work, underWay));
                }
            }
        }
        cases.addAll(costs());
        cases.addAll(retention());
        cases.addAll(comingBack());
        return cases;
    }

    private static List<Case> retention() {
        var part = EnginePart.RETENTION;
        return List.of(
                new Case(
                        "W1-128-kept",
                        part.found(Unit.PER_SECOND, "rate"),
                        new OtherCase("W1-" + WORKING)),
                new Case(
                        "W1-128-kept-left",
                        part.found(Unit.COUNT, "left"),
                        new Other(
                                "those that are to be kept",
                                new Found(Unit.COUNT, _ -> new Measured(EngineRetention.KEPT, 0))),
                        new AtMost(LEFT_MAX)),
                new Case(
                        "delete-W1",
                        part.found(Unit.PER_SECOND, "deleted"),
                        new OtherCase("W1-" + WORKING)));
    }

    private static Case rate(EnginePart part, Work work, int underWay) {
        boolean durable = part == EnginePart.DURABLE;
        var name = EngineLoad.name(work, underWay, durable);
        var targets =
                work == Work.W1 && underWay == WORKING
                        ? List.<Target>of(new AtLeast(durable ? 20_000 : 40_000))
                        : List.<Target>of();
        return new Case(
                name,
                part.found(Unit.PER_SECOND, name + ".rate"),
                new Other(
                        "its appends alone",
                        part.found(Unit.PER_SECOND, "appends-" + name + ".rate")),
                targets);
    }

    private static List<Case> costs() {
        var durable = EnginePart.DURABLE;
        return List.of(
                cpu(durable, "W1-128"),
                cpu(EnginePart.MEMORY, "W1-128-memory"),
                new Case(
                        "W1-1-syncs",
                        durable.found(Unit.COUNT, "W1-1.serial"),
                        new Other(
                                "one to start, one for each activity",
                                new Found(Unit.COUNT, _ -> new Measured(1 + Work.W1.steps(), 0))),
                        new AtMost(4)),
                new Case(
                        "W1-1-p50",
                        durable.found(Unit.NS, "W1-1.p50"),
                        new Other(
                                "its syncs, one after the other",
                                new Found(Unit.NS, EngineBench::syncs)),
                        new RatioAtMost(1.5)),
                new Case(
                        "append-1-p50",
                        durable.found(Unit.NS, "append-1.p50"),
                        new Other("a file", durable.found(Unit.NS, "file-1.p50"))));
    }

    private static Case cpu(EnginePart part, String name) {
        return new Case(
                name + "-cpu",
                part.found(Unit.NS, name + ".cpu"),
                new Other("its appends alone", part.found(Unit.NS, "appends-" + name + ".cpu")));
    }

    /** As many synced appends through the store as a run needs one after the other. */
    private static Measured syncs(Effort effort) {
        var figures = EnginePart.DURABLE.figures(effort);
        double count = figures.measured("W1-1.serial").value();
        var each = figures.measured("append-1.p50");
        return new Measured(count * each.value(), count * each.error());
    }

    private static List<Case> comingBack() {
        return List.of(
                new Case(
                        "recover-1000",
                        EnginePart.RECOVERY.found(Unit.NS, "resume.nanos"),
                        new Other(
                                "without an AOT cache",
                                EnginePart.RECOVERY.found(Unit.NS, "resume-plain.nanos")),
                        new Below(0.5 * NANOS)),
                new Case(
                        "recover-1000-plain",
                        EnginePart.RECOVERY.found(Unit.NS, "resume-plain.nanos"),
                        new Other(
                                "an empty folder",
                                EnginePart.RECOVERY.found(Unit.NS, "resume-none.nanos"))),
                new Case(
                        "open-1000000",
                        EnginePart.SLEEPING.found(Unit.NS, "open.nanos"),
                        new Other(
                                "only read the heads",
                                EnginePart.SLEEPING.found(Unit.NS, "heads.nanos")),
                        new Below(15 * NANOS)),
                new Case(
                        "open-1000000-heap",
                        EnginePart.SLEEPING.found(Unit.BYTES, "open.heap"),
                        new Other(
                                "2 GiB, which it had",
                                new Found(Unit.BYTES, _ -> new Measured(2L << 30, 0))),
                        new Below(2L << 30)),
                new Case(
                        "idle-100000-cpu",
                        EnginePart.IDLE.found(Unit.PERCENT, "cpu"),
                        new Other(
                                "one processor",
                                new Found(Unit.PERCENT, _ -> new Measured(100, 0))),
                        new Below(1)),
                new Case(
                        "idle-100000-wakeups",
                        EnginePart.IDLE.found(Unit.COUNT, "wakeups"),
                        new Other(
                                "one for each run",
                                new Found(Unit.COUNT, _ -> new Measured(EnginePart.IDLE_RUNS, 0))),
                        new AtMost(0)));
    }

    /** What else is known of the loads. */
    private static String appendix(Effort effort) {
        var text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%n%-17s %10s %12s %12s %12s %9s %9s%n",
                        "load",
                        "/s",
                        "p50 ns",
                        "p99 ns",
                        "CPU ns",
                        "syncs",
                        "bytes"));
        for (var part : List.of(EnginePart.DURABLE, EnginePart.MEMORY)) {
            var figures = part.figures(effort);
            for (var work : Work.values()) {
                for (int underWay : EngineLoad.UNDER_WAY) {
                    var name = EngineLoad.name(work, underWay, part == EnginePart.DURABLE);
                    text.append(
                            String.format(
                                    Locale.ROOT,
                                    "%-17s %,10.0f %,12.0f %,12.0f %,12.0f %9.3f %,9.0f%n",
                                    name,
                                    figures.measured(name + ".rate").value(),
                                    figures.measured(name + ".p50").value(),
                                    figures.measured(name + ".p99").value(),
                                    figures.measured(name + ".cpu").value(),
                                    figures.measured(name + ".syncs").value(),
                                    figures.measured(name + ".bytes").value()));
                }
            }
        }
        return text.toString();
    }
}
