package dev.reprise.flow;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RawCodec;
import dev.reprise.Text;
import dev.reprise.Undecodable;
import dev.reprise.flow.guard.Guard;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.history.Job;
import java.lang.System.Logger.Level;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A kind of workflow, ready to be run: its code, its name, its messages, and how its values are
 * encoded.
 *
 * @param <I> what a run starts with
 * @param <O> what a run results in
 */
public final class WorkflowType<I extends @Nullable Object, O extends @Nullable Object> {
    private final String name;
    private final Supplier<? extends Workflow<I, O>> code;
    private final WorkflowShape shape;
    private final PayloadCodec codec;
    private final boolean recordedOptionsWin;

    private WorkflowType(
            String name,
            Supplier<? extends Workflow<I, O>> code,
            WorkflowShape shape,
            PayloadCodec codec,
            boolean recordedOptionsWin) {
        this.name = Text.name("a workflow type", name);
        this.code = code;
        this.shape = shape;
        this.codec = codec;
        this.recordedOptionsWin = recordedOptionsWin;
    }

    /**
     * The type of a class that has a constructor without parameters. Its name is that of the class,
     * or what {@link Named} says.
     *
     * @throws IllegalArgumentException when its handlers are not well formed; the message names all
     *     that is wrong
     * @throws dev.reprise.flow.guard.NondeterministicCode when its code could take another path on
     *     replay
     */
    public static <I extends @Nullable Object, O extends @Nullable Object> WorkflowType<I, O> of(
            Class<? extends Workflow<I, O>> type) {
        return of(type, Strictness.ERROR);
    }

    /** As {@link #of(Class)}, but what the determinism guard finds leads to what is said here. */
    public static <I extends @Nullable Object, O extends @Nullable Object> WorkflowType<I, O> of(
            Class<? extends Workflow<I, O>> type, Strictness strictness) {
        return made(type, WorkflowShape.constructor(type), strictness);
    }

    /** The type of a class whose instances {@code code} makes, a new one for each run. */
    public static <I extends @Nullable Object, O extends @Nullable Object, W extends Workflow<I, O>>
            WorkflowType<I, O> of(Class<W> type, Supplier<? extends W> code) {
        return of(type, code, Strictness.ERROR);
    }

    /** As {@link #of(Class, Supplier)}, but the guard's findings lead to what is said here. */
    public static <I extends @Nullable Object, O extends @Nullable Object, W extends Workflow<I, O>>
            WorkflowType<I, O> of(
                    Class<W> type, Supplier<? extends W> code, Strictness strictness) {
        return made(type, code, strictness);
    }

    private static <I extends @Nullable Object, O extends @Nullable Object> WorkflowType<I, O> made(
            Class<? extends Workflow<I, O>> type,
            Supplier<? extends Workflow<I, O>> code,
            Strictness strictness) {
        WorkflowShape shape = WorkflowShape.of(type);
        Guard.check(
                type,
                strictness,
                finding ->
                        System.getLogger(WorkflowType.class.getName()).log(Level.WARNING, finding));
        return new WorkflowType<>(nameOf(type), code, shape, new RawCodec(), false);
    }

    /** What runs of a class are called in history. */
    public static String nameOf(Class<?> type) {
        Named named = type.getAnnotation(Named.class);
        return named != null ? named.value() : type.getSimpleName();
    }

    /** What runs of a class result in. */
    public static Type resultOf(Class<? extends Workflow<?, ?>> type) {
        return WorkflowShape.output(type);
    }

    /** The same under another name. */
    public WorkflowType<I, O> name(String value) {
        return new WorkflowType<>(value, code, shape, codec, recordedOptionsWin);
    }

    /** The same with another codec. */
    public WorkflowType<I, O> codec(PayloadCodec value) {
        return new WorkflowType<>(name, code, shape, value, recordedOptionsWin);
    }

    /**
     * The same, but options in the code may change under running runs: on replay the recorded ones
     * hold, and a warning says that they differ.
     */
    public WorkflowType<I, O> recordedOptionsWin(boolean value) {
        return new WorkflowType<>(name, code, shape, codec, value);
    }

    /** What it is called in history. */
    public String name() {
        return name;
    }

    /** How its values are encoded. */
    public PayloadCodec codec() {
        return codec;
    }

    /** Whether on replay the recorded options hold. */
    public boolean recordedOptionsWin() {
        return recordedOptionsWin;
    }

    /** The call in the code that the guard holds to be the cause of trouble, or empty. */
    String suspect() {
        try {
            return Guard.scan(shape.type()).stream()
                    .findFirst()
                    .map(it -> it.call() + " at " + it.at() + " " + it.rule().title() + ".")
                    .orElse("");
        } catch (IllegalArgumentException unreadable) {
            return "";
        }
    }

    Workflow<I, O> instance() {
        try {
            Workflow<I, O> instance = code.get();
            Check.state(instance != null, "no instance was made");
            return instance;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw new ActivationFailed(
                    new Failure.Activation(
                            ActivationKind.VIOLATION,
                            "What makes instances of workflow "
                                    + name
                                    + " failed: "
                                    + e
                                    + ". What to do: do in run what may fail.",
                            Optional.of(Ended.failure(e))));
        }
    }

    @SuppressWarnings("unchecked")
    @Nullable Object run(Workflow<?, ?> instance, @Nullable Object input) throws Exception {
        return ((Workflow<@Nullable Object, @Nullable Object>) instance).run(input);
    }

    @Nullable Object decodeInput(Run run, List<Payload> input) {
        if (input.size() > 1) {
            throw new ActivationFailed(
                    ActivationKind.UNDECODABLE,
                    "workflow "
                            + name
                            + " starts with one value, but run "
                            + run.name()
                            + " was started with "
                            + input.size()
                            + ": "
                            + input);
        }
        return input.isEmpty() ? null : run.decode(input.getFirst(), shape.input());
    }

    /**
     * Why the method that handles a signal cannot be given its values, in a sentence; empty when it
     * can, or when no method handles it.
     */
    public Optional<String> unreadable(Job.Signal signal) {
        Handler handler = signal(signal.name());
        if (handler == null) {
            return Optional.empty();
        }
        List<Type> parameters = handler.parameters();
        List<Payload> values = signal.input();
        String what = "Signal " + signal.name() + " of workflow " + name;
        if (parameters.size() != values.size()) {
            return Optional.of(
                    what
                            + " takes "
                            + parameters.size()
                            + " values, and not "
                            + values.size()
                            + ".");
        }
        for (int i = 0; i < values.size(); i++) {
            try {
                Arguments.decode(codec, values.get(i), parameters.get(i));
            } catch (Undecodable e) {
                return Optional.of(what + " cannot be given its values: " + e.getMessage());
            }
        }
        return Optional.empty();
    }

    @Nullable Handler signal(String called) {
        return shape.signals().get(called);
    }

    Set<String> signals() {
        return shape.signals().keySet();
    }

    @Nullable Handler update(String called) {
        return shape.updates().get(called);
    }

    @Nullable Handler query(String called) {
        return shape.queries().get(called);
    }

    Set<String> queryNames() {
        return shape.queries().keySet();
    }
}
