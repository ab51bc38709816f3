package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EnabledSetTest {
    private static final Kind TOKEN = new Kind(1, "token");
    private static final Kind TIMER = new Kind(2, "timer");

    @Property(tries = 100)
    void holds_what_a_sorted_map_holds_after_any_changes(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int turns) {
        var random = new Random(seed);
        var set = new EnabledSet();
        var model = new TreeMap<Key, Action>();
        for (int turn = 0; turn < turns; turn++) {
            change(set, model, random);
            set.invariants();
            assertThat(set.size()).isEqualTo(model.size());
        }
        assertThat(actions(set)).isEqualTo(List.copyOf(model.values()));
        var rebuilt = Enabled.of(List.copyOf(model.values()));
        assertThat(set.fingerprint()).isEqualTo(rebuilt.fingerprint());
    }

    @Property(tries = 60)
    void tells_what_changed_since_any_revision_it_still_knows(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int turns) {
        var random = new Random(seed);
        var set = new EnabledSet();
        var model = new TreeMap<Key, Action>();
        var past = new ArrayList<List<Key>>();
        long first = set.revision();
        past.add(List.of());
        for (int turn = 0; turn < turns; turn++) {
            changeOnce(set, model, random);
            past.add(List.copyOf(model.keySet()));
            assertThat(set.revision()).isEqualTo(first + past.size() - 1);
        }
        for (int back = 0; back < past.size(); back++) {
            var copy = new TreeMap<Key, Boolean>();
            past.get(past.size() - 1 - back).forEach(key -> copy.put(key, true));
            boolean told = set.changesSince(set.revision() - back, onto(copy));
            assertThat(told || back > remembered(set))
                    .as("forgot %d changes of %d", back, set.size())
                    .isTrue();
            if (told) {
                assertThat(List.copyOf(copy.keySet())).isEqualTo(List.copyOf(model.keySet()));
            }
        }
    }

    /** How many changes a set remembers at least. */
    private static long remembered(EnabledSet set) {
        return Math.min(set.revision(), Math.max(64, set.size() / 16));
    }

    @Test
    void remembers_one_change_for_sixteen_actions_while_growing_and_shrinking() {
        var set = new EnabledSet();
        long start = set.revision();
        for (int number = 0; number < 10_000; number++) {
            set.add(Action.of(TOKEN.key(number)));
            assertThat(set.changesSince(set.revision() - remembered(set), IGNORED)).isTrue();
        }
        for (int number = 0; number < 10_000; number++) {
            set.remove(TOKEN.key(number));
            assertThat(set.changesSince(set.revision() - remembered(set), IGNORED)).isTrue();
        }
        assertThat(set.changesSince(start, IGNORED)).as("the first of 20,000 changes").isFalse();
    }

    @Test
    void remembers_one_change_for_sixteen_actions_while_their_number_stays() {
        for (int size : new int[] {63, 64, 65, 1023, 1024, 1040, 5000}) {
            var set = new EnabledSet();
            set.revision();
            for (int number = 0; number < size; number++) {
                set.add(Action.of(TOKEN.key(number)));
            }
            for (int number = size; number < 4 * size; number++) {
                set.remove(TOKEN.key(number - size));
                set.add(Action.of(TOKEN.key(number)));
                assertThat(set.changesSince(set.revision() - remembered(set), IGNORED)).isTrue();
            }
        }
    }

    @Test
    void does_not_know_the_future() {
        var set = new EnabledSet();
        assertThat(set.changesSince(set.revision() + 1, IGNORED)).isFalse();
    }

    @Test
    void a_key_that_is_enabled_cannot_be_added_again() {
        var set = new EnabledSet();
        set.add(Action.of(TOKEN.key(7)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.add(new Action(TOKEN.key(7), 3, Footprint.NONE)))
                .withMessageContaining("token#7");
        assertThat(set.size()).isEqualTo(1);
        set.invariants();
    }

    @Test
    void a_key_that_is_not_enabled_cannot_leave_or_be_replaced() {
        var set = new EnabledSet();
        set.add(Action.of(TOKEN.key(7)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.remove(TOKEN.key(8)))
                .withMessageContaining("token#8");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.remove(TIMER.key(7)))
                .withMessageContaining("timer#7");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.replace(Action.of(TOKEN.key(9))))
                .withMessageContaining("token#9");
        assertThat(set.size()).isEqualTo(1);
    }

    @Test
    void another_kind_of_the_same_order_is_a_stranger() {
        var set = new EnabledSet();
        set.add(Action.of(TOKEN.key(7)));
        var stranger = new Kind(TOKEN.order(), "job").key(7);
        assertThat(set.contains(stranger)).isFalse();
        assertThat(set.rank(stranger)).isNegative();
        assertThatIllegalArgumentException().isThrownBy(() -> set.remove(stranger));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.add(Action.of(stranger)))
                .withMessageContaining("token")
                .withMessageContaining("job");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.add(Action.of(new Kind(8, "token").key(1))))
                .withMessageContaining("order 8");
    }

    @Test
    void a_replaced_action_keeps_its_place() {
        var set = new EnabledSet();
        for (int number = 0; number < 100; number++) {
            set.add(Action.of(TOKEN.key(number)));
        }
        long fingerprint = set.fingerprint();
        var other = new Action(TOKEN.key(50), 9, Footprint.NONE);
        set.replace(other);
        assertThat(set.nth(50)).isSameAs(other);
        assertThat(set.fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void clear_leaves_nothing() {
        var set = new EnabledSet();
        for (int number = 0; number < 100; number++) {
            set.add(Action.of(TOKEN.key(number)));
        }
        set.clear();
        assertThat(set.size()).isZero();
        assertThat(set.fingerprint()).isZero();
        set.invariants();
    }

    @Test
    void two_fixed_actions_cannot_share_a_key() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Enabled.of(Action.of(TOKEN.key(1)), Action.of(TOKEN.key(1))))
                .withMessageContaining("token#1");
    }

    @Test
    void shows_itself() {
        var set = new EnabledSet();
        for (int number = 25; number > 0; number--) {
            set.add(Action.of(TOKEN.key(number)));
        }
        assertThat(set.toString()).startsWith("{token#1, token#2, ").endsWith(", … 5 more}");
    }

    private static void change(EnabledSet set, TreeMap<Key, Action> model, Random random) {
        if (random.nextInt(60) == 0) {
            set.clear();
            model.clear();
        }
        changeOnce(set, model, random);
    }

    private static void changeOnce(EnabledSet set, TreeMap<Key, Action> model, Random random) {
        var kind = random.nextBoolean() ? TOKEN : TIMER;
        var key = kind.key(random.nextInt(random.nextInt(10) == 0 ? 10_000_000 : 200));
        if (!model.containsKey(key)) {
            var action = new Action(key, random.nextInt(), Footprint.NONE);
            set.add(action);
            model.put(key, action);
        } else {
            assertThat(set.remove(key)).isSameAs(model.remove(key));
        }
    }

    private static Enabled.Changes onto(TreeMap<Key, Boolean> copy) {
        return new Enabled.Changes() {
            @Override
            public void added(Action action) {
                assertThat(copy.put(action.key(), true)).isNull();
            }

            @Override
            public void removed(Action action) {
                assertThat(copy.remove(action.key())).isNotNull();
            }
        };
    }

    private static final Enabled.Changes IGNORED =
            new Enabled.Changes() {
                @Override
                public void added(Action action) {}

                @Override
                public void removed(Action action) {}
            };

    private static List<Action> actions(Enabled enabled) {
        var actions = new ArrayList<Action>();
        enabled.forEach(actions::add);
        return actions;
    }
}
