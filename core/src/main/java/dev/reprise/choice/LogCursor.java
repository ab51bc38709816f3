package dev.reprise.choice;

import dev.reprise.Check;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries that a {@link LogEncoder} wrote, one after the other.
 *
 * <p>A <i>light</i> cursor keeps only the size and the fingerprint of the recorded set, which is
 * all that strict replay compares, and is told by its user which key was chosen. A <i>full</i>
 * cursor keeps the recorded set itself, and checks everything: it is what loading, printing and
 * lenient replay use.
 */
final class LogCursor {
    private final List<Chunk> chunks;
    private final List<Kind> kinds;
    private final @Nullable KeyTree<Key> base;

    private int nextChunk;
    private int leftInChunk;
    private ByteSource source = new ByteSource(ChoiceLog.WHAT, new byte[0]);
    private long[] lastNumbers = new long[4];

    private long entry = -1;
    private long step = -1;
    private int form;
    private int rank;
    private @Nullable Key lastChosen;
    private long baseFingerprint;
    private int baseSize;
    private boolean hasBase;
    private long aloneFingerprint;
    private final List<Key> alone = new ArrayList<>();
    private final List<Key> removed = new ArrayList<>();
    private final List<Key> added = new ArrayList<>();

    private LogCursor(List<Chunk> chunks, List<Kind> kinds, @Nullable KeyTree<Key> base) {
        this.chunks = chunks;
        this.kinds = kinds;
        this.base = base;
    }

    static LogCursor light(ChoiceLog log) {
        return new LogCursor(log.chunks(), log.kinds(), null);
    }

    static LogCursor full(ChoiceLog log) {
        return full(log.chunks(), log.kinds());
    }

    static LogCursor full(List<Chunk> chunks, List<Kind> kinds) {
        return new LogCursor(chunks, kinds, new KeyTree<>());
    }

    /** Goes to the next entry, or answers false when there is none. */
    boolean next() {
        while (leftInChunk == 0) {
            source.expectEnd();
            if (nextChunk == chunks.size()) {
                return false;
            }
            begin(chunks.get(nextChunk++));
        }
        leftInChunk--;
        entry++;
        int header = source.u8();
        readStep(header >>> LogEncoder.GAP_SHIFT);
        form = header & 3;
        readChanges((header & LogEncoder.FLAG_CHOSEN_LEFT) != 0);
        if (size() < 2) {
            throw source.malformed(
                    Problem.INCONSISTENT,
                    at("enabled") + " holds " + size() + " actions: that is not a choice.");
        }
        rank = count("chosen", Integer.MAX_VALUE);
        if (rank >= size()) {
            throw source.malformed(
                    Problem.INCONSISTENT,
                    at("chosen")
                            + " is number "
                            + rank
                            + " of "
                            + size()
                            + " enabled actions: an action that is not enabled.");
        }
        if (base != null && form != LogEncoder.FORM_ALONE) {
            lastChosen = base.nth(rank);
        }
        return true;
    }

    /** Tells a light cursor the key of the action that has the recorded rank. */
    void chose(Key key) {
        if (form != LogEncoder.FORM_ALONE) {
            lastChosen = key;
        }
    }

    /** The number of the current entry in the whole recording. */
    long entry() {
        return entry;
    }

    long step() {
        return step;
    }

    int size() {
        return form == LogEncoder.FORM_ALONE ? alone.size() : baseSize;
    }

    long fingerprint() {
        return form == LogEncoder.FORM_ALONE ? aloneFingerprint : baseFingerprint;
    }

    int rank() {
        return rank;
    }

    boolean isAlone() {
        return form == LogEncoder.FORM_ALONE;
    }

    /** Whether the current entry was written as the difference from the base before it. */
    boolean isDifference() {
        return form == LogEncoder.FORM_SAME || form == LogEncoder.FORM_DELTA;
    }

    /** What the current difference took out of the base. */
    List<Key> removed() {
        return removed;
    }

    /** What the current difference put into the base. */
    List<Key> added() {
        return added;
    }

    /** The recorded set: of a full cursor only. */
    List<Key> enabled() {
        if (form == LogEncoder.FORM_ALONE) {
            return List.copyOf(alone);
        }
        var keys = new ArrayList<Key>(baseSize);
        mirror().forEach(keys::add);
        return keys;
    }

    /** The recorded action: of a full cursor only. */
    Key chosen() {
        return form == LogEncoder.FORM_ALONE ? alone.get(rank) : mirror().nth(rank);
    }

    private KeyTree<Key> mirror() {
        Check.state(base != null, "a light cursor does not keep the set");
        return base;
    }

    private void begin(Chunk chunk) {
        source =
                new ByteSource(
                        ChoiceLog.WHAT, chunk.bytes(), 0, chunk.bytes().length, chunk.origin());
        if (nextChunk > 1 && (chunk.stepBefore() != step || chunk.firstEntry() != entry + 1)) {
            throw source.malformed(
                    Problem.ORDER,
                    "entry "
                            + chunk.firstEntry()
                            + " is said to follow step "
                            + chunk.stepBefore()
                            + ", but entry "
                            + entry
                            + " with step "
                            + step
                            + " comes before it: steps must ascend without a hole.");
        }
        leftInChunk = chunk.count();
        step = chunk.stepBefore();
        entry = chunk.firstEntry() - 1;
        hasBase = false;
        lastChosen = null;
        Arrays.fill(lastNumbers, 0);
    }

