package dev.reprise.form;

import java.util.ArrayDeque;
import java.util.Deque;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.util.MinimalPrettyPrinter;

/** The layout of our JSON: compact, but for arrays whose values stand on a line each. */
final class Lines extends MinimalPrettyPrinter {
    private static final long serialVersionUID = 1L;

    /** For each open array, whether its values stand on a line each. */
    private final transient Deque<Boolean> arrays = new ArrayDeque<>();

    private boolean nextInLines;

    /** Lays out the array that begins next in lines. */
    void nextArrayInLines() {
        nextInLines = true;
    }

    ObjectWriteContext context() {
        return new ObjectWriteContext.Base() {
            @Override
            public PrettyPrinter getPrettyPrinter() {
                return Lines.this;
            }

            @Override
            public boolean hasPrettyPrinter() {
                return true;
            }
        };
    }

    @Override
    public void writeStartArray(JsonGenerator generator) {
        super.writeStartArray(generator);
        arrays.push(nextInLines);
        nextInLines = false;
    }

    @Override
    public void beforeArrayValues(JsonGenerator generator) {
        breakLine(generator);
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator generator) {
        super.writeArrayValueSeparator(generator);
        breakLine(generator);
    }

    @Override
    public void writeEndArray(JsonGenerator generator, int count) {
        breakLine(generator);
        arrays.pop();
        super.writeEndArray(generator, count);
    }

    private void breakLine(JsonGenerator generator) {
        if (arrays.element()) {
            generator.writeRaw('\n');
        }
    }
}
