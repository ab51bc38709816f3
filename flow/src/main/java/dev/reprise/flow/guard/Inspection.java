package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Reach.Node;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at every instruction of the reached methods and reports what replay could not do again. */
final class Inspection {
    private final Library library;
    private final Reach reach;
    private final Ordering ordering;
    private final Identity identity;
    private final Shared shared;

    Inspection(Library library, Reach reach) {
        this.library = library;
        this.reach = reach;
        this.ordering = new Ordering(library);
        this.identity = new Identity(library);
        this.shared = new Shared(library, reach);
    }

    List<Finding> findings() {
        var facts = Learning.from(reach.nodes(), library);
        var all = new ArrayList<Finding>();
        for (var node : reach.nodes()) {
            all.addAll(unexplained(node));
            var body = node.body();
            if (body.isPresent()) {
                all.addAll(inspect(node, Walk.through(node.found(), body.get(), library, facts)));
            } else if (!node.found().is(AccessFlag.NATIVE)) {
                all.add(finding(node, 0, Issue.of(Rule.OPAQUE, "a method that cannot be read")));
            }
        }
        if (reach.isFull()) {
            all.add(tooMuch());
        }
        return all;
    }

    private Finding tooMuch() {
        var node = reach.nodes().getFirst();
        return new Finding(
                Rule.OPAQUE,
                "code of more than " + Reach.METHODS_MAX + " methods, the rest of which is unread,",
                node.at(0),
                List.of(),
                "name the packages of the workflow's code with Extent.only");
    }

    /** The findings about allowances without a reason. */
    private static List<Finding> unexplained(Node node) {
        return node.allowances().stream()
                .filter(it -> !it.isExplained())
                .map(
                        it ->
                                new Finding(
                                        Rule.UNEXPLAINED,
                                        it.toString(),
                                        it.at(),
                                        List.of(),
                                        Rule.UNEXPLAINED.advice()))
                .toList();
    }

    private List<Finding> inspect(Node node, Walk walk) {
        var all = new ArrayList<Finding>();
        var sorted = sorted(walk);
        for (int index = 0; index < walk.body().size(); index++) {
            if (walk.reaches(index) && !reach.isRecorded(node, index)) {
                int line = walk.body().line(index);
                issues(node, walk, index, sorted)
                        .filter(
                                it ->
                                        node.allowances().stream()
                                                .noneMatch(a -> a.covers(it.rule())))
                        .forEach(it -> all.add(finding(node, line, it)));
            }
        }
        return all;
    }

    private static Finding finding(Node node, int line, Issue issue) {
        return new Finding(issue.rule(), issue.call(), node.at(line), node.via(), issue.instead());
    }

    /** The references that the method sorts somewhere. */
    private static BitSet sorted(Walk walk) {
        var sites = new BitSet();
        for (int index = 0; index < walk.body().size(); index++) {
            if (walk.reaches(index)
                    && walk.body().at(index) instanceof InvokeInstruction call
                    && Ordering.sorts(Member.of(call))) {
                int site = arguments(walk, index, call).getFirst().site();
                if (site != Value.NOWHERE) {
                    sites.set(site);
                }
            }
        }
        return sites;
    }

    private static List<Value> arguments(Walk walk, int index, InvokeInstruction call) {
        return walk.arguments(index, call.typeSymbol(), call.opcode() != Opcode.INVOKESTATIC);
    }

    private Stream<Issue> issues(Node node, Walk walk, int index, BitSet sorted) {
        return switch (walk.body().at(index)) {
            case InvokeInstruction call ->
                    call(node, call, arguments(walk, index, call), sorted.get(index));
            case FieldInstruction field -> field(node, walk, index, field);
            case ArrayStoreInstruction store ->
                    shared.written(node, walk.top(index, store.typeKind().slotSize() + 1)).stream();
            case InvokeDynamicInstruction call when Handles.isConcatenation(call) ->
                    walk.arguments(index, call.typeSymbol(), false).stream().flatMap(this::shown);
            case InvokeDynamicInstruction call ->
                    Handles.named(call).stream().flatMap(this::referred);
            case ConstantInstruction constant ->
                    Handles.named(constant).stream().flatMap(this::referred);
            default -> Stream.empty();
        };
    }

    private Stream<Issue> call(
            Node node, InvokeInstruction call, List<Value> arguments, boolean sortedLater) {
        var member = Member.of(call);
        var resolved = library.resolve(member);
        if (resolved.isPresent()) {
            return resolved.filter(it -> it.is(AccessFlag.NATIVE)).stream()
                    .map(_ -> Issue.of(Rule.OPAQUE, member + ", a native method,"));
        }
        var banned = banned(member, arguments);
        var unordered =
                ordering.seen(member, arguments, sortedLater)
                        .map(it -> Issue.of(Rule.UNORDERED, member + " of " + it));
        if (arguments.isEmpty()) {
            return Stream.of(banned, unordered).flatMap(Optional::stream);
        }
        var receiver = arguments.getFirst();
        boolean isSuper = call.opcode() == Opcode.INVOKESPECIAL;
        return Stream.of(
                        banned,
                        unordered,
                        identity.called(member, receiver, isSuper),
                        implied(member, arguments.getLast()),
                        shared.called(node, member, receiver))
                .flatMap(Optional::stream);
    }

    private Optional<Issue> banned(Member member, List<Value> arguments) {
        return Bans.on(member, library)
                .filter(_ -> !Patterns.isNumeric(member, arguments))
                .map(it -> new Issue(it.rule(), member.toString(), it.instead()));
    }

    /** Calls that hash their argument, or turn it into text. */
    private Optional<Issue> implied(Member member, Value argument) {
        if (!member.descriptor().startsWith("(Ljava/lang/Object;)")) {
            return Optional.empty();
        }
        return switch (member.owner() + "." + member.name()) {
            case "java/lang/String.valueOf",
                    "java/util/Objects.toString",
                    "java/lang/StringBuilder.append" ->
                    identity.shown(argument);
            case "java/util/Objects.hashCode" -> identity.hashed(argument);
            default -> Optional.empty();
        };
    }

    /** An operand of string concatenation. */
    private Stream<Issue> shown(Value value) {
        var unordered =
                value.order().isLost()
                        ? Stream.of(Issue.of(Rule.UNORDERED, "the text of " + value.origin()))
                        : Stream.<Issue>empty();
        return Stream.concat(unordered, identity.shown(value).stream());
    }

    /** A method reference: as if the method were called here, with who knows what. */
    private Stream<Issue> referred(DirectMethodHandleDesc handle) {
        var member = Member.of(handle);
        return member.isField() || library.resolve(member).isPresent()
                ? Stream.empty()
                : banned(member, List.of()).stream();
    }

    private Stream<Issue> field(Node node, Walk walk, int index, FieldInstruction field) {
        var member = Member.of(field);
        if (library.field(member).isEmpty()) {
            return banned(member, List.of()).stream();
        }
        var written =
                field.opcode() == Opcode.PUTFIELD
                        ? shared.written(node, walk.top(index, size(field)))
                        : Optional.<Issue>empty();
        return Stream.of(shared.accessed(node, member, field.opcode()), written)
                .flatMap(Optional::stream);
    }

    private static int size(FieldInstruction field) {
        return TypeKind.from(field.typeSymbol()).slotSize();
    }

    /** Something wrong with one instruction of a method. */
    record Issue(Rule rule, String call, String instead) {
        static Issue of(Rule rule, String call) {
            return new Issue(rule, call, rule.advice());
        }
    }
}
