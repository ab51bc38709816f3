package dev.reprise.bench;

import dev.reprise.choice.Action;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Scheduler;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** What logs of choices among eight actions take. */
final class LogSizes {
    static final int ENTRIES = 1_000_000;

    private static final int ENABLED = 8;
    private static final int UNIVERSE = 1_000;
    private static final long SEED = 42;

    private LogSizes() {}

    /** How the enabled set changes from one choice to the next. */
    enum Program {
        /** The chosen action leaves, and one that never was before comes. */
        FRESH {
            @Override
            void run(Scheduler scheduler, int choices) {
                var enabled = new EnabledSet();
                long number = 0;
                while (enabled.size() < ENABLED) {
                    enabled.add(Action.of(Turnover.KIND.key(number++)));
                }
                for (int i = 0; i < choices; i++) {
                    enabled.remove(scheduler.choose(enabled).key());
                    enabled.add(Action.of(Turnover.KIND.key(number++)));
                }
            }
        },

        /** All actions leave, and any others of a thousand come. */
        UNRELATED {
            @Override
            void run(Scheduler scheduler, int choices) {
                var universe = Turnover.shuffled(UNIVERSE);
                var random = new Random(SEED);
                var enabled = new EnabledSet();
                for (int i = 0; i < choices; i++) {
                    enabled.clear();
                    while (enabled.size() < ENABLED) {
                        var action = universe.get(random.nextInt(UNIVERSE));
                        if (!enabled.contains(action.key())) {
                            enabled.add(action);
                        }
                    }
                    var _ = scheduler.choose(enabled);
                }
            }
        };

        abstract void run(Scheduler scheduler, int choices);

        ChoiceLog log(int choices) {
            var recording = Scheduler.random(SEED).recorded();
            run(recording, choices);
            return recording.log();
        }

        List<NaiveRecorder.Entry> naiveLog(int choices) {
            var recording = new NaiveRecorder(Scheduler.random(SEED), choices);
            run(recording, choices);
            return recording.entries();
        }
    }

    /** The heap that is in use because of what {@code made} makes. */
    static long heap(Supplier<?> made) {
        long before = heapInUse();
        var kept = made.get();
        try {
            return heapInUse() - before;
        } finally {
            Reference.reachabilityFence(kept);
        }
    }

    /** What is in use after as many collections as bring it down further. */
    private static long heapInUse() {
        var runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int unchanged = 0; unchanged < 2; ) {
            System.gc();
            long used = runtime.totalMemory() - runtime.freeMemory();
            unchanged = used < least ? 0 : unchanged + 1;
            least = Math.min(least, used);
        }
        return least;
    }

    /** The bytes of the binary form. */
    static long disk(ChoiceLog log) {
        long[] count = {0};
        var counter =
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        count[0]++;
                    }

                    @Override
                    public void write(byte[] bytes, int from, int length) {
                        count[0] += length;
                    }
                };
        try {
            log.writeTo(counter);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return count[0];
    }

    /** The bytes of a form that gives eight to each step, each enabled key and each chosen one. */
    static long fixedWidth(ChoiceLog log) {
        long bytes = 0;
        for (var entry : log) {
            bytes += 8L * (1 + entry.enabled().size() + 1);
        }
        return bytes;
    }
}
