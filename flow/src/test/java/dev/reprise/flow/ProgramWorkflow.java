package dev.reprise.flow;

import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.RunOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a {@link Program}. Everything that any unit sees goes into one digest, in the order
 * in which it is seen, and the digest goes into most commands: whatever the machine does otherwise,
 * be it only the order of two steps, comes out in the next command.
 */
final class ProgramWorkflow implements Workflow<String, String> {
    /** Activities that are called by a stub. */
    interface Desk {
        String stamp(String text);
    }

    static final String TURNED_AWAY = "turned away";

    private final Program.Code code;
    private final Supplier<String> effects;
    private final Supplier<String> outside;
    private final Witness witness;
    private final TreeMap<Integer, Promise<String>> promises = new TreeMap<>();
    private final TreeMap<Integer, Scope> scopes = new TreeMap<>();
    private final TreeMap<Integer, Child<String>> children = new TreeMap<>();
    private @Nullable Mutex mutex;
    private @Nullable Semaphore semaphore;
    private @Nullable Channel<String> buffer;
    private @Nullable Channel<String> meeting;
    private long digest;
    private int counter;

    /** What is told of each step that was carried out, and what it threw, if it did. */
    interface Witness {
        void saw(Program step, Optional<RuntimeException> thrown);
    }

    private ProgramWorkflow(
            Program.Code code,
            Supplier<String> effects,
            Supplier<String> outside,
            Witness witness) {
        this.code = code;
        this.effects = effects;
        this.outside = outside;
        this.witness = witness;
    }

    /** The type of a program; no two side effects of all its runs have the same value. */
    static WorkflowType<String, String> type(Program.Code code) {
        return type(code, () -> "", (_, _) -> {});
    }

    /**
     * The type of a program that is watched, and that reads something which is not the machine's.
     *
     * @param outside what it reads: anything but a constant makes it nondeterministic
     */
    static WorkflowType<String, String> type(
            Program.Code code, Supplier<String> outside, Witness witness) {
        var effects = new AtomicInteger();
        return WorkflowType.of(
                ProgramWorkflow.class,
                () ->
                        new ProgramWorkflow(
                                code, () -> "e" + effects.getAndIncrement(), outside, witness),
                Strictness.OFF);
    }

    @Override
    public String run(String input) {
        note(input);
        carryOut(code.main());
        return seen();
    }

    @Signal
    void note(@Nullable String text) {
        counter++;
        digest = SplitMix64.mix(digest * 31 + String.valueOf(text).hashCode());
    }

    @Signal
    void perform(String text) {
        note(text);
        carryOut(code.onSignal());
    }

    @Update(validator = "mayChange")
    String change(String text) {
        note(text);
        carryOut(code.onUpdate());
        return seen();
    }

    void mayChange(String text) {
        if (text.equals(TURNED_AWAY) || counter % 5 == 4) {
            throw ApplicationFailed.of("TurnedAway", seen());
        }
    }

    @Query
    String state(String question) {
        return question + seen() + promises.keySet() + Flow.now() + Flow.info().historySize();
    }

    private String seen() {
        return Long.toHexString(digest) + "#" + counter + outside.get();
    }

    // ---- Steps ----

    private void carryOut(Program program) {
        try {
            carryOutSome(program);
        } catch (RuntimeException e) {
            witness.saw(program, Optional.of(e));
            throw e;
        }
        witness.saw(program, Optional.empty());
    }

    private void carryOutSome(Program program) {
        switch (program) {
            case Program.Steps(var tolerant, var steps) -> steps(tolerant, steps);
            case Program.Repeat(var times, var body) -> {
                for (int i = 0; i < times; i++) {
                    carryOut(body);
                }
            }
            case Program.Catch(var what, var body, var handler) -> caught(what, body, handler);
            case Program.Throw(var type, var fatal) ->
                    throw fatal
                            ? ApplicationFailed.fatal(type, seen())
                            : ApplicationFailed.of(type, seen());
            case Program.ContinueAsNew(var input) ->
                    Flow.<String>continueAsNew("", RunOptions.UNSAID.priority(1), input + seen());
            case Program.Parallel(var branches) ->
                    note(String.join(",", Flow.<String>parallel(bodies(branches))));
            case Program.Settle(var branches) -> settle(branches);
            case Program.Race(var branches) -> note(race(branches));
            case Program.Async(var slot, var body) -> promises.put(slot, Flow.async(body(body)));
            case Program.Yield() -> Flow.yield();
            case Program.Call(var type, var cancellation) ->
                    note(activity(type, cancellation).call(seen()));
            case Program.CallStub() -> note(Flow.activity(Desk.class).stamp(seen()));
            case Program.CallLocal(var type) ->
                    note(Flow.activity(type, String.class).local().call(seen()));
            case Program.Start(var slot, var type, var cancellation) ->
                    promises.put(slot, activity(type, cancellation).start(seen()));
            case Program.Open(var slot) -> promises.put(slot, Flow.promise());
            case Program.Settled(var slot, var fails) -> settled(slot, fails);
            case Program.Get(var slot) -> taken(promises.get(slot), null);
            case Program.GetLimited(var slot, var seconds) ->
                    taken(promises.get(slot), Duration.ofSeconds(seconds));
            case Program.Gather(var how) -> gather(how, List.copyOf(promises.values()));
            default -> carryOutMore(program);
        }
    }

