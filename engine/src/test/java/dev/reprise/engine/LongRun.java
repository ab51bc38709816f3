package dev.reprise.engine;

import dev.reprise.RunId;
import dev.reprise.engine.run.HistoryLimits;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/** A process that makes a run with a long history, or brings one back into memory. */
final class LongRun {
    private static final RunId ID = new RunId("long");

    private LongRun() {}

    /** Asks for a text again and again, and keeps only how long they were together. */
    public static final class Asks implements Workflow<int[], Long> {
        private long heard;
        private boolean over;

        @Override
        public Long run(int[] times) {
            for (int i = 0; i < times[0]; i++) {
                heard += Flow.activity(Texts.class).text(times[1]).length();
            }
            Flow.await(() -> over);
            return heard;
        }

        @Query
        long heard() {
            return heard;
        }

        @Signal
        void stop() {
            over = true;
        }
    }

    /** An activity. */
    public interface Texts {
        /** A text of this length. */
        String text(int length);
    }

    /** Makes so many of them. */
    public static final class RealTexts implements Texts {
        private final CountDownLatch left;

        RealTexts(int times) {
            left = new CountDownLatch(times);
        }

        @Override
        public String text(int length) {
            left.countDown();
            return "x".repeat(length);
        }
    }

    /** {@code make FOLDER ENTRIES LENGTH}, or {@code replay FOLDER}. */
    public static void main(String[] arguments) throws InterruptedException {
        boolean making = arguments[0].equals("make");
        int entries = making ? Integer.parseInt(arguments[2]) : 1;
        // The start is an entry, too.
        var texts = new RealTexts(entries - 1);
        Path folder = Path.of(arguments[1]);
        var limits = HistoryLimits.DEFAULT.warnAt(HistoryLimits.NONE, HistoryLimits.NONE);
        // Then a hundred entries are synced together.
        var rules =
                Rules.NONE.append(
                        Matcher.name("Texts.text"),
                        Partial.NONE.with(Field.MODE, Execution.Mode.SYNC));
        var options = EngineOptions.DEFAULT.limits(limits).rules(rules).control(false);
        try (var engine = Engine.open(folder, options).register(Asks.class).activities(texts)) {
            long begun = System.nanoTime();
            if (making) {
                int[] input = {entries - 1, Integer.parseInt(arguments[3])};
                var run = engine.client().start(Asks.class, ID, input);
                texts.left.await();
                Await.until(() -> run.describe().entries(), it -> it >= entries);
            }
            var run = engine.client().handle(Asks.class, ID);
            long heard = run.query("heard", Long.class);
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d entries, heard %d, %d ms, %d replays, peak heap %d MiB%n",
                    arguments[0],
                    run.describe().entries(),
                    heard,
                    (System.nanoTime() - begun) / 1_000_000,
                    engine.counts().replays(),
                    peak() >> 20);
        }
    }

    /** The most that was used of the heap, garbage included. */
    private static long peak() {
        long sum = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                sum += pool.getPeakUsage().getUsed();
            }
        }
        return sum;
    }
}
