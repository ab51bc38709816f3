package dev.reprise.program;

import dev.reprise.pattern.Guard;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Node;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Places;
import dev.reprise.pattern.Rounds;
import dev.reprise.pattern.Term;
import java.util.Arrays;

/**
 * Makes a program of a pattern in one pass over its places, without recursion: the terms that are
 * open are a stack of its own. Jumps forward are not known when they are written: those that lead
 * to the end of one term are a chain through the operands that wait for it.
 */
final class Compiler {
    private static final int NOWHERE = -1;

    private final Places places;
    private final Emitter out = new Emitter();
    private final TableMaker tables = new TableMaker();

    // The open terms: place, the next part, where the head is, the chain of jumps to the end, and
    // the operand that waits for the next part.
    private int[] open = new int[64];
    private int[] part = new int[64];
    private int[] head = new int[64];
    private int[] toEnd = new int[64];
    private int[] toNext = new int[64];
    private int depth;

    private Compiler(Places places) {
        this.places = places;
    }

    static Program compile(Pattern pattern) {
        return new Compiler(Places.checked(pattern)).compile();
    }

    private Program compile() {
        int next = 0;
        push(next++);
        while (depth > 0) {
            int top = depth - 1;
            int place = open[top];
            var pattern = places.at(place);
            if (part[top] < pattern.parts().size()) {
                before(place, pattern.term(), part[top]++, next);
                push(next++);
            } else {
                out.at(place);
                tail(pattern.term());
                patch(toEnd[top]);
                depth--;
            }
        }
        out.at(0);
        out.op(Code.END);
        int[] parents = new int[places.size()];
        int[] ranks = new int[places.size()];
        for (int place = 0; place < parents.length; place++) {
            parents[place] = places.parent(place);
            ranks[place] = places.rank(place);
        }
        return new Program(out.code(), out.places(), parents, ranks, tables.made());
    }

    private void push(int place) {
        if (depth == open.length) {
            int length = depth * 2;
            open = Arrays.copyOf(open, length);
            part = Arrays.copyOf(part, length);
            head = Arrays.copyOf(head, length);
            toEnd = Arrays.copyOf(toEnd, length);
            toNext = Arrays.copyOf(toNext, length);
        }
        int top = depth++;
        open[top] = place;
        part[top] = 0;
        toEnd[top] = NOWHERE;
        toNext[top] = NOWHERE;
        out.at(place);
        head[top] = out.size();
        head(places.at(place));
    }

    /** What comes before the first part. */
    private void head(Pattern pattern) {
        switch (pattern.term()) {
            case Term.Task task -> task(task);
            case Term.Put(var variable, var text) ->
                    out.op(Code.PUT, tables.name(variable), tables.name(text));
            case Term.Seq(), Term.Define _, Term.Undo() -> {}
            case Term.Choice _ -> {}
            case Term.Free() -> list(Code.PICK, pattern.parts().size(), 1);
            case Term.Await _ -> list(Code.AWAIT, pattern.parts().size(), 2);
            case Term.Par par -> fork(Code.TURNS_NONE, par.join(), par.merge(), pattern);
            case Term.Interleave(var turns, var merge) ->
                    fork(
                            turns == Term.Turns.PARTS ? Code.TURNS_PARTS : Code.TURNS_TASKS,
                            Join.ALL,
                            merge,
                            pattern);
            case Term.Each each -> each(each);
            case Term.Loop(var rounds) -> loop(rounds);
            case Term.Lock(var name) -> out.op(Code.LOCK, tables.name(name));
            case Term.Region(var name) -> {
                out.op(Code.REGION, tables.name(name), NOWHERE);
                chainToEnd(out.size() - 1);
            }
            case Term.Milestone(var region) -> out.op(Code.MILESTONE, tables.name(region));
            case Term.Cancel(var region, var manner) ->
                    out.op(
                            manner == Term.Manner.COMPLETE ? Code.COMPLETE : Code.CANCEL,
                            tables.name(region));
            case Term.Stop(var ending) -> stop(ending);
            case Term.Scope(var remedy) -> scope(remedy);
            case Term.Graph graph -> {
                out.op(Code.GRAPH, tables.graph(graph), NOWHERE);
                chainToEnd(out.size() - 1);
            }
            case Term.Call(var name) -> out.op(Code.CALL, tables.definition(name));
        }
    }

