package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.control.Health;
import dev.reprise.engine.run.Shortage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How the health of an engine is told. */
class HealthCommandTest {
    private static final Instant NOW = Instant.parse("2026-11-19T10:00:00Z");

    @Test
    void an_engine_without_room_is_not_well_and_says_since_when_and_why() {
        var full = new Shortage(NOW.minusSeconds(90), "There is no room.\nMake some.");
        var health =
                new Health(
                        Health.State.of(
                                NOW,
                                NOW.minusSeconds(3_600),
                                Optional.empty(),
                                Optional.of(full),
                                new TreeMap<>()),
                        List.of(),
                        List.of());
        assertThat(health.isWell()).isFalse();
        assertThat(HealthCommand.lines(health))
                .contains(
                        "full      since 2026-11-19T09:58:30Z, for 1 min 30 s: There is no room.\n"
                                + "          Make some.")
                .noneMatch(it -> it.startsWith("well"));
    }
}
