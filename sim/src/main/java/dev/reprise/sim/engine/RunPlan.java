package dev.reprise.sim.engine;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.engine.run.Beginning;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Job;
import dev.reprise.history.Replay;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import dev.reprise.history.Transcript;
import dev.reprise.vm.PatternType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of a case, and what its clients do.
 *
 * @param input what it is started with
 * @param signals how many signals it is sent
 * @param queries how often it is asked
 * @param cancelled whether it is cancelled
 * @param terminated whether it is ended from outside
 * @param again whether a client starts it a second time, with the same request id
 * @param taken whether another client wants a run of the same id
 * @param persistent whether the client that starts it asks again when nobody has answered
 * @param updates how many updates it is asked for
 * @param once whether its clients use request ids
 * @param delay how many seconds its code waits before it begins
 * @param hasty how many seconds each of its legs may take; if negative, all of them together; 0 for
 *     ever
 * @param resets from which of its activations it is to go on again; {@link #NEVER} when it is not
 */
record RunPlan(
        RunId run,
        Work work,
        String input,
        int signals,
        int queries,
        boolean cancelled,
        boolean terminated,
        boolean again,
        boolean taken,
        boolean persistent,
        int updates,
        boolean once,
        int delay,
        int hasty,
        int resets) {
    /** It is never taken back. */
    static final int NEVER = Integer.MIN_VALUE;

    private static final String[] SCRIPTS = {"0", "0", "0", "1", "2", "3", "!", "0"};

    private static final String[] TRIALS = {"0", "1", "2", "3", "!", "s", "s"};

    /** What kind of workflow. */
    enum Work {
        STEPS(WorkflowType.of(Works.Steps.class)),
        SPREAD(WorkflowType.of(Works.Spread.class)),
        NAPS(WorkflowType.of(Works.Naps.class)),
        GATE(WorkflowType.of(Works.Gate.class)),
        LIMITED(WorkflowType.of(Works.Limited.class)),
        MIXED(WorkflowType.of(Works.Mixed.class)),
        WAITS(WorkflowType.of(Works.Waits.class)),
        CONTEST(WorkflowType.of(Works.Contest.class)),
        TRIAL(WorkflowType.of(Works.Trial.class)),
        TRIALS(WorkflowType.of(Works.Trials.class)),
        LOCALS(WorkflowType.of(Works.Locals.class)),
        RELAY(WorkflowType.of(Works.Relay.class)),
        PERSISTENT(WorkflowType.of(Works.Persistent.class)),
        PARENT(WorkflowType.of(Works.Parent.class)),
        LEAVER(WorkflowType.of(Works.Leaver.class)),
        MESSENGER(WorkflowType.of(Works.Messenger.class)),
        PATTERN(PatternWorks.PATTERN),
        CROWD(WorkflowType.of(Works.Crowd.class)),
        /** A schedule, which starts runs of {@link #STEPS}. */
        SCHEDULE,
        /** Stays with what a schedule has started. */
        ATTENDANT;

        private static final WorkflowType<String, String> STRANGE =
                WorkflowType.of(Works.Strange.class);

        /** Those that are drawn alike: those before crowds. */
        private static final List<Work> DRAWN =
                List.of(values()).subList(0, List.of(values()).indexOf(CROWD));

        private final @Nullable WorkflowType<String, String> code;
        private final @Nullable PatternType pattern;

        /** One of the engine's own. */
        Work() {
            this.code = null;
            this.pattern = null;
        }

        Work(WorkflowType<String, String> code) {
            this.code = code;
            this.pattern = null;
        }

        Work(PatternType pattern) {
            this.code = null;
            this.pattern = pattern;
        }

        /** Under which name it is started. */
        String type() {
            WorkflowType<?, ?> own = own();
            if (own != null) {
                return own.name();
            }
            return code != null ? code.name() : Objects.requireNonNull(pattern).name();
        }

        /** A process that has the code for it from now on, or other code under the same name. */
        void register(Conductor conductor, boolean strange) {
            if (own() != null) {
                return;
            }
            if (code != null) {
                conductor.register(strange ? STRANGE.name(code.name()) : code);
            } else {
                conductor.register(
                        strange ? PatternWorks.STRANGE : Objects.requireNonNull(pattern));
            }
        }

        private @Nullable WorkflowType<?, ?> own() {
            return switch (this) {
                case SCHEDULE -> Schedules.types().getFirst();
                case ATTENDANT -> Schedules.types().getLast();
                default -> null;
            };
        }

        /** The code of a workflow that is no pattern. */
        WorkflowType<String, String> code() {
            return Objects.requireNonNull(code, "it is a pattern");
        }

        /** Carries out anew what was recorded. */
        Replay.Verdict replay(Transcript transcript) {
            WorkflowType<?, ?> own = own();
            if (own != null) {
                return FlowReplay.of(own, transcript);
            }
            return code != null
                    ? FlowReplay.of(code, transcript)
                    : Replay.of(Objects.requireNonNull(pattern).machine(), transcript.recording());
        }

        /** What its code has not taken up after what was recorded. */
        List<Job> unconsumed(Transcript transcript) {
            WorkflowType<?, ?> own = own();
            WorkflowType<?, ?> type = own != null ? own : code();
            try (var machine = new FlowMachine(type)) {
                FlowReplay.onto(machine, type, transcript.recording());
                return machine.unconsumed();
            }
        }

        /** Whether its activities are executed as the case says. */
        boolean isTrial() {
            return this == TRIAL || this == TRIALS;
        }

        /** Crowds are rare, since they are slow; of trials there are many, since they differ. */
        static Work any(SplitMix64 random) {
            if (random.below(30) == 0) {
                return CROWD;
            }
            if (random.below(3) == 0) {
                return random.below(2) == 0 ? TRIAL : TRIALS;
            }
            return DRAWN.get(random.below(DRAWN.size()));
        }
    }

    /**
     * One that is drawn.
     *
     * @param bits for what is not drawn, so that what is drawn for others stays as it was
     */
    static RunPlan of(int index, long bits, SplitMix64 random) {
        Work work = Work.any(random);
        int signals =
                switch (work) {
                    case GATE, RELAY -> 1 + random.below(3);
                    case LIMITED, PATTERN -> random.below(3);
                    case MIXED -> 1 + random.below(2);
                    default -> 0;
                };
        String input =
                switch (work) {
                    case LOCALS -> orders(random, 5, SCRIPTS);
                    case STEPS, SPREAD, PARENT -> orders(random, 1 + random.below(3), SCRIPTS);
                    case TRIAL, TRIALS -> orders(random, 1 + random.below(3), TRIALS);
                    case NAPS, LIMITED -> seconds(random, 1 + random.below(3));
                    case GATE, RELAY -> Integer.toString(signals);
                    case MESSENGER -> "r" + random.below(4);
                    case MIXED -> orders(random, 2, SCRIPTS);
                    case PATTERN -> orders(random, 3, SCRIPTS);
                    case WAITS, CONTEST, CROWD, PERSISTENT -> orders(random, 1, SCRIPTS);
                    case SCHEDULE, ATTENDANT -> throw new IllegalStateException("not drawn");
                    case LEAVER ->
                            "t" + random.below(2) + ":" + SCRIPTS[random.below(SCRIPTS.length)];
                };
        int lot = Math.floorMod(31 * (31 * input.hashCode() + index) + signals, 7);
        RunPlan plan =
                new RunPlan(
                        new RunId("r" + index),
                        work,
                        input,
                        signals,
                        work == Work.PATTERN ? 0 : random.below(3),
                        work == Work.WAITS || random.below(8) == 0,
                        random.below(16) == 0,
                        random.below(4) == 0,
                        random.below(4) == 0,
                        random.below(4) != 0,
                        work == Work.GATE ? random.below(3) : 0,
                        random.below(2) == 0,
                        random.below(8) == 0 ? 1 + random.below(3) : 0,
                        random.below(16) == 0 ? 3 + random.below(4) : 0,
                        canBeReset(work) && lot < 4 ? lot - 1 : NEVER);
        return work == Work.PERSISTENT ? plan.persistent(bits) : plan;
    }

    /** The same, and it is told something, and may be asked to cancel, or be in a hurry. */
    private RunPlan persistent(long bits) {
        int many = (int) (bits & 3);
        return new RunPlan(
                run,
                work,
                many + " " + input,
                many,
                queries,
                (bits >>> 2 & 3) == 0,
                terminated,
                again,
                taken,
                persistent,
                (int) (bits >>> 4 & 1),
                once,
                delay,
                switch ((int) (bits >>> 5 & 3)) {
                    case 0 -> 3 + (int) (bits >>> 7 & 3);
                    case 1 -> -6 - (int) (bits >>> 7 & 7);
                    default -> 0;
                },
                resets);
    }

    /** Whether it ends by itself, and tells nobody what it has told before. */
    private static boolean canBeReset(Work work) {
        return switch (work) {
            case STEPS, SPREAD, NAPS, GATE, LIMITED, MIXED, CONTEST -> true;
            case RELAY, PERSISTENT, PARENT, PATTERN -> true;
            case WAITS, TRIAL, TRIALS, LOCALS, LEAVER, MESSENGER, CROWD -> false;
            case SCHEDULE, ATTENDANT -> false;
        };
    }

    /** A schedule whose clients ask for some things, and for its end. */
    static RunPlan schedule(SplitMix64 random) {
        List<String> asked = new ArrayList<>();
        asked.add(random.below(2) == 0 ? "ALLOW_ALL" : "BUFFER_ALL");
        asked.add(Integer.toString(1 + random.below(6)));
        for (int left = random.below(4); left > 0; left--) {
            asked.add(
                    ScheduleScript.OPERATIONS.get(random.below(ScheduleScript.OPERATIONS.size())));
        }
        asked.add(Schedules.DELETE);
        return new RunPlan(
                Schedules.runOf("r0"),
                Work.SCHEDULE,
                String.join(" ", asked),
                0,
                0,
                false,
                false,
                random.below(4) == 0,
                random.below(4) == 0,
                true,
                asked.size() - 2,
                true,
                0,
                0,
                NEVER);
    }

    /** What it is asked, when it is a schedule. */
    ScheduleScript script() {
        return new ScheduleScript(input);
    }

    /** What it is started with. */
    Payload payload() {
        return work == Work.SCHEDULE ? script().created() : Payload.text(input);
    }

    /** What is planned for a run that this one starts, if it does, and it is a schedule. */
    Optional<RunPlan> begunByItself(RunId other) {
        if (work == Work.SCHEDULE && other.value().startsWith(run + "/")) {
            return Optional.of(descendant(other, Work.ATTENDANT, ""));
        }
        if (work == Work.SCHEDULE && other.value().startsWith(ScheduleScript.NAME + "/")) {
            return Optional.of(descendant(other, Work.STEPS, ScheduleScript.ORDER));
        }
        return Optional.empty();
    }

    private static RunPlan descendant(RunId run, Work kind, String input) {
        return new RunPlan(
                run, kind, input, 0, 0, true, true, false, false, false, 0, false, 0, 0, NEVER);
    }

    /** The child that it has, if it does. */
    Optional<RunPlan> child() {
        Work kind =
                switch (work) {
                    case PARENT -> Work.STEPS;
                    case LEAVER -> Work.WAITS;
                    case SCHEDULE -> Work.STEPS;
                    default -> null;
                };
        return kind == null
                ? Optional.empty()
                : Optional.of(
                        descendant(
                                new RunId(run + "/1"), kind, work == Work.LEAVER ? "t0:0" : input));
    }

    /** Whether a leg of it, or its child, may begin when no client asks for it. */
    boolean beginsByItself() {
        return delay > 0
                || work == Work.RELAY
                || work == Work.PERSISTENT
                || child().isPresent()
                || (resets != NEVER && resets <= 0);
    }

    /** Whom it tells something. */
    RunId addressee() {
        return new RunId(input);
    }

    /** How it begins. */
    Beginning beginning() {
        Duration all = Duration.ofSeconds(Math.max(0, -hasty));
        Duration each = Duration.ofSeconds(Math.max(0, hasty));
        RunOptions options = RunOptions.UNSAID.timeouts(new RunOptions.Timeouts(all, each));
        if (work == Work.PERSISTENT) {
            options =
                    options.retry(RetryOptions.UNSAID.attemptsMax(3).delay(Duration.ofSeconds(1)));
        }
        return Beginning.PLAIN
                .requestId(requestId())
                .delay(Duration.ofSeconds(delay))
                .options(options);
    }

    private static String orders(SplitMix64 random, int count, String[] scripts) {
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            orders.add("t" + i + ":" + scripts[random.below(scripts.length)]);
        }
        return String.join(" ", orders);
    }

    private static String seconds(SplitMix64 random, int count) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(Integer.toString(random.below(6)));
        }
        return String.join(" ", all);
    }

    /**
     * What is wrong with an end.
     *
     * @param told what the run was told by signals, in order
     */
    @Nullable String misfit(
            Status status, Outcome outcome, boolean cancelDurable, List<String> told) {
        if (cancelDurable && status == Status.CANCELLED) {
            return null;
        }
        boolean mayBeGivenUp = work == Work.PERSISTENT && (cancelDurable || hasty < 0);
        if (mayBeGivenUp && status == Status.FAILED) {
            return null;
        }
        if (status == Status.TIMED_OUT) {
            return hasty != 0 ? null : "run " + run + " was out of time, and had all of it";
        }
        if (status == Status.TERMINATED) {
            return terminated ? null : "run " + run + " was terminated, and nobody wanted that";
        }
        String expected = expected(told);
        String found =
                switch (outcome) {
                    case Outcome.Completed(Payload value) -> RunTruth.text(value);
                    case Outcome.Failed(var failure) -> status + ": " + failure.message();
                };
        boolean fits =
                switch (expected) {
                    case "FAILED" -> status == Status.FAILED;
                    case "EITHER" -> status == Status.COMPLETED || status == Status.FAILED;
                    default -> found.matches(expected);
                };
        return fits
                ? null
                : "run "
                        + run
                        + " ("
                        + work
                        + " of \""
                        + input
                        + "\") ended with \""
                        + found
                        + "\", and was to end with \""
                        + expected
                        + "\"";
    }

    private String expected(List<String> told) {
        String[] orders = input.split(" ");
        return switch (work) {
            case STEPS -> results(orders, Desk.CHORE_ATTEMPTS_MAX);
            case LOCALS ->
                    Desk.fails(orders[3], Desk.EXTRA_ATTEMPTS_MAX)
                            ? "FAILED"
                            : results(orders, Desk.CHORE_ATTEMPTS_MAX);
            case SPREAD, PATTERN -> results(orders, Desk.EXTRA_ATTEMPTS_MAX);
            case TRIAL, TRIALS -> "((t\\d|failed|null|value|helped)[,]?)+";
            case NAPS -> "slept " + orders.length;
            case GATE -> String.join(",", told.subList(0, Math.min(signals, told.size())));
            case LIMITED -> "late \\d+";
            case RELAY -> String.join(",", told.subList(0, Math.min(signals, told.size())));
            case MESSENGER -> "told|not told";
            case LEAVER -> Desk.fails(input, Desk.EXTRA_ATTEMPTS_MAX) ? "FAILED" : Desk.name(input);
            case PERSISTENT ->
                    Desk.fails(orders[1], Desk.CHORE_ATTEMPTS_MAX)
                            ? "FAILED"
                            : Desk.name(orders[1]) + heard(told) + " in attempt 3";
            case PARENT -> {
                // It may be taken back behind its own end, which its child has heard of.
                if (resets != NEVER) {
                    yield "EITHER";
                }
                String all = results(orders, Desk.CHORE_ATTEMPTS_MAX);
                yield all.equals("FAILED") ? all : "child: " + all;
            }
            case MIXED ->
                    Desk.fails(orders[0], Desk.CHORE_ATTEMPTS_MAX)
                                    || Desk.fails(orders[1], Desk.EXTRA_ATTEMPTS_MAX)
                            ? "FAILED"
                            : Desk.name(orders[0]) + "," + Desk.name(orders[1]) + ",told";
            case WAITS -> Desk.fails(input, Desk.CHORE_ATTEMPTS_MAX) ? "FAILED" : "never ended so";
            case SCHEDULE -> "";
            case ATTENDANT -> "COMPLETED";
            case CROWD -> Desk.fails(input, Desk.CHORE_ATTEMPTS_MAX) ? "FAILED" : "crowd of 66";
            case CONTEST ->
                    Desk.fails(input, Desk.CHORE_ATTEMPTS_MAX)
                            ? "EITHER"
                            : "time|" + Desk.name(input);
        };
    }

    /** The first signals of what it was told; updates it only echoes. */
    private String heard(List<String> told) {
        var heard = new StringBuilder();
        told.stream()
                .filter(it -> !it.startsWith("u"))
                .limit(signals)
                .forEach(it -> heard.append(',').append(it));
        return heard.toString();
    }

    private static String results(String[] orders, int attemptsMax) {
        List<String> names = new ArrayList<>();
        for (String order : orders) {
            if (Desk.fails(order, attemptsMax)) {
                return "FAILED";
            }
            names.add(Desk.name(order));
        }
        return String.join(",", names);
    }

    /** By which a start is known when it is asked for again. */
    String requestId() {
        return "start-" + run;
    }
}
