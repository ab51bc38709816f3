package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Body;
import dev.reprise.flow.Cancelled;
import dev.reprise.flow.ExternalFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.history.RetryOptions;
import dev.reprise.sim.engine.Desk.Chores;
import dev.reprise.sim.engine.Desk.Extras;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The workflows that are simulated: each does one thing that an engine can get wrong. */
final class Works {
    private static final ActivityOptions PATIENT =
            ActivityOptions.UNSAID.retry(
                    RetryOptions.UNSAID
                            .attemptsMax(Desk.CHORE_ATTEMPTS_MAX)
                            .delay(Duration.ofSeconds(2)));

    private Works() {}

    private static String chore(String order) {
        return Flow.activity(Chores.class, inLine(PATIENT, order)).chore(order);
    }

    private static String extra(String order) {
        return Flow.activity(Extras.class, inLine(ActivityOptions.UNSAID, order)).extra(order);
    }

    /** Where there is a queue, runs take turns, and the second order of each is urgent. */
    private static ActivityOptions inLine(ActivityOptions options, String order) {
        return options.fairnessKey(Flow.info().runId().value())
                .priority(order.startsWith("t1") ? 1 : 0);
    }

    /** Activities one after the other. */
    static final class Steps implements Workflow<String, String> {
        private final List<String> done = new ArrayList<>();

        @Override
        public String run(String orders) {
            for (String order : orders.split(" ")) {
                done.add(chore(order));
            }
            return String.join(",", done);
        }

        @Query
        String state() {
            return String.join(",", done);
        }
    }

    /** Activities beside each other. */
    static final class Spread implements Workflow<String, String> {
        private int done;

        @Override
        public String run(String orders) {
            List<Body<String>> branches = new ArrayList<>();
            for (String order : orders.split(" ")) {
                branches.add(
                        () -> {
                            String result = extra(order);
                            done++;
                            return result;
                        });
            }
            return String.join(",", Flow.parallel(branches));
        }

        @Query
        String state() {
            return Integer.toString(done);
        }
    }

    /** Local activities, the first two beside each other, and one that is not. */
    static final class Locals implements Workflow<String, String> {
        private int done;

        @Override
        public String run(String orders) {
            String[] all = orders.split(" ");
            List<String> results = new ArrayList<>();
            results.addAll(Flow.parallel(() -> local(all[0]), () -> local(all[1])));
            results.add(local(all[2]));
            results.add(extra(all[3]));
            results.add(local(all[4]));
            return String.join(",", results);
        }

        private String local(String order) {
            String result = Flow.localActivity(Chores.class, PATIENT).chore(order);
            done++;
            return result;
        }

        @Query
        String state() {
            return Integer.toString(done);
        }
    }

    /** Timers one after the other. */
    static final class Naps implements Workflow<String, String> {
        private int slept;

        @Override
        public String run(String seconds) {
            for (String each : seconds.split(" ")) {
                var until = Flow.now().plusSeconds(Long.parseLong(each));
                Flow.sleep(Duration.ofSeconds(Long.parseLong(each)));
                if (Flow.now().isBefore(until)) {
                    return "woke early";
                }
                slept++;
            }
            return "slept " + slept;
        }

        @Query
        String state() {
            return Integer.toString(slept);
        }
    }

    /** Waits for so many signals. */
    static final class Gate implements Workflow<String, String> {
        private final List<String> told = new ArrayList<>();

        @Override
        public String run(String count) {
            Flow.await(() -> told.size() >= Integer.parseInt(count));
            return String.join(",", told.subList(0, Integer.parseInt(count)));
        }

        @Signal
        void tell(String what) {
            told.add(what);
        }

        @Update
        String add(String what) {
            told.add(what);
            return "took " + what;
        }

        @Query
        String state() {
            return String.join(",", told);
        }
    }

    /** Takes one signal in each of its legs, and does something for it. */
    static final class Relay implements Workflow<String, String> {
        private String got = "";

        @Override
        public String run(String count) {
            String[] parts = count.split(" ");
            int left = Integer.parseInt(parts[0]);
            got = parts.length == 1 ? "" : parts[1] + ",";
            got += Flow.signal("tell", String.class);
            chore("relay:1");
            return left == 1 ? got : Flow.continueAsNew(left - 1 + " " + got);
        }

        @Query
        String state() {
            return got;
        }
    }

    /** Fails until its third attempt, which reads what all of them were sent. */
    static final class Persistent implements Workflow<String, String> {
        @Override
        public String run(String countAndOrder) {
            String[] parts = countAndOrder.split(" ");
            String done = chore(parts[1]);
            int attempt = Flow.info().origin().attempt();
            if (attempt < 3) {
                throw ApplicationFailed.of("Flaky", "attempt " + attempt);
            }
            for (int left = Integer.parseInt(parts[0]); left > 0; left--) {
                done += "," + Flow.signal("tell", String.class);
            }
            return done + " in attempt " + attempt;
        }

        @Update
        String add(String what) {
            return "took " + what;
        }

        @Query
        String state() {
            return "";
        }
    }

    /** Has a child that does the work. */
    static final class Parent implements Workflow<String, String> {
        private String state = "";

        @Override
        public String run(String orders) {
            var child = Flow.child(Steps.class).start(orders);
            child.started().get();
            state = "begun";
            return "child: " + child.result().get();
        }

