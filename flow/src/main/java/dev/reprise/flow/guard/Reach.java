package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Finding.Place;
import dev.reprise.flow.guard.Learning.Facts;
import dev.reprise.flow.guard.Library.Found;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/**
 * The methods of the user's own code that a workflow reaches, nearest first.
 *
 * <p>This is a rapid type analysis. A virtual call leads to the method that its static type names,
 * and to those that override it in classes which reached code creates. A call through an interface
 * leads to created classes only: behind an activity's stub there is none. The JDK may call back
 * every method of a created object that it knows from a type of its own, so all these are reached.
 * Instances of a sealed type may come from a decoded payload, so a call on one leads to every
 * permitted class.
 */
final class Reach {
    /** More than any workflow has; a jar with foreign libraries merged in gets here. */
    static final int METHODS_MAX = 20_000;

    /** Who calls the methods that need no caller. */
    private static final Member ENTRY = new Member("", "", "");

    private final Library library;
    private final Map<Member, Node> nodes = new LinkedHashMap<>();
    private final Map<Member, Escapes> escapes = new LinkedHashMap<>();
    private final Deque<Node> pending = new ArrayDeque<>();
    private final Set<String> live = new LinkedHashSet<>();
    private final Set<String> initialised = new LinkedHashSet<>();
    private final Map<Member, Step> dispatches = new LinkedHashMap<>();
    private final Map<Member, Set<Member>> callers = new HashMap<>();
    private boolean full;

    Reach(Library library) {
        this.library = library;
    }

    /** A line of a reached method, from which the way leads on. */
    private record Step(Optional<Node> node, int line) {
        static final Step NONE = new Step(Optional.empty(), 0);
    }

    List<Node> nodes() {
        return List.copyOf(nodes.values());
    }

    /** Whether there was more code than the guard reads. */
    boolean isFull() {
        return full;
    }

    /** Whether a method hands what an instruction makes to {@code Flow.sideEffect} alone. */
    boolean isRecorded(Node node, int index) {
        var known = escapes.get(node.member());
        return known != null && known.isRecorded(index);
    }

    /** Reaches everything that the objects of a workflow's class can do. */
    void from(Type workflow) {
        create(workflow.name(), Step.NONE);
        enter(workflow, false);
        drain();
        // A private method that nobody calls: dead, or called by its name. It is looked at last, so
        // that the way to one which is called begins at its caller.
        enter(workflow, true);
        drain();
    }

    private void enter(Type workflow, boolean hidden) {
        var overridden = new HashSet<String>();
        for (var ancestor : library.supertypes(workflow.name())) {
            library.find(ancestor)
                    .filter(_ -> library.own(ancestor))
                    .ifPresent(
                            it -> enter(it, it.name().equals(workflow.name()), hidden, overridden));
        }
    }

    private void enter(Type type, boolean itself, boolean hidden, Set<String> overridden) {
        for (var method : type.methods()) {
            var found = new Found(type, method);
            var member = found.member();
            boolean runs = !found.is(AccessFlag.STATIC) && !Node.isLambda(found);
            boolean entry =
                    found.is(AccessFlag.PRIVATE) ? hidden : itself || !member.isConstructor();
            if (runs && entry && overridden.add(member.name() + member.descriptor())) {
                reach(found, Step.NONE);
            }
        }
    }

    private void drain() {
        while (!pending.isEmpty()) {
            visit(pending.remove());
        }
    }

    private void visit(Node node) {
        try {
            node.body().ifPresent(it -> visit(node, it));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | NoSuchElementException _) {
            // The class file contradicts itself. It has not been verified yet, and may never be.
            nodes.put(node.member(), node.withoutBody());
        }
    }

    private void visit(Node node, Body body) {
        var walk = Walk.through(node.found(), body, library, Facts.NONE);
        escapes.put(node.member(), new Escapes(walk));
        for (int index = 0; index < body.size(); index++) {
            if (walk.reaches(index) && !isRecorded(node, index)) {
                follow(body, index, new Step(Optional.of(node), body.line(index)));
            }
        }
    }

    private void follow(Body body, int index, Step step) {
        switch (body.at(index)) {
            case InvokeInstruction call -> call(call.opcode(), Member.of(call), step);
            case NewObjectInstruction made -> create(made.className().asInternalName(), step);
            case FieldInstruction field -> {
                if (field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC) {
                    library.field(Member.of(field))
                            .ifPresent(it -> initialise(it.type().name(), step));
                }
            }
            case InvokeDynamicInstruction call -> {
                if (Handles.implementation(call).isPresent()) {
                    create(Member.internal(call.typeSymbol().returnType()), step);
                }
                Handles.named(call).forEach(it -> refer(it, step));
            }
            case ConstantInstruction constant ->
                    Handles.named(constant).forEach(it -> refer(it, step));
            default -> {}
        }
    }

    private void refer(DirectMethodHandleDesc handle, Step step) {
        var member = Member.of(handle);
        switch (handle.kind()) {
            case STATIC, INTERFACE_STATIC -> call(Opcode.INVOKESTATIC, member, step);
            case SPECIAL, INTERFACE_SPECIAL -> call(Opcode.INVOKESPECIAL, member, step);
            case VIRTUAL -> call(Opcode.INVOKEVIRTUAL, member, step);
            case INTERFACE_VIRTUAL -> call(Opcode.INVOKEINTERFACE, member, step);
            case CONSTRUCTOR -> {
                create(member.owner(), step);
                call(Opcode.INVOKESPECIAL, member, step);
            }
            case GETTER, SETTER, STATIC_GETTER, STATIC_SETTER -> {}
        }
    }