    private void carryOutMore(Program program) {
        switch (program) {
            case Program.Sleep(var seconds) -> Flow.sleep(Duration.ofSeconds(seconds));
            case Program.Increment() -> note("+");
            case Program.Await(var atLeast) -> Flow.await(() -> counter >= atLeast);
            case Program.AwaitLimited(var atLeast, var seconds) ->
                    note("" + Flow.await(Duration.ofSeconds(seconds), () -> counter >= atLeast));
            case Program.AwaitTime(var seconds) -> {
                var due = Flow.now().plusSeconds(seconds);
                Flow.await(() -> !Flow.now().isBefore(due));
                note("late");
            }
            case Program.Signalled(var name) -> note(Flow.signal(name, String.class));
            case Program.SignalledLimited(var name, var seconds) ->
                    note(
                            Flow.signal(name, String.class, Duration.ofSeconds(seconds))
                                    .orElse("none"));
            case Program.Phased phased -> phased(phased);
            case Program.InScope(var slot, var body) -> {
                var scope = Flow.scope();
                scopes.put(slot, scope);
                note(scope.run(body(body)));
            }
            case Program.CancelScope(var slot) ->
                    Optional.ofNullable(scopes.get(slot)).ifPresent(it -> it.cancel(seen()));
            case Program.NonCancellable(var body) -> note(Flow.nonCancellable(body(body)));
            case Program.WithTimeout(var seconds, var body) ->
                    note(Flow.withTimeout(Duration.ofSeconds(seconds), body(body)));
            case Program.Saga saga -> note(Flow.saga(it -> saga(it, saga)));
            case Program.Locked(var body) -> {
                mutex = mutex == null ? Flow.mutex() : mutex;
                note(mutex.with(body(body)));
            }
            case Program.Permitted(var body) -> {
                semaphore = semaphore == null ? Flow.semaphore(2) : semaphore;
                note(semaphore.with(body(body)));
            }
            case Program.Send(var meets) -> channel(meets).send(seen());
            case Program.Receive(var meets) -> note(channel(meets).receive().orElse("closed"));
            default -> carryOutRest(program);
        }
    }

    private void carryOutRest(Program program) {
        switch (program) {
            case Program.StartChild(var slot, var cancellation) -> {
                var child = child(cancellation).start(seen());
                children.put(slot, child);
                promises.put(slot, child.result());
                note(child.started().get().value());
            }
            case Program.CallChild(var cancellation) -> note(child(cancellation).call(seen()));
            case Program.CancelChild(var slot) ->
                    Optional.ofNullable(children.get(slot)).ifPresent(it -> it.cancel(seen()));
            case Program.SignalChild(var slot) ->
                    Optional.ofNullable(children.get(slot))
                            .ifPresent(it -> it.signal("hello", seen()));
            case Program.SignalExternal(var name) -> {
                Flow.external(new RunId("other")).signal(name, seen());
                note("sent");
            }
            case Program.CancelExternal() -> Flow.external(new RunId("other")).cancel(seen());
            case Program.SideEffect(var type) -> note(Flow.sideEffect(type, String.class, effects));
            case Program.Chance(var uuid) ->
                    note(uuid ? Flow.uuid().toString() : "" + Flow.random().nextInt(1_000));
            case Program.Read() -> {
                note("" + Flow.now() + Flow.cancelled() + Flow.info());
                Flow.logger().log(System.Logger.Level.INFO, "seen {0}", seen());
                Flow.logger().log(System.Logger.Level.WARNING, seen(), new Exception(seen()));
            }
            case Program.Patched(var id, var body) -> {
                if (Flow.patched(id)) {
                    carryOut(body);
                }
            }
            case Program.DeprecatePatch(var id) -> Flow.deprecatePatch(id);
            case Program.Attribute(var name) -> Flow.searchAttribute(name, seen());
            case Program.Publish(var name) -> Flow.publish(name, seen());
            default -> throw new AssertionError("no one carries out " + program);
        }
    }

