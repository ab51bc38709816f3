package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.testing.Mutations;
import dev.reprise.testing.Records;
import dev.reprise.testing.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Change exactly one field of one command, whichever: replay finds it and names it. */
class ReplayEveryFieldTest {
    private static final int SAMPLES = 6;
    private static final Activation NOTHING_HAPPENED =
            new Activation(Instant.EPOCH, 0, 0, false, List.of());

    static Stream<Class<?>> kinds() {
        return Records.kinds(Command.class).stream();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_change_of_any_field_is_found_and_named(Class<? extends Command> kind) {
        Set<String> changedPaths = new TreeSet<>();
        for (long seed = 0; seed < SAMPLES; seed++) {
            Command command = Samples.renumbered(new Samples(seed).any(kind), 7);
            for (var mutation : Mutations.of(command)) {
                found(mutation.path(), List.of(mutation.changed()), List.of(command));
                found(mutation.path(), List.of(command), List.of(mutation.changed()));
                changedPaths.add(mutation.path().replaceAll("\\[[0-9]+]", ""));
            }
        }
        assertThat(changedPaths).containsAll(expectedPaths(kind));
    }

    /** Every component of the command, and of the options in it, has been changed. */
    private static Set<String> expectedPaths(Class<?> kind) {
        var paths = new TreeSet<String>();
        addPaths("", kind, paths);
        if (kind == Command.ScheduleLocalActivity.class) {
            paths.remove("options.taskQueue");
            paths.remove("options.fairnessKey");
            paths.remove("options.timeouts.heartbeat");
            paths.remove("options.timeouts.scheduleToStart");
        }
        return paths;
    }

    private static void addPaths(String prefix, Class<?> type, Set<String> paths) {
        for (var component : type.getRecordComponents()) {
            String path = prefix + component.getName();
            Class<?> inner = component.getType();
            if (inner.isRecord() && inner != RunId.class) {
                addPaths(path + ".", inner, paths);
            } else {
                paths.add(path);
            }
        }
    }

    private static void found(String path, List<Command> recorded, List<Command> attempted) {
        var turn = new Turn(NOTHING_HAPPENED, Completion.Decided.of(recorded));
        var mismatch =
                new Replay(_ -> Completion.Decided.of(attempted))
                        .turn(Recording.Expected.exactly(turn));
        assertThat(mismatch)
                .as(path)
                .get()
                .isInstanceOfSatisfying(
                        Mismatch.Changed.class,
                        changed -> {
                            assertThat(changed.differences()).isNotEmpty();
                            assertThat(changed.differences())
                                    .allMatch(
                                            difference ->
                                                    FieldTable.isInside(difference.path(), path));
                            assertThat(changed.describe())
                                    .contains(changed.differences().getFirst().path());
                        });
    }

    @Test
    void a_change_among_other_commands_is_still_a_change() {
        for (Class<?> kind : Records.kinds(Command.class)) {
            if (Command.Terminal.class.isAssignableFrom(kind)) {
                continue;
            }
            Command command =
                    Samples.renumbered(
                            (Command) new Samples(5).any(kind.asSubclass(Command.class)), 7);
            for (var mutation : Mutations.of(command)) {
                if (!mutation.path().equals("seq")) {
                    found(mutation.path(), surrounded(command), surrounded(mutation.changed()));
                }
            }
        }
    }

    private static List<Command> surrounded(Command command) {
        var commands = new ArrayList<Command>();
        commands.add(new Command.StartTimer(6, UnitId.ROOT, Duration.ofDays(1)));
        commands.add(command);
        commands.add(new Command.StartTimer(8, UnitId.ROOT, Duration.ofDays(2)));
        commands.add(new Command.MarkPatch(9, UnitId.ROOT, "unlike all samples", true));
        return commands;
    }

    @Test
    void a_field_that_is_unknown_is_not_compared_whichever_it_is() {
        for (Class<?> kind : Records.kinds(Command.class)) {
            Command command =
                    Samples.renumbered(
                            (Command) new Samples(9).any(kind.asSubclass(Command.class)), 7);
            for (var mutation : Mutations.of(command)) {
                var expected =
                        new Recording.Expected(
                                new Turn(NOTHING_HAPPENED, Completion.Decided.of(List.of(command))),
                                List.of(new Recording.Unknown(0, mutation.path())));
                var replay = new Replay(_ -> Completion.Decided.of(List.of(mutation.changed())));
                assertThat(replay.turn(expected)).as(mutation.path()).isEmpty();
            }
        }
    }
}
