package dev.reprise.form;

import dev.reprise.form.Malformed.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON strictly, value by value: doubled and unknown fields, other types and numbers out of
 * range are refused with the line, the column and the path of the offending value.
 */
public final class JsonSource {
    private static final int NESTING_MAX = 500;
    private static final int TEXT_CHARS_MAX = 128 << 20;
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(NESTING_MAX)
                                    .maxStringLength(TEXT_CHARS_MAX)
                                    .maxNumberLength(32)
                                    .maxNameLength(256)
                                    .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                    // UTF-8 and nothing else: what looks like another encoding is not our JSON.
                    .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
                    .build();

    private final String what;
    private final JsonParser parser;
    private final Deque<String> path = new ArrayDeque<>();
    private boolean unknownFieldsSkipped;

    /** The parser stands on a token that nobody has taken yet. */
    private boolean pending;

    /** Takes the value of the field {@code name}, or answers false when it knows no such field. */
    @FunctionalInterface
    public interface FieldReader {
        /** Reads exactly one value when it answers true, and none when it answers false. */
        boolean read(String name);
    }

    private JsonSource(String what, JsonParser parser) {
        this.what = what;
        this.parser = parser;
    }

    /**
     * Reads all of {@code in} as what {@code body} makes of it, and leaves {@code in} open.
     *
     * @param what names the input in messages
     */
    public static <T> T read(String what, InputStream in, Function<JsonSource, T> body)
            throws IOException {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), in)) {
            var source = new JsonSource(what, parser);
            T value = body.apply(source);
            source.expectEnd();
            return value;
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    /** From now on fields that nobody knows are passed over: for input of a newer minor version. */
    public void skipUnknownFields() {
        unknownFieldsSkipped = true;
    }

    /** Reads an object, handing each of its fields to {@code reader}. */
    public void object(FieldReader reader) {
        expect(JsonToken.START_OBJECT, "an object");
        while (nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            path.addLast("." + name);
            if (!reader.read(name)) {
                skipUnknown(name);
            }
            path.removeLast();
        }
    }

    /** Reads an array, calling {@code element} once for each of its values, which it must read. */
    public void array(Runnable element) {
        expect(JsonToken.START_ARRAY, "an array");
        for (int i = 0; ; i++) {
            path.addLast("[" + i + "]");
            // The element reader asks for its first token itself, so look ahead by one here.
            if (nextToken() == JsonToken.END_ARRAY) {
                path.removeLast();
                return;
            }
            pending = true;
            element.run();
            path.removeLast();
        }
    }

    /** Begins to read an object; {@link #nextField()} goes through it. */
    void startObject() {
        expect(JsonToken.START_OBJECT, "an object");
        path.addLast("");
    }

    /**
     * The name of the next field, whose value must be read next, or empty: the object has ended.
     */
    Optional<String> nextField() {
        path.removeLast();
        if (nextToken() == JsonToken.END_OBJECT) {
            return Optional.empty();
        }
        String name = parser.currentName();
        path.addLast("." + name);
        return Optional.of(name);
    }

    /** Begins to read an array; {@link #nextElement} goes through it. */
    void startArray() {
        expect(JsonToken.START_ARRAY, "an array");
        path.addLast("");
    }

    /**
     * Whether there is an element number {@code index}, to be read next: else the array has ended.
     */
    boolean nextElement(int index) {
        path.removeLast();
        if (nextToken() == JsonToken.END_ARRAY) {
            return false;
        }
        pending = true;
        path.addLast("[" + index + "]");
        return true;
    }

    /** Passes over the value of a field that nobody knows, where that is allowed. */
    void skipUnknown(String name) {
        if (!unknownFieldsSkipped) {
            throw malformed(Problem.UNKNOWN, "there is no field \"" + name + "\" here.");
        }
        skip();
    }

    /** Reads a text. */
    public String text() {
        expect(JsonToken.VALUE_STRING, "a text");
        return guarded(parser::getString);
    }

    /** Reads a whole number. */
    public long number() {
        expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
        return guarded(parser::getLongValue);
    }

    /** Reads a whole number in {@code min}..{@code max}. */
    public long number(long min, long max) {
        long value = number();
        if (value < min || value > max) {
            throw malformed(
                    Problem.LIMIT, value + " is not in " + min + ".." + max + ", as it must be.");
        }
        return value;
    }

    /** Reads a whole number in 0..2^64-1, as the 64 bits that it has. */
    public long unsigned() {
        expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
        var value = guarded(parser::getBigIntegerValue);
        if (value.signum() < 0 || value.bitLength() > 64) {
            throw malformed(Problem.LIMIT, value + " is not in 0..2^64-1, as it must be.");
        }
        return value.longValue();
    }

    /** Whether the value that comes next is a text. */
    public boolean textFollows() {
        JsonToken token = token();
        pending = true;
        return token == JsonToken.VALUE_STRING;
    }

    /** Reads {@code true} or {@code false}. */
    public boolean bool() {
        JsonToken token = token();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw unexpected(token, "true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    /** Reads a text that holds bytes in Base64. */
    public byte[] base64() {
        expect(JsonToken.VALUE_STRING, "a text in Base64");
        return guarded(() -> parser.getBinaryValue());
    }

    /** Passes over one value, whatever it is. */
    public void skip() {
        token();
        guarded(parser::skipChildren);
    }

    private void expectEnd() {
        if (guarded(parser::nextToken) != null) {
            throw malformed(Problem.TRAILING, "there is something after the end.");
        }
    }

    /** The refusal of this input at the value read last. */
    public Malformed malformed(Problem problem, String sentence) {
        return malformed(problem, parser.currentTokenLocation(), String.join("", path), sentence);
    }

    private Malformed malformed(
            Problem problem, TokenStreamLocation location, String steps, String sentence) {
        String where =
                "line "
                        + Math.max(1, location.getLineNr())
                        + ", column "
                        + Math.max(1, location.getColumnNr());
        String within = steps.startsWith(".") ? steps.substring(1) : steps;
        String place = within.isEmpty() ? where : where + " (" + within + ")";
        return new Malformed(problem, what, place, sentence);
    }

    /** The refusal of text that the parser does not get past: it may be ahead of its last token. */
    private Malformed unreadable(Problem problem, JacksonException e, String sentence) {
        var location = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        return malformed(problem, location, stepsTo(parser.streamReadContext()), sentence);
    }

    private static String stepsTo(TokenStreamContext context) {
        var steps = new StringBuilder();
        addSteps(context, steps);
        return steps.toString();
    }

    private static void addSteps(@Nullable TokenStreamContext context, StringBuilder steps) {
        if (context == null || context.inRoot()) {
            return;
        }
        addSteps(context.getParent(), steps);
        if (context.inArray()) {
            steps.append('[').append(Math.max(0, context.getCurrentIndex())).append(']');
        } else if (context.hasCurrentName()) {
            steps.append('.').append(context.currentName());
        }
    }

    private JsonToken token() {
        if (pending) {
            pending = false;
            return parser.currentToken();
        }
        return nextToken();
    }

    private JsonToken nextToken() {
        JsonToken token = guarded(parser::nextToken);
        if (token == null) {
            throw malformed(Problem.TRUNCATED, "the text ends too early.");
        }
        return token;
    }

    private void expect(JsonToken expected, String description) {
        JsonToken token = token();
        if (token != expected) {
            throw unexpected(token, description);
        }
    }

    private Malformed unexpected(JsonToken token, String description) {
        String found = token.isScalarValue() ? guarded(parser::getString) : token.asString();
        String shown = found.length() <= 80 ? found : found.substring(0, 80) + "…";
        return malformed(Problem.SYNTAX, "found " + shown + ", expected " + description + ".");
    }

    private <T extends @Nullable Object> T guarded(Supplier<T> read) {
        try {
            return read.get();
        } catch (JacksonIOException e) {
            throw e;
        } catch (UnexpectedEndOfInputException e) {
            throw unreadable(Problem.TRUNCATED, e, "the text ends too early.");
        } catch (StreamConstraintsException e) {
            throw unreadable(Problem.LIMIT, e, e.getOriginalMessage());
        } catch (JacksonException e) {
            throw unreadable(Problem.SYNTAX, e, e.getOriginalMessage());
        }
    }
}
