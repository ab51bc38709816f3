package dev.reprise.sim;

import dev.reprise.engine.exec.Shape;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Comparison;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Operand;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.Program;
import dev.reprise.sim.task.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads artifacts of both versions strictly: the version decides which fields there are, and all of
 * them must be there.
 */
final class ArtifactReader {
    private static final String WHAT = "artifact";

    private final JsonSource json;
    private int version;

    private ArtifactReader(JsonSource json) {
        this.json = json;
    }

    static Artifact read(InputStream in) throws IOException {
        return JsonSource.read(WHAT, in, json -> new ArtifactReader(json).artifact());
    }

    /** The fields of one object, each read by its own reader, in any order, none missing. */
    private final class Fields {
        private final Map<String, Supplier<?>> readers = new HashMap<>();
        private final List<String> names = new ArrayList<>();
        private final Map<String, Object> values = new HashMap<>();
        private final List<String> optional = new ArrayList<>();
        private @Nullable String first;
        private Runnable afterFirst = () -> {};

        Fields with(String name, Supplier<?> reader) {
            names.add(name);
            readers.put(name, reader);
            return this;
        }

        void without(String name) {
            names.remove(name);
            readers.remove(name);
        }

        void optional(String name) {
            optional.add(name);
        }

        boolean has(String name) {
            return values.containsKey(name);
        }

        /** Nothing is read before the field of this name, and then this is done. */
        void whenFirstIsRead(String name, Runnable action) {
            first = name;
            afterFirst = action;
        }

        /** A field that only our own files have. */
        Fields ours(String name, Supplier<?> reader) {
            return version == Artifact.CURRENT ? with(name, reader) : this;
        }

        Fields read() {
            json.object(
                    name -> {
                        var reader = readers.get(name);
                        if (reader == null) {
                            return false;
                        }
                        if (values.isEmpty() && first != null && !name.equals(first)) {
                            throw json.malformed(
                                    Problem.FOREIGN,
                                    "an artifact begins with \""
                                            + first
                                            + "\", not with \""
                                            + name
                                            + "\".");
                        }
                        boolean isFirst = values.isEmpty();
                        values.put(name, reader.get());
                        if (isFirst) {
                            afterFirst.run();
                        }
                        return true;
                    });
            for (var name : names) {
                if (!values.containsKey(name) && !optional.contains(name)) {
                    throw json.malformed(
                            Problem.INCONSISTENT, "the field \"" + name + "\" is missing here.");
                }
            }
            return this;
        }

        /** The value of a field that was read by a reader of this type. */
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        <T> T get(String name) {
            return (T) Objects.requireNonNull(values.get(name));
        }

        /** The same for a field that need not be there. */
        @SuppressWarnings("unchecked")
        <T> T get(String name, T otherwise) {
            return (T) values.getOrDefault(name, otherwise);
        }

        int number(String name) {
            return this.<Integer>get(name);
        }
    }

    private Artifact artifact() {
        // Everything else depends on the version: it comes first.
        var fields = new Fields().with("schema_version", this::version);
        fields.with("build", json::text);
        fields.with("seed", json::unsigned);
        fields.with("case", this::plan);
        fields.with("choices", () -> list(this::many));
        fields.with("driver_choices", () -> list(this::index));
        fields.with("expected_trace_hash", json::unsigned);
        fields.with("failure", this::failure);
        fields.whenFirstIsRead(
                "schema_version",
                () -> {
                    boolean current = version == Artifact.CURRENT;
                    fields.without(current ? "driver_choices" : "choices");
                    if (current) {
                        fields.optional("failure");
                    } else {
                        fields.without("build");
                    }
                });
        fields.read();
        boolean current = version == Artifact.CURRENT;
        return new Artifact(
                version,
                fields.get("build", ""),
                fields.get("seed"),
                fields.get("case"),
                fields.get(current ? "choices" : "driver_choices"),
                fields.get("expected_trace_hash"),
                fields.has("failure") ? fields.<Flaw>get("failure") : null);
    }

    private int version() {
        version = (int) json.number(Integer.MIN_VALUE, Integer.MAX_VALUE);
        if (version != Artifact.ORIGINAL && version != Artifact.CURRENT) {
            throw json.malformed(
                    Problem.VERSION,
                    "the schema version is " + version + "; this build reads 1 and 2.");
        }
        return version;
    }

    private int index() {
        return new Fields().with("idx", this::many).read().number("idx");
    }

    private Flaw failure() {
        var fields =
                new Fields()
                        .with("kind", this::kind)
                        .with("step", () -> (int) json.number(0, Integer.MAX_VALUE))
                        .with("message", json::text)
                        .read();
        return new Flaw(fields.get("kind"), fields.number("step"), fields.get("message"));
    }

    /** A word; in files of the original harness also an object that says which violation. */
    private String kind() {
        if (json.textFollows() || version == Artifact.CURRENT) {
            return json.text();
        }
        var tag = new String[] {""};
        json.object(
                name -> {
                    tag[0] = name;
                    if (json.textFollows()) {
                        tag[0] += " " + json.text();
                    } else {
                        json.skip();
                    }
                    return true;
                });
        return tag[0];
    }

