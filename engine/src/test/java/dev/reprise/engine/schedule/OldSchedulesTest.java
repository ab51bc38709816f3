package dev.reprise.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.flow.FlowReplay;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.schedule.Rota;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Schedules that an older release has begun go on: histories that are in stores. Their steps and
 * states are of version 1, and they have backfills that are refused today.
 */
class OldSchedulesTest {
    /** What a schedule said of itself in version 1. */
    private static final String OLD_DESCRIPTION =
            "AQdyZXBvcnRzAQhldmVyeSAxbQCAowUAAAAAAB8KHSIbDhkKBGR1dHkSBlJlcG9ydBoJCgRqc29u"
                    + "EgEygOStlQ0AAAKAza6VDQD4za6VDQABApCmrZUNAAEpcmVwb3J0cy8yMDI1LTEyLTMxVDIyOjU0"
                    + "OjAwWi1iYWNrZmlsbGVkLTEABALwv66VDQACwKCtlQ0AAQApcmVwb3J0cy8yMDI1LTEyLTMxVDIy"
                    + "OjQ4OjAwWi1iYWNrZmlsbGVkLTHowK6VDQAA6MCulQ0AAAIccmVwb3J0cy8yMDI2LTAxLTAxVDAx"
                    + "OjM5OjAwWjhvAAAAAA==";

    private static Transcript transcript(String name) throws IOException {
        try (InputStream in =
                OldSchedulesTest.class.getResourceAsStream("/schedules/" + name + ".json")) {
            return Transcript.readJsonFrom(in);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"schedule-1-first-leg", "schedule-1-later-leg"})
    void a_history_of_an_older_release_replays(String name) throws IOException {
        var type = Schedules.types().getFirst();
        assertThat(FlowReplay.of(type, transcript(name))).isInstanceOf(Replay.Matched.class);
    }

    @Test
    void what_it_knows_of_backfills_is_told() throws IOException {
        Payload told =
                Schedules.described("reports", transcript("schedule-1-later-leg").recording());
        var description = Schedules.codec().decode(told, ScheduleDescription.class);
        assertThat(description.backfills())
                .extracting(it -> it.number())
                .containsExactly(1L, 3L, 4L, 5L);
        // What was started before nobody has written down.
        assertThat(description.backfills().getFirst().started()).isZero();
        assertThat(description.backfills().getFirst().left()).isEqualTo(65);
        assertThat(description.backfills().get(1).left()).isEqualTo(Rota.BACKFILL_TIMES_MAX + 1L);
    }

    @Test
    void what_an_older_engine_says_of_itself_is_read() {
        byte[] bytes = Base64.getDecoder().decode(OLD_DESCRIPTION);
        var description =
                Schedules.codec()
                        .decode(
                                Payload.of(ScheduleCodec.ENCODING, bytes),
                                ScheduleDescription.class);
        assertThat(description.name()).isEqualTo("reports");
        assertThat(description.counts().started()).isEqualTo(56);
        assertThat(description.backfills()).isEmpty();
    }
}
