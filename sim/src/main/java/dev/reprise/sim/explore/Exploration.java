package dev.reprise.sim.explore;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.Undecodable;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.run.Beginning;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Stage;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.run.Surroundings;
import dev.reprise.engine.story.Wording;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Job;
import dev.reprise.policy.Rules;
import dev.reprise.vm.PatternType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A scenario, to be tried in many orders: what code there is, what clients ask, what may turn out
 * how, and what must hold. It says nothing about when: all that is asked happens at any time after
 * what it has to come after, activities take any time, and anything may die in between.
 *
 * <p>Activities are real code. They are carried out in the one thread of the world, so they must
 * not wait; what they leave outside of the engine survives crashes, as it would.
 */
public final class Exploration {
    /** A type is looked at once, however many orders are tried. */
    private static final ClassValue<WorkflowType<?, ?>> TYPES =
            new ClassValue<>() {
                @Override
                @SuppressWarnings({"unchecked", "rawtypes"}) // only asked for workflows
                protected WorkflowType<?, ?> computeValue(Class<?> type) {
                    return WorkflowType.of((Class) type).codec(codec());
                }
            };

    private final Terms terms;
    private final Map<String, Consumer<Conductor>> code = new LinkedHashMap<>();
    private final Map<String, Consumer<Conductor>> newer = new LinkedHashMap<>();
    private final TreeMap<String, WorkflowType<?, ?>> types = new TreeMap<>();
    private final TreeMap<String, WorkflowType<?, ?>> newerTypes = new TreeMap<>();
    private final List<Sent> sent = new ArrayList<>();
    private final TreeSet<RunId> open = new TreeSet<>();
    private final List<Claim> claims = new ArrayList<>();
    private final List<Runnable> checks = new ArrayList<>();
    private Rules rules = Rules.NONE;

    /** Who stays in memory is no matter of how large the heap is. */
    private Settings settings = Settings.DEFAULT.pausedBytes(0);

    private int timersMax = Surroundings.TIMERS_MAX;

    private @Nullable ExploredWorld world;

    /** Something that is to hold. */
    private static final class Claim {
        private final String what;
        private final BooleanSupplier holds;
        private final boolean expected;
        private final boolean sometime;
        private boolean seen;

        private Claim(String what, BooleanSupplier holds, boolean expected, boolean sometime) {
            this.what = what;
            this.holds = holds;
            this.expected = expected;
            this.sometime = sometime;
        }
    }

    Exploration(Terms terms) {
        this.terms = terms;
    }

    // ---- What there is ----

    /** There are runs of this workflow. */
    public <I extends @Nullable Object, O extends @Nullable Object> Exploration workflow(
            Class<? extends Workflow<I, O>> type) {
        return workflow(TYPES.get(type));
    }

    /** As {@link #workflow(Class)}, for a type that was made with care. */
    public Exploration workflow(WorkflowType<?, ?> type) {
        types.put(type.name(), type);
        return code(type.name(), it -> it.register(type));
    }

    /** There are runs of this pattern. */
    public Exploration pattern(PatternType type) {
        return code(type.name(), it -> it.register(type));
    }

    /** There are these activities, whichever process carries them out. */
    public Exploration activities(Object... implementations) {
        for (Object each : implementations) {
            code("activities " + code.size(), it -> it.register(each));
        }
        return this;
    }

    /** Activities are executed by these rules. */
    public Exploration rules(Rules value) {
        checkOpen();
        rules = value;
        return this;
    }

    /**
     * After an upgrade there is this code for a workflow, and all other code as it was said before.
     * When that is, is up to {@link Fault#UPGRADE}.
     */
    public Exploration upgrade(WorkflowType<?, ?> type) {
        checkOpen();
        if (newer.isEmpty()) {
            newer.putAll(code);
        }
        newerTypes.put(type.name(), type);
        newer.put(type.name(), it -> it.register(type));
        return this;
    }

    private Exploration code(String name, Consumer<Conductor> registered) {
        checkOpen();
        Check.state(newer.isEmpty(), "upgrades are said after all code that there is before");
        code.put(name, registered);
        return this;
    }

    private void checkOpen() {
        Check.state(world == null, "the scenario goes on: all of it has to be said before");
    }

    // ---- What clients ask ----

    /** Somebody starts a run. */
    public <I extends @Nullable Object, O extends @Nullable Object> Sent start(
            Class<? extends Workflow<I, O>> type, String run, I input) {
        return start(WorkflowType.nameOf(type), run, input);
    }

    /** Somebody starts a run in another way. */
    <I extends @Nullable Object, O extends @Nullable Object> Sent start(
            Class<? extends Workflow<I, O>> type, String run, I input, Beginning how) {
        return start(WorkflowType.nameOf(type), run, input, how);
    }

