package dev.reprise.history;

import static dev.reprise.form.ValueForm.unread;

import dev.reprise.RunId;
import dev.reprise.form.ByteSink;
import dev.reprise.form.Checksum;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.form.Shape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a transcript: one object, a line for what comes first, a line for each turn.
 *
 * <p>The checksums are those of the binary form of the same content, so that a change anywhere is
 * found, and so that someone who changes it on purpose is told the checksum that belongs to it.
 */
final class TranscriptJson {
    static final String FORMAT_NAME = "reprise-transcript";
    static final Shape DOCUMENT =
            Shape.message(
                    "Document",
                    "format",
                    "version",
                    "runId",
                    "workflowType",
                    "checksum",
                    "turns*",
                    "turnCount");
    static final Shape LINE =
            Shape.message("Line", "turn", "activation", "commands*", "choices", "checksum");

    private static final String WHAT = "transcript";

    private TranscriptJson() {}

    static String text(Transcript transcript) {
        var out = new ByteArrayOutputStream();
        try {
            write(transcript, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    static void write(Transcript transcript, OutputStream stream) throws IOException {
        JsonSink.write(stream, json -> json.object(() -> write(transcript, json)).line());
    }

    private static void write(Transcript transcript, JsonSink json) {
        FieldSink out = FieldSink.json(json, DOCUMENT);
        out.text(1, FORMAT_NAME);
        out.text(2, TranscriptWriter.FORMAT.major() + "." + TranscriptWriter.FORMAT.minor());
        out.text(3, transcript.header().runId().value());
        out.text(4, transcript.header().workflowType());
        out.text(5, checksum(transcript.header()));
        json.inLines();
        out.openList(6);
        for (int i = 0; i < transcript.turns().size(); i++) {
            write(out, i, transcript.turns().get(i));
        }
        out.closeList();
        out.number(7, transcript.turns().size());
    }

    private static void write(FieldSink out, int number, Turn turn) {
        out.open(6, LINE);
        out.number(1, number);
        TurnForm.write(out, 2, turn);
        out.text(5, checksum(turn));
        out.close();
    }

    private static String checksum(Transcript.Header header) {
        var bytes = new ByteSink(64);
        TurnForm.write(FieldSink.binary(bytes, TurnForm.HEADER), header);
        return checksum(bytes.toByteArray());
    }

    private static String checksum(Turn turn) {
        return checksum(turn.toBytes());
    }

    private static String checksum(byte[] bytes) {
        return HexFormat.of().toHexDigits(Checksum.of(bytes, 0, bytes.length));
    }

    static Transcript read(String text) {
        try {
            return read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Transcript read(InputStream in) throws IOException {
        return JsonSource.read(WHAT, in, json -> new TranscriptJson.Reader(json).read());
    }

    /** The document, as far as it has been read. */
    private static final class Reader {
        private final JsonSource json;
        private final FieldSource in;
        private final List<Turn> turns = new ArrayList<>();
        private String format = "";
        private @Nullable String version;
        private String runId = "";
        private String workflowType = "";
        private String checksum = "";
        private long turnCount;

        Reader(JsonSource json) {
            this.json = json;
            this.in = FieldSource.json(json, DOCUMENT);
        }

        Transcript read() {
            return TurnForm.guarded(
                    in,
                    _ -> {
                        for (int field = in.next(); field != 0; field = in.next()) {
                            readField(field);
                        }
                        return transcript();
                    });
        }

        private void readField(int field) {
            if (field > 2 && version == null) {
                throw in.malformed(
                        Problem.VERSION, "\"format\" and \"version\" must come before all else.");
            }
            switch (field) {
                case 1 -> readFormat();
                case 2 -> readVersion();
                case 3 -> runId = in.text();
                case 4 -> workflowType = in.text();
                case 5 -> checksum = in.text();
                case 6 -> turns.add(readLine());
                case 7 -> turnCount = in.number(Integer.MAX_VALUE);
                default -> throw unread(DOCUMENT);
            }
        }

        private void readFormat() {
            format = in.text();
            if (!format.equals(FORMAT_NAME)) {
                throw in.malformed(Problem.FOREIGN, "the format is not \"" + FORMAT_NAME + "\".");
            }
        }

        private void readVersion() {
            version = in.text();
            int dot = version.indexOf('.');
            int major = dot < 0 ? -1 : small(version.substring(0, dot));
            int minor = dot < 0 ? -1 : small(version.substring(dot + 1));
            if (major < 0 || minor < 0) {
                throw in.malformed(Problem.VERSION, "the version is not two numbers as in 1.0.");
            }
            if (major != TranscriptWriter.FORMAT.major()) {
                throw in.malformed(
                        Problem.VERSION,
                        "it has version "
                                + version
                                + ", this program reads version "
                                + TranscriptWriter.FORMAT.major()
                                + ". Read it with the program that wrote it.");
            }
            if (minor > TranscriptWriter.FORMAT.minor()) {
                json.skipUnknownFields();
            }
        }

        /** The number from 0 to 255 that the digits say, or -1. */
        private static int small(String digits) {
            if (digits.isEmpty() || digits.length() > 3) {
                return -1;
            }
            int value = 0;
            for (int i = 0; i < digits.length(); i++) {
                int digit = digits.charAt(i) - '0';
                if (digit < 0 || digit > 9) {
                    return -1;
                }
                value = value * 10 + digit;
            }
            return value <= 255 ? value : -1;
        }

        private Turn readLine() {
            int number = turns.size();
            int skippedBefore = in.skippedCount();
            var parts = new TurnForm.Parts();
            String stated = "";
            long statedNumber = 0;
            in.open(LINE);
            for (int field = in.next(); field != 0; field = in.next()) {
                switch (field) {
                    case 1 -> statedNumber = in.number(Integer.MAX_VALUE);
                    case 5 -> stated = in.text();
                    default -> parts.read(in, field - 1);
                }
            }
            if (statedNumber != number) {
                throw in.malformed(
                        Problem.ORDER,
                        "turn "
                                + number
                                + " is numbered "
                                + statedNumber
                                + ": a turn is missing, doubled or moved.");
            }
            Turn turn = parts.turn();
            check("turn " + number, stated, checksum(turn), skippedBefore);
            return turn;
        }

        /** What was passed over is not in the actual checksum: then there is nothing to compare. */
        private void check(String part, String stated, String actual, int skippedBefore) {
            if (stated.isEmpty()) {
                throw in.malformed(
                        Problem.CHECKSUM,
                        part
                                + " has no checksum. If this is wanted, add \"checksum\":\""
                                + actual
                                + "\".");
            }
            if (!stated.equals(actual) && in.skippedCount() == skippedBefore) {
                throw in.malformed(
                        Problem.CHECKSUM,
                        part
                                + " has checksum \""
                                + shown(stated)
                                + "\", but its content has \""
                                + actual
                                + "\": it was changed. If you changed it on purpose, write the latter.");
            }
        }

        private static String shown(String text) {
            return text.length() <= 20 ? text : text.substring(0, 20) + "…";
        }

        private Transcript transcript() {
            if (version == null || format.isEmpty()) {
                throw in.malformed(Problem.FOREIGN, "it does not say \"format\" and \"version\".");
            }
            var header = new Transcript.Header(new RunId(runId), workflowType);
            check("the header", checksum, checksum(header), in.skippedCount());
            if (turnCount != turns.size()) {
                throw in.malformed(
                        Problem.INCONSISTENT,
                        "there are "
                                + turns.size()
                                + " turns, but turnCount says "
                                + turnCount
                                + ".");
            }
            return new Transcript(header, turns);
        }
    }
}
