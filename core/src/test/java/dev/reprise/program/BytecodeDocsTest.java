package dev.reprise.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/bytecode.md says of the instructions is so. */
class BytecodeDocsTest {
    private static final Pattern ROW =
            Pattern.compile("\\| `([A-Z_]+)`( ●)? \\| ([^|]*)\\| ([^|]*)\\| ([^|]+) \\|");

    @Test
    void every_instruction_has_its_row_with_its_operands() throws IOException {
        var rows = lines().stream().map(ROW::matcher).filter(it -> it.matches()).toList();
        assertThat(rows.stream().map(it -> it.group(1)))
                .containsExactlyElementsOf(Arrays.stream(Op.values()).map(Enum::name).toList());
        for (var row : rows) {
            var op = Op.valueOf(row.group(1));
            var cell = row.group(3).strip();
            var parts = cell.split("list of: ", 2);
            assertThat(count(parts[0])).as(cell).isEqualTo(op.operands().size());
            assertThat(parts.length == 1 ? 0 : count(parts[1]))
                    .as(cell)
                    .isEqualTo(op.group().size());
        }
    }

    private static int count(String operands) {
        return (int) Arrays.stream(operands.split(",")).filter(it -> !it.isBlank()).count();
    }

    private static List<String> lines() throws IOException {
        for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            var file = at.resolve("docs/bytecode.md");
            if (Files.exists(file)) {
                return Files.readAllLines(file);
            }
        }
        throw new IOException("no folder above holds docs/bytecode.md");
    }
}