    /** Somebody starts a run of a workflow, or of a pattern, by its name. */
    public Sent start(String type, String run, @Nullable Object input) {
        return start(type, run, input, Beginning.PLAIN);
    }

    private Sent start(String type, String run, @Nullable Object input, Beginning how) {
        List<Payload> values =
                input == null ? List.of(Payload.NONE) : List.of(codec().encode(input));
        var id = new RunId(run);
        return send(
                id,
                "starts " + run + ": " + Wording.call(type, values),
                "start " + type,
                (it, request) -> it.start(id, type, values, how.requestId(request)));
    }

    /** Somebody sends a signal, at any time after the run was started. */
    public Sent signal(String run, String name, @Nullable Object... arguments) {
        List<Payload> values = encoded(arguments);
        return told(
                run,
                "signals " + run + ": " + Wording.call(name, values),
                "signal " + name,
                (it, id, request) ->
                        it.tell(id, new Job.Signal(name, values, "", request), request));
    }

    /** Somebody asks for an update, at any time after the run was started. */
    public Sent update(String run, String name, @Nullable Object... arguments) {
        List<Payload> values = encoded(arguments);
        return told(
                run,
                "asks " + run + " for an update: " + Wording.call(name, values),
                "update " + name,
                (it, id, request) ->
                        it.update(
                                id, new Job.Update(request, name, values, true), Stage.COMPLETED));
    }

    /** Somebody asks a run to cancel, at any time after it was started. */
    public Sent cancel(String run) {
        return told(
                run,
                "cancels " + run,
                "asked to cancel",
                (it, id, request) -> it.tell(id, new Job.Cancel("by a client"), request));
    }

    /** Somebody ends a run, at any time after it was started. */
    public Sent terminate(String run) {
        return told(
                run,
                "terminates " + run,
                "run terminated",
                (it, id, request) -> it.terminate(id, "by a client", request));
    }

    /**
     * Somebody asks a run something, at any time after it was started; {@code heard} gets the
     * answer, as often as there is one.
     */
    public <T> Sent query(String run, String name, Class<T> type, Consumer<T> heard) {
        return told(
                run,
                "asks " + run + ": " + name,
                "query " + name,
                (it, id, _) ->
                        it.query(id, name, List.of())
                                .whenComplete(
                                        (answer, _) -> {
                                            if (answer != null) {
                                                heard.accept(decoded(answer, type));
                                            }
                                        }));
    }

    /** Somebody takes a run back to the turns it had so many of, at any time after its start. */
    public Sent reset(String run, long turns) {
        return told(
                run,
                "takes " + run + " back to activation " + turns,
                "reset",
                (it, id, request) -> it.reset(id, turns, true, "by a client", request));
    }

    private static <T> T decoded(Payload value, Class<T> type) {
        try {
            return codec().decode(value, type);
        } catch (Undecodable e) {
            throw new AssertionError("This is something else: " + e, e);
        }
    }

    /** What is asked of an engine. */
    interface Word {
        /** Asks, under a request id. */
        CompletableFuture<?> say(Conductor to, String request);
    }

    /** Somebody asks something else, at any time. */
    Sent ask(RunId run, String words, Word word) {
        return send(run, words, words, word);
    }

    private interface Told {
        CompletableFuture<?> say(Conductor to, RunId run, String request);
    }

