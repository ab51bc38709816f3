package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.cancelChild;
import static dev.reprise.flow.Commands.cancelExternal;
import static dev.reprise.flow.Commands.cancelRun;
import static dev.reprise.flow.Commands.cancelTimer;
import static dev.reprise.flow.Commands.child;
import static dev.reprise.flow.Commands.local;
import static dev.reprise.flow.Commands.signalExternal;
import static dev.reprise.flow.Commands.timer;

import dev.reprise.RunId;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that pauses, cancelled while it does, in every kind of unit. */
class CancellationTest extends Conversations {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final RunId OTHER = new RunId("other");

    /**
     * Something that pauses.
     *
     * @param code pauses, and goes on only when it is cancelled
     * @param asked the commands with which it begins, given its unit
     * @param ended the commands with which it is cancelled, given its unit
     */
    record Pausing(
            String name,
            Steps code,
            Function<String, List<Command>> asked,
            Function<String, List<Command>> ended) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Where it pauses. */
    enum Place {
        ROOT("/"),
        BRANCH("/p0"),
        HANDLER("/h0"),
        PHASE("/h0");

        private final String unit;

        Place(String unit) {
            this.unit = unit;
        }
    }

    static class Anywhere implements Workflow<Void, Void> {
        private final Place place;
        private final Steps code;

        Anywhere(Place place, Steps code) {
            this.place = place;
            this.code = code;
        }

        @Override
        public Void run(Void input) throws Exception {
            switch (place) {
                case ROOT -> attempt();
                case BRANCH -> Flow.parallel(() -> attempt());
                case HANDLER -> Flow.await(() -> false);
                case PHASE ->
                        Flow.phase("")
                                .onSignal("go-in-phase", Void.class, (_, _) -> attempt())
                                .until(_ -> false);
            }
            return null;
        }

        private Void attempt() throws Exception {
            try {
                code.run();
                Flow.publish("ended", "went on");
            } catch (Cancelled e) {
                Flow.publish("ended", "cancelled: " + e.getMessage());
                throw e;
            }
            return null;
        }

        @Signal
        void go() throws Exception {
            attempt();
        }
    }

    private static List<Command> nothing(String unit) {
        return List.of();
    }

    private static Function<String, List<Command>> one(Function<String, Command> command) {
        return unit -> List.of(command.apply(unit));
    }

    private static String inside(String unit, String segment) {
        return unit.equals("/") ? "/" + segment : unit + "/" + segment;
    }

    static List<Pausing> activities() {
        ActivityOptions unsaid = ActivityOptions.UNSAID;
        ActivityOptions abandon = unsaid.cancellation(Cancellation.ABANDON);
        Function<String, List<Command>> asked = one(u -> activity(1, u, "work"));
        Function<String, List<Command>> cancels = one(u -> cancelActivity(2, u, 1));
        return List.of(
                new Pausing(
                        "activity, try",
                        () -> Flow.activity("work", String.class).call(),
                        asked,
                        cancels),
                new Pausing(
                        "activity, abandon",
                        () -> Flow.activity("work", String.class).options(abandon).call(),
                        one(u -> activity(1, u, "work", abandon)),
                        CancellationTest::nothing),
                new Pausing(
                        "local activity",
                        () -> Flow.activity("work", String.class).local().call(),
                        one(u -> local(1, u, "work", unsaid)),
                        cancels),
                new Pausing(
                        "started activity",
                        () -> Flow.activity("work", String.class).start().get(),
                        asked,
                        cancels),
                new Pausing(
                        "any of started activities",
                        () ->
                                Promise.anyOf(
                                                List.of(
                                                        Flow.activity("work", String.class).start(),
                                                        Flow.<String>promise()))
                                        .get(),
                        asked,
                        cancels));
    }

    static List<Pausing> timersAndWaits() {
        Function<String, List<Command>> asked = one(u -> timer(1, u, "PT1S"));
        Function<String, List<Command>> cancels = one(u -> cancelTimer(2, u, 1));
        return List.of(
                new Pausing("sleep", () -> Flow.sleep(SECOND), asked, cancels),
                waiting("await", () -> Flow.await(() -> false)),
                new Pausing(
                        "await with a limit",
                        () -> Flow.await(SECOND, () -> false),
                        asked,
                        cancels),
                waiting("signal", () -> Flow.signal("never", String.class)),
                new Pausing(
                        "signal with a limit",
                        () -> Flow.signal("never", String.class, SECOND),
                        asked,
                        cancels),
                waiting("promise", () -> Flow.promise().get()),
                new Pausing(
                        "promise with a limit", () -> Flow.promise().get(SECOND), asked, cancels),
                new Pausing(
                        "with a timeout",
                        () ->
                                Flow.withTimeout(
                                        SECOND, () -> Flow.activity("work", String.class).call()),
                        u -> List.of(timer(1, u, "PT1S"), activity(2, u, "work")),
                        u -> List.of(cancelTimer(3, u, 1), cancelActivity(4, u, 2))),
                waiting("phase", () -> Flow.phase("").until(_ -> false)),
                new Pausing(
                        "phase with a timeout",
                        () -> Flow.phase("").timeout(SECOND).until(_ -> false),
                        asked,
                        cancels));
    }

    private static Pausing waiting(String name, Steps code) {
        return new Pausing(name, code, CancellationTest::nothing, CancellationTest::nothing);
    }

