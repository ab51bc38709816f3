package dev.reprise.engine.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compares a text with the one in a file, line by line. */
final class Golden {
    static final String PROPERTY = "reprise.golden";
    private static final String WRITE = "write";

    private Golden() {}

    static void check(Path file, String text) {
        try {
            if (WRITE.equals(System.getProperty(PROPERTY))) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, text);
                return;
            }
            if (!Files.exists(file)) {
                throw new AssertionError(
                        "There is no file "
                                + file
                                + " to compare with. To write it, run the test with -D"
                                + PROPERTY
                                + "="
                                + WRITE
                                + ". It would hold:\n"
                                + text);
            }
            String kept = Files.readString(file);
            if (!kept.lines().toList().equals(text.lines().toList())) {
                throw new AssertionError(
                        "The commands are not those in "
                                + file
                                + " (- is there, + is new). If that is meant, write it anew with"
                                + " -D"
                                + PROPERTY
                                + "="
                                + WRITE
                                + "; runs that are under way with the code before would get"
                                + " stuck.\n"
                                + difference(kept.lines().toList(), text.lines().toList()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or write " + file, e);
        }
    }

    /** Both texts as one, by their longest common subsequence of lines. */
    static String difference(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] =
                        before.get(i).equals(after.get(j))
                                ? common[i + 1][j + 1] + 1
                                : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        var text = new StringBuilder();
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                text.append("  ").append(before.get(i++)).append('\n');
                j++;
            } else if (j == after.size()
                    || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                text.append("- ").append(before.get(i++)).append('\n');
            } else {
                text.append("+ ").append(after.get(j++)).append('\n');
            }
        }
        return text.toString();
    }
}
