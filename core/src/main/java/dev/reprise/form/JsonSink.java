package dev.reprise.form;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON, value by value, compact but for the line breaks its user asks for. */
public final class JsonSink {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private final JsonGenerator generator;
    private final Lines lines;

    private JsonSink(JsonGenerator generator, Lines lines) {
        this.generator = generator;
        this.lines = lines;
    }

    /** Writes what {@code body} writes to {@code out} in UTF-8, and leaves {@code out} open. */
    public static void write(OutputStream out, Consumer<JsonSink> body) throws IOException {
        var lines = new Lines();
        try (var generator = FACTORY.createGenerator(lines.context(), out)) {
            body.accept(new JsonSink(generator, lines));
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    /** Writes an object whose fields {@code body} writes. */
    public JsonSink object(Runnable body) {
        generator.writeStartObject();
        body.run();
        generator.writeEndObject();
        return this;
    }

    /** Writes an array whose values {@code body} writes. */
    public JsonSink array(Runnable body) {
        generator.writeStartArray();
        body.run();
        generator.writeEndArray();
        return this;
    }

    /** Puts each value of the array that begins next on a line of its own. */
    public JsonSink inLines() {
        lines.nextArrayInLines();
        return this;
    }

    /** Begins an object. */
    JsonSink startObject() {
        generator.writeStartObject();
        return this;
    }

    /** Ends the object begun last. */
    JsonSink endObject() {
        generator.writeEndObject();
        return this;
    }

    /** Begins an array. */
    JsonSink startArray() {
        generator.writeStartArray();
        return this;
    }

    /** Ends the array begun last. */
    JsonSink endArray() {
        generator.writeEndArray();
        return this;
    }

    /** Writes the name of the field whose value comes next. */
    public JsonSink name(String name) {
        generator.writeName(name);
        return this;
    }

    /** Writes a text. */
    public JsonSink text(String value) {
        generator.writeString(value);
        return this;
    }

    /** Writes a whole number. */
    public JsonSink number(long value) {
        generator.writeNumber(value);
        return this;
    }

    /** Writes these 64 bits as a whole number in 0..2^64-1. */
    public JsonSink unsigned(long value) {
        generator.writeNumber(new BigInteger(Long.toUnsignedString(value)));
        return this;
    }

    /** Writes {@code true} or {@code false}. */
    public JsonSink bool(boolean value) {
        generator.writeBoolean(value);
        return this;
    }

    /** Writes bytes as a text in Base64. */
    public JsonSink base64(byte[] value) {
        generator.writeBinary(value);
        return this;
    }

    /** Breaks the line here: between values, never inside one. */
    public JsonSink line() {
        generator.writeRaw('\n');
        return this;
    }
}