    private void task(Term.Task task) {
        switch (task.work()) {
            case Term.Work.Pure() -> out.op(Code.TASK, tables.task(task.name()));
            case Term.Work.Effect _ -> out.op(Code.EFFECT, tables.effect(task));
        }
    }

    /** An instruction with a list of so many groups, to be filled in part by part. */
    private void list(int code, int count, int width) {
        out.op(code, count);
        out.room(count * width);
    }

    private void fork(int turns, Join join, String merge, Pattern pattern) {
        if (join.rest() == Join.Rest.BLOCK) {
            out.op(Code.BLOCK, tables.block());
            head[depth - 1] = out.size();
        }
        int count = pattern.parts().size();
        out.op(Code.FORK, turns, tables.join(join), tables.merge(merge), NOWHERE, count);
        chainToEnd(out.size() - 2);
        out.room(count * 3);
    }

    private void each(Term.Each each) {
        if (each.join().rest() == Join.Rest.BLOCK) {
            out.op(Code.BLOCK, tables.block());
        }
        out.op(Code.EACH, tables.each(each), open[depth - 1] + 1, NOWHERE);
        chainToEnd(out.size() - 1);
    }

    private void loop(Rounds rounds) {
        if (rounds instanceof Rounds.While(var condition)) {
            out.op(Code.UNLESS, tables.condition(condition), NOWHERE);
            chainToEnd(out.size() - 1);
        }
        out.op(Code.ROUND);
        head[depth - 1] = out.size();
    }

    private void stop(Term.Ending ending) {
        switch (ending) {
            case Term.Ending.Done() -> out.op(Code.STOP, Code.STOP_DONE);
            case Term.Ending.Cancelled() -> out.op(Code.STOP, Code.STOP_CANCELLED);
            case Term.Ending.Failed(var type, var message) ->
                    out.op(Code.FAIL, tables.name(type), tables.name(message));
        }
    }

    private void scope(Term.Remedy remedy) {
        switch (remedy) {
            case Term.Remedy.Recover(var into) -> {
                out.op(Code.RECOVER, tables.name(into), NOWHERE);
                toNext[depth - 1] = out.size() - 1;
            }
            case Term.Remedy.Retry(int attempts) -> out.op(Code.RETRY, attempts);
            case Term.Remedy.Compensate() -> out.op(Code.COMPENSATE);
        }
    }

    /** What comes before a part, and behind the one before. */
    private void before(int place, Term term, int rank, int partPlace) {
        out.at(place);
        switch (term) {
            case Term.Choice(var guards) -> choice(guards.get(rank), rank);
            case Term.Free() -> {
                gotoEnd(rank);
                out.set(head[depth - 1] + 2 + rank, out.size());
            }
            case Term.Await(var triggers) -> {
                gotoEnd(rank);
                int group = head[depth - 1] + 2 + rank * 2;
                out.set(group, tables.trigger(triggers.get(rank)));
                out.set(group + 1, out.size());
            }
            case Term.Par par -> branch(rank, par.guard(rank), partPlace);
            case Term.Interleave(var turns, _) -> {
                branch(rank, Guard.ALWAYS, partPlace);
                if (turns == Term.Turns.PARTS) {
                    out.op(Code.TURN);
                }
            }
            case Term.Scope _ -> {
                if (rank == 1) {
                    out.op(Code.LEAVE);
                    gotoEnd(rank);
                    out.set(toNext[depth - 1], out.size());
                }
            }
            case Term.Undo() -> {
                if (rank == 1) {
                    out.op(Code.UNDO, NOWHERE);
                    chainToEnd(out.size() - 1);
                }
            }
            case Term.Graph graph -> node(graph.nodes().get(rank), rank, partPlace);
            case Term.Define(var definitions) -> {
                if (rank == 1) {
                    gotoEnd(rank);
                } else if (rank > 1) {
                    out.op(Code.RETURN);
                }
                if (rank > 0) {
                    tables.define(definitions.get(rank - 1), out.size());
                }
            }
            default -> {}
        }
    }

    private void choice(Guard guard, int rank) {
        gotoEnd(rank);
        if (toNext[depth - 1] != NOWHERE) {
            out.set(toNext[depth - 1], out.size());
            toNext[depth - 1] = NOWHERE;
        }
        if (guard instanceof Guard.When(var condition)) {
            out.op(Code.UNLESS, tables.condition(condition), NOWHERE);
            toNext[depth - 1] = out.size() - 1;
        }
    }

