package dev.reprise.engine;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened outside of the engine, line by line. Each line is one write call to a file, so it
 * is there whatever becomes of the process, and the order of the lines is the order of the events.
 * A channel would be closed by the first activity that is interrupted while it writes; a stream is
 * not.
 */
final class KillLedger implements AutoCloseable {
    private final int process;
    private final OutputStream file;
    private final boolean audible;

    private KillLedger(int process, OutputStream file, boolean audible) {
        this.process = process;
        this.file = file;
        this.audible = audible;
    }

    /** What is written in the ledger. */
    enum Word {
        /** {@code run key attempt}: by its history an activity has not ended. */
        OWED,
        /** The engine is open. */
        OPENED,
        /** {@code run}: the client is about to start it. */
        ASKED_START,
        /** {@code run}: it was told that it is started. */
        ACKED_START,
        /** {@code run n}: the client is about to send it. */
        ASKED_SIGNAL,
        /** {@code run n}: it was told that it is durable. */
        ACKED_SIGNAL,
        /** {@code run n}: the client is about to ask for it. */
        ASKED_UPDATE,
        /** {@code run n answer}: it was told that it is done, and what it gave. */
        ACKED_UPDATE,
        /** {@code run}: the client is about to ask that it is taken back. */
        ASKED_RESET,
        /** {@code run}: it was told that it is. */
        ACKED_RESET,
        /** {@code run}: the client is about to let another run go on from it. */
        ASKED_FORK,
        /** {@code run}: it was told that one does. */
        ACKED_FORK,
        /** {@code run}: the client is about to delete it. */
        ASKED_REMOVAL,
        /** {@code run}: it was told that it is deleted. */
        ACKED_REMOVAL,
        /** {@code run}: a person is about to have an activity tried anew. */
        ASKED_REDRIVE,
        /** {@code run}: it was told that it is. */
        ACKED_REDRIVE,
        /** {@code run}: a person is about to say how an activity ends. */
        ASKED_DECISION,
        /** {@code run}: it was told that it does. */
        ACKED_DECISION,
        /** {@code run attempt token details}: somebody outside has the token of an activity. */
        TOKEN,
        /** {@code run}: somebody outside is about to say that it goes on. */
        ASKED_BEAT,
        /** {@code run}: it was told that this is durable. */
        ACKED_BEAT,
        /** {@code run}: somebody outside is about to say that it has failed. */
        ASKED_FAILURE,
        /** {@code run}: it was told that this is durable. */
        ACKED_FAILURE,
        /** {@code run}: somebody outside is about to say what it gives. */
        ASKED_OUTCOME,
        /** {@code run}: it was told that this is durable. */
        ACKED_OUTCOME,
        /** {@code chore number time}: something is about to be asked of the engine as a whole. */
        ASKED_CHORE,
        /** {@code chore number time}: that is done, and durable. */
        ACKED_CHORE,
        /** {@code name time}: the client is about to create a schedule. */
        ASKED_SCHEDULE,
        /** {@code name time}: it was told that there is one. */
        ACKED_SCHEDULE,
        /** {@code name time}: the client is about to delete it. */
        ASKED_DELETE,
        /** {@code name time}: it was told that it is deleted. */
        ACKED_DELETE,
        /** {@code run n…}: what the run, when asked, said it was sent. */
        HEARD,
        /** {@code run}: it was acknowledged and is not there. */
        MISSING,
        /** {@code run reason}: it has been deleted before somebody asked how it ended. */
        GONE,
        /** {@code run text}: it was told this result. */
        RESULT,
        /** {@code run stage part key attempt redeliveries}: an activity begins. */
        START,
        /** The same: it has done its work. */
        DONE,
        /** The same: it fails, as it was told to. */
        FAILED,
        /** {@code text}: something that must not happen. */
        WRONG,
        /** Everything has ended. */
        FINISHED
    }

    /**
     * One line.
     *
     * @param process the number of the process that wrote it
     */
    record Line(int process, Word word, List<String> rest) {
        String at(int index) {
            return rest.get(index);
        }

        int number(int index) {
            return Integer.parseInt(rest.get(index));
        }

        /** The run, where the line is about one. */
        String run() {
            return rest.getFirst();
        }

        @Override
        public String toString() {
            return process + " " + word + " " + String.join(" ", rest);
        }
    }

    /** The ledger of one more process, which says aloud that it is at work, or not. */
    static KillLedger append(Path path, int process, boolean audible) throws IOException {
        return new KillLedger(process, new FileOutputStream(path.toFile(), true), audible);
    }

    /** Writes it, and lets whoever kills this process hear that it is at work. */
    void acknowledge(Word word, Object... rest) {
        write(word, rest);
        if (audible) {
            System.out.println("ack");
        }
    }

    void write(Word word, Object... rest) {
        var text = new StringBuilder().append(process).append(' ').append(word);
        for (Object each : rest) {
            text.append(' ').append(each);
        }
        byte[] bytes = text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            try {
                file.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** All lines. The last one is dropped from the file when the process died while writing it. */
    static List<Line> read(Path path) throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        byte[] bytes = Files.readAllBytes(path);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        if (end < bytes.length) {
            try (var file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                file.truncate(end);
            }
        }
        return parse(new String(bytes, 0, end, StandardCharsets.UTF_8));
    }

    static List<Line> parse(String text) {
        List<Line> lines = new ArrayList<>();
        text.lines()
                .forEach(
                        it -> {
                            List<String> words = List.of(it.strip().split(" ", -1));
                            lines.add(
                                    new Line(
                                            Integer.parseInt(words.get(0)),
                                            Word.valueOf(words.get(1)),
                                            words.subList(2, words.size())));
                        });
        return lines;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
