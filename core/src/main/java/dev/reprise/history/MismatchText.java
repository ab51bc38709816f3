package dev.reprise.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** How a mismatch is told to a person. */
final class MismatchText {
    private static final int CELL_CHARS_MAX = 48;
    private static final int CELL_LEAD_CHARS = 12;
    private static final String READ_ON = " See docs/transcript.md#replay.";

    private MismatchText() {}

    static String of(Mismatch mismatch) {
        var place = mismatch.place();
        String run = place.run().isEmpty() ? "A run" : "Run " + place.run();
        return run
                + " took a different path on replay: "
                + headline(mismatch)
                + "\n  at turn "
                + place.turn()
                + where(mismatch)
                + (place.line().isEmpty() ? "" : "\n  in code " + place.line())
                + body(mismatch)
                + "\nLikely cause: "
                + (place.suspicion().isEmpty() ? likelyCause(mismatch) : place.suspicion())
                + "\nWhat to do: "
                + whatToDo(mismatch)
                + READ_ON;
    }

    private static String headline(Mismatch mismatch) {
        return switch (mismatch) {
            case Mismatch.Missing m -> "a recorded command is missing: " + name(m.recorded()) + ".";
            case Mismatch.Extra m -> "an extra command was attempted: " + name(m.attempted()) + ".";
            case Mismatch.Reordered m ->
                    "commands are reordered: "
                            + name(m.recorded())
                            + " was recorded where "
                            + name(m.attempted())
                            + " was attempted.";
            case Mismatch.Changed m ->
                    "a command is changed: "
                            + name(m.recorded())
                            + ", field "
                            + String.join(
                                    ", ",
                                    m.differences().stream().map(FieldDifference::path).toList())
                            + ".";
            case Mismatch.AfterEnd m ->
                    "a command was attempted after the end of the run: "
                            + name(m.attempted())
                            + ".";
            case Mismatch.ChoicesDiffer _ -> "the commands are the same, the choices are not.";
            case Mismatch.LeftOver _ -> "it has ended, but the recording goes on.";
            case Mismatch.ActivationFailed _ -> "the machine could not carry out the activation.";
            case Mismatch.Threw m -> "the machine threw " + m.cause().getClass().getName() + ".";
        };
    }

    private static String where(Mismatch mismatch) {
        return switch (mismatch) {
            case Mismatch.Missing _,
                    Mismatch.Extra _,
                    Mismatch.Reordered _,
                    Mismatch.Changed _,
                    Mismatch.AfterEnd _ ->
                    ", command " + mismatch.place().command() + ", unit " + mismatch.place().unit();
            case Mismatch.ChoicesDiffer _,
                    Mismatch.LeftOver _,
                    Mismatch.ActivationFailed _,
                    Mismatch.Threw _ ->
                    "";
        };
    }

    private static String body(Mismatch mismatch) {
        return switch (mismatch) {
            case Mismatch.Missing m ->
                    columns(Optional.of(m.recorded()), Optional.empty(), List.of());
            case Mismatch.Extra m ->
                    columns(Optional.empty(), Optional.of(m.attempted()), List.of());
            case Mismatch.Reordered m ->
                    columns(Optional.of(m.recorded()), Optional.of(m.attempted()), List.of());
            case Mismatch.Changed m ->
                    columns(Optional.of(m.recorded()), Optional.of(m.attempted()), m.unknown());
            case Mismatch.AfterEnd m ->
                    columns(Optional.empty(), Optional.of(m.attempted()), List.of());
            case Mismatch.ChoicesDiffer m ->
                    "\n  recorded   "
                            + cell(m.recorded().toString(), 0)
                            + "\n  attempted  "
                            + cell(m.attempted().toString(), 0);
            case Mismatch.LeftOver m ->
                    "\n  recorded   "
                            + m.recorded().activation().jobs().size()
                            + " jobs, "
                            + m.recorded().commands().size()
                            + " commands"
                            + "\n  attempted  nothing: the run has ended";
            case Mismatch.ActivationFailed m ->
                    "\n  " + m.failure().describe().replace("\n", "\n  ");
            case Mismatch.Threw m -> "\n  " + m.cause();
        };
    }

    private static String name(Command command) {
        return command.getClass().getSimpleName() + " " + command.seq();
    }

