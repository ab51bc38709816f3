package dev.reprise.testing;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.UnitId;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.Kind;
import dev.reprise.history.Activation;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Random values of the vocabulary and of history, all of them decided by a seed: records of every
 * kind that a sealed type permits, with extreme and ordinary fields, found by reflection.
 */
public final class Samples {
    private static final int TRIES_MAX = 1_000;
    private static final int DEPTH_MAX = 6;
    private static final List<Instant> EXTREME_INSTANTS =
            List.of(Instant.EPOCH, Instant.MIN, Instant.MAX, Instant.ofEpochSecond(-1, 1));
    private static final List<Duration> EXTREME_DURATIONS =
            List.of(
                    Duration.ZERO,
                    Duration.ofNanos(1),
                    Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
    private static final List<String> TEXTS =
            List.of("a", "charge card", "Ünïcödé ✓ 𝄞", "\"quoted\\\"", "x".repeat(200));

    private final Random random;
    private int depth;

    /** The samples of a seed. */
    public Samples(long seed) {
        random = new Random(seed);
    }

    /** A value of {@code type}, which may be a record, a sealed type, or a simple one. */
    public <T> T any(Class<T> type) {
        return type.cast(value(type, ""));
    }

    /** A transcript of at most {@code turnsMax} turns, at least one. */
    public Transcript transcript(int turnsMax) {
        var start = any(Job.Start.class);
        int count = 1 + random.nextInt(turnsMax);
        var turns = new ArrayList<Turn>();
        long seq = Command.SEQ_FIRST;
        for (int i = 0; i < count; i++) {
            boolean ends = i == count - 1 && random.nextBoolean();
            var turn = turn(seq, i == 0 ? List.of(start) : List.of(), ends);
            seq += turn.commands().size();
            turns.add(turn);
        }
        return new Transcript(new Transcript.Header(start.runId(), start.workflowType()), turns);
    }

    private Turn turn(long firstSeq, List<Job> first, boolean ends) {
        var jobs = new ArrayList<>(first);
        for (int i = random.nextInt(4); i > 0; i--) {
            jobs.add(durableJob());
        }
        var commands = commands(firstSeq, random.nextInt(4));
        if (ends) {
            Command end = renumbered(any(Command.Terminal.class), firstSeq + commands.size());
            commands.add(end);
        }
        long historySize = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(1_000);
        var activation =
                new Activation(any(Instant.class), random.nextLong(), historySize, false, jobs);
        return new Turn(
                activation, new Completion.Decided(commands, any(ChoiceLog.class), List.of()));
    }

    private Job durableJob() {
        while (true) {
            Job job = any(Job.class);
            switch (job) {
                case Job.Start _, Job.Query _, Job.Evict _, Job.Recalled _ -> {}
                case Job.Signal _, Job.Update _, Job.Cancel _, Job.Seed _, Job.Resolution _ -> {
                    return job;
                }
            }
        }
    }

    /** Commands that do not end the run, numbered from {@code firstSeq}. */
    public List<Command> commands(long firstSeq, int count) {
        var commands = new ArrayList<Command>();
        while (commands.size() < count) {
            Command command = any(Command.class);
            long seq = firstSeq + commands.size();
            if (!(command instanceof Command.Terminal) && (seq > 1 || !hasTarget(command))) {
                commands.add(renumbered(command, seq));
            }
        }
        return commands;
    }

    /** The same command under another number; what it points to comes before it. */
    public static Command renumbered(Command command, long seq) {
        Command changed = command;
        if (hasTarget(command)) {
            changed = Records.with(changed, "seq", Long.MAX_VALUE);
            changed = Records.with(changed, "target", 1L);
        }
        return Records.with(changed, "seq", seq);
    }

    private static boolean hasTarget(Command command) {
        return command instanceof Command.CancelActivity
                || command instanceof Command.CancelTimer
                || command instanceof Command.CancelChild;
    }

    /** A value of a type, for a component of this name. */
    Object value(Type type, String name) {
        if (type instanceof ParameterizedType generic) {
            Type argument = generic.getActualTypeArguments()[0];
            return generic.getRawType() == List.class
                    ? list(argument, name)
                    : optional(argument, name);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == long.class) {
            return number(name);
        } else if (plain == int.class) {
            return random.nextInt(1_000) + 1;
        } else if (plain == boolean.class) {
            return random.nextBoolean();
        } else if (plain == double.class) {
            return random.nextBoolean() ? 0.0 : 1 + random.nextDouble();
        } else if (plain == String.class) {
            return text();
        } else if (plain == Duration.class) {
            return duration();
        } else if (plain == Instant.class) {
            return instant();
        } else if (plain == Payload.class) {
            return payload();
        } else if (plain == RunId.class) {
            return new RunId(TEXTS.get(random.nextInt(TEXTS.size())) + random.nextInt(100));
        } else if (plain == UnitId.class) {
            return unit();
        } else if (plain == ChoiceLog.class) {
            return choices();
        } else if (plain.isEnum()) {
            return plain.getEnumConstants()[random.nextInt(plain.getEnumConstants().length)];
        } else if (plain.isSealed()) {
            var kinds = Records.kinds(plain);
            return record(kinds.get(random.nextInt(kinds.size())));
        }
        return record(plain);
    }

    private Object record(Class<?> type) {
        depth++;
        try {
            for (int tries = 0; tries < TRIES_MAX; tries++) {
                var values = new ArrayList<Object>();
                for (RecordComponent component : type.getRecordComponents()) {
                    values.add(value(component.getGenericType(), component.getName()));
                }
                if (type == Command.ScheduleLocalActivity.class) {
                    values.set(5, local((ActivityOptions) values.get(5)));
                }
                try {
                    return Records.make(type, values);
                } catch (IllegalArgumentException refused) {
                    // These values do not go together: others will.
                }
            }
        } finally {
            depth--;
        }
        throw new AssertionError("no sample of " + type + " after " + TRIES_MAX + " tries");
    }

    private static ActivityOptions local(ActivityOptions options) {
        return options.taskQueue("")
                .timeouts(
                        options.timeouts().heartbeat(Duration.ZERO).scheduleToStart(Duration.ZERO));
    }

    private List<Object> list(Type argument, String name) {
        var list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(argument, name));
        }
        return list;
    }

    private Optional<Object> optional(Type argument, String name) {
        return depth > DEPTH_MAX || random.nextBoolean()
                ? Optional.empty()
                : Optional.of(value(argument, name));
    }

    private long number(String name) {
        return switch (name) {
            case "seq" -> random.nextInt(8) == 0 ? Long.MAX_VALUE : 2 + random.nextInt(200);
            case "target" -> 1 + random.nextInt(20);
            default -> random.nextLong();
        };
    }

    private String text() {
        return switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> "y".repeat(Text.NAME_CHARS_MAX);
            default -> TEXTS.get(random.nextInt(TEXTS.size())) + random.nextInt(1_000);
        };
    }

    private Duration duration() {
        int extreme = random.nextInt(EXTREME_DURATIONS.size() * 3);
        return extreme < EXTREME_DURATIONS.size()
                ? EXTREME_DURATIONS.get(extreme)
                : Duration.ofSeconds(random.nextInt(100_000), random.nextInt(1_000_000_000));
    }

    private Instant instant() {
        int extreme = random.nextInt(EXTREME_INSTANTS.size() * 3);
        return extreme < EXTREME_INSTANTS.size()
                ? EXTREME_INSTANTS.get(extreme)
                : Instant.ofEpochSecond(
                        random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000));
    }

    private Payload payload() {
        return switch (random.nextInt(5)) {
            case 0 -> Payload.NONE;
            case 1 -> Payload.of("json/utf-8", new byte[0]);
            case 2 -> {
                byte[] bytes = new byte[1 + random.nextInt(40)];
                random.nextBytes(bytes);
                yield Payload.wrap(Payload.BYTES_ENCODING, bytes);
            }
            default -> Payload.text(text() + "\n{\"n\":" + random.nextInt(100) + "}");
        };
    }

    private UnitId unit() {
        UnitId unit = UnitId.ROOT;
        for (int i = random.nextInt(4); i > 0; i--) {
            var kind = (UnitId.Kind) value(UnitId.Kind.class, "kind");
            unit = unit.child(kind, random.nextInt(6) == 0 ? UnitId.INDEX_MAX : random.nextInt(5));
        }
        return unit;
    }

    private ChoiceLog choices() {
        var entries = new ArrayList<ChoiceLog.Entry>();
        var kind = new Kind(3, "token");
        for (int i = random.nextInt(3); i > 0; i--) {
            var keys = List.of(kind.key(1), kind.key(2), kind.key(5 + random.nextInt(9)));
            entries.add(
                    new ChoiceLog.Entry(entries.size() * 2L, keys, keys.get(random.nextInt(3))));
        }
        return entries.isEmpty() ? ChoiceLog.EMPTY : ChoiceLog.of(entries);
    }
}
