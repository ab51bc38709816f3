package dev.reprise.history;

import dev.reprise.Check;
import java.util.List;
import java.util.Optional;

/**
 * What a run did, as replay wants to know it: turn after turn, each of them once. A transcript is
 * one; a backend that keeps history in its own way is another.
 */
@FunctionalInterface
public interface Recording {
    /** The next turn, or empty when there are no more. */
    Optional<Expected> next();

    /**
     * A turn that replay must meet again.
     *
     * @param unknowns what of the commands is not compared, because it was not kept
     */
    record Expected(Turn turn, List<Unknown> unknowns) {
        /** Checks that the unknown fields are fields of the commands. */
        public Expected {
            unknowns = List.copyOf(unknowns);
            for (Unknown unknown : unknowns) {
                Check.argument(
                        unknown.command() < turn.commands().size(),
                        "there is no command %d among %d in this turn",
                        unknown.command(),
                        turn.commands().size());
                FieldTable.of(turn.commands().get(unknown.command())).checkPath(unknown.path());
            }
        }

        /** A turn of which everything was kept. */
        public static Expected exactly(Turn turn) {
            return new Expected(turn, List.of());
        }

        /** The paths that are unknown in one command. */
        List<String> unknownPaths(int command) {
            return unknowns.stream()
                    .filter(unknown -> unknown.command() == command)
                    .map(Unknown::path)
                    .toList();
        }
    }

    /**
     * A field of which the recording does not know the value: it holds something, but that is not
     * compared.
     *
     * @param command the index of the command in its turn
     * @param path the field, such as {@code unit}, {@code options.timeouts.heartbeat}, {@code
     *     input[0]}; everything inside it is unknown too
     */
    record Unknown(int command, String path) {
        /** Checks the index. */
        public Unknown {
            Check.argument(command >= 0, "the index of a command is not negative: %d", command);
        }
    }
}
