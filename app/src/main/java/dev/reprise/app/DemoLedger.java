package dev.reprise.app;

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
 * What the world outside of the engine saw, line by line: one write call each, so that a line is
 * there even when the process is gone the moment after. A stream and no channel: that is closed
 * when an activity is interrupted while it writes.
 */
final class DemoLedger implements AutoCloseable {
    private final OutputStream file;

    private DemoLedger(OutputStream file) {
        this.file = file;
    }

    /** What can be seen. */
    enum Word {
        /** {@code order cents}: a customer has ordered. */
        ORDERED,
        /** {@code order}: the engine said that the order is started. */
        STARTED,
        /** {@code order who}: the engine said that the approval is durable. */
        APPROVED,
        /** {@code key order cents redeliveries}: the bank was asked for money. */
        CALLED,
        /** {@code key order cents}: the bank moved it, as it does once for each key. */
        CHARGED,
        /** {@code key order cents}: the bank paid it back, as it does once for each key. */
        REFUNDED,
        /** {@code key order who}: a packer has packed a gift. */
        PACKED,
        /** {@code key run}: somebody counted what is in the shelves. */
        COUNTED,
        /** {@code time}: a customer is about to ask for the schedule. */
        SCHEDULING,
        /** {@code time}: the engine said that there is one. */
        SCHEDULED,
        /** {@code time}: a customer is about to ask for its end. */
        UNSCHEDULING,
        /** {@code time}: the engine said that it has ended. */
        UNSCHEDULED,
        /** {@code name state}: a breaker has changed. */
        BREAKER,
        /** {@code order payment who parcel}: the engine said that this is the order's result. */
        RECEIPT,
        /** {@code order why}: the engine said that the order was undone. */
        UNDONE
    }

    /** One line. */
    record Line(Word word, List<String> rest) {
        String at(int index) {
            return rest.get(index);
        }

        long number(int index) {
            return Long.parseLong(rest.get(index));
        }
    }

    static DemoLedger append(Path path) throws IOException {
        return new DemoLedger(new FileOutputStream(path.toFile(), true));
    }

    void write(Word word, Object... rest) {
        var text = new StringBuilder(word.name());
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

    /** All lines. The last one is cut off when a process ended in the middle of writing it. */
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
                            List<String> words = List.of(it.split(" ", -1));
                            lines.add(
                                    new Line(
                                            Word.valueOf(words.getFirst()),
                                            words.subList(1, words.size())));
                        });
        return lines;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
