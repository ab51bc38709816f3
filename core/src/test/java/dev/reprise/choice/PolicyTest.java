package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.ChiSquared;
import dev.reprise.testing.ChoiceProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What deterministic, random, fair and priority promise beyond the contract. */
class PolicyTest {
    private static final Kind TOKEN = new Kind(1, "token");
    private static final Kind TIMER = new Kind(2, "timer");

    @Property(tries = 100)
    void deterministic_is_the_least_key_however_the_set_was_built(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int size) {
        var random = new Random(seed);
        var actions = new ArrayList<Action>();
        for (int number = 0; number < size; number++) {
            actions.add(Action.of((random.nextBoolean() ? TOKEN : TIMER).key(number)));
        }
        var least = actions.stream().map(Action::key).min(Key::compareTo).orElseThrow();
        for (int order = 0; order < 3; order++) {
            Collections.shuffle(actions, random);
            assertThat(Scheduler.deterministic().choose(setOf(actions)).key()).isEqualTo(least);
            assertThat(Scheduler.deterministic().choose(Enabled.of(actions)).key())
                    .isEqualTo(least);
        }
    }

    /** The chance to fail is below one in a million for a right policy, and the seeds are fixed. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 10, 100, 1000})
    void random_is_uniform(int size) {
        var set = new EnabledSet();
        for (int number = 0; number < size; number++) {
            set.add(Action.of(TOKEN.key(number)));
        }
        var scheduler = Scheduler.random(99L + size);
        var counts = new long[size];
        int draws = 500 * size;
        for (int i = 0; i < draws; i++) {
            counts[(int) scheduler.choose(set).key().number()]++;
        }
        assertThat(ChiSquared.excess(counts, draws)).isLessThan(5.0);
    }

    @Test
    void random_is_uniform_after_each_choice_too() {
        var set = new EnabledSet();
        for (int number = 0; number < 4; number++) {
            set.add(Action.of(TOKEN.key(number)));
        }
        var scheduler = Scheduler.random(5);
        var counts = new long[16];
        int before = 0;
        for (int i = 0; i < 20_000; i++) {
            int now = (int) scheduler.choose(set).key().number();
            counts[4 * before + now]++;
            before = now;
        }
        assertThat(ChiSquared.excess(counts, 20_000)).isLessThan(5.0);
    }

    @Test
    void a_seed_means_the_same_in_every_release() throws IOException {
        var chosen = new StringBuilder();
        for (long seed : new long[] {0, 1, 42, -1, Long.MIN_VALUE}) {
            chosen.append("seed ").append(seed).append('\n');
            var set = new EnabledSet();
            for (int number = 0; number < 1000; number++) {
                set.add(Action.of(TOKEN.key(number)));
            }
            var scheduler = Scheduler.random(seed);
            for (int line = 0; line < 4; line++) {
                var keys = new ArrayList<String>();
                for (int i = 0; i < 16; i++) {
                    keys.add(set.remove(scheduler.choose(set).key()).toString());
                }
                chosen.append(String.join(" ", keys)).append('\n');
            }
        }
        assertThat(chosen.toString()).isEqualTo(resource("random-choices.txt"));
    }

    private static String resource(String name) throws IOException {
        try (var in = PolicyTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_single_action_draws_nothing() {
        var two = Enabled.of(Action.of(TOKEN.key(1)), Action.of(TOKEN.key(2)));
        var one = Enabled.of(Action.of(TOKEN.key(1)));
        var plain = Scheduler.random(8);
        var mixed = Scheduler.random(8);
        for (int i = 0; i < 50; i++) {
            mixed.choose(one);
            assertThat(mixed.choose(two)).isEqualTo(plain.choose(two));
        }
    }

    @Property(tries = 100)
    void fair_chooses_no_action_twice_while_another_waits(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 50) int size) {
        var random = new Random(seed);
        var set = new EnabledSet();
        var waiting = new Waiting();
        long fresh = 0;
        for (; fresh < size; fresh++) {
            set.add(Action.of(TOKEN.key(fresh)));
        }
        var scheduler = Scheduler.fair();
        for (int step = 0; step < 300; step++) {
            var chosen = scheduler.choose(set).key();
            waiting.chose(chosen, set);
            if (random.nextInt(3) == 0) {
                set.remove(chosen);
                waiting.left(chosen);
            }
            while (set.size() < 2 || random.nextInt(3) == 0) {
                set.add(Action.of((random.nextBoolean() ? TOKEN : TIMER).key(fresh++)));
            }
        }
    }

    /** Fresh keys are ever larger: rotating by key would never come back to the first. */
    @Test
    void fair_does_not_starve_an_old_action_behind_ever_fresh_ones() {
        var scheduler = Scheduler.fair();
        var set = new EnabledSet();
        set.add(Action.of(TOKEN.key(0)));
        int chosenOld = 0;
        for (int step = 1; step <= 1000; step++) {
            set.add(Action.of(TOKEN.key(step)));
            var chosen = scheduler.choose(set).key();
            if (chosen.number() == 0) {
                chosenOld++;
            } else {
                set.remove(chosen);
            }
        }
        // Whenever the old one is chosen one more is left waiting, so its turns become rarer
        // slowly.
        assertThat(chosenOld).isGreaterThan(40);
    }