    private Case plan() {
        var fields = new Fields().with("exec_cfg", this::shape);
        if (version == Artifact.CURRENT) {
            fields.optional("exec_cfg");
        }
        fields.ours("rules", this::rules)
                .with("resources", () -> list(this::resource))
                .ours("cells", () -> list(this::integer))
                .ours("locks", this::many)
                .ours("conditions", this::many)
                .with("programs", () -> list(this::program))
                .with("tasks", () -> list(this::task))
                .with("initial_runnable", () -> list(this::number))
                .with("external_events", () -> list(this::event))
                .with("max_steps", this::number)
                .read();
        try {
            return new Case(
                    fields.has("exec_cfg") ? fields.<Shape>get("exec_cfg") : null,
                    fields.get("rules", Rules.ORIGINAL),
                    fields.get("resources"),
                    fields.get("cells", List.of()),
                    fields.get("locks", 0),
                    fields.get("conditions", 0),
                    fields.get("programs"),
                    fields.get("tasks"),
                    fields.get("initial_runnable"),
                    fields.get("external_events"),
                    fields.number("max_steps"));
        } catch (IllegalArgumentException e) {
            throw json.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }

    private Shape shape() {
        var fields =
                new Fields()
                        .with("workers", this::many)
                        .with("steal_tries", this::many)
                        .with("seed", json::unsigned)
                        .with("wake_on_hoard_threshold", this::number)
                        .ours("poll_every", this::number)
                        .ours("striped", json::bool)
                        .ours("wake_idle", json::bool)
                        .ours("panic_stops", json::bool)
                        .ours("batch", this::number)
                        .read();
        try {
            return new Shape(
                    fields.number("workers"),
                    fields.number("steal_tries"),
                    fields.get("seed"),
                    fields.number("wake_on_hoard_threshold"),
                    fields.get("poll_every", 0),
                    fields.get("striped", false),
                    fields.get("wake_idle", false),
                    fields.get("panic_stops", true),
                    fields.get("batch", 1));
        } catch (IllegalArgumentException e) {
            throw json.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }

    private Rules rules() {
        var fields =
                new Fields()
                        .with("goes_on", json::bool)
                        .with("waits_in_flight", json::bool)
                        .with("survives_gate", json::bool)
                        .with("returns_permits", json::bool)
                        .with("latches_io", json::bool)
                        .with("zero_wakes", json::bool)
                        .with("zero_first", json::bool)
                        .read();
        return new Rules(
                fields.get("goes_on"),
                fields.get("waits_in_flight"),
                fields.get("survives_gate"),
                fields.get("returns_permits"),
                fields.get("latches_io"),
                fields.get("zero_wakes"),
                fields.get("zero_first"));
    }

    private Case.Resource resource() {
        var fields = new Fields().with("id", this::number).with("total", this::number).read();
        return new Case.Resource(fields.number("id"), fields.number("total"));
    }

    private Case.Task task() {
        var fields =
                new Fields()
                        .with("tid", this::number)
                        .with("program", this::number)
                        .with("pc", this::number)
                        .read();
        return new Case.Task(fields.number("tid"), fields.number("program"), fields.number("pc"));
    }

    private Program program() {
        var fields =
                new Fields()
                        .with("name", json::text)
                        .with("code", () -> list(this::instruction))
                        .read();
        return new Program(fields.get("name"), fields.get("code"));
    }

    private Event.Scheduled event() {
        var fields =
                new Fields()
                        .with("at_step", () -> json.number(0, Long.MAX_VALUE))
                        .with("event", this::happening)
                        .read();
        return new Event.Scheduled(fields.get("at_step"), fields.get("event"));
    }

    private Event happening() {
        if (json.textFollows()) {
            String tag = json.text();
            if (!tag.equals("CloseGateJoin")) {
                throw json.malformed(Problem.UNKNOWN, "there is no event \"" + tag + "\".");
            }
            return new Event.CloseGate();
        }
        return tagged(
                tag ->
                        tag.equals("IoComplete")
                                ? new Event.IoComplete(
                                        new Fields().with("token", this::token).read().get("token"))
                                : null);
    }

    private interface Tagged<T> {
        @Nullable T read(String tag);
    }

    /** An object of one field, whose name says what it is. */
    private <T> T tagged(Tagged<T> reader) {
        var values = new ArrayList<T>();
        json.object(
                tag -> {
                    T value = values.isEmpty() ? reader.read(tag) : null;
                    if (value == null) {
                        return false;
                    }
                    values.add(value);
                    return true;
                });
        if (values.isEmpty()) {
            throw json.malformed(Problem.SYNTAX, "found an empty object, expected one field.");
        }
        return values.getFirst();
    }

    private Instruction instruction() {
        if (json.textFollows()) {
            String tag = json.text();
            return switch (tag) {
                case "Complete" -> new Instruction.Complete();
                case "Panic" -> new Instruction.Panic();
                default ->
                        throw json.malformed(
                                Problem.UNKNOWN, "there is no instruction \"" + tag + "\".");
            };
        }
        return tagged(this::instruction);
    }

    private @Nullable Instruction instruction(String tag) {
        var fields = new Fields();
        return switch (tag) {
            case "Yield" ->
                    new Instruction.Yield(
                            fields.with("placement", this::placement).read().get("placement"));
            case "Spawn" -> {
                fields.with("program", this::number).with("placement", this::placement).read();
                yield new Instruction.Spawn(fields.number("program"), fields.get("placement"));
            }
            case "Sleep" ->
                    new Instruction.Sleep(fields.with("ticks", this::token).read().get("ticks"));
            case "WaitIo" ->
                    new Instruction.WaitIo(fields.with("token", this::token).read().get("token"));
            case "TryAcquire" -> {
                fields.with("res", this::number)
                        .with("units", this::number)
                        .with("ok", this::number)
                        .with("fail", this::number)
                        .read();
                yield new Instruction.TryAcquire(
                        fields.number("res"),
                        fields.number("units"),
                        fields.number("ok"),
                        fields.number("fail"));
            }
            case "Release" -> {
                fields.with("res", this::number).with("units", this::number).read();
                yield new Instruction.Release(fields.number("res"), fields.number("units"));
            }
            case "Jump" ->
                    new Instruction.Jump(
                            fields.with("target", this::number).read().number("target"));
            default -> version == Artifact.CURRENT ? ourInstruction(tag) : null;
        };
    }

    private @Nullable Instruction ourInstruction(String tag) {
        var fields = new Fields();
        return switch (tag) {
            case "Load" -> {
                fields.with("cell", this::number).with("register", this::number).read();
                yield new Instruction.Load(fields.number("cell"), fields.number("register"));
            }
            case "Store" -> {
                fields.with("cell", this::number).with("value", this::operand).read();
                yield new Instruction.Store(fields.number("cell"), fields.get("value"));
            }
            case "Lock" ->
                    new Instruction.Lock(fields.with("lock", this::number).read().number("lock"));
            case "Unlock" ->
                    new Instruction.Unlock(fields.with("lock", this::number).read().number("lock"));
            case "Await" -> {
                fields.with("condition", this::number).with("lock", this::number).read();
                yield new Instruction.Await(fields.number("condition"), fields.number("lock"));
            }
            case "Notify" -> {
                fields.with("condition", this::number).with("all", json::bool).read();
                yield new Instruction.Notify(fields.number("condition"), fields.get("all"));
            }
            case "Join" ->
                    new Instruction.Join(fields.with("task", this::number).read().number("task"));
            case "Add" -> {
                fields.with("register", this::number).with("value", this::operand).read();
                yield new Instruction.Add(fields.number("register"), fields.get("value"));
            }
            case "Branch" -> {
                fields.with("register", this::number)
                        .with("comparison", this::comparison)
                        .with("value", this::operand)
                        .with("target", this::number)
                        .read();
                yield new Instruction.Branch(
                        fields.number("register"),
                        fields.get("comparison"),
                        fields.get("value"),
                        fields.number("target"));
            }
            case "Assert" -> {
                fields.with("register", this::number)
                        .with("comparison", this::comparison)
                        .with("value", this::operand)
                        .read();
                yield new Instruction.Assert(
                        fields.number("register"), fields.get("comparison"), fields.get("value"));
            }
            default -> null;
        };
    }

    private Placement placement() {
        return word(Placement.values());
    }

    private Comparison comparison() {
        return word(Comparison.values());
    }

    private <E> E word(E[] words) {
        String found = json.text();
        for (var word : words) {
            if (word.toString().equals(found)) {
                return word;
            }
        }
        throw json.malformed(
                Problem.UNKNOWN,
                "found \"" + found + "\", expected one of " + Arrays.toString(words) + ".");
    }

    private Operand operand() {
        if (!json.textFollows()) {
            return Operand.of(integer());
        }
        String name = json.text();
        for (int register = 0; register < Case.REGISTERS; register++) {
            if (name.equals("r" + register)) {
                return Operand.register(register);
            }
        }
        throw json.malformed(
                Problem.UNKNOWN,
                "found \""
                        + name
                        + "\", expected a number or a register, r0..r"
                        + (Case.REGISTERS - 1)
                        + ".");
    }

    private int integer() {
        return (int) json.number(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private int number() {
        return (int) json.number(0, Integer.MAX_VALUE);
    }

    private int many() {
        return (int) json.number(0, Case.MANY);
    }

    private long token() {
        return json.number(0, 0xFFFF_FFFFL);
    }

    private <T> List<T> list(Supplier<T> element) {
        var list = new ArrayList<T>();
        json.array(() -> list.add(element.get()));
        return list;
    }
}
