package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.EnabledContract;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every view of ours keeps the contract, and the contract catches those that do not. */
class EnabledContractTest {
    @Nested
    class Maintained extends EnabledContract {
        @Override
        protected Enabled view(List<Action> actions) {
            var set = new EnabledSet();
            actions.forEach(set::add);
            return set;
        }

        @Override
        protected boolean add(Enabled view, Action action) {
            ((EnabledSet) view).add(action);
            return true;
        }

        @Override
        protected void remove(Enabled view, Key key) {
            ((EnabledSet) view).remove(key);
        }
    }

    @Nested
    class Fixed extends EnabledContract {
        @Override
        protected Enabled view(List<Action> actions) {
            return Enabled.of(actions);
        }
    }

    /** The least that a user must write. */
    @Nested
    class WrittenByAUser extends EnabledContract {
        @Override
        protected Enabled view(List<Action> actions) {
            return new Sorted(actions);
        }
    }

    private static class Sorted implements Enabled {
        final List<Action> actions;

        Sorted(List<Action> actions) {
            this.actions = new ArrayList<>(actions);
            this.actions.sort(Comparator.comparing(Action::key));
        }

        @Override
        public int size() {
            return actions.size();
        }

        @Override
        public Action nth(int rank) {
            return actions.get(rank);
        }

        @Override
        public long fingerprint() {
            return actions.stream().mapToLong(action -> Enabled.fingerprint(action.key())).sum();
        }
    }

    /** Views that break one rule each. */
    enum Broken {
        UNSORTED(
                actions ->
                        new Sorted(actions) {
                            @Override
                            public Action nth(int rank) {
                                return actions.get(size() - 1 - rank);
                            }
                        }),
        XORS_ITS_FINGERPRINT(
                actions ->
                        new Sorted(actions) {
                            @Override
                            public long fingerprint() {
                                return actions.stream()
                                        .mapToLong(action -> Enabled.fingerprint(action.key()))
                                        .reduce(0, (a, b) -> a ^ b);
                            }
                        }),
        RANKS_FROM_ONE(
                actions ->
                        new Sorted(actions) {
                            @Override
                            public int rank(Key key) {
                                int rank = super.rank(key);
                                return rank < 0 ? rank : rank + 1;
                            }
                        }),
        DOES_NOT_SAY_WHERE_A_MISSING_KEY_WOULD_BE(
                actions ->
                        new Sorted(actions) {
                            @Override
                            public int rank(Key key) {
                                return Math.max(-1, super.rank(key));
                            }
                        }),
        CONTAINS_EVERYTHING(
                actions ->
                        new Sorted(actions) {
                            @Override
                            public boolean contains(Key key) {
                                return true;
                            }
                        }),
        LEAST_IS_LAST(
                actions ->
                        new Sorted(actions) {
                            @Override
                            public Action least() {
                                return nth(size() - 1);
                            }
                        }),
        CLAIMS_TO_KNOW_ITS_CHANGES(
                actions ->
                        new Sorted(actions) {
                            @Override
                            public boolean changesSince(long revision, Changes listener) {
                                return true;
                            }
                        }),
        FORGETS_ONE(
                actions ->
                        new Sorted(actions) {
                            @Override
                            public int size() {
                                return Math.max(0, super.size() - 1);
                            }
                        });

        private final Function<List<Action>, Enabled> made;

        Broken(Function<List<Action>, Enabled> made) {
            this.made = made;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_view_that_breaks_a_rule_fails_the_contract(Broken broken) {
        class Control extends EnabledContract {
            @Override
            protected Enabled view(List<Action> actions) {
                return broken.made.apply(actions);
            }
        }
        assertThat(Contracts.failuresOf(Control::new)).as("failed tests").isNotEmpty();
    }
}