    @Property(tries = 50)
    void fair_is_fair_among_views_it_cannot_follow(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 12) int size) {
        var random = new Random(seed);
        var waiting = new Waiting();
        var scheduler = Scheduler.fair();
        var actions = new ArrayList<Action>();
        for (int number = 0; number < size; number++) {
            actions.add(Action.of(TOKEN.key(number)));
        }
        for (int step = 0; step < 200; step++) {
            var view = Enabled.of(actions);
            var chosen = scheduler.choose(view).key();
            waiting.chose(chosen, view);
            if (random.nextInt(4) == 0 && actions.size() > 2) {
                actions.removeIf(action -> action.key().equals(chosen));
                waiting.left(chosen);
            }
            if (random.nextInt(4) == 0) {
                actions.add(Action.of(TIMER.key(step)));
            }
        }
    }

    @Test
    void fair_stays_fair_when_it_must_forget_views_it_cannot_follow() {
        var scheduler = Scheduler.fair();
        var old = Action.of(TOKEN.key(0));
        int chosenOld = 0;
        int steps = 2 * InTurn.UNFOLLOWED_MAX;
        for (int step = 1; step < steps; step++) {
            var chosen = scheduler.choose(Enabled.of(old, Action.of(TOKEN.key(step))));
            chosenOld += chosen.equals(old) ? 1 : 0;
        }
        // Each fresh action is enabled for one step only, so the old one waits for one at most.
        assertThat(chosenOld).isGreaterThanOrEqualTo((steps - 1) / 2);
    }

    @Test
    void fair_begins_with_the_least_key_and_takes_turns() {
        var scheduler = Scheduler.fair();
        var set =
                setOf(
                        List.of(
                                Action.of(TOKEN.key(3)),
                                Action.of(TOKEN.key(1)),
                                Action.of(TOKEN.key(2))));
        var chosen = new ArrayList<Key>();
        for (int i = 0; i < 6; i++) {
            chosen.add(scheduler.choose(set).key());
        }
        assertThat(chosen.toString())
                .isEqualTo("[token#1, token#2, token#3, token#1, token#2, token#3]");
    }

    @Test
    void fair_puts_an_action_that_left_and_came_back_at_the_end() {
        var scheduler = Scheduler.fair();
        var set =
                setOf(
                        List.of(
                                Action.of(TOKEN.key(1)),
                                Action.of(TOKEN.key(2)),
                                Action.of(TOKEN.key(3))));
        scheduler.choose(set);
        set.remove(TOKEN.key(2));
        set.add(Action.of(TOKEN.key(2)));
        assertThat(scheduler.choose(set).key()).isEqualTo(TOKEN.key(3));
        assertThat(scheduler.choose(set).key()).isEqualTo(TOKEN.key(1));
        assertThat(scheduler.choose(set).key()).isEqualTo(TOKEN.key(2));
    }

    /** How often each other action was chosen since an action began to wait. */
    private static final class Waiting {
        private final Map<Key, Map<Key, Integer>> since = new HashMap<>();

        void chose(Key chosen, Enabled enabled) {
            enabled.forEach(
                    action -> {
                        if (!action.key().equals(chosen)) {
                            var others = since.computeIfAbsent(action.key(), _ -> new HashMap<>());
                            int times = others.merge(chosen, 1, Integer::sum);
                            assertThat(times)
                                    .as("%s was chosen while %s waits", chosen, action)
                                    .isLessThan(2);
                        }
                    });
            since.remove(chosen);
        }

        void left(Key key) {
            since.remove(key);
            // When it comes back it is a new one, as far as others that wait are concerned.
            since.values().forEach(others -> others.remove(key));
        }
    }

    @Property(tries = 100)
    void priority_is_the_least_key_of_the_highest_class_step_by_step_and_by_looking(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int size) {
        var random = new Random(seed);
        var set = new EnabledSet();
        var classes = new HashMap<Key, Priority>();
        var incremental = Scheduler.priority(action -> classOf(classes, action.key()));
        var looking = Scheduler.priority(action -> classOf(classes, action.key()));
        long fresh = 0;
        for (int step = 0; step < 100; step++) {
            while (set.size() == 0 || (set.size() < size && random.nextInt(4) > 0)) {
                var key = (random.nextBoolean() ? TOKEN : TIMER).key(fresh++);
                classes.put(key, Logs.classOf(random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(2)));
                set.add(Action.of(key));
            }
            var expected =
                    actions(set).stream()
                            .map(Action::key)
                            .min(
                                    (a, b) -> {
                                        int byClass =
                                                classOf(classes, a).compareTo(classOf(classes, b));
                                        return byClass != 0 ? byClass : a.compareTo(b);
                                    })
                            .orElseThrow();
            assertThat(incremental.choose(set).key()).isEqualTo(expected);
            assertThat(looking.choose(Enabled.of(actions(set))).key()).isEqualTo(expected);
            set.remove(random.nextBoolean() ? expected : set.nth(random.nextInt(set.size())).key());
        }
    }

    private static Priority classOf(Map<Key, Priority> classes, Key key) {
        return Objects.requireNonNull(classes.get(key));
    }

    @Test
    void policies_say_what_they_are() {
        assertThat(
                        List.of(
                                        Scheduler.deterministic(),
                                        Scheduler.random(7),
                                        Scheduler.fair(),
                                        Scheduler.priority(_ -> Priority.NORMAL),
                                        Scheduler.fair().recorded(),
                                        Scheduler.replay(ChoiceLog.EMPTY))
                                .stream()
                                .map(Object::toString)
                                .collect(Collectors.joining("; ")))
                .isEqualTo(
                        "deterministic; random(7); fair; priority; fair, recorded; replay of a choice log of"
                                + " 0 entries over 0 steps");
    }

    /** Programs whose sets come and go are the same under one policy, however often they run. */
    @Property(tries = 20)
    void a_program_takes_the_same_way_under_the_same_policy(@ForAll long seed) {
        var program = ChoiceProgram.of(seed, 100, 50);
        assertThat(program.run(Scheduler.fair())).isEqualTo(program.run(Scheduler.fair()));
        assertThat(program.run(Scheduler.random(seed)))
                .isEqualTo(program.run(Scheduler.random(seed)));
    }

    private static EnabledSet setOf(List<Action> actions) {
        var set = new EnabledSet();
        actions.forEach(set::add);
        return set;
    }

    private static List<Action> actions(Enabled enabled) {
        var actions = new ArrayList<Action>();
        enabled.forEach(actions::add);
        return actions;
    }
}
