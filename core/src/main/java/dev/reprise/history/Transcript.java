package dev.reprise.history;

import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.form.Malformed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The history of a run: its activations in order, each with the commands it produced. It is all
 * that replay needs. Its forms, bytes and JSON, are specified in docs/transcript.md.
 */
public record Transcript(Header header, List<Turn> turns) {
    /** What is known about a run before its first turn. */
    public record Header(RunId runId, String workflowType) {
        /** Checks the type. */
        public Header {
            Text.name("a workflow type", workflowType);
        }

        /**
         * What turns say of the run that they are of: one that goes on from a moment of another is
         * told the id of that one, whatever its own is. As given when there is none.
         */
        public static Header of(RunId runId, String workflowType, List<Turn> turns) {
            return !turns.isEmpty()
                            && turns.getFirst().activation().jobs().getFirst()
                                    instanceof Job.Start start
                    ? new Header(start.runId(), start.workflowType())
                    : new Header(runId, workflowType);
        }
    }

    /**
     * What could be read of a transcript that was not ended, and why there is not more.
     *
     * @param transcript the turns that arrived intact
     */
    public record Recovered(Transcript transcript, Optional<Malformed> problem) {}

    /**
     * Checks that the turns follow from each other: the first starts the run of the header and no
     * other does, commands are numbered without gaps, nothing follows the end.
     */
    public Transcript {
        turns = List.copyOf(turns);
        var order = new TurnOrder(header);
        for (Turn turn : turns) {
            order.problem(turn)
                    .ifPresent(
                            sentence -> {
                                throw new IllegalArgumentException(sentence);
                            });
        }
    }

    /** The turns as a recording, for one replay. */
    public Recording recording() {
        Iterator<Turn> rest = turns.iterator();
        return () ->
                rest.hasNext()
                        ? Optional.of(Recording.Expected.exactly(rest.next()))
                        : Optional.empty();
    }

    /** The binary form. */
    public byte[] toBytes() {
        var out = new ByteArrayOutputStream();
        try {
            writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Writes the binary form, and leaves {@code out} open. */
    public void writeTo(OutputStream out) throws IOException {
        var writer = new TranscriptWriter(out, header);
        for (Turn turn : turns) {
            writer.write(turn);
        }
        writer.end();
    }

    /**
     * Reads the binary form.
     *
     * @throws Malformed when anything at all is wrong with it
     */
    public static Transcript fromBytes(byte[] bytes) {
        try {
            return readFrom(new ByteArrayInputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the binary form to its end.
     *
     * @throws Malformed when anything at all is wrong with it
     */
    public static Transcript readFrom(InputStream in) throws IOException {
        return TranscriptReader.all(in);
    }

    /**
     * Reads as much of the binary form as is intact: for a transcript that was written until a
     * crash.
     *
     * @throws Malformed when not even its first facts are intact
     */
    public static Recovered recover(InputStream in) throws IOException {
        return TranscriptReader.intact(in);
    }

    /** The JSON form. */
    public String toJson() {
        return TranscriptJson.text(this);
    }

    /** Writes the JSON form in UTF-8, and leaves {@code out} open. */
    public void writeJsonTo(OutputStream out) throws IOException {
        TranscriptJson.write(this, out);
    }

    /**
     * Reads the JSON form.
     *
     * @throws Malformed when anything at all is wrong with it
     */
    public static Transcript fromJson(String text) {
        return TranscriptJson.read(text);
    }

    /**
     * Reads the JSON form to its end.
     *
     * @throws Malformed when anything at all is wrong with it
     */
    public static Transcript readJsonFrom(InputStream in) throws IOException {
        return TranscriptJson.read(in);
    }
}
