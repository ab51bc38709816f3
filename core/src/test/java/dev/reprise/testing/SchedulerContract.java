package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.SplitMix64;
import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Key;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Scheduler} owes its callers. Extend it and answer yours:
 *
 * <pre>{@code
 * class MySchedulerTest extends SchedulerContract {
 *     @Override
 *     protected Scheduler scheduler() {
 *         return new MyScheduler();
 *     }
 * }
 * }</pre>
 */
public abstract class SchedulerContract {
    private static final int BIG = 10_000;

    /** A fresh scheduler: one that has chosen nothing, made like every other one. */
    protected abstract Scheduler scheduler();

    /**
     * A fresh scheduler for an execution that can be run beforehand: override it for a scheduler
     * that must know what it will be shown, as a replay does.
     */
    protected Scheduler schedulerFor(Consumer<Scheduler> execution) {
        return scheduler();
    }

    @Test
    public void answers_one_of_the_enabled_actions() {
        choices(owner -> owner.works(new EnabledSet(), 30, 200));
    }

    @Test
    public void answers_the_only_enabled_action() {
        var kind = new Kind(3, "only");
        var only = new Action(kind.key(5), 2, dev.reprise.choice.Footprint.NONE);
        var set = new EnabledSet();
        set.add(only);
        var chosen =
                choices(
                        owner -> {
                            owner.asks(set);
                            owner.asks(Enabled.of(only));
                            owner.asks(new HandWritten(List.of(only)));
                        });
        assertThat(chosen).containsOnly(only.key()).hasSize(3);
    }

    @Test
    public void refuses_to_choose_among_nothing() {
        var scheduler = schedulerFor(_ -> {});
        var views = List.of(new EnabledSet(), Enabled.of(), new HandWritten(List.of()));
        for (var nothing : views) {
            assertThatIllegalArgumentException()
                    .as("a set without actions is the caller's mistake")
                    .isThrownBy(() -> scheduler.choose(nothing));
        }
    }

    @Test
    public void chooses_the_same_again_when_it_is_fresh_and_sees_the_same() {
        // Other objects, built in another order: neither identity nor build order may decide.
        var once = choices(owner -> owner.works(built(50, 1), 0, 100));
        var again = choices(owner -> owner.works(built(50, 2), 0, 100));
        assertThat(again).isEqualTo(once);
    }

    @Test
    public void chooses_the_same_again_among_fixed_and_hand_written_views() {
        for (Function<List<Action>, Enabled> view :
                List.<Function<List<Action>, Enabled>>of(Enabled::of, HandWritten::new)) {
            var once = choices(owner -> owner.asksAboutParts(view, 40, 3));
            var again = choices(owner -> owner.asksAboutParts(view, 40, 4));
            assertThat(again).isEqualTo(once);
        }
    }

    @Test
    public void does_not_keep_a_view() {
        choices(
                owner -> {
                    for (int size = 1; size < 20; size++) {
                        var view = new HandWritten(actions(size, 0));
                        owner.asks(view);
                        view.close();
                    }
                });
    }

    @Test
    public void can_be_recorded_and_replayed() {
        Consumer<Scheduler> execution =
                scheduler -> new Owner(scheduler).works(built(20, 1), 10, 300);
        var recording = schedulerFor(execution).recorded();
        var recorded = new Owner(recording).works(built(20, 1), 10, 300);
        var replay = Scheduler.replay(recording.log());
        var replayed = new Owner(replay).works(built(20, 2), 10, 300);
        replay.finish();
        assertThat(replayed).isEqualTo(recorded);
        assertThat(recording.log().steps()).isEqualTo(300);
    }

    @Test
    public void takes_single_actions_that_pass_for_steps_like_others() {
        Consumer<Scheduler> execution = scheduler -> mixed(scheduler, false);
        var shown = schedulerFor(execution).recorded();
        var passed = schedulerFor(execution).recorded();
        assertThat(mixed(passed, true)).isEqualTo(mixed(shown, false));
        assertThat(passed.position()).isEqualTo(shown.position());
        assertThat(passed.log().toBytes()).isEqualTo(shown.log().toBytes());
    }

