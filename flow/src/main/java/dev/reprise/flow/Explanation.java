package dev.reprise.flow;

import dev.reprise.UnitId;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Mismatch;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.util.List;

/**
 * Finds the line of code at which a replay left the recorded path, by replaying once more and
 * looking this time. Whether the second replay goes the way of the first is a clue, too.
 */
final class Explanation {
    private Explanation() {}

    static Mismatch of(
            WorkflowType<?, ?> type, Transcript transcript, Strands strands, Mismatch first) {
        try (var machine = new FlowMachine(type, strands, (_, _, _) -> {}, true)) {
            int turn = Math.toIntExact(first.place().turn());
            List<Turn> until =
                    transcript.turns().subList(0, Math.min(turn + 1, transcript.turns().size()));
            var recording = new Transcript(transcript.header(), until).recording();
            Replay.Verdict second = FlowReplay.onto(machine, type, recording);
            String suspicion = suspicion(type, first, second);
            return first.at(first.place().with(line(machine, first), suspicion));
        }
    }

    private static String line(FlowMachine machine, Mismatch mismatch) {
        return switch (mismatch) {
            case Mismatch.Extra _, Mismatch.Reordered _, Mismatch.Changed _, Mismatch.AfterEnd _ ->
                    decided(machine, mismatch.place().command());
            case Mismatch.Missing missing -> whereabouts(machine, missing.recorded().unit());
            case Mismatch.ChoicesDiffer _,
                    Mismatch.LeftOver _,
                    Mismatch.ActivationFailed _,
                    Mismatch.Threw _ ->
                    "";
        };
    }

    private static String decided(FlowMachine machine, int command) {
        List<Trace.Decided> decided = machine.run().trace().decided();
        return command < decided.size() ? decided.get(command).line() : "";
    }

    /** Where a unit is that should have decided something and did not. */
    private static String whereabouts(FlowMachine machine, UnitId id) {
        return machine.run().units().stream()
                .filter(unit -> unit.id.equals(id))
                .findFirst()
                .map(
                        unit ->
                                Lines.of(unit.strand.stack())
                                        .map(line -> line + ", where unit " + id + " waits instead")
                                        .orElse("unit " + id + " waits for something else"))
                .orElse("unit " + id + " has ended instead, or was never started");
    }

    private static String suspicion(
            WorkflowType<?, ?> type, Mismatch first, Replay.Verdict second) {
        boolean same =
                second instanceof Replay.Differed(var mismatch)
                        && (mismatch.equals(first)
                                || (mismatch instanceof Mismatch.Threw
                                        && first instanceof Mismatch.Threw));
        return same
                ? type.suspect()
                : "a second replay went another way again, so the code itself is not deterministic: "
                        + (type.suspect().isEmpty()
                                ? "it reads something that Flow does not give it."
                                : type.suspect());
    }
}
