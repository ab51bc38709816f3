package dev.reprise.pattern;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.pattern.Frame.InBranch;
import dev.reprise.pattern.Frame.InScope;
import dev.reprise.pattern.Frame.Split;
import dev.reprise.pattern.Frame.State;
import dev.reprise.pattern.Frame.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What each term does, in the reference interpreter; {@link ReferenceBranches} does the splits. */
final class ReferenceTerms {
    private final Reference run;

    ReferenceTerms(Reference run) {
        this.run = run;
    }

    // ---- going in

    /** The token comes to the term at the place. */
    void enter(Token token, int place) {
        var pattern = run.places.at(place);
        switch (pattern.term()) {
            case Term.Task _, Term.Cancel _ -> token.state = new State.Stands(place);
            case Term.Stop(Term.Ending.Failed(var type, var message)) ->
                    throw new Reference.Mishap(type, message);
            case Term.Stop _ -> token.state = new State.Stands(place);
            case Term.Lock(var name) -> lock(token, place, name);
            case Term.Put(var variable, var text) ->
                    run.goOn(token, token.frame, token.context.with(variable, text));
            case Term.Seq() -> {
                token.frame = new Frame.InSeq(place, token);
                token.state = new State.Returns();
            }
            case Term.Par(_, var join, _) -> {
                if (join.rest() == Join.Rest.BLOCK) {
                    token.state = new State.Stands(place);
                } else {
                    run.branches.split(token, place);
                }
            }
            case Term.Each(_, _, var join, _) -> {
                if (join.rest() == Join.Rest.BLOCK) {
                    token.state = new State.Stands(place);
                } else {
                    run.branches.split(token, place);
                }
            }
            case Term.Interleave _ -> run.branches.split(token, place);
            case Term.Choice(var guards) ->
                    token.state = new State.Enters(part(place, first(guards, holdsOf(token))));
            case Term.Free() ->
                    token.state =
                            new State.Enters(
                                    part(place, run.pick(token, place, pattern.parts().size())));
            case Term.Loop(var rounds) -> round(token, place, rounds, 0);
            case Term.Await _ -> run.signals().await(token, place);
            case Term.Region(var name) ->
                    inside(token, new Frame.InRegion(place, name, token), part(place, 0));
            case Term.Milestone(var region) ->
                    inside(token, new Frame.InMilestone(place, region, token), part(place, 0));
            case Term.Scope(var remedy) ->
                    inside(token, new InScope(place, remedy, 0, token), part(place, 0));
            case Term.Undo() -> inside(token, new Frame.InUndo(place, token), part(place, 0));
            case Term.Graph graph -> run.graphs.begin(token, place, graph);
            case Term.Define _ -> token.state = new State.Enters(part(place, 0));
            case Term.Call(var name) -> call(token, place, name);
        }
    }

    private int part(int place, int rank) {
        return run.places.part(place, rank);
    }

    private static void inside(Token token, Frame frame, int part) {
        token.frame = frame;
        token.state = new State.Enters(part);
    }

    private Predicate<Condition> holdsOf(Token token) {
        return condition -> run.holds(condition, token.context);
    }

    /** The number of the first branch that is let; those behind it are not judged. */
    static int first(List<Guard> guards, Predicate<Condition> holds) {
        for (int i = 0; i < guards.size(); i++) {
            if (!(guards.get(i) instanceof Guard.When(var condition)) || holds.test(condition)) {
                return i;
            }
        }
        throw noBranch();
    }

    private static Reference.Mishap noBranch() {
        return new Reference.Mishap("NoBranch", "no condition holds, and there is no otherwise");
    }

    /** The numbers of all branches that are let, in order. */
    static List<Integer> taken(List<Guard> guards, Predicate<Condition> holds) {
        var taken = new ArrayList<Integer>();
        for (int i = 0; i < guards.size(); i++) {
            boolean let =
                    switch (guards.get(i)) {
                        case Guard.Always() -> true;
                        case Guard.When(var condition) -> holds.test(condition);
                        case Guard.Otherwise() -> taken.isEmpty();
                    };
            if (let) {
                taken.add(i);
            }
        }
        if (taken.isEmpty()) {
            throw noBranch();
        }
        return taken;
    }

    private void lock(Token token, int place, String name) {
        if (holders(name).anyMatch(token::isIn)) {
            inside(token, new Frame.InLock(place, name, token), part(place, 0));
        } else {
            token.state = new State.Stands(place);
        }
    }

    private Stream<Frame.InLock> holders(String name) {
        return run.active(Frame.InLock.class).stream().filter(it -> it.name.equals(name));
    }

