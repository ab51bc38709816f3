package dev.reprise.program;

import java.util.ArrayList;
import java.util.List;

/** Code for a person to read: one line for each instruction, {@code 12 TASK "a" ; /0/1}. */
final class Listing {
    private final Program program;
    private final List<String> lines = new ArrayList<>();

    private Listing(Program program) {
        this.program = program;
    }

    static List<String> of(Program program) {
        var listing = new Listing(program);
        for (int at = 0; at < program.size(); at = program.next(at)) {
            listing.lines.add(listing.line(at));
        }
        return listing.lines;
    }

    private String line(int at) {
        var op = Op.of(program.at(at));
        var line = new StringBuilder().append(at).append(' ').append(op);
        int next = operands(line, op.operands(), at + 1);
        if (!op.group().isEmpty()) {
            int count = program.at(next++);
            for (int i = 0; i < count; i++) {
                line.append(i == 0 ? " {" : ";");
                next = operands(line, op.group(), next);
            }
            line.append(" }");
        }
        return line.append(" ; ").append(program.path(program.place(at))).toString();
    }

    private int operands(StringBuilder line, List<Op.Operand> operands, int from) {
        int at = from;
        for (var operand : operands) {
            line.append(' ').append(shown(operand, program.at(at++)));
        }
        return at;
    }

    private String shown(Op.Operand operand, int value) {
        var tables = program.tables();
        return switch (operand) {
            case TASK -> quoted(tables.tasks().get(value));
            case NAME -> quoted(tables.names().get(value));
            case EFFECT -> quoted(tables.effects().get(value).name());
            case MERGE -> tables.merges().get(value);
            case CONDITION -> tables.conditions().get(value).toString();
            case GUARD ->
                    value == Code.ALWAYS
                            ? "always"
                            : value == Code.OTHERWISE
                                    ? "otherwise"
                                    : tables.conditions().get(value).toString();
            case JOIN -> tables.joins().get(value).need().toString();
            case TRIGGER -> tables.triggers().get(value).toString();
            case EACH -> tables.eaches().get(value).instances().toString();
            case DEFINITION -> quoted(tables.definitions().get(value).name());
            case GRAPH -> "graph " + value;
            case BLOCK -> "block " + value;
            case PLACE -> program.path(value);
            case TARGET -> "-> " + value;
            case TURNS -> List.of("beside", "parts", "tasks").get(value);
            case ENDING -> value == Code.STOP_DONE ? "done" : "cancelled";
            case COUNT -> String.valueOf(value);
        };
    }

    private static String quoted(String name) {
        return "\"" + name + "\"";
    }
}
