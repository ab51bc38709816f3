package dev.reprise.bench;

import dev.reprise.flow.Flow;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Completion;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The heap that paused runs take: each a machine and the unit of a workflow that sleeps three calls
 * deep. Measured in a JVM of its own with 6 GiB, which keeps no track of virtual threads, as that
 * of the app does.
 */
public final class PausedRuns {
    private static final String BARE = "bare";
    private static final String FLOW = "flow";

    private PausedRuns() {}

    /** The heap of so many paused runs. */
    static long bytes(int count) {
        return measured(FLOW, count);
    }

    /** The heap of so many virtual threads that are parked three calls deep. */
    static long bareBytes(int count) {
        return measured(BARE, count);
    }

    private static long measured(String what, int count) {
        var flags =
                List.of(
                        "-Xmx6g",
                        "-Djdk.trackAllThreads=false",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED");
        var output = Jvm.run(flags, PausedRuns.class, what, Integer.toString(count));
        return Long.parseLong(output.lines().getLast().strip());
    }

    /** Makes paused runs, and prints the bytes they take. */
    public static void main(String[] arguments) {
        int count = Integer.parseInt(arguments[1]);
        IntFunction<Object> one =
                arguments[0].equals(FLOW) ? PausedRuns::paused : _ -> new BareThread();
        System.out.println(
                LogSizes.heap(
                        () -> {
                            var all = new Object[count];
                            for (int i = 0; i < count; i++) {
                                all[i] = one.apply(i);
                            }
                            return all;
                        }));
    }

    private static final WorkflowType<String, String> SLEEPER = WorkflowType.of(Sleeper.class);

    private static Object paused(int number) {
        var machine = new FlowMachine(SLEEPER);
        var activation = FlowRuns.activation(FlowRuns.start("Sleeper", "run " + number));
        if (machine.activate(activation) instanceof Completion.Failed(var failure)) {
            throw new IllegalStateException(failure.describe());
        }
        return machine;
    }

    /** A workflow that sleeps three calls deep. */
    static final class Sleeper implements Workflow<String, String> {
        /** Called by the machine. */
        Sleeper() {}

        @Override
        public String run(String input) {
            return outer(input);
        }

        private static String outer(String input) {
            return inner(input) + "!";
        }

        private static String inner(String input) {
            Flow.sleep(Duration.ofDays(1));
            return input;
        }
    }
}
