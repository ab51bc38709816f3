package dev.reprise.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.reprise.engine.Engine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that lets an engine with many blocked runs alone, and looks at what it does. */
public final class EngineIdle {
    /** The watchdog of workflow code looks on for 40 seconds after the last step. */
    private static final int SETTLE_MILLIS = 45_000;

    private EngineIdle() {}

    /** How many runs, and how many milliseconds to look. */
    public static void main(String[] arguments) throws InterruptedException, IOException {
        int count = Integer.parseInt(arguments[0]);
        System.out.print(measured(count, SETTLE_MILLIS, Integer.parseInt(arguments[1])));
    }

    static Figures measured(int count, int settleMillis, int millis)
            throws InterruptedException, IOException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        var folder = StoreBench.temporary();
        var figures = new Figures();
        try (var engine = Engine.open(folder)) {
            EngineRecovery.start(engine, count);
            System.gc();
            TimeUnit.MILLISECONDS.sleep(settleMillis);
            long waits = waits();
            long cpu = system.getProcessCpuTime();
            TimeUnit.MILLISECONDS.sleep(millis);
            double used = system.getProcessCpuTime() - cpu;
            figures.put("cpu", List.of(used / TimeUnit.MILLISECONDS.toNanos(millis) * 100));
            figures.put("wakeups", List.of((double) (waits() - waits)));
        } finally {
            StoreBench.remove(folder);
        }
        return figures;
    }

    /** How often threads of the engine have begun to wait: whoever was woken waits again. */
    private static long waits() {
        var threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(it -> it != null && it.getThreadName().startsWith("reprise-"))
                .mapToLong(ThreadInfo::getWaitedCount)
                .sum();
    }
}
