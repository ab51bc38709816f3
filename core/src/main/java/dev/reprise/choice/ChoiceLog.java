package dev.reprise.choice;

import dev.reprise.Check;
import dev.reprise.form.Malformed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The choices of one execution: for every choice among more than one action its step, what was
 * enabled and what was chosen. It does not change, and it is valid: whatever cannot be a recording
 * is refused when it is read.
 *
 * <p>Both forms, binary and JSON, are specified in docs/choice-log.md.
 */
public final class ChoiceLog implements Iterable<ChoiceLog.Entry> {
    static final String WHAT = "choice log";

    /** The log of an execution that has not decided anything. */
    public static final ChoiceLog EMPTY = new ChoiceLog(List.of(), List.of(), 0, true);

    private final List<Kind> kinds;
    private final List<Chunk> chunks;
    private final long steps;
    private final boolean complete;

    /**
     * One choice among more than one action.
     *
     * @param step how many decisions came before it, single ones included
     * @param enabled the keys of the enabled actions, ascending
     * @param chosen the key of the chosen one
     */
    public record Entry(long step, List<Key> enabled, Key chosen) {
        /** Checks that this is a choice. */
        public Entry {
            enabled = List.copyOf(enabled);
            Check.argument(step >= 0, "step must not be negative: %d", step);
            Check.argument(step < Long.MAX_VALUE, "step must be less than %d", step);
            Check.argument(
                    enabled.size() >= 2,
                    "a choice among %d actions is not recorded",
                    enabled.size());
            for (int i = 1; i < enabled.size(); i++) {
                Check.argument(
                        enabled.get(i - 1).code() < enabled.get(i).code(),
                        "enabled keys must ascend, but %s comes before %s",
                        enabled.get(i - 1),
                        enabled.get(i));
            }
            Check.argument(enabled.contains(chosen), "%s was chosen but is not enabled", chosen);
        }
    }

    /**
     * What could be read of a log that was not ended, and why there is not more.
     *
     * @param log the entries that arrived intact
     */
    public record Recovered(ChoiceLog log, Optional<Malformed> problem) {}

    ChoiceLog(List<Kind> kinds, List<Chunk> chunks, long steps, boolean complete) {
        this.kinds = List.copyOf(kinds);
        this.chunks = List.copyOf(chunks);
        this.steps = steps;
        this.complete = complete;
    }

    /** A log of these entries, whose steps must ascend. */
    public static ChoiceLog of(List<Entry> entries) {
        var maker = new LogMaker();
        for (var entry : entries) {
            maker.base(entry.enabled());
            maker.append(entry.step(), maker.base(), entry.chosen());
        }
        return maker.log(maker.stepsSeen());
    }

    /** The same entries, of a recording that has lost {@code dropped} before them. */
    ChoiceLog withLost(long dropped, boolean isComplete) {
        var moved = new ArrayList<Chunk>();
        for (var chunk : chunks) {
            moved.add(
                    new Chunk(
                            chunk.firstEntry() + dropped,
                            chunk.stepBefore(),
                            chunk.count(),
                            chunk.bytes(),
                            chunk.origin()));
        }
        return new ChoiceLog(kinds, moved, steps, isComplete);
    }

    /** How many entries this log holds. */
    public long size() {
        return chunks.isEmpty()
                ? 0
                : chunks.getLast().firstEntry() + chunks.getLast().count() - dropped();
    }

    /** Whether this log holds no entry. */
    public boolean isEmpty() {
        return size() == 0;
    }

    /** How many entries a ring has forgotten before the first one held. */
    public long dropped() {
        return chunks.isEmpty() ? 0 : chunks.getFirst().firstEntry();
    }

    /** How many decisions were made, single ones included; at least so many when not complete. */
    public long steps() {
        return steps;
    }

    /** Whether the recording was ended, so that nothing is missing at its end. */
    public boolean isComplete() {
        return complete;
    }

    /** The kinds that entries refer to. */
    List<Kind> kinds() {
        return kinds;
    }

    List<Chunk> chunks() {
        return chunks;
    }

    /** All entries, oldest first. */
    @Override
    public Iterator<Entry> iterator() {
        var cursor = LogCursor.full(this);
        return new Iterator<>() {
            private boolean has = cursor.next();

            @Override
            public boolean hasNext() {
                return has;
            }

            @Override
            public Entry next() {
                if (!has) {
                    throw new NoSuchElementException("the log has no more entries");
                }
                var entry = new Entry(cursor.step(), cursor.enabled(), cursor.chosen());
                has = cursor.next();
                return entry;
            }
        };
    }

    /** The entries as a list: for logs that are small. */
    public List<Entry> entries() {
        var entries = new ArrayList<Entry>();
        forEach(entries::add);
        return entries;
    }

    /** Writes the binary form. */
    public void writeTo(OutputStream out) throws IOException {
        LogBytes.write(this, out);
    }

    /**
     * Reads the binary form to its end.
     *
     * @throws Malformed when anything at all is wrong with it
     */
    public static ChoiceLog readFrom(InputStream in) throws IOException {
        return LogBytes.read(in);
    }

    /**
     * Reads as much of the binary form as is intact: for a log that was streamed until a crash.
     *
     * @throws Malformed when it is not a choice log, or one of a version that cannot be read
     */
    public static Recovered recover(InputStream in) throws IOException {
        return LogBytes.recover(in);
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

    /**
     * Reads the binary form.
     *
     * @throws Malformed when anything at all is wrong with it
     */
    public static ChoiceLog fromBytes(byte[] bytes) {
        try {
            return readFrom(new ByteArrayInputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the JSON form, one entry per line. */
    public void writeJson(OutputStream out) throws IOException {
        LogJson.write(this, out);
    }

    /**
     * Reads the JSON form.
     *
     * @throws Malformed when anything at all is wrong with it
     */
    public static ChoiceLog readJson(InputStream in) throws IOException {
        return LogJson.read(in);
    }

    /** Whether the other log tells the same: equal entries, steps and end. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof ChoiceLog log)) {
            return false;
        }
        if (size() != log.size()
                || dropped() != log.dropped()
                || steps != log.steps
                || complete != log.complete) {
            return false;
        }
        var mine = LogCursor.full(this);
        var theirs = LogCursor.full(log);
        while (mine.next() && theirs.next()) {
            if (mine.step() != theirs.step()
                    || mine.rank() != theirs.rank()
                    || mine.size() != theirs.size()
                    || mine.fingerprint() != theirs.fingerprint()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * size() + steps);
    }

    @Override
    public String toString() {
        return "choice log of " + size() + " entries over " + steps + " steps";
    }
}