    private void steps(boolean tolerant, List<Program> steps) {
        for (Program step : steps) {
            try {
                carryOut(step);
            } catch (RuntimeException e) {
                if (!tolerant) {
                    throw e;
                }
                note(e.toString());
            }
        }
    }

    private void caught(Program.Caught what, Program body, Program handler) {
        try {
            carryOut(body);
        } catch (RuntimeException e) {
            boolean here =
                    switch (what) {
                        case CANCELLED -> e instanceof Cancelled;
                        case ACTIVITY_FAILED -> e instanceof ActivityFailed;
                        case EVERYTHING -> true;
                    };
            if (!here) {
                throw e;
            }
            note(e.toString());
            carryOut(handler);
        }
    }

    private Body<String> body(Program program) {
        return () -> {
            carryOut(program);
            return seen();
        };
    }

    private List<Body<String>> bodies(List<Program> programs) {
        var bodies = new ArrayList<Body<String>>();
        programs.forEach(it -> bodies.add(body(it)));
        return bodies;
    }

    private void settle(List<Program> branches) {
        for (dev.reprise.flow.Settled<String> each : Flow.parallelSettled(bodies(branches))) {
            switch (each) {
                case dev.reprise.flow.Settled.Value(var value) -> note(value);
                case dev.reprise.flow.Settled.Failed(var why) -> note(why.toString());
            }
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private String race(List<Program> branches) {
        return Flow.<String>race(bodies(branches).toArray(new Body[0]));
    }

    private String saga(dev.reprise.flow.Saga saga, Program.Saga program) {
        for (Program step : program.steps()) {
            carryOut(step);
            saga.onUndo(() -> carryOut(program.undo()));
        }
        if (program.fails()) {
            throw ApplicationFailed.of("Undone", seen());
        }
        return seen();
    }

    private void phased(Program.Phased program) {
        var phase = Flow.phase(0);
        if (program.overlapping()) {
            phase.onSignalAsync(
                    program.signal(), String.class, (it, text) -> handle(it, text, program));
        } else {
            phase.onSignal(program.signal(), String.class, (it, text) -> handle(it, text, program));
        }
        phase.onUpdate(
                program.update(),
                String.class,
                (state, text) -> mayChange(text + state),
                (it, text) -> {
                    carryOut(program.onUpdate());
                    note(text + it.update(n -> n + 1));
                    return seen();
                });
        if (program.seconds() > 0) {
            phase.timeout(Duration.ofSeconds(program.seconds()));
        }
        note(phase.until(state -> state >= program.messages()).toString());
    }

    private void handle(Phase<Integer> phase, String text, Program.Phased program) {
        note(text + phase.update(n -> n + 1));
        carryOut(program.onSignal());
    }

    private void settled(int slot, boolean fails) {
        Promise<String> promise = promises.get(slot);
        if (promise != null) {
            note(
                    ""
                            + (fails
                                    ? promise.fail(ApplicationFailed.of("Broken", seen()))
                                    : promise.complete(seen())));
        }
    }

    private void taken(@Nullable Promise<String> promise, @Nullable Duration limit) {
        if (promise != null) {
            note(limit == null ? promise.get() : promise.get(limit));
        }
    }

    private void gather(Program.Gathered how, List<Promise<String>> all) {
        if (all.size() >= 2) {
            note(
                    switch (how) {
                        case ALL -> String.join(",", Promise.allOf(all).get());
                        case ANY -> Promise.anyOf(all).get();
                        case TWO -> String.join(",", Promise.nOf(2, all).get());
                    });
        }
    }

    private Channel<String> channel(boolean meets) {
        if (meets) {
            meeting = meeting == null ? Flow.channel(0) : meeting;
            return meeting;
        }
        buffer = buffer == null ? Flow.channel(1) : buffer;
        return buffer;
    }

    private static Activity<String> activity(String type, Cancellation cancellation) {
        return Flow.activity(type, String.class)
                .options(ActivityOptions.UNSAID.cancellation(cancellation));
    }

    private static ChildWorkflow<String> child(Cancellation cancellation) {
        return Flow.child("Other", String.class)
                .options(ChildOptions.UNSAID.cancellation(cancellation));
    }
}
