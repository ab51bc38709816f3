package dev.reprise.history;

import dev.reprise.Failure;
import dev.reprise.UnitId;
import dev.reprise.choice.ChoiceLog;
import java.util.List;

/** The first difference between what a machine does on replay and what was recorded. */
public sealed interface Mismatch {
    /** Where it is. */
    Place place();

    /** All there is to say, for a person: what, where, both sides, the likely cause, what to do. */
    default String describe() {
        return MismatchText.of(this);
    }

    /** The same as the failure of an activation. */
    default Failure.Activation failure() {
        return switch (this) {
            case ActivationFailed(_, var failure) -> failure;
            case Threw threw ->
                    new Failure.Activation(Failure.ActivationKind.INTERNAL, threw.describe());
            case Missing _,
                    Extra _,
                    Reordered _,
                    Changed _,
                    AfterEnd _,
                    ChoicesDiffer _,
                    LeftOver _ ->
                    new Failure.Activation(Failure.ActivationKind.NONDETERMINISM, describe());
        };
    }

    /**
     * Where a difference is.
     *
     * @param run the run, or empty when the recording does not say which it is
     * @param turn the index of the turn
     * @param command the index of the command in the turn: where it is, or where it should be
     * @param unit the unit that emitted the command, or should have; the root where it is no
     *     command that differs
     * @param line the line of the user's code that is there, or empty when it is not known
     * @param suspicion what whoever carries out the code thinks the cause is, in a sentence, or
     *     empty
     */
    record Place(String run, long turn, int command, UnitId unit, String line, String suspicion) {
        /** A place of which no more is known. */
        public Place(String run, long turn, int command, UnitId unit) {
            this(run, turn, command, unit, "", "");
        }

        /** The same with a line of the user's code and a suspicion. */
        public Place with(String codeLine, String thought) {
            return new Place(run, turn, command, unit, codeLine, thought);
        }
    }

    /** The same mismatch with more known about its place. */
    default Mismatch at(Place place) {
        return switch (this) {
            case Missing m -> new Missing(place, m.recorded);
            case Extra m -> new Extra(place, m.attempted);
            case Reordered m -> new Reordered(place, m.recorded, m.attempted);
            case Changed m -> new Changed(place, m.recorded, m.attempted, m.differences, m.unknown);
            case AfterEnd m -> new AfterEnd(place, m.attempted);
            case ChoicesDiffer m -> new ChoicesDiffer(place, m.recorded, m.attempted);
            case LeftOver m -> new LeftOver(place, m.recorded);
            case ActivationFailed m -> new ActivationFailed(place, m.failure);
            case Threw m -> new Threw(place, m.cause);
        };
    }

    /** A recorded command is not attempted. */
    record Missing(Place place, Command recorded) implements Mismatch {}

    /** A command is attempted that was not recorded. */
    record Extra(Place place, Command attempted) implements Mismatch {}

    /** The same commands in another order: the first two that change places. */
    record Reordered(Place place, Command recorded, Command attempted) implements Mismatch {}

    /**
     * A command differs from the recorded one.
     *
     * @param unknown the fields that were not compared
     */
    record Changed(
            Place place,
            Command recorded,
            Command attempted,
            List<FieldDifference> differences,
            List<String> unknown)
            implements Mismatch {
        /** Copies the lists. */
        public Changed {
            differences = List.copyOf(differences);
            unknown = List.copyOf(unknown);
        }
    }

    /** A command is attempted after the command that ends the run. */
    record AfterEnd(Place place, Command attempted) implements Mismatch {}

    /** The commands are the same, but other choices led to them. */
    record ChoicesDiffer(Place place, ChoiceLog recorded, ChoiceLog attempted)
            implements Mismatch {}

    /** The run has ended, but the recording goes on. */
    record LeftOver(Place place, Turn recorded) implements Mismatch {}

    /** The machine said that it could not carry out a recorded activation. */
    record ActivationFailed(Place place, Failure.Activation failure) implements Mismatch {}

    /** The machine threw while it carried out a recorded activation. */
    record Threw(Place place, Throwable cause) implements Mismatch {}
}