    /** Chooses among 1, 2, 3, 1, 2, 3, … actions; single ones may pass where they can. */
    private static List<Key> mixed(Scheduler scheduler, boolean passes) {
        var chosen = new ArrayList<Key>();
        for (int i = 0; i < 60; i++) {
            var actions = actions(1 + i % 3, 0);
            if (actions.size() == 1 && passes && scheduler.canPass()) {
                scheduler.pass();
                chosen.add(actions.getFirst().key());
            } else {
                chosen.add(scheduler.choose(Enabled.of(actions)).key());
            }
        }
        return chosen;
    }

    @Test
    public void works_with_big_sets() {
        choices(
                owner -> {
                    owner.works(built(BIG, 1), 10, 30);
                    owner.asks(Enabled.of(actions(BIG, 1)));
                    owner.asks(new HandWritten(actions(BIG, 1)));
                });
    }

    /** Runs the execution with a fresh scheduler and answers what it chose. */
    private List<Key> choices(Consumer<Owner> execution) {
        var scheduler = schedulerFor(any -> execution.accept(new Owner(any)));
        var owner = new Owner(scheduler);
        execution.accept(owner);
        return owner.chosen;
    }

    /** Actions of three kinds, made anew, in an order that {@code shuffle} decides. */
    private static List<Action> actions(int count, int shuffle) {
        var kinds = List.of(new Kind(7, "seven"), new Kind(0, "zero"), new Kind(2, "two"));
        var actions = new ArrayList<Action>();
        for (int number = 0; number < count; number++) {
            actions.add(Action.of(kinds.get(number % 3).key(number)));
        }
        Collections.shuffle(actions, new Random(shuffle));
        return actions;
    }

    private static EnabledSet built(int count, int shuffle) {
        var set = new EnabledSet();
        actions(count, shuffle).forEach(set::add);
        return set;
    }

    /** Asks a scheduler and holds every answer against the contract. */
    private static final class Owner {
        private final Scheduler scheduler;
        private final List<Key> chosen = new ArrayList<>();

        Owner(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        Action asks(Enabled view) {
            var before = keys(view);
            long fingerprint = view.fingerprint();
            var answer = scheduler.choose(view);
            assertThat(answer).as("the answer").isNotNull();
            assertThat(keys(view)).as("the view after the choice").isEqualTo(before);
            assertThat(view.fingerprint()).as("the view after the choice").isEqualTo(fingerprint);
            assertThat(before).as("the enabled actions").contains(answer.key());
            assertThat(answer).isEqualTo(view.nth(view.rank(answer.key())));
            chosen.add(answer.key());
            return answer;
        }

        /** A life of {@code steps} choices: what is chosen leaves or stays, and others come. */
        List<Key> works(EnabledSet set, int fresh, int steps) {
            var life = new SplitMix64(7);
            var kind = new Kind(1, "one");
            long number = 0;
            for (int step = 0; step < steps; step++) {
                if (set.size() == 0 || life.below(100) < fresh) {
                    set.add(Action.of(kind.key(number++)));
                }
                var action = asks(set);
                if (life.below(3) > 0) {
                    set.remove(action.key());
                }
            }
            return chosen;
        }

        void asksAboutParts(Function<List<Action>, Enabled> view, int steps, int shuffle) {
            for (int step = 0; step < steps; step++) {
                asks(view.apply(actions(1 + step % 7, shuffle + step)));
            }
        }

        private static List<Key> keys(Enabled view) {
            var keys = new ArrayList<Key>();
            view.forEach(action -> keys.add(action.key()));
            return keys;
        }
    }

    /** The least that a view must have, without a revision; it can be closed after use. */
    private static final class HandWritten implements Enabled {
        private final List<Action> sorted;
        private boolean closed;

        HandWritten(List<Action> actions) {
            sorted = new ArrayList<>(actions);
            sorted.sort((one, other) -> one.key().compareTo(other.key()));
        }

        void close() {
            closed = true;
        }

        @Override
        public int size() {
            return open().size();
        }

        @Override
        public Action nth(int rank) {
            return open().get(rank);
        }

        @Override
        public long fingerprint() {
            return open().stream().mapToLong(action -> Enabled.fingerprint(action.key())).sum();
        }

        private List<Action> open() {
            assertThat(closed).as("a view was used after the call it was shown in").isFalse();
            return sorted;
        }
    }
}
