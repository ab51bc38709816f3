package dev.reprise.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Says what happened at the first command that differs: which of the recorded commands is missing,
 * which of the attempted ones is too much, whether two are exchanged or one is changed.
 *
 * <p>Both lists begin at that command. Commands are alike when they agree in everything but what
 * shifts with their place: their numbers, the numbers they point to, and the names made of them.
 * The longest common subsequence of like commands is what was kept; what happened to the first
 * command follows from what is left over on either side.
 */
final class Alignment {
    /** How far ahead it looks; beyond, commands count as not there. */
    static final int WINDOW_MAX = 256;

    /** What happened at the first command. */
    enum Finding {
        MISSING,
        EXTRA,
        REORDERED,
        CHANGED
    }

    private final List<Side> recorded;
    private final List<Side> attempted;
    private final int[] attemptedOf;
    private final int[] recordedOf;

    /** A command, its fields, and which of them are unknown. */
    private record Side(Command command, FieldTable table, List<String> unknown) {
        Class<?> kind() {
            return command.getClass();
        }

        boolean isUnknown(String path) {
            return unknown.stream().anyMatch(u -> FieldTable.isInside(path, u));
        }
    }

    private Alignment(List<Side> recorded, List<Side> attempted) {
        this.recorded = recorded;
        this.attempted = attempted;
        this.attemptedOf = new int[recorded.size()];
        this.recordedOf = new int[attempted.size()];
        align();
    }

    /** What happened at command {@code from}, the first that differs. */
    static Finding at(int from, Recording.Expected expected, List<Command> attempted) {
        var left = new ArrayList<Side>();
        List<Command> recorded = expected.turn().commands();
        for (int i = from; i < Math.min(recorded.size(), from + WINDOW_MAX); i++) {
            left.add(side(recorded.get(i), expected.unknownPaths(i)));
        }
        var right = new ArrayList<Side>();
        for (int i = from; i < Math.min(attempted.size(), from + WINDOW_MAX); i++) {
            right.add(side(attempted.get(i), List.of()));
        }
        return new Alignment(left, right).finding();
    }

    private static Side side(Command command, List<String> unknown) {
        return new Side(command, FieldTable.of(command), unknown);
    }

    private Finding finding() {
        if (recorded.isEmpty()) {
            return Finding.EXTRA;
        }
        if (attempted.isEmpty()) {
            return Finding.MISSING;
        }
        boolean recordedKept = attemptedOf[0] >= 0;
        boolean attemptedKept = recordedOf[0] >= 0;
        if (recordedKept && attemptedKept) {
            return Finding.CHANGED;
        }
        if ((!recordedKept && isMoved(recorded.getFirst())) || (!attemptedKept && isMovedHere())) {
            return Finding.REORDERED;
        }
        if (recordedKept) {
            return Finding.EXTRA;
        }
        return attemptedKept ? Finding.MISSING : replaced();
    }

    /** Whether the recorded command is attempted, but elsewhere. */
    private boolean isMoved(Side command) {
        for (int i = 0; i < attempted.size(); i++) {
            if (recordedOf[i] < 0 && alike(command, attempted.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the first attempted command is recorded, but elsewhere. */
    private boolean isMovedHere() {
        for (int i = 0; i < recorded.size(); i++) {
            if (attemptedOf[i] < 0 && alike(recorded.get(i), attempted.getFirst())) {
                return true;
            }
        }
        return false;
    }

    /** What happened when neither first command is kept: the likeliest partner decides. */
    private Finding replaced() {
        int recordedGap = gap(attemptedOf);
        int attemptedGap = gap(recordedOf);
        int similarity = similarity(recorded.getFirst(), attempted.getFirst());
        for (int i = 1; i <= recordedGap - attemptedGap; i++) {
            if (similarity(recorded.get(i), attempted.getFirst()) > similarity) {
                return Finding.MISSING;
            }
        }
        for (int i = 1; i <= attemptedGap - recordedGap; i++) {
            if (similarity(recorded.getFirst(), attempted.get(i)) > similarity) {
                return Finding.EXTRA;
            }
        }
        if (similarity > 0 || recordedGap == attemptedGap) {
            return Finding.CHANGED;
        }
        return recordedGap > attemptedGap ? Finding.MISSING : Finding.EXTRA;
    }

    /** How many commands come before the first that is kept. */
    private static int gap(int[] partners) {
        int gap = 0;
        while (gap < partners.length && partners[gap] < 0) {
            gap++;
        }
        return gap;
    }

    /** In how many fields two commands of one kind agree; 0 for different kinds. */
    private static int similarity(Side one, Side other) {
        if (one.kind() != other.kind()) {
            return 0;
        }
        int same = 1;
        for (String path : one.table.paths()) {
            same += agree(one, other, path) ? 1 : 0;
        }
        return same;
    }

    private static boolean alike(Side recorded, Side attempted) {
        if (recorded.kind() != attempted.kind()) {
            return false;
        }
        for (String path : recorded.table.paths()) {
            if (!agree(recorded, attempted, path) && !recorded.isUnknown(path)) {
                return false;
            }
        }
        for (String path : attempted.table.paths()) {
            if (recorded.table.value(path).isEmpty() && !recorded.isUnknown(path)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a field is the same, but for what shifts when a command before it comes or goes. */
    private static boolean agree(Side one, Side other, String path) {
        Optional<Object> left = one.table.value(path);
        Optional<Object> right = other.table.value(path);
        return switch (path) {
            case "seq", "target" -> true;
            case "activityId", "runId" ->
                    left.equals(right)
                            || withoutNumber(left, one.command.seq())
                                    .equals(withoutNumber(right, other.command.seq()));
            default -> left.equals(right);
        };
    }

    private static Optional<String> withoutNumber(Optional<Object> name, long seq) {
        return name.map(n -> n.toString().replaceAll("(?<![0-9])" + seq + "(?![0-9])", "#"));
    }

    /** Finds the longest common subsequence of like commands. */
    private void align() {
        int rows = recorded.size();
        int columns = attempted.size();
        boolean[][] alike = new boolean[rows][columns];
        int[][] length = new int[rows + 1][columns + 1];
        for (int i = rows - 1; i >= 0; i--) {
            for (int j = columns - 1; j >= 0; j--) {
                alike[i][j] = alike(recorded.get(i), attempted.get(j));
                length[i][j] =
                        alike[i][j]
                                ? length[i + 1][j + 1] + 1
                                : Math.max(length[i + 1][j], length[i][j + 1]);
            }
        }
        Arrays.fill(attemptedOf, -1);
        Arrays.fill(recordedOf, -1);
        int i = 0;
        int j = 0;
        while (i < rows && j < columns) {
            if (alike[i][j]) {
                attemptedOf[i] = j;
                recordedOf[j] = i;
                i++;
                j++;
            } else if (length[i + 1][j] >= length[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
    }
}
