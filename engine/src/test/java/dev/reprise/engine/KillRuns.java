package dev.reprise.engine;

import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.vm.PatternMachine;
import dev.reprise.vm.PatternType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the runs do that {@link KillLoad} keeps under way. */
final class KillRuns {
    private static final int STAGES = 4;

    private KillRuns() {}

    static Engine registered(Engine engine) {
        engine.register(Chain.class).register(Fan.class).register(Talk.class);
        engine.register(Tally.class).register(Relay.class).register(DRAWN);
        engine.register(Family.class).register(Kid.class).register(Waits.class);
        engine.register(Tick.class).register(Tock.class).register(Crowd.class);
        return engine.register(Letter.class).register(Token.class).register(Trier.class);
    }

    interface Tasks {
        String perform(int stage, int part, int failures);
    }

    interface Letters {
        /** Never works: a person has to decide. */
        String read(int number);
    }

    interface Outside {
        /** Gives nothing: somebody outside does, later. */
        String ask(int number);
    }

    private static String task(int number, int stage, int part) {
        return Flow.activity(Tasks.class)
                .perform(stage, part, KillKinds.failures(number, stage, part));
    }

    private static String narrow(int number, int stage, int part) {
        var options = ActivityOptions.UNSAID.taskQueue(KillKinds.NARROW).priority(part);
        return Flow.activity(Tasks.class, options)
                .perform(stage, part, KillKinds.failures(number, stage, part));
    }

