package dev.reprise.flow;

import dev.reprise.UnitId;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a run's code is, found by a replay of what was recorded.
 *
 * @param units those that have not ended, in their order
 * @param signals the signals that somebody waits for, or that are handled as things are, sorted
 */
public record Whereabouts(List<Waiting> units, List<String> signals) {
    /** Copies the lists. */
    public Whereabouts {
        units = List.copyOf(units);
        signals = List.copyOf(signals);
    }

    /**
     * A unit that waits.
     *
     * @param what what it waits for, in words
     * @param command the number of the command whose answer it waits for, if that is what it does
     * @param line where its code is, if that is known
     */
    public record Waiting(UnitId unit, String what, OptionalLong command, Optional<String> line) {}

    /** Empty when the code does not take the path that was recorded. */
    public static Optional<Whereabouts> of(WorkflowType<?, ?> type, Transcript transcript) {
        try (var machine = new FlowMachine(type)) {
            boolean matched =
                    FlowReplay.onto(machine, type, transcript.recording())
                            instanceof Replay.Matched;
            return matched ? Optional.of(of(machine.run())) : Optional.empty();
        }
    }

    static Whereabouts of(Run run) {
        var signals = new TreeSet<>(run.type.signals());
        signals.addAll(run.inbox.awaited());
        return new Whereabouts(
                run.units().stream().map(unit -> of(run, unit)).toList(), List.copyOf(signals));
    }

    private static Waiting of(Run run, Unit unit) {
        Object waitsFor = unit.waitsFor();
        OptionalLong command = command(run, waitsFor);
        return new Waiting(unit.id, words(run, waitsFor), command, Lines.of(unit.strand.stack()));
    }

    private static String words(Run run, @Nullable Object waitsFor) {
        return switch (waitsFor) {
            case null -> "its first step";
            case Promise<?> promise ->
                    run.inbox
                            .awaitedBy(promise)
                            .map(name -> "signal " + name)
                            .orElse("something that another unit gives");
            case BooleanSupplier _ -> "a condition";
            default -> waitsFor.toString();
        };
    }

    @SuppressWarnings("ReferenceEquality") // a promise is itself
    private static OptionalLong command(Run run, @Nullable Object waitsFor) {
        return run.pending.all().stream()
                .filter(it -> promise(it) == waitsFor)
                .mapToLong(it -> it.seq)
                .findFirst();
    }

    private static Promise<?> promise(Operation operation) {
        return switch (operation) {
            case Operation.Activity it -> it.promise;
            case Operation.Timer it -> it.promise;
            case Operation.ChildRun it -> it.promise;
            case Operation.External it -> it.promise;
        };
    }
}
