package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.testing.CounterMachine;
import dev.reprise.testing.CounterMachine.Quirk;
import dev.reprise.testing.CounterStory;
import dev.reprise.testing.MachineContract;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The contract finds the machines that break it. */
class MachineContractTest {
    private static final class Broken extends MachineContract {
        private final Quirk quirk;
        private final AtomicInteger calls = new AtomicInteger();

        Broken(Quirk quirk) {
            this.quirk = quirk;
        }

        @Override
        protected Machine machine() {
            return new CounterMachine(quirk, () -> "call " + calls.getAndIncrement());
        }

        @Override
        protected List<Activation> story() {
            return CounterStory.whole().activations();
        }

        @Override
        protected List<Job.Query> queries() {
            return List.of(new Job.Query("q", "count", List.of()));
        }
    }

    private static void found(Quirk quirk, Consumer<MachineContract> test) {
        assertThatExceptionOfType(AssertionError.class)
                .as("%s", quirk)
                .isThrownBy(() -> test.accept(new Broken(quirk)));
    }

    @Test
    void a_machine_whose_world_changes_does_not_repeat_itself() {
        found(Quirk.NONE, MachineContract::equal_activations_give_equal_completions);
    }

    @Test
    void a_left_out_number_is_found() {
        found(
                Quirk.SKIPS_SEQ,
                MachineContract::commands_are_numbered_without_gaps_through_all_activations);
    }

    @Test
    void a_query_that_changes_the_run_is_found() {
        found(
                Quirk.ADVANCES_ON_QUERY,
                MachineContract::a_query_only_activation_answers_and_advances_nothing);
    }

    @Test
    void a_command_at_eviction_is_found() {
        found(Quirk.ACTS_ON_EVICT, MachineContract::an_evict_only_activation_emits_nothing);
    }

    @Test
    void a_command_after_the_end_is_found() {
        found(Quirk.GOES_ON, MachineContract::nothing_follows_the_end_of_the_run);
    }

    @Test
    void a_machine_that_does_not_recall_is_found() {
        found(
                Quirk.FORGETS_SIDE_EFFECT,
                MachineContract
                        ::evicted_and_replayed_at_any_activation_it_goes_on_as_if_it_had_not_been);
    }

    @Test
    void a_machine_that_fails_or_throws_is_found() {
        found(Quirk.FAILS, MachineContract::replay_of_its_own_transcript_matches);
        Consumer<MachineContract> test = MachineContract::the_story_takes_the_run_to_its_end;
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> test.accept(new Broken(Quirk.THROWS)));
    }
}