    private static List<String> tasks(int number, int stage, int parts) {
        List<Body<String>> bodies = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int part = i;
            bodies.add(() -> narrow(number, stage, part));
        }
        return Flow.parallel(bodies);
    }

    /** One activity after the other, with pauses. */
    static final class Chain implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            List<String> results = new ArrayList<>();
            for (int stage = 1; stage <= STAGES; stage++) {
                results.add(task(number, stage, 0));
                if (stage % 2 == 0) {
                    Flow.sleep(Duration.ofMillis(2 + number % 25));
                }
            }
            return String.join(",", results);
        }
    }

    /** Activities side by side, as many as a queue lets through. */
    static final class Fan implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            List<String> results = new ArrayList<>(tasks(number, 1, 4));
            results.addAll(tasks(number, 2, 2));
            results.add(narrow(number, 3, 0));
            return String.join(",", results);
        }
    }

    /** Signals, in the order in which they come. */
    static final class Talk implements Workflow<Integer, String> {
        private final List<Integer> heard = new ArrayList<>();

        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            while (!Flow.await(Duration.ofMillis(40), () -> heard.size() >= KillKinds.SIGNALS)) {
                Flow.sleep(Duration.ofMillis(5));
            }
            return first + ",heard" + joined(heard) + "," + task(number, 2, 0);
        }

        @Signal
        void say(Integer n) {
            heard.add(n);
        }

        @Query
        List<Integer> heard() {
            return heard;
        }
    }

    /** Counts what it is asked to, each time with an activity. */
    static final class Tally implements Workflow<Integer, String> {
        private int number;
        private int sum;
        private int done;

        @Override
        public String run(Integer given) {
            number = given;
            String first = task(number, 1, 0);
            Flow.await(() -> done == KillKinds.UPDATES);
            return first + ",sum:" + sum + "," + task(number, 2, 0);
        }

        @Update
        int add(Integer n) {
            Flow.await(() -> number != 0);
            task(number, 1, n);
            sum += n;
            done++;
            return sum;
        }
    }

    /** Has children: waits for one, and leaves the others behind, each in another way. */
    static final class Family implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            RunId me = Flow.info().runId();
            var kid = Flow.child(Kid.class).id(kidOf(me, "kid")).start(number);
            leave(Kid.class, kidOf(me, "keep"), ParentClose.ABANDON, number);
            leave(Waits.class, kidOf(me, "stop"), ParentClose.TERMINATE, number);
            leave(Waits.class, kidOf(me, "quit"), ParentClose.CANCEL, number);
            String told = kid.result().get();
            return first + ",kid:" + told + "," + task(number, 2, 0);
        }

        private static void leave(
                Class<? extends Workflow<Integer, String>> type,
                RunId id,
                ParentClose close,
                int number) {
            var options = ChildOptions.UNSAID.parentClose(close);
            Flow.child(type).id(id).options(options).start(number).started().get();
        }
    }

    static RunId kidOf(RunId family, String name) {
        return new RunId(family + "/" + name);
    }

    /** A child that ends by itself, often later than its parent. */
    static final class Kid implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            Flow.sleep(Duration.ofMillis(10));
            return first;
        }
    }

    /** A child that waits until somebody ends it. */
    static final class Waits implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            Flow.await(() -> false);
            return first;
        }
    }

    /** What a leg hands to the next. */
    record Baton(int number, int leg, String carried, List<Integer> heard) {}

    /** One activity in each leg, and signals that come when they like: no leg may keep them. */
    static final class Relay implements Workflow<Baton, String> {
        private final List<Integer> heard = new ArrayList<>();

        @Override
        public String run(Baton baton) {
            heard.addAll(baton.heard());
            String carried = baton.carried() + task(baton.number(), baton.leg(), 0);
            if (baton.leg() < KillKinds.LEGS) {
                return Flow.continueAsNew(
                        new Baton(baton.number(), baton.leg() + 1, carried + ",", heard));
            }
            Flow.await(() -> heard.size() >= KillKinds.SIGNALS);
            return carried + ",heard" + joined(heard);
        }

        @Signal
        void say(Integer n) {
            heard.add(n);
        }

        @Query
        List<Integer> heard() {
            return heard;
        }
    }

    /** What the schedule starts. */
    static final class Tick implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            return task(number, 1, 0);
        }
    }

    /** What the other schedule starts, which somebody has to tell when. */
    static final class Tock implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            return task(number, 1, 0);
        }
    }

    /** Hears what is told to all of its kind, until it has to end. */
    static final class Crowd implements Workflow<Integer, String> {
        private int shouts;
        private boolean over;

        @Override
        public String run(Integer number) {
            Flow.await(() -> over);
            return "shouts:" + shouts;
        }

        @Signal
        void shout(Integer n) {
            shouts++;
        }

        @Signal
        void over() {
            over = true;
        }
    }

    /** Has an activity that fails for good, and waits for a person who decides. */
    static final class Letter implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            String told;
            try {
                told = "decided:" + Flow.activity(Letters.class).read(number);
            } catch (ActivityFailed e) {
                told = "refused:" + e.failure().root().message();
            }
            return first + "," + told + "," + task(number, 3, 0);
        }
    }

    /** Has an activity that somebody outside completes. */
    static final class Token implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            String told = Flow.activity(Outside.class).ask(number);
            return first + ",told:" + told + "," + task(number, 3, 0);
        }
    }

    /** Fails as a whole, and is tried again. */
    static final class Trier implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            int attempt = Flow.info().origin().attempt();
            if (attempt < KillKinds.tries(number)) {
                throw ApplicationFailed.of("Again", "by script");
            }
            return first + ",try:" + attempt;
        }
    }

    /** The activities of the pattern. */
    interface Parts {
        String left(int number);

        String right(int number);

        String last(int number);
    }

    private static final PayloadCodec JSON = new JsonCodec();

    static final PatternType DRAWN =
            PatternType.of(
                    "drawn",
                    Pattern.parse(
                            """
                            seq {
                              par {
                                effect Parts.left from input into left
                                effect Parts.right from input into right
                              }
                              await { after PT0.005S skip }
                              effect Parts.last from input into last
                              task gather
                            }
                            """),
                    Registry.NONE.task(
                            "gather",
                            it ->
                                    it.with(
                                            PatternMachine.RESULT,
                                            JSON.encode(
                                                    Stream.of("left", "right", "last")
                                                            .map(
                                                                    name ->
                                                                            it.find(name)
                                                                                    .orElseThrow())
                                                            .map(v -> JSON.decode(v, String.class))
                                                            .collect(Collectors.joining(","))))));

    static String joined(List<?> items) {
        var text = new StringBuilder();
        items.forEach(it -> text.append(':').append(it));
        return text.toString();
    }
}