    /** Both sides, a line for each field; those that differ are marked. */
    private static String columns(
            Optional<Command> recorded, Optional<Command> attempted, List<String> unknown) {
        Optional<FieldTable> left = recorded.map(FieldTable::of);
        Optional<FieldTable> right = attempted.map(FieldTable::of);
        var differences = new LinkedHashMap<String, FieldDifference>();
        if (recorded.isPresent() && attempted.isPresent()) {
            FieldTable.differences(recorded.get(), attempted.get(), unknown)
                    .forEach(difference -> differences.put(difference.path(), difference));
        }
        var rows = new ArrayList<List<String>>();
        rows.add(List.of(" ", "", "recorded", "attempted"));
        for (String path :
                FieldTable.paths(
                        left.or(() -> right).orElseThrow(), right.or(() -> left).orElseThrow())) {
            FieldDifference difference = differences.get(path);
            rows.add(
                    difference == null
                            ? sameRow(path, left, right, unknown)
                            : differingRow(difference));
        }
        return aligned(rows);
    }

    private static List<String> differingRow(FieldDifference difference) {
        int at = firstDifference(difference.recorded(), difference.attempted());
        return List.of(
                "*",
                difference.path(),
                cell(difference.recorded(), at),
                cell(difference.attempted(), at));
    }

    private static List<String> sameRow(
            String path,
            Optional<FieldTable> recorded,
            Optional<FieldTable> attempted,
            List<String> unknown) {
        boolean isUnknown = unknown.stream().anyMatch(u -> FieldTable.isInside(path, u));
        return List.of(
                recorded.isPresent() && attempted.isPresent() ? " " : "*",
                path,
                isUnknown ? "(unknown)" : shown(recorded, path),
                shown(attempted, path));
    }

    private static String shown(Optional<FieldTable> table, String path) {
        return table.map(fields -> fields.value(path))
                .map(value -> value.map(Object::toString).orElse(FieldDifference.ABSENT))
                .map(text -> cell(text, 0))
                .orElse("-");
    }

    private static int firstDifference(String one, String other) {
        int at = 0;
        while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }

    /** A text that fits its cell: the part around {@code at} when it is too long. */
    private static String cell(String text, int at) {
        String line = text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
        if (line.length() <= CELL_CHARS_MAX) {
            return line;
        }
        int from = Math.max(0, Math.min(at - CELL_LEAD_CHARS, line.length() - CELL_CHARS_MAX));
        int to = Math.min(line.length(), from + CELL_CHARS_MAX);
        return (from > 0 ? "…" : "") + line.substring(from, to) + (to < line.length() ? "…" : "");
    }

    private static String aligned(List<List<String>> rows) {
        int[] widths = new int[4];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length()));
                line.append(i == 0 ? " " : "  ");
            }
            text.append('\n').append(line.toString().stripTrailing());
        }
        return text.toString();
    }

    private static String likelyCause(Mismatch mismatch) {
        return switch (mismatch) {
            case Mismatch.Missing _ ->
                    "the code no longer does this, or a condition before it came out otherwise"
                            + " (a clock, a random number, a map order read outside the machine).";
            case Mismatch.Extra _ ->
                    "the code does something new at this point, or a condition before it came out"
                            + " otherwise (a clock, a random number, a map order read outside the"
                            + " machine).";
            case Mismatch.Reordered _ ->
                    "steps of the code changed places, or an order that is not fixed (a map, a set,"
                            + " threads) decided between them.";
            case Mismatch.Changed m ->
                    onlyOptions(m)
                            ? "the options given in the code changed."
                            : "the code changed, or the value comes from outside the machine (a"
                                    + " clock, a random number, a map order).";
            case Mismatch.AfterEnd _ -> "the machine is wrong: nothing may follow the end.";
            case Mismatch.ChoicesDiffer _ ->
                    "the scheduler did not follow the recorded choices, or other actions were"
                            + " enabled.";
            case Mismatch.LeftOver _ ->
                    "the recording is not one of this run, or was put together wrongly.";
            case Mismatch.ActivationFailed _ -> "see the failure above.";
            case Mismatch.Threw _ -> "a bug in the machine, or a machine that was used before.";
        };
    }

    private static boolean onlyOptions(Mismatch.Changed changed) {
        return changed.differences().stream()
                .allMatch(difference -> difference.path().startsWith("options"));
    }

    private static String whatToDo(Mismatch mismatch) {
        return switch (mismatch) {
            case Mismatch.Missing _, Mismatch.Extra _, Mismatch.Reordered _, Mismatch.Changed _ ->
                    "let this run go on with the code that started it, or guard the change with a"
                            + " patch so that old runs keep the old path.";
            case Mismatch.AfterEnd _ -> "report the machine, with this text.";
            case Mismatch.ChoicesDiffer _ -> "replay with the code that made the recording.";
            case Mismatch.LeftOver _ -> "check where the recording comes from.";
            case Mismatch.ActivationFailed _ ->
                    "register the code that fits this run, then replay again.";
            case Mismatch.Threw _ -> "look at the exception; replay needs a fresh machine.";
        };
    }
}
