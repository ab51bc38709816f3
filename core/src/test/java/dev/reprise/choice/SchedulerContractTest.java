package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.SchedulerContract;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every scheduler of ours keeps the contract, and the contract catches those that do not. */
class SchedulerContractTest {
    @Nested
    class Deterministic extends SchedulerContract {
        @Override
        protected Scheduler scheduler() {
            return Scheduler.deterministic();
        }
    }

    @Nested
    class Random extends SchedulerContract {
        @Override
        protected Scheduler scheduler() {
            return Scheduler.random(42);
        }
    }

    @Nested
    class Fair extends SchedulerContract {
        @Override
        protected Scheduler scheduler() {
            return Scheduler.fair();
        }
    }

    @Nested
    class ByClass extends SchedulerContract {
        @Override
        protected Scheduler scheduler() {
            return Scheduler.priority(Logs::classOf);
        }
    }

    @Nested
    class Recorded extends SchedulerContract {
        @Override
        protected Scheduler scheduler() {
            return Scheduler.random(7).recorded();
        }
    }

    @Nested
    class RecordedInARing extends SchedulerContract {
        @Override
        protected Scheduler scheduler() {
            return Scheduler.fair().recorded(LogBound.ring(5));
        }
    }

    @Nested
    class Replayed extends SchedulerContract {
        @Override
        protected Scheduler scheduler() {
            return Scheduler.replay(ChoiceLog.EMPTY);
        }

        @Override
        protected Scheduler schedulerFor(Consumer<Scheduler> execution) {
            return Scheduler.replay(recordingOf(execution));
        }
    }

    @Nested
    class ReplayedLeniently extends SchedulerContract {
        @Override
        protected Scheduler scheduler() {
            return Scheduler.replayLenient(ChoiceLog.EMPTY);
        }

        @Override
        protected Scheduler schedulerFor(Consumer<Scheduler> execution) {
            return Scheduler.replayLenient(recordingOf(execution));
        }
    }

    private static ChoiceLog recordingOf(Consumer<Scheduler> execution) {
        var recording = Scheduler.random(3).recorded();
        execution.accept(recording);
        return recording.log();
    }

    /** What a user would write: the middle one. */
    @Nested
    class WrittenByAUser extends SchedulerContract {
        @Override
        protected Scheduler scheduler() {
            return enabled -> {
                if (enabled.size() == 0) {
                    throw new IllegalArgumentException("nothing is enabled");
                }
                return enabled.nth(enabled.size() / 2);
            };
        }
    }

    /** Schedulers that break one rule each. */
    enum Broken {
        CHOOSES_WHAT_IS_NOT_ENABLED(() -> _ -> Action.of(new Kind(99, "foreign").key(1))),
        ANSWERS_FOR_NOTHING(
                () ->
                        enabled ->
                                enabled.size() == 0
                                        ? Action.of(new Kind(0, "zero").key(0))
                                        : enabled.least()),
        LOOKS_AT_IDENTITY(
                () ->
                        enabled -> {
                            Steps.checked(enabled);
                            var best = new ArrayList<Action>();
                            enabled.forEach(best::add);
                            best.sort(
                                    (a, b) ->
                                            System.identityHashCode(a)
                                                    - System.identityHashCode(b));
                            return best.getFirst();
                        }),
        REMEMBERS_EARLIER_EXECUTIONS(
                () ->
                        enabled ->
                                Steps.checked(enabled)
                                        .nth((int) (calls.incrementAndGet() % enabled.size()))),
        CHANGES_THE_SET(
                () ->
                        enabled -> {
                            var chosen = Steps.checked(enabled).least();
                            if (enabled instanceof EnabledSet set && set.size() > 1) {
                                set.remove(chosen.key());
                            }
                            return chosen;
                        }),
        IGNORES_A_SINGLE_ACTION(
                () -> enabled -> Steps.checked(enabled).nth(Math.min(1, enabled.size()))),
        KEEPS_THE_VIEW(
                () ->
                        new Scheduler() {
                            private final List<Enabled> seen = new ArrayList<>();

                            @Override
                            public Action choose(Enabled enabled) {
                                Steps.checked(enabled);
                                seen.add(enabled);
                                return seen.getFirst().contains(enabled.least().key())
                                        ? enabled.least()
                                        : enabled.nth(enabled.size() - 1);
                            }
                        }),
        MAKES_ITS_OWN_ACTIONS(
                () ->
                        enabled ->
                                new Action(
                                        Steps.checked(enabled).least().key(),
                                        12345,
                                        Footprint.NONE));

        private final Supplier<Scheduler> made;

        Broken(Supplier<Scheduler> made) {
            this.made = made;
        }
    }

    private static final AtomicLong calls = new AtomicLong();

    @ParameterizedTest
    @EnumSource
    void a_scheduler_that_breaks_a_rule_fails_the_contract(Broken broken) {
        class Control extends SchedulerContract {
            @Override
            protected Scheduler scheduler() {
                return broken.made.get();
            }
        }
        assertThat(Contracts.failuresOf(Control::new)).as("failed tests").isNotEmpty();
    }

    @Test
    void a_scheduler_that_keeps_the_rules_does_not() {
        class Control extends SchedulerContract {
            @Override
            protected Scheduler scheduler() {
                return Scheduler.deterministic();
            }
        }
        assertThat(Contracts.failuresOf(Control::new)).as("failed tests").isEmpty();
    }
}
