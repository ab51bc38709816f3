package dev.reprise.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Itinerary;
import dev.reprise.flow.Rehearsal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Whereabouts;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Whoever follows a run is told which line of its code decided what. */
class ItineraryTest {
    private static final Path SOURCE =
            Path.of("src/test/java/dev/reprise/guide/ItineraryTest.java");

    /** Charges and sends, one after the other, and is asked to hurry. */
    static final class Order implements Workflow<String, String> {
        private String speed = "slow";

        @Override
        public String run(String input) {
            String receipt =
                    Objects.requireNonNull(
                            Flow.activity("charge", String.class).call(input)); // charges
            Flow.parallel(
                    () -> Flow.activity("send", String.class).call(receipt), // sends
                    () -> {
                        Flow.sleep(Duration.ofDays(1)); // sleeps
                        return "";
                    });
            return receipt + speed;
        }

        @Update
        String hurry(String how) {
            speed = how;
            Flow.sleep(Duration.ofSeconds(1)); // hurries
            return how;
        }
    }

    /** Sleeps for longer. */
    static final class Longer implements Workflow<String, String> {
        @Override
        public String run(String input) {
            Flow.activity("charge", String.class).call(input);
            Flow.sleep(Duration.ofDays(2));
            return input;
        }
    }

    private static String line(String comment) throws IOException {
        var lines = Files.readAllLines(SOURCE);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).endsWith(" // " + comment)) {
                return "(ItineraryTest.java:" + (i + 1) + ")";
            }
        }
        throw new AssertionError("no line ends with " + comment);
    }

    private static List<Turn> played() {
        try (var run = Rehearsal.of(WorkflowType.of(Order.class)).start("17")) {
            run.resolve(1, "paid");
            run.update("u1", "hurry", "fast");
            run.resolve(2, "sent");
            run.fire(5);
            run.fire(3);
            return List.copyOf(run.transcript().turns());
        }
    }

    /** The place of each line, without the method that it is in. */
    private static List<String> followed(Itinerary itinerary, Turn turn) {
        return itinerary.follow(turn).stream()
                .map(it -> it.isEmpty() ? "" : it.substring(it.indexOf('(')))
                .toList();
    }

    @Test
    void every_command_has_its_line_and_those_that_no_line_decided_have_none() throws IOException {
        var lines = new ArrayList<List<String>>();
        List<Turn> turns = played();
        try (var itinerary = new Itinerary(WorkflowType.of(Order.class))) {
            turns.forEach(turn -> lines.add(followed(itinerary, turn)));
        }
        assertThat(lines)
                .containsExactly(
                        List.of(line("charges")),
                        List.of(line("sends"), line("sleeps")),
                        List.of("", line("hurries")),
                        List.of(),
                        List.of(""),
                        List.of(""));
        assertThat(lines)
                .extracting(List::size)
                .isEqualTo(turns.stream().map(it -> it.commands().size()).toList());
    }

    @Test
    void a_line_says_the_method_and_the_file() throws IOException {
        try (var itinerary = new Itinerary(WorkflowType.of(Order.class))) {
            assertThat(itinerary.follow(played().getFirst()))
                    .containsExactly("ItineraryTest$Order.run" + line("charges"));
        }
    }

    @Test
    void between_two_turns_it_says_where_the_code_is() throws IOException {
        List<Turn> turns = played();
        try (var itinerary = new Itinerary(WorkflowType.of(Order.class))) {
            itinerary.follow(turns.getFirst());
            Whereabouts first = itinerary.whereabouts().orElseThrow();
            assertThat(first.units()).extracting(it -> it.command().orElse(0)).containsExactly(1L);
            assertThat(first.units().getFirst().line().orElseThrow()).endsWith(line("charges"));
            itinerary.follow(turns.get(1));
            assertThat(itinerary.whereabouts().orElseThrow().units())
                    .extracting(it -> it.command().orElse(0))
                    .contains(2L, 3L);
        }
    }

    @Test
    void when_the_code_goes_elsewhere_nothing_more_is_said() {
        List<Turn> turns = played();
        try (var itinerary = new Itinerary(WorkflowType.of(Longer.class).name("Order"))) {
            assertThat(itinerary.follow(turns.get(0))).hasSize(1);
            assertThat(itinerary.whereabouts()).isPresent();
            assertThat(itinerary.follow(turns.get(1))).isEmpty();
            assertThat(itinerary.whereabouts()).isEmpty();
            assertThat(itinerary.follow(turns.get(2))).isEmpty();
        }
    }
}
