package dev.reprise.form;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Fields as members of JSON objects: lists as arrays, 64 bits as 16 hexadecimal digits, real
 * numbers, times and constants as text.
 */
final class JsonFieldSink implements FieldSink {
    private final JsonSink out;
    private final Deque<Shape> shapes = new ArrayDeque<>();
    private final Deque<Boolean> lists = new ArrayDeque<>();
    private boolean inList;

    JsonFieldSink(JsonSink out, Shape root) {
        this.out = out;
        shapes.push(root);
    }

    private JsonSink named(int field) {
        return inList ? out : out.name(shapes.element().fieldName(field));
    }

    @Override
    public void open(int field, Shape shape) {
        named(field).startObject();
        shapes.push(shape);
        Check.argument(shapes.size() <= NESTING_MAX, "messages nest at most %d deep", NESTING_MAX);
        // A list of messages goes on after each of them: close() finds the list open again.
        lists.push(inList);
        inList = false;
    }

    @Override
    public void close() {
        out.endObject();
        shapes.pop();
        inList = lists.pop();
    }

    @Override
    public void openList(int field) {
        named(field).startArray();
        inList = true;
    }

    @Override
    public void closeList() {
        out.endArray();
        inList = false;
    }

    @Override
    public void number(int field, long value) {
        signed(field, value);
    }

    @Override
    public void signed(int field, long value) {
        if (value != 0 || inList) {
            named(field).number(value);
        }
    }

    @Override
    public void bits(int field, long value) {
        if (value != 0 || inList) {
            named(field).text(HexFormat.of().toHexDigits(value));
        }
    }

    @Override
    public void bool(int field, boolean value) {
        if (value || inList) {
            named(field).bool(value);
        }
    }

    @Override
    public void real(int field, double value) {
        if (Double.doubleToLongBits(value) != 0 || inList) {
            named(field).text(Double.toString(value));
        }
    }

    @Override
    public void text(int field, String value) {
        if (!value.isEmpty() || inList) {
            named(field).text(value);
        }
    }

    @Override
    public void bytes(int field, byte[] value) {
        if (value.length > 0 || inList) {
            named(field).base64(value);
        }
    }

    @Override
    public void content(int field, Payload payload) {
        Check.argument(
                shapes.element().fieldName(field).equals(CONTENT),
                "field %d of %s has no two names",
                field,
                shapes.element());
        byte[] value = payload.bytes();
        if (value.length == 0) {
            return;
        }
        Optional<String> text = Text.printable(value, value.length);
        if (text.isPresent()) {
            out.name("text").text(text.get());
        } else {
            out.name("base64").base64(value);
        }
    }

    @Override
    public void duration(int field, Duration value) {
        if (!value.isZero() || inList) {
            named(field).text(value.toString());
        }
    }

    @Override
    public void instant(int field, Instant value) {
        if (!value.equals(Instant.EPOCH) || inList) {
            named(field).text(value.toString());
        }
    }

    @Override
    public <E extends Enum<E>> void constant(int field, E value, List<E> constants) {
        if (constants.indexOf(value) != 0 || inList) {
            named(field).text(value.name());
        }
    }
}