    private void readStep(int shortGap) {
        long gap = shortGap;
        if (shortGap == LogEncoder.GAP_ESCAPE) {
            long rest = source.varint();
            gap = rest < 0 ? -1 : rest + LogEncoder.GAP_ESCAPE;
        }
        long next = step + 1 + gap;
        if (gap < 0 || next < 0 || next == Long.MAX_VALUE) {
            throw source.malformed(Problem.LIMIT, at("step") + " is beyond the largest number.");
        }
        if (next < entry) {
            throw source.malformed(
                    Problem.INCONSISTENT,
                    at("step")
                            + " is "
                            + next
                            + ", but as many entries as its number come before it.");
        }
        step = next;
    }

    private void readChanges(boolean chosenLeft) {
        removed.clear();
        added.clear();
        if (form == LogEncoder.FORM_ALONE) {
            alone.clear();
            aloneFingerprint = 0;
            readAll(alone);
            for (var key : alone) {
                aloneFingerprint += key.print();
            }
        } else if (form == LogEncoder.FORM_BASE) {
            readAll(added);
            hasBase = true;
            baseSize = 0;
            baseFingerprint = 0;
            if (base != null) {
                base.clear();
            }
        } else {
            if (!hasBase) {
                throw source.malformed(
                        Problem.INCONSISTENT,
                        at("enabled") + " is a difference, but nothing comes before it.");
            }
            readDelta(chosenLeft);
            for (var key : removed) {
                remove(key);
            }
        }
        for (var key : added) {
            add(key);
        }
    }

    private void readDelta(boolean chosenLeft) {
        if (chosenLeft) {
            if (lastChosen == null) {
                throw source.malformed(
                        Problem.INCONSISTENT,
                        at("enabled") + " is without the action chosen before, but there is none.");
            }
            removed.add(lastChosen);
        }
        if (form == LogEncoder.FORM_DELTA) {
            int counts = source.u8();
            int goneCount = readCount(counts >>> 4);
            int newCount = readCount(counts & 15);
            readKeys(goneCount, removed);
            readKeys(newCount, added);
        }
    }

    private int readCount(int shortCount) {
        return shortCount < LogEncoder.COUNT_ESCAPE
                ? shortCount
                : shortCount + count("enabled", source.remaining());
    }

    private void readKeys(int count, List<Key> keys) {
        for (int i = 0; i < count; i++) {
            int kind = readKind();
            long number = lastNumbers[kind] + source.zigzag();
            lastNumbers[kind] = number;
            keys.add(key(kind, number));
        }
    }

    private void readAll(List<Key> keys) {
        int size = count("enabled", Math.min(source.remaining(), LogEncoder.ENABLED_MAX));
        while (keys.size() < size) {
            int kind = readKind();
            if (!keys.isEmpty() && kinds.get(kind).order() <= keys.getLast().kind().order()) {
                throw source.malformed(
                        Problem.ORDER, at("enabled") + " is not in the order of its kinds.");
            }
            int ofKind = count("enabled", size - keys.size());
            if (ofKind == 0) {
                throw source.malformed(
                        Problem.INCONSISTENT,
                        at("enabled") + " names a kind of which it has none.");
            }
            long number = source.varint();
            keys.add(key(kind, number));
            for (int i = 1; i < ofKind; i++) {
                long gap = source.varint();
                number = gap < 0 ? -1 : number + gap + 1;
                keys.add(key(kind, number));
            }
            lastNumbers[kind] = number;
        }
    }

    private int readKind() {
        long kind = source.varint();
        if (kind < 0 || kind >= kinds.size()) {
            throw source.malformed(
                    Problem.UNKNOWN,
                    at("enabled")
                            + " names an action of kind number "
                            + Long.toUnsignedString(kind)
                            + ", but only "
                            + kinds.size()
                            + " kinds are defined.");
        }
        if (kind >= lastNumbers.length) {
            lastNumbers =
                    Arrays.copyOf(lastNumbers, Math.max((int) kind + 1, 2 * lastNumbers.length));
        }
        return (int) kind;
    }

    private Key key(int kind, long number) {
        if (number < 0 || number > Key.NUMBER_MAX) {
            throw source.malformed(
                    Problem.LIMIT, at("enabled") + " names an action with a number out of range.");
        }
        return kinds.get(kind).key(number);
    }

    private void add(Key key) {
        baseSize++;
        baseFingerprint += key.print();
        if (base != null && !base.put(key.code(), key)) {
            throw source.malformed(
                    Problem.INCONSISTENT,
                    at("enabled") + " gains " + key + ", which it has already.");
        }
        if (baseSize > LogEncoder.ENABLED_MAX) {
            throw source.malformed(
                    Problem.LIMIT,
                    at("enabled") + " has more than " + LogEncoder.ENABLED_MAX + " actions.");
        }
    }

    private void remove(Key key) {
        baseSize--;
        baseFingerprint -= key.print();
        if (base != null && !key.equals(base.remove(key.code()))) {
            throw source.malformed(
                    Problem.UNKNOWN, at("enabled") + " loses " + key + ", which it does not have.");
        }
    }

    /** As {@link ByteSource#count}, but the message is made only when it is needed. */
    private int count(String field, int max) {
        long value = source.varint();
        if (value < 0 || value > max) {
            throw source.malformed(
                    Problem.LIMIT,
                    at(field)
                            + " is "
                            + Long.toUnsignedString(value)
                            + ", at most "
                            + max
                            + " is allowed.");
        }
        return (int) value;
    }

    private String at(String field) {
        return "entry " + entry + ": " + field;
    }
}
