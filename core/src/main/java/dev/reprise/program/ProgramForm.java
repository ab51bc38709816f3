package dev.reprise.program;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Format;
import dev.reprise.form.FrameReader;
import dev.reprise.form.FrameWriter;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.pattern.Pattern;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * How a program is written down: a frame with the SHA-256 of what follows, then a frame with
 * places, tables and code. What is read is checked by its sums first, and then by {@link Verifier}.
 */
final class ProgramForm {
    private static final Format FORMAT =
            new Format("program", "RPPG", 1, 0, Format.FRAME_BYTES_MAX);

    private ProgramForm() {}

    static String hash(Program program) {
        return HexFormat.of().formatHex(digest(content(program).toByteArray()));
    }

    static byte[] bytes(Program program) {
        var content = content(program);
        var bytes = new ByteArrayOutputStream(content.size() + 128);
        try {
            var out = new FrameWriter(bytes, FORMAT);
            byte[] digest = digest(content.toByteArray());
            out.write(digest, 0, digest.length);
            out.write(content);
            out.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static Program read(byte[] bytes) {
        try {
            var in = new FrameReader(new ByteArrayInputStream(bytes), FORMAT);
            byte[] digest = frame(in);
            byte[] content = frame(in);
            if (in.advance()) {
                throw in.malformed(Problem.TRAILING, in.position(), "a third frame follows.");
            }
            if (!Arrays.equals(digest, digest(content))) {
                throw in.malformed(Problem.CHECKSUM, 16, "the hash is not that of the program.");
            }
            return program(new ByteSource(FORMAT.name(), content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] frame(FrameReader in) throws IOException {
        return in.next()
                .orElseThrow(
                        () ->
                                in.malformed(
                                        Problem.TRUNCATED, in.position(), "a frame is missing."));
    }

    private static byte[] digest(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256", e);
        }
    }

    // ---- writing

    private static ByteSink content(Program program) {
        var out = new ByteSink(64 + program.size() * 2);
        out.varint(program.placesCount());
        for (int place = 1; place < program.placesCount(); place++) {
            out.varint(place - program.parent(place));
            out.varint(program.rank(place));
        }
        TableForm.write(out, program.tables());
        out.varint(program.size());
        int place = 0;
        for (int at = 0; at < program.size(); ) {
            out.u8(program.at(at));
            out.zigzag(program.place(at) - place);
            place = program.place(at);
            var op = Op.of(program.at(at));
            int next = program.next(at);
            int list = op.listAt(at);
            for (int operand = at + 1; operand < next; operand++) {
                boolean isTarget = operand != list && operand(op, at, operand) == Op.Operand.TARGET;
                out.zigzag(program.at(operand) - (isTarget ? at : 0));
            }
            at = next;
        }
        return out;
    }

    /** What the number at this position in the instruction stands for. */
    static Op.Operand operand(Op op, int at, int position) {
        int number = position - at - 1;
        return number < op.operands().size()
                ? op.operands().get(number)
                : op.group().get((number - op.operands().size() - 1) % op.group().size());
    }

    // ---- reading

    private static Program program(ByteSource in) {
        int count = in.count("the number of places", Math.min(in.remaining(), Pattern.TERMS_MAX));
        if (count == 0) {
            throw in.malformed(Problem.INCONSISTENT, "a program has one place at least.");
        }
        int[] parents = new int[count];
        int[] ranks = new int[count];
        parents[0] = -1;
        for (int place = 1; place < count; place++) {
            int back = in.count("the way to a parent", place);
            if (back == 0) {
                throw in.malformed(Problem.INCONSISTENT, "place " + place + " is its own parent.");
            }
            parents[place] = place - back;
            ranks[place] = in.count("the rank of a place", count);
        }
        Tables tables;
        try {
            tables = TableForm.read(in);
        } catch (IllegalArgumentException e) {
            throw in.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
        var program = code(in, parents, ranks, tables);
        in.expectEnd();
        new Verifier(program).verify();
        return program;
    }

    private static Program code(ByteSource in, int[] parents, int[] ranks, Tables tables) {
        int size = in.count("the length of the code", in.remaining());
        int[] code = new int[size];
        int[] places = new int[size];
        int place = 0;
        for (int at = 0; at < size; ) {
            int number = in.u8();
            if (!Op.isOp(number)) {
                throw in.malformed(Problem.UNKNOWN, "there is no instruction " + number + ".");
            }
            var op = Op.of(number);
            place = ranged(in, "a place", place + in.zigzag(), 0, parents.length - 1);
            code[at] = number;
            int fixed = op.operands().size();
            need(in, at, fixed + (op.group().isEmpty() ? 0 : 1), size);
            int next = operands(in, op, code, at, at + 1, fixed);
            if (!op.group().isEmpty()) {
                int count = ranged(in, "the length of a list", in.zigzag(), 1, size);
                code[next++] = count;
                long width = (long) count * op.group().size();
                if (width > size) {
                    throw outOfCode(in, at);
                }
                need(in, next - 1, (int) width, size);
                next = operands(in, op, code, at, next, (int) width);
            }
            Arrays.fill(places, at, next, place);
            at = next;
        }
        return new Program(code, places, parents, ranks, tables);
    }

    private static int operands(ByteSource in, Op op, int[] code, int at, int from, int count) {
        for (int position = from; position < from + count; position++) {
            boolean isTarget = operand(op, at, position) == Op.Operand.TARGET;
            long value = in.zigzag() + (isTarget ? at : 0);
            code[position] = ranged(in, "an operand", value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        return from + count;
    }

    private static void need(ByteSource in, int at, int more, int size) {
        if (at + 1L + more > size) {
            throw outOfCode(in, at);
        }
    }

    private static Malformed outOfCode(ByteSource in, int at) {
        return in.malformed(
                Problem.INCONSISTENT, "the instruction at " + at + " does not end in the code.");
    }

    private static int ranged(ByteSource in, String what, long value, int min, int max) {
        if (value < min || value > max) {
            throw in.malformed(
                    Problem.LIMIT, what + " is " + value + ", not " + min + " to " + max + ".");
        }
        return (int) value;
    }
}
