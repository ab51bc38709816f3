package dev.reprise.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows an execution again: {@code -Dsim.engine.replay=sweep:17:12:part}, as a hunt printed it. */
class EngineReplayTest {
    private static final String PLACE = System.getProperty("sim.engine.replay", "");

    @Test
    void the_same_choices_give_the_same_trace() {
        for (String place : PLACE.isEmpty() ? places() : List.of(PLACE)) {
            List<String> story = new EngineHunt().again(place);
            if (!PLACE.isEmpty()) {
                story.forEach(System.out::println);
            }
            assertThat(new EngineHunt().again(place)).isEqualTo(story);
            assertThat(story.get(story.size() - 2)).as(place).isEqualTo("no flaw");
        }
    }

    private static List<String> places() {
        List<String> places = new ArrayList<>();
        for (int seed = 0; seed < 10; seed++) {
            places.add("sweep:" + seed);
            places.add("sweep:" + seed + ":2:part");
            places.add("storm:" + seed + ":0");
            places.add("storm:" + seed + ":5");
        }
        places.add("storm:200816:6"); // who was taken for dead replayed what others had written
        return places;
    }
}
