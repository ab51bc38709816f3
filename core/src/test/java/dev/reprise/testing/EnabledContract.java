package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Key;
import dev.reprise.choice.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Enabled} owes the schedulers that are shown it. Extend it and answer yours; if
 * it changes, say how by overriding {@link #add} and {@link #remove} as well.
 */
public abstract class EnabledContract {
    /** A view of exactly these actions, which come in no particular order. */
    protected abstract Enabled view(List<Action> actions);

    /** Adds to {@code view} and answers true, or answers false when it cannot change. */
    protected boolean add(Enabled view, Action action) {
        return false;
    }

    /** Removes from {@code view}, if it can change. */
    protected void remove(Enabled view, Key key) {
        throw new UnsupportedOperationException("this view does not change");
    }

    @Test
    public void agrees_with_a_sorted_map_at_every_size() {
        for (int size : new int[] {0, 1, 2, 3, 7, 31, 32, 33, 100, 1000}) {
            var actions = actions(size);
            agree(view(actions), modelOf(actions));
        }
    }

    @Test
    public void does_not_depend_on_the_order_in_which_it_was_built() {
        var actions = actions(200);
        var view = view(actions);
        Collections.reverse(actions);
        var other = view(actions);
        assertThat(keys(other)).isEqualTo(keys(view));
        assertThat(other.fingerprint()).isEqualTo(view.fingerprint());
    }

    @Test
    public void agrees_with_a_sorted_map_after_every_change() {
        var actions = actions(60);
        var model = modelOf(actions);
        var view = view(actions);
        var random = new Random(5);
        for (int change = 0; change < 200; change++) {
            var fresh = Action.of(new Kind(4, "four").key(change));
            if (!add(view, fresh)) {
                agree(view, model);
                return;
            }
            model.put(fresh.key(), fresh);
            var gone = view.nth(random.nextInt(view.size())).key();
            remove(view, gone);
            model.remove(gone);
            agree(view, model);
        }
    }

    @Test
    public void tells_its_changes_truly_or_not_at_all() {
        var view = view(actions(40));
        long known = view.revision();
        var copy = modelOf(actionsOf(view));
        var random = new Random(6);
        for (int round = 0; round < 100; round++) {
            for (int change = 0; change <= round; change++) {
                if (!add(view, Action.of(new Kind(4, "four").key(round * 1000L + change)))) {
                    break;
                }
                remove(view, view.nth(random.nextInt(view.size())).key());
            }
            var told = new Told(copy);
            boolean knows = view.changesSince(known, told);
            if (known < 0) {
                assertThat(knows).as("a view without a revision knows its changes").isFalse();
            }
            if (!knows) {
                assertThat(told.count)
                        .as("changes told by a view that does not know them")
                        .isZero();
                copy = modelOf(actionsOf(view));
            }
            assertThat(new ArrayList<>(copy.keySet())).as("the changes told").isEqualTo(keys(view));
            known = view.revision();
        }
    }

    /** Holds every answer of {@code view} against a sorted map of the same actions. */
    protected static void agree(Enabled view, TreeMap<Key, Action> model) {
        var expected = new ArrayList<>(model.values());
        assertThat(view.size()).as("size").isEqualTo(expected.size());
        assertThat(actionsOf(view)).as("forEach").isEqualTo(expected);
        long fingerprint = 0;
        for (int rank = 0; rank < expected.size(); rank++) {
            var key = expected.get(rank).key();
            assertThat(view.nth(rank)).as("nth(%d)", rank).isEqualTo(expected.get(rank));
            assertThat(view.rank(key)).as("rank of %s", key).isEqualTo(rank);
            assertThat(view.contains(key)).as("contains %s", key).isTrue();
            absent(view, model, key.number() + 1, key.kind());
            fingerprint += Enabled.fingerprint(key);
        }
        assertThat(view.fingerprint()).as("fingerprint").isEqualTo(fingerprint);
        if (!expected.isEmpty()) {
            assertThat(view.least()).as("least").isEqualTo(expected.getFirst());
        }
        absent(view, model, 0, new Kind(0, "nothing"));
        absent(view, model, 0, new Kind(9, "nothing"));
    }

    private static void absent(Enabled view, TreeMap<Key, Action> model, long number, Kind kind) {
        var key = kind.key(number);
        if (!model.containsKey(key)) {
            assertThat(view.contains(key)).as("contains %s", key).isFalse();
            assertThat(view.rank(key))
                    .as("rank of %s", key)
                    .isEqualTo(-1 - model.headMap(key).size());
        }
    }

    private static TreeMap<Key, Action> modelOf(List<Action> actions) {
        var model = new TreeMap<Key, Action>();
        actions.forEach(action -> model.put(action.key(), action));
        return model;
    }

    private static List<Action> actions(int count) {
        var kinds = List.of(new Kind(5, "five"), new Kind(1, "one"), new Kind(2, "two"));
        var actions = new ArrayList<Action>();
        for (int i = 0; i < count; i++) {
            actions.add(Action.of(kinds.get(i % 3).key(i % 5 == 0 ? i * 1_000_000L : i)));
        }
        Collections.shuffle(actions, new Random(count));
        return actions;
    }

    private static List<Action> actionsOf(Enabled view) {
        var actions = new ArrayList<Action>();
        view.forEach(actions::add);
        return actions;
    }

    private static List<Key> keys(Enabled view) {
        return actionsOf(view).stream().map(Action::key).toList();
    }

    /** Applies what it is told to a copy. */
    private static final class Told implements Enabled.Changes {
        private final TreeMap<Key, Action> copy;
        private int count;

        Told(TreeMap<Key, Action> copy) {
            this.copy = copy;
        }

        @Override
        public void added(Action action) {
            count++;
            assertThat(copy.put(action.key(), action)).as("%s came twice", action).isNull();
        }

        @Override
        public void removed(Action action) {
            count++;
            assertThat(copy.remove(action.key()))
                    .as("%s left without being there", action)
                    .isNotNull();
        }
    }
}