    private void round(Token token, int place, Rounds rounds, int number) {
        boolean more =
                switch (rounds) {
                    case Rounds.Times(int count) -> number < count;
                    case Rounds.While(var condition) -> run.holds(condition, token.context);
                    case Rounds.Until(var condition) ->
                            number == 0 || !run.holds(condition, token.context);
                };
        if (more) {
            inside(token, new Frame.InRound(place, number, token), part(place, 0));
        } else {
            token.state = new State.Returns();
        }
    }

    private void call(Token token, int place, String name) {
        for (int at = run.places.parent(place); ; at = run.places.parent(at)) {
            if (run.places.at(at).term() instanceof Term.Define(var definitions)) {
                for (int i = 0; i < definitions.size(); i++) {
                    if (definitions.get(i).name().equals(name)) {
                        checkDepth(token, definitions.get(i));
                        inside(token, new Frame.InCall(place, name, token), part(at, i + 1));
                        return;
                    }
                }
            }
        }
    }

    private static void checkDepth(Token token, Term.Definition definition) {
        long depth =
                token.chain().stream()
                        .filter(
                                it ->
                                        it instanceof Frame.InCall call
                                                && call.name.equals(definition.name()))
                        .count();
        if (depth >= definition.depthMax()) {
            throw new Reference.Mishap(
                    "TooDeep",
                    "calls of \"" + definition.name() + "\" go " + depth + " deep already");
        }
    }

    // ---- what is done when it is chosen

    /** Whether the token, which stands before something, may do it now. */
    boolean may(Token token) {
        int place = ((State.Stands) token.state).place();
        return switch (run.places.at(place).term()) {
            case Term.Task _ -> mayStart(token);
            case Term.Lock(var name) -> holders(name).findAny().isEmpty();
            case Term.Par _, Term.Each _ ->
                    run.active(InBranch.class).stream().noneMatch(it -> it.split().place == place);
            case Term.Interleave _ ->
                    run.active(InBranch.class).stream()
                            .noneMatch(it -> it.turn && it.parent == token.frame.parent);
            default -> true;
        };
    }

    private boolean mayStart(Token token) {
        for (var frame : token.chain()) {
            if (frame.left) {
                continue;
            }
            if (frame instanceof Frame.InMilestone milestone
                    && run.regions(milestone.region, milestone.chain()).isEmpty()) {
                return false;
            }
            if (run.places.at(frame.place).term() instanceof Term.Interleave(var turns, _)
                    && frame instanceof Split
                    && turns == Term.Turns.TASKS
                    && run.tokensAsking().stream().anyMatch(it -> it.isIn(frame))) {
                return false;
            }
        }
        return true;
    }

    /** The token was chosen. */
    void perform(Token token) {
        int place = ((State.Stands) token.state).place();
        try {
            switch (run.places.at(place).term()) {
                case Term.Task(_, Term.Work.Effect _) -> {
                    run.tell("start", token, place);
                    token.state = new State.Asks(place);
                }
                case Term.Task(var name, Term.Work.Pure()) -> pure(token, place, name);
                case Term.Stop(var ending) -> {
                    if (ending instanceof Term.Ending.Done) {
                        run.endDone(token.context);
                    } else {
                        run.end("cancelled");
                    }
                }
                case Term.Cancel(var region, var manner) -> cancel(token, region, manner);
                case Term.Lock(var name) -> {
                    token.frame = new Frame.InLock(place, name, token);
                    run.enter(token, part(place, 0));
                }
                case Term.Interleave _ -> {
                    var branch = (InBranch) token.frame;
                    branch.turn = true;
                    run.enter(token, branch.place);
                }
                case Term.Par _, Term.Each _ -> run.branches.split(token, place);
                default -> throw new AssertionError(run.places.at(place));
            }
        } catch (Reference.Mishap mishap) {
            run.fail(token, mishap.failure());
        }
    }

    private void pure(Token token, int place, String name) {
        try {
            var context = Reference.told(() -> run.linked.task(name).apply(token.context));
            run.tell("ran", token, place);
            run.goOn(token, token.frame, context);
        } catch (Reference.Mishap mishap) {
            run.tell("fail", token, place);
            throw mishap;
        }
    }

    void resume(Token token, Outcome outcome) {
        int place = ((State.Asks) token.state).place();
        var task = (Term.Task) run.places.at(place).term();
        var result = ((Term.Work.Effect) task.work()).result();
        switch (outcome) {
            case Outcome.Completed(var value) -> {
                run.tell("end", token, place);
                var context = token.context;
                run.goOn(
                        token,
                        token.frame,
                        result.isEmpty() ? context : context.with(result, value));
            }
            case Outcome.Failed(var failure) -> {
                run.tell("fail", token, place);
                token.state = new State.Returns();
                run.fail(token, failure);
            }
        }
    }

