package dev.reprise.vm;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import dev.reprise.form.Format;
import dev.reprise.form.FrameReader;
import dev.reprise.form.FrameWriter;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.form.Shape;
import dev.reprise.form.ValueForm;
import dev.reprise.pattern.Context;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.TreeMap;

/** How the values in a snapshot are written down, and the frame around them. */
final class SnapshotForm {
    private static final Format FORMAT =
            new Format("snapshot", "RPSN", 1, 0, Format.FRAME_BYTES_MAX);
    private static final Shape FAILURE = Shape.message("SnapshotFailure", "failure");

    private SnapshotForm() {}

    static byte[] framed(ByteSink content) {
        var bytes = new ByteArrayOutputStream(content.size() + 64);
        try {
            var out = new FrameWriter(bytes, FORMAT);
            out.write(content);
            out.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static ByteSource content(byte[] bytes) {
        try {
            var in = new FrameReader(new ByteArrayInputStream(bytes), FORMAT);
            var content =
                    in.next()
                            .orElseThrow(
                                    () ->
                                            in.malformed(
                                                    Problem.TRUNCATED,
                                                    in.position(),
                                                    "it holds nothing."));
            if (in.advance()) {
                throw in.malformed(Problem.TRAILING, in.position(), "a second frame follows.");
            }
            return new ByteSource(FORMAT.name(), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void payload(ByteSink out, Payload payload) {
        out.text(payload.encoding());
        out.bytes(payload.bytes());
    }

    static Payload payload(ByteSource in) {
        return Payload.wrap(in.text(), in.bytes());
    }

    static void context(ByteSink out, Context context) {
        out.varint(context.values().size());
        context.values()
                .forEach(
                        (name, value) -> {
                            out.text(name);
                            payload(out, value);
                        });
    }

    static Context context(ByteSource in) {
        int count = in.count("the number of variables", in.remaining());
        var values = new TreeMap<String, Payload>();
        for (int i = 0; i < count; i++) {
            values.put(in.text(), payload(in));
        }
        return Context.of(values);
    }

    static void failure(ByteSink out, Failure failure) {
        var inner = new ByteSink(64);
        ValueForm.write(FieldSink.binary(inner, FAILURE), 1, failure);
        out.bytes(inner);
    }

    static Failure failure(ByteSource in) {
        var fields = FieldSource.binary(in.part(), FAILURE);
        if (fields.next() != 1) {
            throw in.malformed(Problem.INCONSISTENT, "a failure is missing.");
        }
        return ValueForm.readFailure(fields);
    }

    static void duration(ByteSink out, Duration duration) {
        out.varint(duration.getSeconds());
        out.varint(duration.getNano());
    }

    static Duration duration(ByteSource in) {
        long seconds = in.varint();
        if (seconds < 0) {
            throw in.malformed(Problem.LIMIT, "a time is negative.");
        }
        return Duration.ofSeconds(seconds, in.count("nanoseconds", 999_999_999));
    }
}
