package dev.reprise.flow;

import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Recording;
import dev.reprise.history.Replay;
import dev.reprise.history.Turn;
import java.util.List;
import java.util.Optional;

/**
 * Follows one run, turn by turn, and says which line of its code decided what. Where the code does
 * not take the recorded path, nothing more is said.
 */
public final class Itinerary implements AutoCloseable {
    private final FlowMachine machine;
    private final Replay replay;
    private boolean lost;

    /** Of a run that has not begun. */
    public Itinerary(WorkflowType<?, ?> type) {
        machine = new FlowMachine(type, Strands.best(), (_, _, _) -> {}, true);
        replay = type.recordedOptionsWin() ? Replay.recallingOptions(machine) : new Replay(machine);
    }

    /**
     * Goes on by a turn.
     *
     * @return the line of each of its commands, such as {@code Order.run(Order.java:7)}, in their
     *     order; empty texts where it is not known; nothing at all when the code went elsewhere
     */
    public List<String> follow(Turn turn) {
        lost = lost || replay.turn(Recording.Expected.exactly(turn)).isPresent();
        return lost
                ? List.of()
                : machine.run().trace().decided().stream().map(Trace.Decided::line).toList();
    }

    /** Where its code is now; empty when it went elsewhere. */
    public Optional<Whereabouts> whereabouts() {
        return lost ? Optional.empty() : Optional.of(Whereabouts.of(machine.run()));
    }

    @Override
    public void close() {
        machine.close();
    }
}