        @Query
        String state() {
            return state;
        }
    }

    /** Leaves a child behind that never ends by itself. */
    static final class Leaver implements Workflow<String, String> {
        @Override
        public String run(String order) {
            var close = order.endsWith("0") ? ParentClose.TERMINATE : ParentClose.CANCEL;
            var options = ChildOptions.UNSAID.parentClose(close);
            var child = Flow.child(Waits.class).options(options).start("t0:0");
            if (!order.startsWith("t0")) {
                child.started().get();
            }
            return extra(order);
        }

        @Query
        String state() {
            return "";
        }
    }

    /** Tells another run something, and knows whether that has arrived. */
    static final class Messenger implements Workflow<String, String> {
        @Override
        public String run(String other) {
            try {
                Flow.external(new RunId(other)).signal("tell", words(Flow.info().runId()));
                return "told";
            } catch (ExternalFailed e) {
                return "not told";
            }
        }

        static String words(RunId from) {
            return "from " + from;
        }

        @Query
        String state() {
            return "";
        }
    }

    /** Waits for signals for so long, again and again. */
    static final class Limited implements Workflow<String, String> {
        private int told;
        private int late;

        @Override
        public String run(String seconds) {
            for (String each : seconds.split(" ")) {
                int before = told;
                if (!Flow.await(Duration.ofSeconds(Long.parseLong(each)), () -> told > before)) {
                    late++;
                }
            }
            return "late " + late;
        }

        @Signal
        void tell(String what) {
            told++;
        }

        @Query
        String state() {
            return told + " " + late;
        }
    }

    /** A bit of everything beside each other. */
    static final class Mixed implements Workflow<String, String> {
        private final List<String> told = new ArrayList<>();
        private int done;

        @Override
        public String run(String orders) {
            String[] two = orders.split(" ");
            List<String> ended =
                    Flow.parallel(
                            () -> chore(two[0]),
                            () -> {
                                Flow.sleep(Duration.ofSeconds(3));
                                done++;
                                return extra(two[1]);
                            },
                            () -> {
                                Flow.await(() -> !told.isEmpty());
                                done++;
                                return "told";
                            });
            Flow.sleep(Duration.ofMillis(Flow.random().nextInt(2_000)));
            return String.join(",", ended);
        }

        @Signal
        void tell(String what) {
            told.add(what);
        }

        @Query
        String state() {
            return String.join(",", told) + " " + done;
        }
    }

    /** Waits until it is cancelled, and cleans up. */
    static final class Waits implements Workflow<String, String> {
        private String cleaned = "";

        @Override
        public String run(String order) {
            try {
                Flow.await(() -> false);
                return "never";
            } catch (Cancelled e) {
                cleaned = Flow.nonCancellable(() -> chore(order));
                throw e;
            }
        }

        @Query
        String state() {
            return cleaned;
        }
    }

    /** Waits for more than a summary can hold. */
    static final class Crowd implements Workflow<String, String> {
        private int woken;

        @Override
        public String run(String order) {
            List<Body<String>> branches = new ArrayList<>();
            for (int i = 0; i < 66; i++) {
                int seconds = 1 + i % 3;
                branches.add(
                        () -> {
                            Flow.sleep(Duration.ofSeconds(seconds));
                            woken++;
                            return "";
                        });
            }
            branches.add(() -> chore(order));
            Flow.parallel(branches);
            return "crowd of " + woken;
        }

        @Query
        String state() {
            return Integer.toString(woken);
        }
    }

    private static String trial(String order) {
        try {
            var options = ActivityOptions.UNSAID.fairnessKey(Flow.info().runId().value());
            return String.valueOf(Flow.activity(Desk.Trials.class, options).trial(order));
        } catch (ActivityFailed e) {
            return "failed";
        }
    }

    /** Activities one after the other that are executed as the case says. */
    static final class Trial implements Workflow<String, String> {
        private final List<String> done = new ArrayList<>();

        @Override
        public String run(String orders) {
            for (String order : orders.split(" ")) {
                done.add(trial(order));
            }
            return String.join(",", done);
        }

        @Query
        String state() {
            return String.join(",", done);
        }
    }

    /** Activities beside each other that are executed as the case says. */
    static final class Trials implements Workflow<String, String> {
        private int done;

        @Override
        public String run(String orders) {
            List<Body<String>> branches = new ArrayList<>();
            for (String order : orders.split(" ")) {
                branches.add(
                        () -> {
                            String result = trial(order);
                            done++;
                            return result;
                        });
            }
            return String.join(",", Flow.parallel(branches));
        }

        @Query
        String state() {
            return Integer.toString(done);
        }
    }

    /** Code that is not that of any run: what was recorded does not replay with it. */
    static final class Strange implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofDays(1));
            return input;
        }

        @Signal
        void tell(String what) {}

        @Query
        String state() {
            return "strange";
        }
    }

    /** An activity against a timer; the slower one is cancelled. */
    static final class Contest implements Workflow<String, String> {
        private String won = "";

        @Override
        public String run(String order) {
            won =
                    Flow.race(
                            () -> chore(order),
                            () -> {
                                Flow.sleep(Duration.ofSeconds(3));
                                return "time";
                            });
            extra("after:0");
            return won;
        }

        @Query
        String state() {
            return won;
        }
    }
}