    private void cancel(Token token, String region, Term.Manner manner) {
        run.goOn(token, token.frame, token.context);
        end(run.regions(region, token.chain()), manner);
    }

    /** Ends those of the regions that are not inside of another one, in the order of the owners. */
    void end(List<Frame.InRegion> all, Term.Manner manner) {
        all.stream()
                .filter(it -> all.stream().noneMatch(o -> o != it && it.chain().contains(o)))
                .sorted(Comparator.comparing(it -> it.owner.key))
                .forEach(it -> end(it, manner));
    }

    private void end(Frame.InRegion region, Term.Manner manner) {
        if (!run.tokens.contains(region.owner) || !region.owner.isIn(region)) {
            return;
        }
        var each = run.active(Split.class).stream().filter(it -> it.parent == region).findFirst();
        if (manner == Term.Manner.COMPLETE && each.isPresent()) {
            each.get().open = false;
            run.branches.withdraw(each.get());
            try {
                run.branches.fire(each.get());
            } catch (Reference.Mishap mishap) {
                run.fail(each.get().owner, mishap.failure());
            }
            return;
        }
        run.withdraw(region, region.owner);
        region.left = true;
        run.goOn(region.owner, region.parent, region.base);
    }

    // ---- coming out

    /** The token has come to the end of a term, and goes on with what that is a part of. */
    void comeOut(Token token) {
        switch (token.frame) {
            case null -> run.complete(token);
            case Frame.InSeq seq -> {
                if (seq.done == run.places.at(seq.place).parts().size()) {
                    leave(token, seq);
                } else {
                    token.state = new State.Enters(part(seq.place, seq.done++));
                }
            }
            case Frame.InRound round -> {
                leave(token, round);
                var rounds = ((Term.Loop) run.places.at(round.place).term()).rounds();
                round(token, round.place, rounds, round.number + 1);
            }
            case InBranch branch -> run.branches.arrive(token, branch);
            case Frame.InNode node -> run.graphs.leave(token, node);
            case Frame.InUndo undo -> {
                leave(token, undo);
                remember(token, new Frame.Undoing(part(undo.place, 1), token.context));
            }
            case InScope scope -> {
                leave(token, scope);
                scope.undos.forEach(it -> remember(token, it));
            }
            case Frame.Compensation compensation -> {
                leave(token, compensation);
                undoNext(token, compensation);
            }
            case Frame.InLock lock -> leave(token, lock);
            case Frame.InRegion region -> leave(token, region);
            case Frame.InMilestone milestone -> leave(token, milestone);
            case Frame.InCall call -> leave(token, call);
            case Split split -> throw new AssertionError(run.places.path(split.place));
            case Frame.InGraph graph -> throw new AssertionError(run.places.path(graph.place));
        }
    }

    private static void leave(Token token, Frame frame) {
        frame.left = true;
        token.frame = frame.parent;
    }

    // ---- failures

    private static void remember(Token token, Frame.Undoing undoing) {
        for (var frame : token.chain()) {
            if (!frame.left
                    && frame instanceof InScope scope
                    && scope.remedy instanceof Term.Remedy.Compensate) {
                scope.undos.add(undoing);
                return;
            }
        }
    }

    /** Does something about a failure inside the scope; false when it goes on to those around. */
    boolean remedied(InScope scope, Failure failure) {
        var owner = scope.owner;
        run.withdraw(scope, owner);
        scope.left = true;
        owner.frame = scope.parent;
        owner.context = scope.base;
        switch (scope.remedy) {
            case Term.Remedy.Recover(var into) -> {
                if (!into.isEmpty()) {
                    owner.context = owner.context.with(into, Reference.type(failure));
                }
                run.enter(owner, part(scope.place, 1));
            }
            case Term.Remedy.Retry(int attempts) -> {
                if (scope.attempt + 1 == attempts) {
                    return false;
                }
                owner.frame = new InScope(scope.place, scope.remedy, scope.attempt + 1, owner);
                run.enter(owner, part(scope.place, 0));
            }
            case Term.Remedy.Compensate() -> {
                var none =
                        new Frame.Compensation(
                                scope.place, -1, new ArrayList<>(scope.undos), failure, owner);
                undoNext(owner, none);
            }
        }
        return true;
    }

    /** Undoes what is to be undone next; after the last one, the failure goes on. */
    private void undoNext(Token token, Frame.Compensation last) {
        if (last.rest.isEmpty()) {
            run.fail(token, last.failure);
            return;
        }
        var undoing = last.rest.removeLast();
        token.frame =
                new Frame.Compensation(last.place, last.number + 1, last.rest, last.failure, token);
        token.context = undoing.context();
        run.enter(token, undoing.place());
    }
}
