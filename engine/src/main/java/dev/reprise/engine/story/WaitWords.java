package dev.reprise.engine.story;

import dev.reprise.engine.run.Wait;
import dev.reprise.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Why a run does not go on, in words: what it waits for, since when, and how that stands. */
public final class WaitWords {
    private static final String NEVER = "-";
    private static final int GAP = 2;

    private final Instant now;

    private WaitWords(Instant now) {
        this.now = now;
    }

    /**
     * What is said of one thing that a run waits for.
     *
     * @param what what it waits for
     * @param since when it began to; {@code -} when that is not known without its history
     * @param how how that stands
     */
    public record Line(String what, String since, String how) {}

    /** What is said of each. */
    public static List<Line> of(List<Wait> waits, Instant now) {
        var words = new WaitWords(now);
        return waits.stream().map(words::line).toList();
    }

    /** The same as text, in columns. */
    public static List<String> lines(List<Wait> waits, Instant now) {
        List<Line> all = of(waits, now);
        int what = all.stream().mapToInt(it -> it.what().length()).max().orElse(0);
        int since = all.stream().mapToInt(it -> it.since().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (Line line : all) {
            lines.add(padded(line.what(), what) + padded(line.since(), since) + line.how());
        }
        return lines;
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length() + GAP);
    }

    private Line line(Wait wait) {
        return switch (wait) {
            case Wait.Activity it ->
                    new Line("activity " + it.type() + " #" + it.seq(), at(it.asked()), how(it));
            case Wait.Timer it -> new Line("timer #" + it.seq(), NEVER, "fires " + in(it.due()));
            case Wait.Child it ->
                    new Line(
                            "child " + it.run() + " (" + it.type() + ") #" + it.seq(),
                            at(it.asked()),
                            it.ending()
                                    ? "is told to end"
                                    : it.begun() ? "has started" : "has not started yet");
            case Wait.Message it ->
                    new Line(
                            it.what() + " to " + it.run() + " #" + it.seq(),
                            at(it.asked()),
                            "has not arrived yet");
            case Wait.Beginning it -> new Line("its beginning", NEVER, "begins " + in(it.due()));
            case Wait.Told it ->
                    new Line(
                            "code that takes the " + it.what(),
                            at(it.at()),
                            "it was told that, and has not taken it yet");
            case Wait.Somebody(var isPattern) ->
                    new Line(
                            "somebody",
                            NEVER,
                            (isPattern
                                            ? "a trigger, which is a signal: "
                                            : "a signal, an update, or a condition in its code: ")
                                    + "all that it has asked for has come about");
        };
    }

    private static String at(Instant time) {
        return time.toString();
    }

    private String in(Instant time) {
        var left = Duration.between(now, time);
        return "at "
                + time
                + (left.isNegative() ? ", which is over" : ", in " + Wording.span(left));
    }

    private String how(Wait.Activity it) {
        return switch (it.state()) {
            case Wait.DeadLettered(var queue) ->
                    "waits for a person in queue "
                            + queue
                            + ", as activity "
                            + it.id()
                            + ", after "
                            + it.attempt()
                            + (it.attempt() == 1 ? " attempt" : " attempts")
                            + it.failure().map(failed -> ": " + Wording.failure(failed)).orElse("");
            case Wait.Due _ -> attempt(it) + " is under way or about to begin" + before(it);
            case Wait.Later(var begins) -> attempt(it) + " begins " + in(begins) + before(it);
            case Wait.Outside(var closes) ->
                    attempt(it)
                            + " goes on outside, until it is completed by its token"
                            + closes.map(end -> ", at the latest " + in(end)).orElse("");
            case Wait.Stopping _ -> attempt(it) + " was cancelled, and has not ended yet";
        };
    }

    private static String attempt(Wait.Activity it) {
        return "attempt "
                + it.attempt()
                + (it.attemptsMax() > Policy.RETRIES_MAX ? "" : " of " + it.attemptsMax())
                + (it.redeliveries() == 0 ? "" : ", delivered again " + times(it.redeliveries()));
    }

    private static String times(int number) {
        return number == 1 ? "once" : number + " times";
    }

    private static String before(Wait.Activity it) {
        return it.failure().map(failed -> ", after " + Wording.failure(failed)).orElse("");
    }
}
