package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.run.Status;
import dev.reprise.examples.mended.UndoTooLate.After;
import dev.reprise.examples.mended.UndoTooLate.Airline;
import dev.reprise.examples.mended.UndoTooLate.Before;
import dev.reprise.examples.mended.UndoTooLate.Hotel;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How to undo a step is said when it is too late. */
final class UndoTooLateTest {
    /** An airline whose answers are lost now and then. */
    private static final class Seats implements Airline {
        private final Exploration it;
        private final Set<String> booked = new TreeSet<>();

        private Seats(Exploration it) {
            this.it = it;
        }

        @Override
        public void book(String trip) {
            booked.add(trip);
            if (it.maybe("the seat is booked, and the answer is lost")) {
                throw ApplicationFailed.fatal("NoAnswer", "the airline does not answer");
            }
        }

        @Override
        public void giveBack(String trip) {
            booked.remove(trip);
        }
    }

    private static void scenario(Exploration it, Class<? extends Workflow<String, String>> trip) {
        var seats = new Seats(it);
        Hotel hotel =
                _ -> {
                    if (it.maybe("the hotel is full")) {
                        throw ApplicationFailed.fatal("Full", "there is no room");
                    }
                };
        it.workflow(trip).activities(seats, hotel);
        it.start(trip, "trip-1", "Rome");
        it.atEnd(
                () -> {
                    boolean made = it.status("trip-1").orElseThrow() == Status.COMPLETED;
                    assertThat(seats.booked)
                            .as("seats of a trip that is " + (made ? "made" : "not made"))
                            .hasSize(made ? 1 : 0);
                });
    }

    @Test
    void a_seat_that_was_booked_without_an_answer_is_not_given_back() {
        Finding found =
                Stories.found("UndoTooLate", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.END);
        assertThat(found.flaw().message()).contains("seats of a trip that is not made");
        assertThat(found.told()).contains("the answer is lost").doesNotContain("giveBack");
    }

    @WhateverHappens
    void mended_a_trip_that_is_not_made_has_no_seat(Exploration it) {
        scenario(it, After.class);
    }
}
