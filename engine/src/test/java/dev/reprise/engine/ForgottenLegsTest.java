package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.control.EntryReader;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.ForwardingStore;
import dev.reprise.engine.store.KnownRequest;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestOptions;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.schedule.Every;
import dev.reprise.schedule.Schedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that go on for ever, and do not keep all that they have ever done. */
@Timeout(60)
final class ForgottenLegsTest {
    private static final RunId ID = new RunId("r");

    /** Goes on as another leg when it is told to. */
    public static final class Turns implements Workflow<Integer, Integer> {
        private int told;

        @Override
        public Integer run(Integer sum) {
            Flow.await(() -> told != 0);
            return told > 0 ? Flow.continueAsNew(sum + told) : sum;
        }

        @Signal
        void tell(int what) {
            told = what;
        }

        @Query
        int told() {
            return told;
        }
    }

    /** Goes on as another leg each day. */
    public static final class Days implements Workflow<Integer, Integer> {
        @Override
        public Integer run(Integer left) {
            Flow.sleep(Duration.ofDays(1));
            return left == 0 ? 0 : Flow.continueAsNew(left - 1);
        }
    }

    /** Goes on as another leg each day, and reads its letters in the last. */
    public static final class Reader implements Workflow<Integer, List<String>> {
        @Override
        public List<String> run(Integer left) {
            Flow.sleep(Duration.ofDays(1));
            return left == 0
                    ? List.of(
                            Flow.signal("letter", String.class),
                            Flow.signal("letter", String.class))
                    : Flow.continueAsNew(left - 1);
        }
    }

    /** Does not let itself be cancelled. */
    public static final class Stubborn implements Workflow<Integer, Integer> {
        private boolean told;

        @Override
        public Integer run(Integer input) {
            return Flow.nonCancellable(
                    () -> {
                        Flow.await(() -> told);
                        return input;
                    });
        }

        @Signal
        void tell() {
            told = true;
        }
    }

