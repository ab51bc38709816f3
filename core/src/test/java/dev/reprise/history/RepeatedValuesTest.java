package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnitId;
import dev.reprise.testing.Mutations;
import dev.reprise.testing.Records;
import dev.reprise.testing.Samples;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a reader remembers of one turn is never taken for something else in another. */
class RepeatedValuesTest {
    private static final int SAMPLES = 6;

    static Stream<Class<?>> kinds() {
        return Records.kinds(Command.class).stream()
                .filter(kind -> !Command.Terminal.class.isAssignableFrom(kind));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void commands_that_differ_in_one_field_stay_different(Class<? extends Command> kind)
            throws IOException {
        var commands = new ArrayList<Command>();
        for (long seed = 0; seed < SAMPLES; seed++) {
            Command command = Samples.renumbered(new Samples(seed).any(kind), 2);
            for (var mutation : Mutations.of(command)) {
                commands.add(command);
                commands.add(mutation.changed());
                commands.add(command);
                commands.add(command);
            }
        }
        for (int i = 0; i < commands.size(); i++) {
            commands.set(i, Samples.renumbered(commands.get(i), i + 2L));
        }
        comesBack(commands);
    }

    @Test
    void any_commands_of_a_long_run_come_back() throws IOException {
        for (long seed = 0; seed < 3; seed++) {
            comesBack(new Samples(seed).commands(2, 3_000));
        }
    }

    /** Each command in a turn of its own, then all in one. */
    private static void comesBack(List<Command> commands) throws IOException {
        var start = new Samples(1).any(Job.Start.class);
        var header = new Transcript.Header(start.runId(), start.workflowType());
        var first = new Command.MarkPatch(1, UnitId.ROOT, "first", false);
        var one = new ArrayList<Turn>();
        one.add(turn(List.of(start), List.of(first)));
        for (Command command : commands) {
            one.add(turn(List.of(), List.of(command)));
        }
        var all = List.of(one.getFirst(), turn(List.of(), commands));
        for (List<Turn> turns : List.of(one, all)) {
            var reader =
                    new TranscriptReader(
                            new ByteArrayInputStream(new Transcript(header, turns).toBytes()));
            for (Turn turn : turns) {
                assertThat(reader.nextTurn()).contains(turn);
            }
            assertThat(reader.nextTurn()).isEmpty();
        }
    }

    private static Turn turn(List<Job> jobs, List<Command> commands) {
        return new Turn(
                new Activation(Instant.EPOCH, 0, 0, false, jobs), Completion.Decided.of(commands));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void equality_is_that_of_all_fields(Class<? extends Command> kind) {
        for (long seed = 0; seed < SAMPLES; seed++) {
            Command command = Samples.renumbered(new Samples(seed).any(kind), 7);
            Command copy = Samples.renumbered(new Samples(seed).any(kind), 7);
            assertThat(copy).isEqualTo(command).hasSameHashCodeAs(command);
            assertThat(command.equals(null)).isFalse();
            assertThat(command).isNotEqualTo("a text");
            for (var mutation : Mutations.of(command)) {
                assertThat(mutation.changed()).as(mutation.path()).isNotEqualTo(command);
                assertThat(command).as(mutation.path()).isNotEqualTo(mutation.changed());
            }
        }
    }
}
