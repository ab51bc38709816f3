package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.history.Activation;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import dev.reprise.history.Recording;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Machine} must keep. A machine's test extends this class and gives it a fresh
 * machine, a story, and a query.
 */
public abstract class MachineContract {
    /** For subclasses. */
    protected MachineContract() {}

    /** A machine that has not been activated yet; the same kind every time. */
    protected abstract Machine machine();

    /** Activations, not replayed, that take a run from its start to its end. */
    protected abstract List<Activation> story();

    /** Queries that the machine can answer at any point of the story, with any time and seed. */
    protected abstract List<Job.Query> queries();

    @Test
    public void equal_activations_give_equal_completions() {
        assertThat(told(machine(), story())).isEqualTo(told(machine(), story()));
    }

    @Test
    public void the_story_takes_the_run_to_its_end() {
        assertThat(told(machine(), story()).getLast().isTerminal()).isTrue();
    }

    @Test
    public void commands_are_numbered_without_gaps_through_all_activations() {
        var seqs = new ArrayList<Long>();
        told(machine(), story()).forEach(d -> d.commands().forEach(c -> seqs.add(c.seq())));
        var expected = new ArrayList<Long>();
        for (long seq = Command.SEQ_FIRST; expected.size() < seqs.size(); seq++) {
            expected.add(seq);
        }
        assertThat(seqs).isEqualTo(expected);
    }

    @Test
    public void nothing_follows_the_end_of_the_run() {
        var all = told(machine(), story());
        for (int i = 0; i < all.size(); i++) {
            var commands = all.get(i).commands();
            for (int j = 0; j < commands.size(); j++) {
                boolean isLast = i == all.size() - 1 && j == commands.size() - 1;
                assertThat(commands.get(j) instanceof Command.Terminal).isEqualTo(isLast);
            }
        }
    }

    @Test
    public void a_query_only_activation_answers_and_advances_nothing() {
        var undisturbed = told(machine(), story());
        var asked = machine();
        for (int i = 0; i < story().size(); i++) {
            assertThat(decided(asked, story().get(i))).isEqualTo(undisturbed.get(i));
            var answered = decided(asked, with(story().get(i), new ArrayList<>(queries())));
            assertThat(answered.commands()).isEmpty();
            assertThat(answered.answers()).hasSameSizeAs(queries());
            assertThat(answered.choices().isEmpty()).isTrue();
        }
    }

    @Test
    public void an_evict_only_activation_emits_nothing() {
        for (int length = 1; length <= story().size(); length++) {
            var machine = machine();
            told(machine, story().subList(0, length));
            var evict = with(story().getFirst(), List.of(new Job.Evict("the contract")));
            assertThat(decided(machine, evict)).isEqualTo(Completion.Decided.NOTHING);
        }
    }

    @Test
    public void replay_of_its_own_transcript_matches() {
        var transcript = transcript();
        var commands = transcript.turns().stream().mapToLong(t -> t.commands().size()).sum();
        assertThat(Replay.of(machine(), transcript.recording()).orThrow())
                .isEqualTo(new Replay.Matched(transcript.turns().size(), commands, true));
    }

    @Test
    public void evicted_and_replayed_at_any_activation_it_goes_on_as_if_it_had_not_been() {
        var undisturbed = told(machine(), story());
        for (int length = 1; length < story().size(); length++) {
            var machine = machine();
            var replay = new Replay(machine);
            for (int i = 0; i < length; i++) {
                var turn = Turn.of(story().get(i), undisturbed.get(i));
                var expected = Recording.Expected.exactly(turn);
                assertThat(replay.turn(expected)).isEmpty();
            }
            assertThat(told(machine, story().subList(length, story().size())))
                    .isEqualTo(undisturbed.subList(length, undisturbed.size()));
        }
    }

    @Test
    public void its_transcript_survives_bytes_and_json() {
        var transcript = transcript();
        assertThat(Transcript.fromBytes(transcript.toBytes())).isEqualTo(transcript);
        assertThat(Transcript.fromJson(transcript.toJson())).isEqualTo(transcript);
    }

    private Transcript transcript() {
        var decided = told(machine(), story());
        var turns = new ArrayList<Turn>();
        for (int i = 0; i < decided.size(); i++) {
            var turn = Turn.of(story().get(i), decided.get(i));
            if (!turn.isEmpty()) {
                turns.add(turn);
            }
        }
        var start = (Job.Start) story().getFirst().jobs().getFirst();
        return new Transcript(new Transcript.Header(start.runId(), start.workflowType()), turns);
    }

    private static List<Completion.Decided> told(Machine machine, List<Activation> activations) {
        return activations.stream().map(activation -> decided(machine, activation)).toList();
    }

    private static Completion.Decided decided(Machine machine, Activation activation) {
        var completion = machine.activate(activation);
        assertThat(completion).isInstanceOf(Completion.Decided.class);
        return (Completion.Decided) completion;
    }

    private static Activation with(Activation activation, List<Job> jobs) {
        return new Activation(
                activation.now(), activation.seed(), activation.historySize(), false, jobs);
    }
}
