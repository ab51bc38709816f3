package dev.reprise.engine.schedule;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.Undecodable;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.history.Activation;
import dev.reprise.history.Answer;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Recording;
import dev.reprise.history.Replay;
import dev.reprise.history.SearchAttribute;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.Overlap;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How schedules are known to others: the types of their runs, their ids, what they are told and by
 * what they are found.
 */
public final class Schedules {
    /** Workflow types that begin so are the engine's own. */
    public static final String RESERVED = "reprise.";

    /** The type of a schedule's run. */
    public static final String TYPE = RESERVED + "schedule";

    /** The type of the runs that stay with what a schedule has started. */
    public static final String ATTENDANT = RESERVED + "attendant";

    /** The update that pauses it: why. */
    public static final String PAUSE = "pause";

    /** The update by which it goes on. */
    public static final String RESUME = "resume";

    /** The update that starts something now: the overlap, or nothing for its own. */
    public static final String TRIGGER = "trigger";

    /** The update that does what was to be done in the past: from, until, overlap. */
    public static final String BACKFILL = "backfill";

    /** The update that ends backfills: the number of one, or 0 for all, as text. */
    public static final String STOP_BACKFILL = "stop_backfill";

    /** The update that makes it another schedule: a {@link ScheduleSpec}. */
    public static final String UPDATE = "update";

    /** The update that ends it. */
    public static final String DELETE = "delete";

    /** The query that is answered with a {@link ScheduleDescription}. */
    public static final String DESCRIBE = "describe";

    /** The signal by which it hears that something has ended: which firing, how. */
    static final String ENDED = "ended";

    /** The attribute that says when it starts something next. */
    public static final String NEXT = "next";

    /** The attribute that says why it is paused. */
    public static final String PAUSED = "paused";

    /** The attribute that says at which times. */
    public static final String WHEN = "when";

    /** The attribute that says what is started. */
    public static final String WORKFLOW = "workflow";

    /** The longest name of a schedule. */
    public static final int NAME_CHARS_MAX = 200;

    /** After so many steps of its rota and orders the run of a schedule continues as new. */
    public static final int ACTS_MAX = 200;

    /** Every append of a run writes what it is found by. */
    private static final int SHOWN_CHARS_MAX = 500;

    private static final String PREFIX = "schedule/";
    private static final String UNEXPLAINED = "paused";

    /** Those that there are: none that was deleted. */
    public static final String OPEN = "type = '" + TYPE + "' and status in (running, stuck)";

    /** By the name of each: what every engine can carry out. */
    private static final List<WorkflowType<?, ?>> TYPES =
            List.of(
                    // A test asks the guard once; an engine that opens has no time for it.
                    WorkflowType.of(ScheduleRun.class, Strictness.OFF).codec(codec()),
                    WorkflowType.of(Attendant.class, Strictness.OFF).codec(codec()));

    private Schedules() {}

    /** The workflows that carry schedules out. */
    public static List<WorkflowType<?, ?>> types() {
        return TYPES;
    }

    /** How what schedules are told, and tell, is written. */
    public static PayloadCodec codec() {
        return ScheduleCodec.INSTANCE;
    }

    /**
     * Checks the name of a schedule.
     *
     * @throws IllegalArgumentException when it cannot be one
     */
    public static String checkedName(String name) {
        Text.name("the name of a schedule", name);
        Check.argument(
                name.indexOf('/') < 0,
                "the name of a schedule has no slash, which stands between it and the time in the"
                        + " ids of what it starts: \"%s\"",
                name);
        Check.argument(
                name.length() <= NAME_CHARS_MAX,
                "the name of a schedule has at most %d characters, not %d",
                NAME_CHARS_MAX,
                name.length());
        return name;
    }

    /** The run of a schedule. */
    public static RunId runOf(String name) {
        return new RunId(PREFIX + checkedName(name));
    }

    /** The name of the schedule whose run this is. */
    public static String nameOf(RunId run) {
        Check.argument(run.value().startsWith(PREFIX), "%s is no schedule", run);
        return run.value().substring(PREFIX.length());
    }