    private Sent told(String run, String words, String what, Told told) {
        var id = new RunId(run);
        Sent start =
                sent.stream()
                        .filter(it -> it.run.equals(id))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "nobody starts run " + run + " before"));
        return send(id, words, what, (to, request) -> told.say(to, id, request)).after(start);
    }

    private Sent send(RunId run, String words, String told, Word word) {
        checkOpen();
        String request = "r" + sent.size();
        var made = new Sent(run, words, told, to -> word.say(to, request));
        sent.add(made);
        return made;
    }

    private static List<Payload> encoded(@Nullable Object... arguments) {
        List<Payload> values = new ArrayList<>();
        for (Object each : arguments) {
            values.add(each == null ? Payload.NONE : codec().encode(each));
        }
        return values;
    }

    // ---- What must hold ----

    /** This holds at every moment. */
    public Exploration always(String what, BooleanSupplier holds) {
        return claim(new Claim(what, holds, true, false));
    }

    /** This holds at no moment. */
    public Exploration never(String what, BooleanSupplier holds) {
        return claim(new Claim(what, holds, false, false));
    }

    /** This holds at some moment. */
    public Exploration eventually(String what, BooleanSupplier holds) {
        return claim(new Claim(what, holds, true, true));
    }

    private Exploration claim(Claim claim) {
        checkOpen();
        claims.add(claim);
        return this;
    }

    /** When nothing more happens this is run, which throws when something is wrong. */
    public Exploration atEnd(Runnable check) {
        checkOpen();
        checks.add(check);
        return this;
    }

    /** A run may wait for ever, which is taken for a mistake otherwise. */
    public Exploration mayStayOpen(String run) {
        checkOpen();
        open.add(new RunId(run));
        return this;
    }

    // ---- What activities may ask ----

    /** Whether something happens: it is tried both ways. */
    public boolean maybe(String what) {
        boolean happens = world().turnsOut(2) == 1;
        if (happens) {
            world().tale().within(() -> what);
        }
        return happens;
    }

    /** One of these: all are tried. */
    @SafeVarargs
    public final <T> T oneOf(T... values) {
        Check.argument(values.length > 0, "one of nothing cannot be had");
        T value = values[world().turnsOut(values.length)];
        world().tale().within(() -> "turns out as " + value);
        return value;
    }

    /**
     * Does not return before the activity is told to stop, or all else has come to its end: what
     * its policy says about time is what happens.
     */
    public void hang() {
        world().tale().within(() -> "hangs");
        world().hang(ActivityContext.current());
    }

    // ---- What can be seen ----

    /** What time it is. */
    public Instant now() {
        return world().now();
    }

    /** How a run is, as far as that is durable; empty when there is no such run. */
    public Optional<Status> status(String run) {
        return Optional.ofNullable(world().describe(new RunId(run))).map(Description::status);
    }

    /** What is known of a run. */
    Description description(String run) {
        return Optional.ofNullable(world().describe(new RunId(run))).orElseThrow();
    }

    /**
     * What a run has given.
     *
     * @throws AssertionError when it has given nothing; only at the end it is known
     */
    public <T> T result(String run, Class<T> type) {
        Outcome end = world().endOf(new RunId(run));
        if (end instanceof Outcome.Completed(var value)) {
            return decoded(value, type);
        }
        throw new AssertionError(
                "Run "
                        + run
                        + " has given nothing"
                        + (end instanceof Outcome.Failed(var failure)
                                ? ": " + Wording.failure(failure)
                                : "."));
    }

    /** Why a run has failed; empty when it has not. Only at the end it is known. */
    public Optional<Failure> failure(String run) {
        return world().endOf(new RunId(run)) instanceof Outcome.Failed(var failure)
                ? Optional.of(failure)
                : Optional.empty();
    }

    private ExploredWorld world() {
        ExploredWorld known = world;
        if (known == null) {
            throw new IllegalStateException("the scenario has not begun");
        }
        return known;
    }

    // ---- For the world ----

    void enter(ExploredWorld value) {
        world = value;
    }

    Terms terms() {
        return terms;
    }

    /** What a process has, before or after the upgrade. */
    Collection<Consumer<Conductor>> code(boolean upgraded) {
        return (upgraded ? newer : code).values();
    }

    boolean hasNewerCode() {
        return !newer.isEmpty();
    }

    @Nullable WorkflowType<?, ?> type(String name, boolean upgraded) {
        WorkflowType<?, ?> newer = upgraded ? newerTypes.get(name) : null;
        return newer == null ? types.get(name) : newer;
    }

    List<Sent> sent() {
        return sent;
    }

    boolean mayStayOpen(RunId run) {
        return open.contains(run);
    }

    private static PayloadCodec codec() {
        return Settings.DEFAULT.codec();
    }

    /** The engine has other settings. */
    Exploration settings(UnaryOperator<Settings> change) {
        checkOpen();
        settings = change.apply(settings);
        return this;
    }

    /** The engine has fewer timers in memory than usual. */
    Exploration timersMax(int value) {
        checkOpen();
        timersMax = value;
        return this;
    }

    int timersMax() {
        return timersMax;
    }

    Settings settings() {
        return settings.rules(rules).hooks(hooks()).voice((_, _) -> {});
    }

    private Hooks hooks() {
        return new Hooks() {
            @Override
            public Optional<Failure> onDispatch(Call call) {
                world().begins(call);
                return Optional.empty();
            }

            @Override
            public Optional<Failure> onComplete(Call call, Payload value) {
                world().tale().gives(call, value);
                return Optional.empty();
            }
        };
    }

    /** What does not hold at this moment; null when all does. */
    @Nullable String broken() {
        for (Claim claim : claims) {
            if (claim.sometime) {
                claim.seen = claim.seen || claim.holds.getAsBoolean();
            } else if (claim.holds.getAsBoolean() != claim.expected) {
                return claim.what;
            }
        }
        return null;
    }

    @Nullable Flaw atEnd() {
        for (Claim claim : claims) {
            if (claim.sometime && !claim.seen) {
                String message = claim.what + ": that has not come about.";
                return new Flaw(Flaw.Kind.MISSED, claim.what, message);
            }
        }
        for (int i = 0; i < checks.size(); i++) {
            try {
                checks.get(i).run();
            } catch (RuntimeException | AssertionError e) {
                String message = String.valueOf(e.getMessage()).strip();
                return new Flaw(Flaw.Kind.END, "check " + i, message);
            }
        }
        return null;
    }
}
