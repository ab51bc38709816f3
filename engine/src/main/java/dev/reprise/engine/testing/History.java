package dev.reprise.engine.testing;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.story.Wording;
import dev.reprise.engine.testing.Event.Kind;
import dev.reprise.history.Transcript;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What has happened to a run, as of when it was asked for. As text it is a story; its methods check
 * it, one after the other: each looks for what it names behind what the one before has found.
 *
 * <pre>{@code
 * engine.history(order)
 *         .activity("Payments.charge", "42").gave("receipt 7")
 *         .timer(Duration.ofDays(2))
 *         .signal("approve", "carol")
 *         .completed("receipt 7");
 * }</pre>
 *
 * <p>What is between them does not matter, unless the checks begin with {@link #exactly}.
 */
public final class History {
    private final PayloadCodec codec;
    private final Records records;
    private final List<Event> events;
    private int next;
    private int found = -1;
    private boolean exact;

    private History(PayloadCodec codec, Records records) {
        this.codec = codec;
        this.records = records;
        this.events = Events.of(records);
    }

    static History of(Store store, PayloadCodec codec, RunId run) {
        return new History(codec, Records.of(store, run));
    }

    /** From here on no activity, timer, signal or end may be left out. */
    public History exactly() {
        exact = true;
        return this;
    }

    // ---- What it asked for ----

    /** It asked for an activity, with these arguments. */
    public History activity(String name, @Nullable Object... arguments) {
        List<Payload> values = values(arguments);
        return expect(
                "an activity " + Wording.call(name, values),
                it -> isSo(it, Kind.ACTIVITY, name) && it.values().equals(values));
    }

    /** It asked for an activity, whatever the arguments. */
    public History activityNamed(String name) {
        return expect("an activity " + name, it -> isSo(it, Kind.ACTIVITY, name));
    }

    /** It started a timer. */
    public History timer(Duration duration) {
        String name = Events.timer(duration);
        return expect("a " + name, it -> isSo(it, Kind.TIMER, name));
    }

    /** What was asked for just before gave this, however much later. */
    public History gave(@Nullable Object value) {
        Payload expected = value(value);
        return answered(
                "gives " + Wording.value(expected),
                it -> it.kind() == Kind.GAVE && it.values().equals(List.of(expected)));
    }

    /** What was asked for just before failed for good, with this in its message. */
    public History failedWith(String part) {
        return answered(
                "fails with \"" + part + "\"",
                it -> it.kind() == Kind.FAILED && it.name().contains(part));
    }

    /** What was asked for just before was tried again so many times. */
    public History retried(int times) {
        long seq = asked();
        long tried = events.stream().filter(it -> isRetry(it, seq)).count();
        if (tried != times) {
            throw missed("command " + seq + " is tried again " + times + " times, not " + tried);
        }
        return this;
    }

    private static boolean isRetry(Event event, long seq) {
        return event.kind() == Kind.RETRY && event.seq() == seq;
    }

    private History answered(String what, Predicate<Event> answer) {
        long seq = asked();
        if (events.stream().noneMatch(it -> it.seq() == seq && answer.test(it))) {
            throw missed("command " + seq + " " + what);
        }
        return this;
    }

    private long asked() {
        Check.state(found >= 0, "name an activity first, then what became of it");
        return events.get(found).seq();
    }

    // ---- What it was told ----

    /** It got a signal, with these arguments. */
    public History signal(String name, @Nullable Object... arguments) {
        List<Payload> values = values(arguments);
        return expect(
                "a signal " + Wording.call(name, values),
                it -> isSo(it, Kind.SIGNAL, name) && it.values().equals(values));
    }

    /** It was asked to cancel. */
    public History cancel() {
        return expect("to be asked to cancel", it -> it.kind() == Kind.CANCEL);
    }

    // ---- How it ended ----

    /** It ended with this result. */
    public History completed(@Nullable Object value) {
        Payload expected = value(value);
        return expect(
                "to complete with " + Wording.value(expected),
                it -> it.kind() == Kind.COMPLETED && it.values().equals(List.of(expected)));
    }

    /** It failed, with this in its message. */
    public History failed(String part) {
        return expect(
                "to fail with \"" + part + "\"",
                it -> isSo(it, Kind.ENDED, "failed") && it.text().contains(part));
    }

    /** It ended as cancelled. */
    public History cancelled() {
        return expect("to end as cancelled", it -> isSo(it, Kind.ENDED, "cancelled"));
    }

    /** It was terminated. */
    public History terminated() {
        return expect("to be terminated", it -> isSo(it, Kind.ENDED, "terminated"));
    }

    /** Nothing of what {@link #exactly} counts comes after what was found last. */
    public History nothingElse() {
        for (int i = next; i < events.size(); i++) {
            if (events.get(i).counts()) {
                next = i;
                throw missed("nothing else");
            }
        }
        return this;
    }

    // ---- Looking ----

    private static boolean isSo(Event event, Kind kind, String name) {
        return event.kind() == kind && event.name().equals(name);
    }

    private History expect(String what, Predicate<Event> wanted) {
        for (int i = next; i < events.size(); i++) {
            Event event = events.get(i);
            if (wanted.test(event)) {
                found = i;
                next = i + 1;
                return this;
            }
            if (exact && event.counts()) {
                next = i;
                break;
            }
        }
        throw missed(what);
    }

    private AssertionError missed(String expected) {
        return new AssertionError(
                "Expected of run "
                        + records.run()
                        + (exact ? " next: " : " from the arrow on: ")
                        + expected
                        + ".\n"
                        + story(next));
    }

    private List<Payload> values(@Nullable Object[] arguments) {
        List<Payload> values = new ArrayList<>();
        for (Object argument : arguments) {
            values.add(value(argument));
        }
        return values;
    }

    private Payload value(@Nullable Object value) {
        return switch (value) {
            case null -> Payload.NONE;
            case Payload payload -> payload;
            default -> codec.encode(value);
        };
    }

    // ---- As text ----

    private String story(int arrow) {
        var text = new StringBuilder("Run " + records.run() + " of " + records.type() + "\n");
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            text.append(i == arrow ? "→ " : "  ")
                    .append(event.at())
                    .append("  ")
                    .append(event.text())
                    .append('\n');
        }
        return text.append(arrow == events.size() ? "→ its end\n" : "").toString();
    }

    /** What was decided, as the library of machines keeps it: for replays with other code. */
    public Transcript transcript() {
        return records.transcript();
    }

    /** The commands of the run, a line each: number, unit, and what it is. */
    public String commands() {
        return Events.commands(records);
    }

    /**
     * Checks that the commands are those in a file. To write the file, or to write it anew, run the
     * test with the system property {@code reprise.golden} set to {@code write}.
     */
    public History golden(Path file) {
        Golden.check(file, commands());
        return this;
    }

    /** What happened, a line each. */
    public List<String> lines() {
        return events.stream().map(Event::text).collect(Collectors.toList());
    }

    /** The story of the run: what happened when, a line each. */
    @Override
    public String toString() {
        return story(-1);
    }
}