    /**
     * The id of what is started for a firing: the name, a slash and the time; when a schedule of
     * this name was created before, also by which leg this one was.
     */
    static RunId started(String name, long incarnation, Firing firing) {
        String again = incarnation == 1 ? "" : "/" + incarnation;
        return new RunId(name + "/" + firing.key() + again);
    }

    static RunId attendantOf(RunId started) {
        return new RunId(PREFIX + started.value());
    }

    /** What the run of a new schedule is started with. */
    public static Payload created(String name, ScheduleSpec spec) {
        return created(name, spec, ACTS_MAX);
    }

    /**
     * As {@link #created(String, ScheduleSpec)}.
     *
     * @param actsMax after so many steps of its rota and orders, those that it begins with left
     *     out, it continues as new
     */
    public static Payload created(String name, ScheduleSpec spec, int actsMax) {
        return codec().encode(new Charge(checkedName(name), spec, actsMax, null));
    }

    /** What a schedule is to start from now on, if that is what it is told by this. */
    public static Optional<Duty> duty(Job.Update update) {
        if (!update.name().equals(UPDATE)
                || update.input().size() != 1
                || !update.input().getFirst().encoding().equals(ScheduleCodec.ENCODING)) {
            return Optional.empty();
        }
        try {
            var spec = codec().decode(update.input().getFirst(), ScheduleSpec.class);
            return Optional.of(spec.duty());
        } catch (Undecodable _) {
            // Its own code says so to whoever asks.
            return Optional.empty();
        }
    }

    /**
     * What the run of a schedule would answer when it is asked to describe itself.
     *
     * @param turns those of its last leg
     * @throws IllegalStateException when they are not those of a schedule
     */
    public static Payload described(String name, Recording turns) {
        WorkflowType<?, ?> type = TYPES.getFirst();
        try (var machine = new FlowMachine(type)) {
            Instant[] last = {Instant.EPOCH};
            Recording seen =
                    () -> {
                        var next = turns.next();
                        next.ifPresent(it -> last[0] = it.turn().activation().now());
                        return next;
                    };
            var query = new Job.Query(DESCRIBE, DESCRIBE, List.of());
            if (FlowReplay.onto(machine, type, seen) instanceof Replay.Matched
                    && machine.activate(new Activation(last[0], 0, 0, false, List.of(query)))
                            instanceof Completion.Decided decided
                    && decided.answers().getFirst() instanceof Answer.QueryAnswered answer
                    && answer.outcome() instanceof Outcome.Completed(var value)) {
                return value;
            }
        }
        throw new IllegalStateException(
                "What is stored of schedule " + name + " does not say what it is.");
    }

    /** What a schedule can be found by. */
    public static List<SearchAttribute> attributes(
            ScheduleSpec spec, Optional<Instant> next, Optional<String> paused) {
        return List.of(
                attribute(WHEN, spec.schedule().when().text()),
                attribute(WORKFLOW, spec.duty().workflow()),
                next.map(it -> attribute(NEXT, it.toString())).orElse(none(NEXT)),
                paused.map(it -> attribute(PAUSED, it.isBlank() ? UNEXPLAINED : it))
                        .orElse(none(PAUSED)));
    }

    private static SearchAttribute attribute(String name, String text) {
        String shown =
                text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
        return new SearchAttribute(name, Payload.text(Text.prose(shown)));
    }

    private static SearchAttribute none(String name) {
        return new SearchAttribute(name, Payload.NONE);
    }

    /**
     * An overlap by its name, in any case, with hyphens or not.
     *
     * @throws IllegalArgumentException when there is none of this name
     */
    public static Overlap overlap(String text) {
        for (Overlap each : Overlap.values()) {
            if (each.name().equals(text.toUpperCase(Locale.ROOT).replace('-', '_'))) {
                return each;
            }
        }
        throw new IllegalArgumentException(
                "there is no overlap \"" + text + "\"; there are " + List.of(Overlap.values()));
    }
}
