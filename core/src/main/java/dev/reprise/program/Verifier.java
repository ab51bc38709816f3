package dev.reprise.program;

import dev.reprise.Text;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Term;
import java.util.Arrays;

/**
 * Checks that code can be carried out, in one pass: every operand is in its table, every jump leads
 * forward to an instruction (only the end of a round leads back, to its beginning), every
 * instruction can be come to, and always inside of the same frames, which are left in the order in
 * which they were gone into.
 */
final class Verifier {
    private static final int UNKNOWN = -1;

    /** What an instruction can be directly inside of. */
    private enum Kind {
        WHOLE,
        BODY,
        BRANCH,
        NODE,
        UNDOING,
        ROUND,
        /** What {@link Op#LEAVE} goes out of. */
        ROOM
    }

    private final Program program;
    private final Tables tables;
    private final boolean[] begins;

    /** For each position: the number of what it is inside of. */
    private final int[] inside;

    /** Of each thing to be inside of: what sort, what is around it, and where its code begins. */
    private Kind[] kinds = new Kind[16];

    private int[] around = new int[16];
    private int[] first = new int[16];
    private int count;
    private final boolean[] blockUsed;

    Verifier(Program program) {
        this.program = program;
        this.tables = program.tables();
        this.begins = new boolean[program.size()];
        this.inside = new int[program.size()];
        Arrays.fill(inside, UNKNOWN);
        require(0, tables.blocks() <= program.size(), "there are more blocks than instructions");
        this.blockUsed = new boolean[tables.blocks()];
    }

    /**
     * Checks all of it.
     *
     * @throws Malformed with the position and the rule that is broken
     */
    void verify() {
        require(0, program.size() > 0, "there is no code");
        for (int at = 0; at < program.size(); at = program.next(at)) {
            begins[at] = true;
        }
        inside[0] = into(Kind.WHOLE, UNKNOWN, 0);
        for (var definition : tables.definitions()) {
            flow(0, definition.at(), into(Kind.BODY, UNKNOWN, definition.at()));
        }
        for (var each : tables.eaches()) {
            require(0, each.join() < tables.joins().size(), "instances have no join");
            require(0, each.merge() < tables.merges().size(), "instances have no merge");
            each(each);
        }
        int before = UNKNOWN;
        for (int at = 0; at < program.size(); at = program.next(at)) {
            require(at, inside[at] != UNKNOWN, "the instruction cannot be come to");
            operands(at);
            instruction(at, program.next(at), inside[at], before);
            before = at;
        }
    }

    private void each(Tables.EachCode each) {
        try {
            var checked =
                    new Term.Each(
                            each.instances(),
                            each.item(),
                            tables.joins().get(each.join()),
                            tables.merges().get(each.merge()));
            require(0, checked.item().equals(each.item()), "instances have lost their item");
        } catch (IllegalArgumentException e) {
            throw malformed(0, String.valueOf(e.getMessage()));
        }
    }

    // ---- operands

    private void operands(int at) {
        var op = Op.of(program.at(at));
        int list = op.listAt(at);
        for (int position = at + 1; position < program.next(at); position++) {
            if (position != list) {
                operand(at, ProgramForm.operand(op, at, position), program.at(position));
            }
        }
    }

    private void operand(int at, Op.Operand operand, int value) {
        int size =
                switch (operand) {
                    case TASK -> tables.tasks().size();
                    case EFFECT -> tables.effects().size();
                    case NAME -> tables.names().size();
                    case CONDITION, GUARD -> tables.conditions().size();
                    case MERGE -> tables.merges().size();
                    case JOIN -> tables.joins().size();
                    case EACH -> tables.eaches().size();
                    case TRIGGER -> tables.triggers().size();
                    case GRAPH -> tables.graphs().size();
                    case DEFINITION -> tables.definitions().size();
                    case BLOCK -> tables.blocks();
                    case TURNS -> 3;
                    case ENDING -> 2;
                    case COUNT -> Integer.MAX_VALUE;
                    case PLACE -> Math.min(program.placesCount(), Pattern.TERMS_MAX);
                    case TARGET -> program.size();
                };
        int least = operand == Op.Operand.GUARD ? Code.OTHERWISE : 0;
        if (value < least || value >= size) {
            throw malformed(
                    at, "the operand " + operand + " is " + value + ", and there are " + size);
        }
    }

    private void named(int at, int operand) {
        try {
            Text.name("a name", tables.names().get(program.at(operand)));
        } catch (IllegalArgumentException e) {
            throw malformed(at, String.valueOf(e.getMessage()));
        }
    }

    // ---- the flow