    private void call(Opcode opcode, Member member, Step step) {
        if (!library.own(member.owner())) {
            return;
        }
        var resolved = library.resolve(member);
        boolean direct = opcode == Opcode.INVOKESTATIC || opcode == Opcode.INVOKESPECIAL;
        resolved.ifPresent(
                it -> {
                    if (opcode == Opcode.INVOKESTATIC) {
                        initialise(it.type().name(), step);
                    }
                    if (direct || opcode == Opcode.INVOKEVIRTUAL || it.is(AccessFlag.PRIVATE)) {
                        reach(it, step);
                    }
                });
        if (!direct) {
            dispatch(member, step);
        }
    }

    private void dispatch(Member member, Step step) {
        if (dispatches.putIfAbsent(member, step) != null) {
            return;
        }
        permit(member.owner(), step);
        for (var type : List.copyOf(live)) {
            select(type, member, step);
        }
    }

    private void permit(String name, Step step) {
        for (var permitted : library.find(name).map(Type::permitted).orElse(List.of())) {
            create(permitted, step);
            permit(permitted, step);
        }
    }

    /** The code creates objects of a class; or, of a functional interface, lambdas. */
    private void create(String name, Step step) {
        if (!library.own(name) || !live.add(name)) {
            return;
        }
        initialise(name, step);
        dispatches.forEach((call, from) -> select(name, call, from));
        callbacks(name, step);
    }

    private void select(String type, Member call, Step step) {
        if (library.supertypes(type).contains(call.owner())) {
            library.resolve(call.in(type)).ifPresent(it -> reach(it, step));
        }
    }

    /** What foreign code may call on an object that is handed to it. */
    private void callbacks(String name, Step step) {
        var foreign = new ArrayList<Type>();
        var own = new ArrayList<Type>();
        for (var ancestor : library.supertypes(name)) {
            library.find(ancestor).ifPresent((library.own(ancestor) ? own : foreign)::add);
        }
        for (var type : own) {
            for (var method : type.methods()) {
                var found = new Found(type, method);
                boolean callable =
                        !found.is(AccessFlag.STATIC)
                                && !found.is(AccessFlag.PRIVATE)
                                && !found.member().isConstructor();
                if (callable
                        && foreign.stream().anyMatch(it -> it.method(found.member()).isPresent())) {
                    select(name, found.member(), step);
                }
            }
        }
    }

    private void initialise(String name, Step step) {
        for (var type : library.lineage(name)) {
            if (library.own(type.name()) && initialised.add(type.name())) {
                type.method(new Member(type.name(), Member.INITIALISER, "()V"))
                        .ifPresent(it -> reach(new Found(type, it), step));
            }
        }
    }

    /** Whether a method runs only while a class is being initialised. */
    boolean onlyInitialises(Member member, String type) {
        var checked = new HashSet<Member>();
        var unchecked = new ArrayDeque<>(List.of(member));
        while (!unchecked.isEmpty()) {
            var next = unchecked.remove();
            boolean initialiser =
                    next.name().equals(Member.INITIALISER) && next.owner().equals(type);
            if (initialiser || !checked.add(next)) {
                continue;
            }
            var from = callers.getOrDefault(next, Set.of(ENTRY));
            if (from.contains(ENTRY)) {
                return false;
            }
            unchecked.addAll(from);
        }
        return true;
    }

    private void reach(Found found, Step step) {
        var member = found.member();
        callers.computeIfAbsent(member, _ -> new HashSet<>())
                .add(step.node().map(Node::member).orElse(ENTRY));
        if (found.is(AccessFlag.ABSTRACT) || nodes.containsKey(member)) {
            return;
        }
        if (nodes.size() >= METHODS_MAX) {
            full = true;
            return;
        }
        var allowances = new ArrayList<>(Allowance.over(found, library));
        if (Node.isLambda(found)) {
            step.node().ifPresent(it -> allowances.addAll(it.allowances()));
        }
        var via = step.node().map(it -> it.viaThis(step.line())).orElse(List.of());
        var node = new Node(found, Body.of(found.method()), via, allowances);
        nodes.put(member, node);
        pending.add(node);
    }

    /**
     * A method that the workflow's code reaches.
     *
     * @param body its instructions; none when it is abstract or native, or cannot be read
     * @param via the calls that lead to it, from a method of the workflow
     * @param allowances what covers the whole method
     */
    record Node(
            Library.Found found, Optional<Body> body, List<Place> via, List<Allowance> allowances) {
        private static final String LAMBDA = "lambda$";

        Node withoutBody() {
            return new Node(found, Optional.empty(), via, allowances);
        }

        Member member() {
            return found.member();
        }

        Type type() {
            return found.type();
        }

        /** Whether a method is the body of a lambda, which only its creator reaches. */
        static boolean isLambda(Library.Found found) {
            return found.is(AccessFlag.SYNTHETIC) && found.member().name().startsWith(LAMBDA);
        }

        Place at(int line) {
            return new Place(type().title(), title(), type().file(), line);
        }

        List<Place> viaThis(int line) {
            var longer = new ArrayList<>(via);
            longer.add(at(line));
            return longer;
        }

        /** The method's name; for a lambda that of the method it is written in. */
        private String title() {
            var name = member().name();
            if (!isLambda(found)) {
                return name;
            }
            var written = name.substring(LAMBDA.length());
            int end = written.lastIndexOf('$');
            return switch (end < 0 ? written : written.substring(0, end)) {
                case "new" -> Member.CONSTRUCTOR;
                case "static" -> Member.INITIALISER;
                case String number when number.chars().allMatch(Character::isDigit) -> "lambda";
                case String method -> method;
            };
        }
    }
}
