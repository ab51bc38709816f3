package dev.reprise.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What is measured together, by programs of its own; once, whoever asks for how many figures. */
enum EnginePart {
    DURABLE {
        @Override
        Figures sample(Effort effort) {
            return load(effort, true);
        }
    },
    MEMORY {
        @Override
        Figures sample(Effort effort) {
            return load(effort, false);
        }
    },
    RECOVERY {
        @Override
        Figures sample(Effort effort) {
            var cache = StoreBench.temporary();
            try {
                // The JVM keeps what it learns of the program in its first run: see docs/engine.md.
                String file = cache.resolve("resume.aot").toString();
                train(file);
                var figures = new Figures();
                figures.put("resume.nanos", launches(BLOCKED, "-XX:AOTCache=" + file));
                figures.put("resume-plain.nanos", launches(BLOCKED));
                figures.put("resume-none.nanos", launches(0));
                return figures;
            } finally {
                removed(cache);
            }
        }
    },
    SLEEPING {
        @Override
        Figures sample(Effort effort) {
            var folder = StoreBench.temporary();
            try {
                recovery("sleep", folder, SLEEPING_RUNS);
                return Figures.parsed(recovery("open", folder, SLEEPING_RUNS).lines());
            } finally {
                removed(folder);
            }
        }
    },
    RETENTION {
        @Override
        Figures sample(Effort effort) {
            return Figures.parsed(
                    Jvm.run(
                                    ADVISED_FLAGS,
                                    EngineRetention.class,
                                    Integer.toString(WARM_UP_MILLIS),
                                    Integer.toString(effort.sampleMillis()),
                                    Integer.toString(Math.min(PERIODS_MAX, effort.samples())))
                            .lines());
        }
    },
    IDLE {
        @Override
        Figures sample(Effort effort) {
            int millis = 2 * effort.samples() * effort.sampleMillis();
            var arguments = new String[] {Integer.toString(IDLE_RUNS), Integer.toString(millis)};
            return Figures.parsed(Jvm.run(FLAGS, EngineIdle.class, arguments).lines());
        }
    };

    static final int BLOCKED = 1_000;
    private static final int LAUNCHES = 9;
    static final int SLEEPING_RUNS = 1_000_000;
    static final int IDLE_RUNS = 100_000;

    private static final List<String> FLAGS = List.of(Runner.FORK_FLAGS);

    /**
     * Loads and recoveries have the collector that docs/engine.md advises where two cores are all
     * there is.
     */
    static final List<String> ADVISED_FLAGS =
            FLAGS.stream()
                    .map(it -> it.equals("-XX:+UseG1GC") ? "-XX:+UseParallelGC" : it)
                    .toList();

    /** An engine has much code: on two cores the compilers are busy with it for so long. */
    static final int WARM_UP_MILLIS = 15_000;

    private static final int PERIODS_MAX = 5;

    private static final Map<Effort, EnumMap<EnginePart, Figures>> KNOWN = new HashMap<>();

    /** Measures once. */
    abstract Figures sample(Effort effort);

    /** All of its figures, measured when they are asked for first. */
    Figures figures(Effort effort) {
        synchronized (KNOWN) {
            var known = KNOWN.computeIfAbsent(effort, _ -> new EnumMap<>(EnginePart.class));
            var found = known.get(this);
            if (found == null) {
                found = new Figures();
                for (int i = 0; i < effort.forks(); i++) {
                    found.putAll(sample(effort));
                }
                known.put(this, found);
            }
            return found;
        }
    }

    Measure.Found found(Unit unit, String name) {
        return new Measure.Found(unit, effort -> figures(effort).measured(name));
    }

    private static Figures load(Effort effort, boolean durable) {
        return Figures.parsed(
                Jvm.run(
                                ADVISED_FLAGS,
                                EngineLoad.class,
                                Boolean.toString(durable),
                                Integer.toString(WARM_UP_MILLIS),
                                Integer.toString(effort.sampleMillis()),
                                Integer.toString(Math.min(PERIODS_MAX, effort.samples())))
                        .lines());
    }

    /** Lets a JVM write down what it has learnt of a program that finds blocked runs. */
    private static void train(String file) {
        var folder = StoreBench.temporary();
        try {
            recovery("block", folder, BLOCKED);
            recovery("resume", folder, BLOCKED, "-XX:AOTCacheOutput=" + file);
        } finally {
            removed(folder);
        }
    }

    /** The same launch again and again: what a machine does beside it shows in one of them. */
    private static List<Double> launches(int blocked, String... flags) {
        return Stream.generate(() -> resumedAfter(blocked, flags)).limit(LAUNCHES).toList();
    }

    /** The nanoseconds from the launch of a process to the first activation in it. */
    private static double resumedAfter(int blocked, String... flags) {
        var folder = StoreBench.temporary();
        try {
            if (blocked > 0) {
                recovery("block", folder, blocked);
            }
            var resumed = recovery("resume", folder, blocked, flags);
            long when = Long.parseLong(resumed.lines().getLast());
            return (when - resumed.launched().toEpochMilli()) * 1e6;
        } finally {
            removed(folder);
        }
    }

    private static Jvm.Output recovery(String what, Path folder, int count, String... more) {
        var flags = new ArrayList<>(ADVISED_FLAGS);
        flags.addAll(List.of(more));
        var arguments = new String[] {what, folder.toString(), Integer.toString(count)};
        return Jvm.run(flags, EngineRecovery.class, arguments);
    }

    static void removed(Path folder) {
        try {
            StoreBench.remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
