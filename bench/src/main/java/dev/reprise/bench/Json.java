package dev.reprise.bench;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Rows as JSON, for programs. docs/benchmarks.md says what the fields mean. */
final class Json {
    private Json() {}

    /** Fails when the file could not be written later; leaves what is there as it is. */
    static void ensureWritable(Path file) throws IOException {
        boolean existed = Files.exists(file);
        Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
        if (!existed) {
            Files.delete(file);
        }
    }

    static String of(Suite suite, List<Row> rows) {
        var text = new StringWriter();
        try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("bench", suite.name());
            json.writeArrayPropertyStart("rows");
            for (var row : rows) {
                write(row, json);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void write(Row row, JsonGenerator json) {
        var of = row.of();
        var unit = of.measure().unit();
        json.writeStartObject();
        json.writeStringProperty("case", of.name());
        json.writeNumberProperty("value", row.measured().value());
        json.writeStringProperty("unit", unit.symbol());
        json.writeNumberProperty("baseline", row.baseline().value());
        json.writeNumberProperty("ratio", row.ratio());
        json.writeNumberProperty("error", row.measured().error());
        json.writeStringProperty("baselineName", of.baseline().name());
        json.writeNumberProperty("baselineError", row.baseline().error());
        json.writeStringProperty(
                "target",
                of.targets().stream()
                        .map(target -> Table.shown(target, unit))
                        .collect(Collectors.joining(", ")));
        json.writeBooleanProperty("met", row.meetsTargets());
        json.writeEndObject();
    }
}