    static List<Pausing> otherRuns() {
        ChildOptions abandon = ChildOptions.UNSAID.cancellation(Cancellation.ABANDON);
        return List.of(
                new Pausing(
                        "child, try",
                        () -> Flow.child("Kid", String.class).call(),
                        one(u -> child(1, u, "Kid")),
                        one(u -> cancelChild(2, u, 1, "stop"))),
                new Pausing(
                        "child, abandon",
                        () -> Flow.child("Kid", String.class).options(abandon).call(),
                        one(u -> child(1, u, "Kid", abandon)),
                        CancellationTest::nothing),
                new Pausing(
                        "start of a child",
                        () -> Flow.child("Kid", String.class).start().started().get(),
                        one(u -> child(1, u, "Kid")),
                        one(u -> cancelChild(2, u, 1, "stop"))),
                new Pausing(
                        "result of a child",
                        () -> Flow.child("Kid", String.class).start().result().get(),
                        one(u -> child(1, u, "Kid")),
                        one(u -> cancelChild(2, u, 1, "stop"))),
                new Pausing(
                        "external signal",
                        () -> Flow.external(OTHER).signal("s"),
                        one(u -> signalExternal(1, u, "other", "s")),
                        CancellationTest::nothing),
                new Pausing(
                        "external cancel",
                        () -> Flow.external(OTHER).cancel("why"),
                        one(u -> cancelExternal(1, u, "other", "why")),
                        CancellationTest::nothing));
    }

    static List<Pausing> unitsAmongThemselves() {
        Function<String, List<Command>> both =
                u -> List.of(timer(1, inside(u, "p0"), "PT1S"), timer(2, inside(u, "p1"), "PT1S"));
        Function<String, List<Command>> neither =
                u ->
                        List.of(
                                cancelTimer(3, inside(u, "p0"), 1),
                                cancelTimer(4, inside(u, "p1"), 2));
        return List.of(
                waiting(
                        "mutex",
                        () -> {
                            Mutex mutex = Flow.mutex();
                            Flow.async(() -> mutex.with(() -> Flow.promise().get()));
                            Flow.yield();
                            Flow.yield();
                            mutex.lock();
                        }),
                waiting(
                        "semaphore",
                        () -> {
                            Semaphore semaphore = Flow.semaphore(1);
                            semaphore.acquire();
                            semaphore.acquire();
                        }),
                waiting("send", () -> Flow.channel(0).send("x")),
                waiting("receive", () -> Flow.channel(0).receive()),
                waiting("async", () -> Flow.async(() -> Flow.promise().get()).get()),
                new Pausing(
                        "parallel",
                        () -> Flow.parallel(() -> sleeps(), () -> sleeps()),
                        both,
                        neither),
                new Pausing("race", () -> Flow.race(() -> sleeps(), () -> sleeps()), both, neither),
                new Pausing(
                        "saga",
                        () -> Flow.saga(_ -> sleeps()),
                        one(u -> timer(1, u, "PT1S")),
                        one(u -> cancelTimer(2, u, 1))),
                new Pausing(
                        "scope",
                        () -> Flow.scope().run(() -> sleeps()),
                        one(u -> timer(1, u, "PT1S")),
                        one(u -> cancelTimer(2, u, 1))));
    }

    private static String sleeps() {
        Flow.sleep(SECOND);
        return "";
    }

    static Stream<Arguments> everywhere() {
        return Stream.of(activities(), timersAndWaits(), otherRuns(), unitsAmongThemselves())
                .flatMap(List::stream)
                .flatMap(it -> Stream.of(Place.values()).map(place -> Arguments.of(it, place)));
    }

    private Conversation begun(Pausing pausing, Place place) {
        WorkflowType<Void, Void> type =
                WorkflowType.of(Anywhere.class, () -> new Anywhere(place, pausing.code));
        var run = play(type).start();
        return switch (place) {
            case ROOT, BRANCH -> run;
            case HANDLER -> run.expectNothing().signal("go");
            case PHASE -> run.expectNothing().signal("go-in-phase");
        };
    }

    private static Command[] then(List<Command> commands, Command last) {
        var all = new ArrayList<>(commands);
        all.add(last);
        return all.toArray(Command[]::new);
    }

    @ParameterizedTest(name = "{0}, in {1}")
    @MethodSource("everywhere")
    void what_pauses_is_cancelled_with_the_run(Pausing pausing, Place place) {
        List<Command> asked = pausing.asked.apply(place.unit);
        List<Command> ended = pausing.ended.apply(place.unit);
        begun(pausing, place)
                .expect(asked.toArray(Command[]::new))
                .cancel("stop")
                .expect(then(ended, cancelRun(asked.size() + ended.size() + 1, "stop")))
                .expectPublished("ended", "cancelled: stop");
    }

    @ParameterizedTest(name = "{0}, in {1}")
    @MethodSource("everywhere")
    void what_pauses_is_cancelled_with_the_run_after_an_eviction(Pausing pausing, Place place) {
        List<Command> asked = pausing.asked.apply(place.unit);
        List<Command> ended = pausing.ended.apply(place.unit);
        begun(pausing, place)
                .evict()
                .cancel("stop")
                .expect(then(ended, cancelRun(asked.size() + ended.size() + 1, "stop")))
                .expectPublished("ended", "cancelled: stop");
    }

    /** In a run that is cancelled already, what would pause does not even begin. */
    @ParameterizedTest(name = "{0}, in {1}")
    @MethodSource("everywhere")
    void what_would_pause_does_not_begin_in_a_cancelled_run(Pausing pausing, Place place) {
        WorkflowType<Void, Void> type =
                WorkflowType.of(Anywhere.class, () -> new Anywhere(place, pausing.code));
        var run = play(type);
        run.tell(run.run.started(), Commands.cancel("stop"), Commands.signal("go"))
                .expect(cancelRun(1, "stop"));
    }
}
