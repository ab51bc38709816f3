package dev.reprise.examples.mended;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;

/**
 * A trip: a flight is booked, then a hotel. When that fails, what was booked is given back.
 *
 * <p>{@code Before} says how to undo a step when the step is done. But a step that failed may have
 * happened all the same: the airline has booked the seat, and only its answer was lost. Then the
 * trip fails, nobody has said how to undo the flight, and the seat is paid for.
 *
 * <p>{@code After} says it before. So the flight may be given back that was never booked, which
 * does no harm.
 */
final class UndoTooLate {
    private UndoTooLate() {}

    interface Airline {
        void book(String trip);

        void giveBack(String trip);
    }

    interface Hotel {
        void book(String trip);
    }

    /** Undoes what it knows to be done. */
    static final class Before implements Workflow<String, String> {
        @Override
        public String run(String trip) {
            var airline = Flow.activity(Airline.class);
            return Flow.saga(
                    saga -> {
                        airline.book(trip);
                        saga.onUndo(() -> airline.giveBack(trip));
                        Flow.activity(Hotel.class).book(trip);
                        return "booked";
                    });
        }
    }

    /** Undoes what may be done. */
    static final class After implements Workflow<String, String> {
        @Override
        public String run(String trip) {
            var airline = Flow.activity(Airline.class);
            return Flow.saga(
                    saga -> {
                        saga.onUndo(() -> airline.giveBack(trip));
                        airline.book(trip);
                        Flow.activity(Hotel.class).book(trip);
                        return "booked";
                    });
        }
    }
}