    /** Has a child that waits in its first leg, and goes on. */
    public static final class Begets implements Workflow<Integer, Integer> {
        @Override
        public Integer run(Integer left) {
            if (left == 0) {
                List<Body<String>> naps = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    naps.add(
                            () -> {
                                Flow.sleep(Duration.ofHours(1));
                                return "";
                            });
                }
                Flow.parallel(naps);
                return 0;
            }
            if (Flow.info().origin().leg() == 1) {
                Flow.child(Stubborn.class)
                        .id(new RunId("child"))
                        .options(ChildOptions.UNSAID.parentClose(ParentClose.CANCEL))
                        .start(1);
                // What is cancelled before it has begun never begins.
                Flow.sleep(Duration.ofSeconds(1));
            }
            return Flow.continueAsNew(left - 1);
        }
    }

    /** Tells another. */
    public static final class Tells implements Workflow<String, String> {
        @Override
        public String run(String other) {
            Flow.external(new RunId(other)).signal("tell", 1);
            return "told " + other;
        }
    }

    /** Writes all but what one run has to say after so many writes. */
    private static final class Holding extends ForwardingStore {
        private final List<Runnable> held = new ArrayList<>();
        private RunId run = new RunId("nobody");
        private int passing;

        Holding(Store store) {
            super(store);
        }

        synchronized void hold(RunId which, int after) {
            run = which;
            passing = after;
        }

        synchronized void letGo() {
            run = new RunId("nobody");
            held.forEach(Runnable::run);
        }

        @Override
        public synchronized void write(Change change, Receipt receipt) {
            if (change instanceof Change.OfRun it && it.run().equals(run) && passing-- <= 0) {
                held.add(() -> super.write(change, receipt));
            } else {
                super.write(change, receipt);
            }
        }

        @Override
        public void writeHere(Change change, Receipt receipt) {
            write(change, receipt);
        }
    }

    /** What a schedule starts. */
    public static final class Tick implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return input;
        }
    }

    private static Engine opened(Store store, Retention retention) {
        return Engine.on(store, EngineOptions.DEFAULT.retention(retention))
                .register(Turns.class)
                .register(Days.class);
    }

    private static long entries(Engine engine, RunId run) {
        Description known = engine.client().handle(Turns.class, run).describe();
        return known.entries() - known.first();
    }

    @Test
    void who_wants_all_legs_has_all_of_them() {
        try (var engine = opened(Store.inMemory(), Retention.FOREVER)) {
            var run = engine.client().start(Turns.class, ID, 0);
            for (int i = 0; i < 20; i++) {
                run.signal("tell", 1);
            }
            assertThat(run.describe().first()).isZero();
        }
    }

    @Test
    void of_many_legs_only_so_many_are_kept_and_nobody_who_talks_to_the_run_notices(
            @TempDir Path folder) {
        for (int process = 0; process < 3; process++) {
            try (var engine = opened(Store.open(folder), Retention.FOREVER.legs(2))) {
                var run =
                        process == 0
                                ? engine.client().start(Turns.class, ID, 0)
                                : engine.client().handle(Turns.class, ID);
                for (int i = 0; i < 10; i++) {
                    run.signal("tell", 1);
                }
                assertThat(run.query("told", Integer.class)).isZero();
                assertThat(run.describe().leg()).isEqualTo(10 * process + 11);
                assertThat(entries(engine, ID)).as("of three legs").isBetween(3L, 15L);
                assertThat(run.describe().first()).isPositive();
            }
            assertThat(Store.verify(folder).runs()).isEqualTo(1);
        }
        try (var engine = opened(Store.open(folder), Retention.FOREVER.legs(2))) {
            var run = engine.client().handle(Turns.class, ID);
            run.signal("tell", -1);
            assertThat(run.result()).isEqualTo(30);
            run.delete();
            assertThatThrownBy(run::describe).hasMessageContaining("There is no run r");
        }
    }

    @Test
    void what_was_asked_in_a_leg_that_is_kept_is_still_known() {
        try (var engine = opened(Store.inMemory(), Retention.FOREVER.legs(1))) {
            var run = engine.client().start(Turns.class, ID, 0);
            run.once("first").signal("tell", 1);
            for (int i = 0; i < 3; i++) {
                run.once("same").signal("tell", 1);
            }
            assertThat(run.describe().leg()).isEqualTo(3);
            run.once("third").signal("tell", 1);
            run.once("fourth").signal("tell", 1);
            run.once("fourth").signal("tell", 1);
            assertThat(run.describe().leg()).isEqualTo(5);
            run.once("first").signal("tell", 1);
            assertThat(run.describe().leg()).as("forgotten, so done again").isEqualTo(6);
        }
    }

    @Test
    void what_is_handed_on_from_leg_to_leg_is_known_for_as_long() {
        try (var engine = TestEngine.create(keeping(Retention.FOREVER.legs(1)))) {
            engine.register(Reader.class);
            var run = engine.client().start(Reader.class, ID, 9);
            run.once("one").signal("letter", "first");
            engine.advance(Duration.ofDays(5));
            assertThat(run.describe().leg()).isGreaterThan(4);
            run.once("one").signal("letter", "first");
            run.once("two").signal("letter", "second");
            assertThat(run.result()).containsExactly("first", "second");
        }
    }

    @Test
    void what_a_run_that_is_taken_back_has_been_told_is_known_as_long_as_that_leg() {
        try (var engine = opened(Store.inMemory(), Retention.FOREVER.legs(1))) {
            var run = engine.client().start(Turns.class, ID, 0);
            run.once("early").signal("tell", 0);
            for (int i = 0; i < 4; i++) {
                run.reset(1, "again");
            }
            run.once("early").signal("tell", 1);
            assertThat(run.query("told", Integer.class)).as("it was told 0, once").isZero();
            assertThat(run.describe().leg()).isEqualTo(5);
        }
    }

    private static TestOptions keeping(Retention retention) {
        return TestOptions.DEFAULT.settings(TestOptions.DEFAULT.settings().retention(retention));
    }

    @Test
    void a_leg_is_forgotten_with_the_next_one_when_it_ended_too_long_ago() {
        var days = Retention.FOREVER.age(Duration.ofDays(3).plusHours(1));
        try (var engine = TestEngine.create(keeping(days))) {
            engine.register(Days.class);
            var run = engine.client().start(Days.class, ID, 6);
            assertThat(run.result()).isZero();
            Description known = run.describe();
            assertThat(known.leg()).isEqualTo(7);
            assertThat(known.first()).as("two legs of seven").isEqualTo(2 * known.origin() / 6);
        }
    }

    @Test
    void what_is_not_kept_cannot_be_read_and_whoever_asks_is_told_from_where_on() {
        try (var engine = opened(Store.inMemory(), Retention.FOREVER.legs(1))) {
            var run = engine.client().start(Turns.class, ID, 0);
            for (int i = 0; i < 5; i++) {
                run.signal("tell", 1);
            }
            assertThat(run.query("told", Integer.class)).as("the last has begun").isZero();
            long first = run.describe().first();
            List<byte[]> read = new ArrayList<>();
            new EntryReader(engine.desk(), ID, first, Long.MAX_VALUE).forEachRemaining(read::add);
            assertThat(read).hasSize((int) entries(engine, ID));
            assertThatThrownBy(() -> new EntryReader(engine.desk(), ID, 0, 10).next())
                    .hasMessageContaining("The entries of run r are kept from " + first + " on");
        }
    }

    @Test
    void a_leg_stays_as_long_as_a_child_of_it_has_not_answered() {
        try (var engine = TestEngine.create(keeping(Retention.FOREVER.legs(1)))) {
            engine.register(Begets.class).register(Stubborn.class);
            var run = engine.client().start(Begets.class, ID, 30);
            assertThat(run.result()).isZero();
            assertThat(run.describe().first()).isZero();
            var child = engine.client().handle(Stubborn.class, new RunId("child"));
            child.signal("tell");
            assertThat(child.result()).isEqualTo(1);
        }
    }

    @Test
    void what_another_run_has_asked_is_known_until_that_run_knows_that_it_has_arrived() {
        var store = new Holding(Store.inMemory());
        try (var engine = opened(store, Retention.FOREVER.legs(1)).register(Tells.class)) {
            var run = engine.client().start(Turns.class, ID, 0);
            // It starts and asks by one append; that it was heard is not written.
            store.hold(new RunId("teller"), 1);
            var teller = engine.client().start(Tells.class, new RunId("teller"), "r");
            Await.until(run::describe, it -> it.leg() == 2);
            tellFiveTimes(run);
            assertThat(requests(store)).hasSize(1).first().asString().contains("signal/1");
            store.letGo();
            assertThat(teller.result()).isEqualTo("told r");
            tellFiveTimes(run);
            assertThat(requests(store)).isEmpty();
        }
    }

    @Test
    void that_the_run_of_before_was_deleted_is_known_however_many_legs_the_next_one_has() {
        try (var engine = opened(Store.inMemory(), Retention.FOREVER.legs(1))) {
            var first = engine.client().start(Turns.class, ID, 0);
            first.signal("tell", -1);
            assertThat(first.result()).isZero();
            first.once("away").delete();
            var second = engine.client().start(Turns.class, ID, 0);
            tellFiveTimes(second);
            second.signal("tell", -1);
            assertThat(second.result()).isEqualTo(5);
            first.once("away").delete();
            assertThat(second.describe().leg()).as("asked again, nothing is deleted").isEqualTo(6);
        }
    }

    private static void tellFiveTimes(RunHandle<Integer> run) {
        for (int i = 0; i < 5; i++) {
            run.signal("tell", 1);
        }
        assertThat(run.query("told", Integer.class)).as("the last leg has begun").isZero();
    }

    private static List<KnownRequest> requests(Store store) {
        List<KnownRequest> all = new ArrayList<>();
        try (var found = store.requests(ID)) {
            found.forEachRemaining(all::add);
        }
        return all;
    }

    @Test
    void a_child_of_an_early_leg_is_not_lost_among_the_many_things_that_a_later_one_waits_for() {
        try (var engine = TestEngine.create(keeping(Retention.FOREVER.legs(1)))) {
            engine.register(Begets.class).register(Stubborn.class);
            engine.skipping(false);
            var run = engine.client().start(Begets.class, ID, 3);
            engine.advance(Duration.ofMinutes(1));
            assertThat(run.describe().leg()).isEqualTo(4);
            engine.crash();
            engine.advance(Duration.ofDays(1));
            assertThat(run.result()).isZero();
            assertThatThrownBy(run::delete)
                    .hasMessageContaining("has something to settle with run child");
        }
    }

    @Test
    void a_schedule_keeps_no_more_than_it_needs_whatever_is_kept_of_others() {
        try (var engine = TestEngine.create()) {
            engine.register(Tick.class);
            var spec =
                    new ScheduleSpec(
                            Schedule.of(new Every(Duration.ofMinutes(1))),
                            engine.client().duty(Tick.class, "x"));
            engine.client().schedule("often").create(spec);
            engine.advance(Duration.ofHours(12));
            Description known = engine.client().describe(Schedules.runOf("often"));
            assertThat(known.leg()).isGreaterThan(5);
            assertThat(known.entries() - known.first())
                    .as("entries of two legs")
                    .isLessThan(3 * known.entries() / known.leg());
        }
    }
}