    private int into(Kind kind, int outer, int at) {
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, count * 2);
            around = Arrays.copyOf(around, count * 2);
            first = Arrays.copyOf(first, count * 2);
        }
        kinds[count] = kind;
        around[count] = outer;
        first[count] = at;
        return count++;
    }

    /** The flow leads from one instruction to another, which is inside of that. */
    private void flow(int at, int target, int where) {
        if (target <= at || target >= program.size() || !begins[target]) {
            throw malformed(
                    at, "it leads to " + target + ", where no instruction behind it begins");
        }
        if (inside[target] != UNKNOWN && inside[target] != where) {
            throw malformed(at, "it leads to " + target + ", which is inside of something else");
        }
        inside[target] = where;
    }

    private void instruction(int at, int next, int where, int before) {
        switch (program.at(at)) {
            case Code.TASK, Code.EFFECT, Code.NO_BRANCH, Code.STOP, Code.CALL ->
                    flow(at, next, where);
            case Code.PUT, Code.FAIL, Code.CANCEL, Code.COMPLETE -> {
                named(at, at + 1);
                flow(at, next, where);
            }
            case Code.GOTO -> flow(at, program.at(at + 1), where);
            case Code.UNLESS -> {
                flow(at, program.at(at + 2), where);
                flow(at, next, where);
            }
            case Code.PICK -> targets(at, where, 1);
            case Code.AWAIT -> targets(at, where, 2);
            case Code.ROUND -> flow(at, next, into(Kind.ROUND, where, next));
            case Code.TIMES, Code.WHILE, Code.UNTIL -> again(at, next, where);
            case Code.BLOCK -> block(at, next, where);
            case Code.FORK, Code.EACH -> split(at, next, where, before);
            case Code.TURN -> {
                ends(at, where, Kind.BRANCH);
                require(at, first[where] == at, "a turn is not at the beginning of a branch");
                flow(at, next, where);
            }
            case Code.ARRIVE -> ends(at, where, Kind.BRANCH);
            case Code.LOCK, Code.MILESTONE -> {
                named(at, at + 1);
                flow(at, next, into(Kind.ROOM, where, next));
            }
            case Code.REGION -> {
                named(at, at + 1);
                flow(at, next, into(Kind.ROOM, where, next));
                flow(at, program.at(at + 2), where);
            }
            case Code.RECOVER -> {
                flow(at, next, into(Kind.ROOM, where, next));
                flow(at, program.at(at + 2), where);
            }
            case Code.RETRY -> {
                require(
                        at,
                        program.at(at + 1) >= 2
                                && program.at(at + 1) <= Term.Remedy.Retry.ATTEMPTS_MAX,
                        "a retry makes too few attempts, or too many");
                flow(at, next, into(Kind.ROOM, where, next));
            }
            case Code.COMPENSATE -> flow(at, next, into(Kind.ROOM, where, next));
            case Code.LEAVE -> {
                ends(at, where, Kind.ROOM);
                flow(at, next, around[where]);
            }
            case Code.UNDO -> {
                flow(at, program.at(at + 1), where);
                flow(at, next, into(Kind.UNDOING, UNKNOWN, next));
            }
            case Code.UNDONE -> ends(at, where, Kind.UNDOING);
            case Code.GRAPH -> graph(at, where);
            case Code.PASS -> ends(at, where, Kind.NODE);
            case Code.RETURN -> ends(at, where, Kind.BODY);
            default -> ends(at, where, Kind.WHOLE);
        }
    }

    private void ends(int at, int where, Kind kind) {
        if (kinds[where] != kind) {
            throw malformed(at, "it is inside of a " + kinds[where] + ", not a " + kind);
        }
    }

    private void targets(int at, int where, int width) {
        for (int i = 1; i <= program.at(at + 1); i++) {
            flow(at, program.at(at + 1 + i * width), where);
        }
    }

    private void again(int at, int next, int where) {
        ends(at, where, Kind.ROUND);
        int back = program.at(at + 2);
        require(at, back == first[where], "it leads back, and not into its round");
        require(at, program.at(at) != Code.TIMES || program.at(at + 1) >= 1, "a loop has no round");
        flow(at, next, around[where]);
    }

    private void block(int at, int next, int where) {
        int number = program.at(at + 1);
        require(at, !blockUsed[number], "a block is used twice");
        blockUsed[number] = true;
        flow(at, next, where);
        int op = program.at(next);
        require(at, op == Code.FORK || op == Code.EACH, "a block is not before a split");
    }

    private void split(int at, int next, int where, int before) {
        boolean isFork = program.at(at) == Code.FORK;
        int number = isFork ? program.at(at + 2) : tables.eaches().get(program.at(at + 1)).join();
        var join = tables.joins().get(number);
        boolean blocked = before != UNKNOWN && program.at(before) == Code.BLOCK;
        require(
                at,
                blocked == (join.rest() == Join.Rest.BLOCK),
                "a block and a blocking join are not together");
        flow(at, Code.EACH == program.at(at) ? program.at(at + 3) : program.at(at + 4), where);
        if (!isFork) {
            flow(at, next, into(Kind.BRANCH, where, next));
            return;
        }
        int branches = program.at(at + 5);
        boolean parts = program.at(at + 1) == Code.TURNS_PARTS;
        require(
                at,
                program.at(at + 1) == Code.TURNS_NONE || join.equals(Join.ALL),
                "who has turns is not waited for");
        require(
                at,
                !(join.need() instanceof Join.AtLeast(int least)) || least <= branches,
                "a join needs more branches than there are");
        for (int i = 0; i < branches; i++) {
            int group = at + 6 + 3 * i;
            int target = program.at(group + 1);
            require(
                    at,
                    program.at(group) != Code.OTHERWISE || i == branches - 1,
                    "otherwise is not the last branch");
            flow(at, target, into(Kind.BRANCH, where, target));
            require(
                    at,
                    parts == (program.at(target) == Code.TURN),
                    "branches and turns are not together");
        }
    }

    private void graph(int at, int where) {
        flow(at, program.at(at + 2), where);
        var graph = tables.graphs().get(program.at(at + 1));
        require(at, graph.merge() < tables.merges().size(), "a graph has no merge");
        for (var node : graph.nodes()) {
            require(at, node.place() < program.placesCount(), "a node has no place");
            flow(at, node.at(), into(Kind.NODE, where, node.at()));
        }
    }

    private static void require(int at, boolean holds, String sentence) {
        if (!holds) {
            throw malformed(at, sentence);
        }
    }

    private static Malformed malformed(int at, String sentence) {
        return new Malformed(Problem.INCONSISTENT, "program", "instruction " + at, sentence + ".");
    }
}
