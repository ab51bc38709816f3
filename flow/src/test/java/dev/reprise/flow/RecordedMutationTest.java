package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import dev.reprise.testing.Mutations;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The other side of {@link MutationTest}: the code stays, and every field of every command that was
 * recorded is changed, one at a time.
 */
final class RecordedMutationTest {
    @ParameterizedTest
    @EnumSource
    void every_field_of_every_recorded_command_is_compared_and_named(Probe.End end) {
        var type = ProbeWorkflow.type(Probe.ending(end));
        var unfound = new TreeSet<String>();
        var unnamed = new TreeSet<String>();
        int found = 0;
        try (var recorded = ProbeWorkflow.played(Probe.ending(end))) {
            Transcript transcript = recorded.transcript();
            for (int turn = 0; turn < transcript.turns().size(); turn++) {
                var commands = transcript.turns().get(turn).commands();
                for (int at = 0; at < commands.size(); at++) {
                    for (var mutation : Mutations.of(commands.get(at))) {
                        var changed = with(transcript, turn, at, mutation.changed());
                        if (changed.isEmpty()) {
                            continue; // No transcript is like this.
                        }
                        String name = name(commands.get(at), mutation.path());
                        switch (replayed(type, changed.get())) {
                            case Replay.Matched _ -> unfound.add(name);
                            case Replay.Differed(var mismatch) -> {
                                found++;
                                if (!mismatch.describe().contains(mutation.path())) {
                                    unnamed.add(name);
                                }
                            }
                        }
                    }
                }
            }
        }
        assertThat(found).isGreaterThan(200);
        // What was recorded about a patch holds: whether it was deprecated is not asked again.
        assertThat(unfound).containsExactly("MarkPatch.deprecated");
        assertThat(unnamed).isEmpty();
    }

    /** Without a search for the line of code, which would take longer than all the rest. */
    private static Replay.Verdict replayed(WorkflowType<?, ?> type, Transcript transcript) {
        try (var machine = new FlowMachine(type)) {
            return FlowReplay.onto(machine, type, transcript.recording());
        }
    }

    private static String name(Command command, String path) {
        return command.getClass().getSimpleName() + "." + path;
    }

    private static Optional<Transcript> with(
            Transcript transcript, int turn, int at, Command changed) {
        var turns = new ArrayList<>(transcript.turns());
        Turn before = turns.get(turn);
        var commands = new ArrayList<>(before.commands());
        commands.set(at, changed);
        try {
            turns.set(turn, new Turn(before.activation(), Completion.Decided.of(commands)));
            return Optional.of(new Transcript(transcript.header(), turns));
        } catch (IllegalArgumentException refused) {
            return Optional.empty();
        }
    }
}
