package dev.reprise.engine.story;

import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.form.JsonSink;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing that happened to a run.
 *
 * @param entry the position of the entry that says it
 * @param activation which activation of the last leg it belongs to, from 1, as {@code reset} and
 *     {@code replay} count them; 0 when it belongs to none, or that is not known
 * @param unit whose lane it is in: who asked for it, or the root
 * @param seq the number of the command that it is about, or 0
 * @param what a few words: a name, and what became of it
 * @param detail a value or a reason, in one line of bounded length; empty when there is none
 * @param values what the detail shows of, whole; empty when it shows a reason, or nothing
 * @param took how long it took, when that is known
 */
public record Event(
        long entry,
        long activation,
        Instant at,
        UnitId unit,
        Kind kind,
        long seq,
        String what,
        String detail,
        List<Payload> values,
        Optional<Duration> took) {
    /** Copies the values. */
    public Event {
        values = List.copyOf(values);
    }

    /** What kind of thing. */
    public enum Kind {
        /** The run was told something from outside. */
        TOLD,
        /** It asked for something that takes its time. */
        ASKED,
        /** What it asked for has come about. */
        DONE,
        /** What it asked for has failed. */
        FAILED,
        /** What it asked for goes on otherwise: another attempt, another delivery, put aside. */
        TRIED,
        /** What it asked for is not waited for any more. */
        DROPPED,
        /** It wrote something down, or something about it was. */
        NOTED,
        /** It ended with a result. */
        COMPLETED,
        /** It ended without one. */
        ENDED;

        /** As it is called in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether one thing less is waited for. */
        boolean closes() {
            return switch (this) {
                case DONE, FAILED, DROPPED -> true;
                case TOLD, ASKED, TRIED, NOTED, COMPLETED, ENDED -> false;
            };
        }

        /** Whether nothing more is waited for. */
        boolean isEnd() {
            return this == COMPLETED || this == ENDED;
        }

        /** Whether a person should look at it. */
        boolean isBad() {
            return this == FAILED || this == ENDED;
        }
    }

    /** The same without its values: whoever keeps many of them keeps only what is shown. */
    Event shown() {
        return new Event(entry, activation, at, unit, kind, seq, what, detail, List.of(), took);
    }

    /** All of it but the detail and the time, in words. */
    String sentence() {
        return what + took.map(it -> " after " + Wording.span(it)).orElse("");
    }

    /** Writes its fields, the values excepted. */
    public void writeJson(JsonSink json) {
        json.name("entry").number(entry);
        if (activation > 0) {
            json.name("activation").number(activation);
        }
        json.name("at").text(at.toString());
        json.name("unit").text(unit.toString());
        json.name("kind").text(kind.word());
        if (seq > 0) {
            json.name("command").number(seq);
        }
        json.name("what").text(what);
        if (!detail.isEmpty()) {
            json.name("detail").text(detail);
        }
        took.ifPresent(it -> json.name("took_ms").number(it.toMillis()));
    }
}
