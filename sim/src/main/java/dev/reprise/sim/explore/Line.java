package dev.reprise.sim.explore;

import dev.reprise.form.JsonSink;
import java.time.Duration;

/**
 * One line of a story.
 *
 * @param at how long after the beginning, by the clock of the world
 * @param lane who: a client, a process, the clock, an activity, or a run and its unit
 * @param text what
 * @param source which line of code decided it; empty when none did, or it is not known
 * @param cause the number of the line that brought it about, from 1; 0 when none did
 * @param write with which write it became durable, from 1; 0 when it was not written
 */
public record Line(Duration at, String lane, String text, String source, int cause, int write) {
    /** Writes its fields. */
    void writeJson(JsonSink json) {
        json.name("at_ms").number(at.toMillis());
        json.name("lane").text(lane);
        json.name("text").text(text);
        if (!source.isEmpty()) {
            json.name("source").text(source);
        }
        if (cause > 0) {
            json.name("cause").number(cause);
        }
        if (write > 0) {
            json.name("write").number(write);
        }
    }
}