    private void branch(int rank, Guard guard, int partPlace) {
        if (rank > 0) {
            out.op(Code.ARRIVE);
        }
        int group = head[depth - 1] + 6 + rank * 3;
        out.set(group, guard(guard));
        out.set(group + 1, out.size());
        out.set(group + 2, partPlace);
    }

    private int guard(Guard guard) {
        return switch (guard) {
            case Guard.Always() -> Code.ALWAYS;
            case Guard.Otherwise() -> Code.OTHERWISE;
            case Guard.When(var condition) -> tables.condition(condition);
        };
    }

    private void node(Node node, int rank, int partPlace) {
        if (rank > 0) {
            out.op(Code.PASS);
        }
        var code = new Tables.NodeCode(plain(node), out.size(), partPlace);
        tables.node(out.get(head[depth - 1] + 1), code);
    }

    /** Whether several may come is for who checks the pattern; it is carried out alike. */
    private static Node plain(Node node) {
        return node.entry() instanceof Node.Entry.Each
                ? new Node(node.label(), new Node.Entry.One(), node.exit())
                : node;
    }

    /** What comes behind the last part. */
    private void tail(Term term) {
        switch (term) {
            case Term.Choice _ -> {
                if (toNext[depth - 1] != NOWHERE) {
                    gotoEnd(1);
                    out.set(toNext[depth - 1], out.size());
                    out.op(Code.NO_BRANCH);
                }
            }
            case Term.Par _, Term.Interleave _, Term.Each _ -> out.op(Code.ARRIVE);
            case Term.Loop(var rounds) -> again(rounds);
            case Term.Lock _, Term.Region _, Term.Milestone _ -> out.op(Code.LEAVE);
            case Term.Scope(var remedy) -> {
                if (!(remedy instanceof Term.Remedy.Recover)) {
                    out.op(Code.LEAVE);
                }
            }
            case Term.Undo() -> out.op(Code.UNDONE);
            case Term.Graph _ -> out.op(Code.PASS);
            case Term.Define _ -> out.op(Code.RETURN);
            default -> {}
        }
    }

    private void again(Rounds rounds) {
        int back = head[depth - 1];
        switch (rounds) {
            case Rounds.Times(int count) -> out.op(Code.TIMES, count, back);
            case Rounds.While(var condition) ->
                    out.op(Code.WHILE, tables.condition(condition), back);
            case Rounds.Until(var condition) ->
                    out.op(Code.UNTIL, tables.condition(condition), back);
        }
    }

    /** A jump to the end of the term, behind a part. */
    private void gotoEnd(int rank) {
        if (rank > 0) {
            out.op(Code.GOTO, NOWHERE);
            chainToEnd(out.size() - 1);
        }
    }

    private void chainToEnd(int operand) {
        out.set(operand, toEnd[depth - 1]);
        toEnd[depth - 1] = operand;
    }

    private void patch(int chain) {
        for (int operand = chain; operand != NOWHERE; ) {
            int next = out.get(operand);
            out.set(operand, out.size());
            operand = next;
        }
    }

    /** Code that is being written, with the place of each instruction. */
    private static final class Emitter {
        private int[] code = new int[64];
        private int[] places = new int[64];
        private int size;
        private int place;

        void at(int current) {
            place = current;
        }

        int size() {
            return size;
        }

        void op(int number, int... operands) {
            ensure(1 + operands.length);
            places[size] = place;
            code[size++] = number;
            for (int operand : operands) {
                places[size] = place;
                code[size++] = operand;
            }
        }

        void room(int count) {
            ensure(count);
            Arrays.fill(places, size, size + count, place);
            size += count;
        }

        void set(int at, int value) {
            code[at] = value;
        }

        int get(int at) {
            return code[at];
        }

        private void ensure(int more) {
            int wanted = Math.addExact(size, more);
            if (wanted > code.length) {
                int length = Math.max(wanted, code.length + (code.length >> 1));
                code = Arrays.copyOf(code, length);
                places = Arrays.copyOf(places, length);
            }
        }

        int[] code() {
            return Arrays.copyOf(code, size);
        }

        int[] places() {
            return Arrays.copyOf(places, size);
        }
    }
}
