package dev.reprise.choice;

import dev.reprise.Check;
import dev.reprise.form.ByteSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns choices into the bytes of entries, chunk by chunk. The bytes are specified in
 * docs/choice-log.md; {@link LogCursor} reads them.
 *
 * <p>A set that can be followed is written in full once per chunk (the <i>base</i>) and as its
 * difference from then on, so an entry costs what has changed and not what is enabled. A chunk is
 * closed when it is eight times as large as its base, so that bases are an eighth of all bytes.
 */
final class LogEncoder {
    static final int FORM_SAME = 0;
    static final int FORM_DELTA = 1;
    static final int FORM_BASE = 2;
    static final int FORM_ALONE = 3;
    static final int FLAG_CHOSEN_LEFT = 4;
    static final int GAP_SHIFT = 3;
    static final int GAP_ESCAPE = 31;
    static final int COUNT_ESCAPE = 15;

    static final int KINDS_MAX = 4096;
    static final int ENABLED_MAX = 1 << 22;
    private static final int CHUNK_BYTES = 16 << 10;

    /** Beyond this a chunk is full whatever its base: a frame must hold it and one more entry. */
    private static final int CHUNK_BYTES_MAX = 16 << 20;

    private final List<Kind> kinds = new ArrayList<>();
    private final ByteSink bytes = new ByteSink(1024);
    private final long entriesPerChunkMax;
    private final Follower follower = new Follower();
    private final Delta delta = new Delta();
    private long[] lastNumbers = new long[4];

    /** The keys of the set that is about to be written in full, and its kinds in their order. */
    private long[] codes = new long[8];

    private final List<Kind> codeKinds = new ArrayList<>();
    private @Nullable Kind lastKind;
    private int lastKindIndex;
    private @Nullable Key lastChosen;
    private int baseBytes;

    private long entries;
    private long lastStep = -1;
    private long chunkFirstEntry;
    private long chunkStepBefore = -1;

    LogEncoder(long entriesPerChunkMax) {
        this.entriesPerChunkMax = entriesPerChunkMax;
    }

    /** All kinds that entries refer to, in the order of their numbers. */
    List<Kind> kinds() {
        return kinds;
    }

    /** How many entries have been written, in all chunks. */
    long entries() {
        return entries;
    }

    /** Whether the current chunk is large enough to be sealed. */
    boolean isChunkFull() {
        return bytes.size() >= Math.min(CHUNK_BYTES_MAX, Math.max(CHUNK_BYTES, 8 * baseBytes))
                || entries - chunkFirstEntry >= entriesPerChunkMax;
    }

    boolean isChunkEmpty() {
        return entries == chunkFirstEntry;
    }

    /** A copy of the current chunk as it is. */
    Chunk chunk() {
        int count = Math.toIntExact(entries - chunkFirstEntry);
        return new Chunk(chunkFirstEntry, chunkStepBefore, count, bytes.toByteArray(), 0);
    }

    /** Ends the current chunk and begins the next one. */
    void nextChunk() {
        bytes.clear();
        baseBytes = 0;
        chunkFirstEntry = entries;
        chunkStepBefore = lastStep;
        follower.forget();
        lastChosen = null;
        Arrays.fill(lastNumbers, 0);
    }

    /** Writes the entry of a choice among two or more enabled actions. */
    void append(long step, Enabled enabled, Action chosen, int rank) {
        Check.invariant(step > lastStep, "steps do not ascend");
        Check.argument(
                enabled.size() <= ENABLED_MAX,
                "a choice among %d actions cannot be recorded, at most %d are allowed",
                enabled.size(),
                ENABLED_MAX);
        long gap = step - lastStep - 1;
        if (!Follower.canFollow(enabled)) {
            takeAll(enabled);
            header(FORM_ALONE, gap);
            writeAll(enabled.size());
        } else {
            delta.clear();
            boolean known = follower.catchUp(enabled, delta);
            if (known && delta.net() <= Math.max(8, enabled.size())) {
                ensureKinds();
                writeDelta(gap);
            } else {
                takeAll(enabled);
                int before = bytes.size();
                header(FORM_BASE, gap);
                writeAll(enabled.size());
                baseBytes = bytes.size() - before;
            }
            lastChosen = chosen.key();
        }
        bytes.varint(rank);
        lastStep = step;
        entries++;
    }

    private void header(int formAndFlags, long gap) {
        if (gap < GAP_ESCAPE) {
            bytes.u8(formAndFlags | (int) gap << GAP_SHIFT);
        } else {
            bytes.u8(formAndFlags | GAP_ESCAPE << GAP_SHIFT);
            bytes.varint(gap - GAP_ESCAPE);
        }
    }

    private void writeDelta(long gap) {
        boolean chosenLeft = lastChosen != null && delta.dropRemoved(lastChosen);
        int flag = chosenLeft ? FLAG_CHOSEN_LEFT : 0;
        if (delta.isEmpty()) {
            header(FORM_SAME | flag, gap);
            return;
        }
        header(FORM_DELTA | flag, gap);
        int removed = delta.removedCount();
        int added = delta.addedCount();
        bytes.u8(Math.min(removed, COUNT_ESCAPE) << 4 | Math.min(added, COUNT_ESCAPE));
        if (removed >= COUNT_ESCAPE) {
            bytes.varint(removed - COUNT_ESCAPE);
        }
        if (added >= COUNT_ESCAPE) {
            bytes.varint(added - COUNT_ESCAPE);
        }
        for (int i = 0; i < removed; i++) {
            writeKey(delta.removed(i));
        }
        for (int i = 0; i < added; i++) {
            writeKey(delta.added(i));
        }
    }

    private void writeKey(Key key) {
        int kind = indexOf(key.kind());
        bytes.varint(kind);
        bytes.zigzag(key.number() - lastNumbers[kind]);
        lastNumbers[kind] = key.number();
    }

    /** Takes the keys of a view; all that can be wrong is found before a byte is written. */
    private void takeAll(Enabled enabled) {
        int size = enabled.size();
        if (codes.length < size) {
            codes = new long[Math.max(size, 2 * codes.length)];
        }
        codeKinds.clear();
        try {
            int taken = enabled instanceof EnabledSet set ? takeSorted(set) : takeEach(enabled);
            Check.argument(taken == size, "a view of size %d has %d actions", size, taken);
            codeKinds.forEach(this::indexOf);
        } catch (RuntimeException e) {
            follower.forget();
            throw e;
        }
    }

    /** Looks at the keys only, not at each action: a large set does not fit into the caches. */
    private int takeSorted(EnabledSet set) {
        set.copyCodes(codes);
        for (int i = 0; i < set.size(); i++) {
            if (i == 0 || Key.orderOf(codes[i]) != Key.orderOf(codes[i - 1])) {
                codeKinds.add(set.kindOf(Key.orderOf(codes[i])));
            }
        }
        return set.size();
    }

    private int takeEach(Enabled enabled) {
        int[] taken = {0};
        enabled.forEach(
                action -> {
                    var key = action.key();
                    int i = taken[0]++;
                    if (i >= enabled.size()) {
                        return;
                    }
                    codes[i] = key.code();
                    Check.argument(
                            i == 0 || codes[i - 1] < codes[i],
                            "a view is not in key order at %s",
                            key);
                    if (codeKinds.isEmpty() || !codeKinds.getLast().equals(key.kind())) {
                        codeKinds.add(key.kind());
                    }
                });
        return taken[0];
    }

    /** As in {@link #takeAll}: a kind that cannot be recorded is found before a byte is written. */
    private void ensureKinds() {
        try {
            for (int i = 0; i < delta.addedCount(); i++) {
                indexOf(delta.added(i).kind());
            }
        } catch (RuntimeException e) {
            follower.forget();
            throw e;
        }
    }

    /** All keys taken, kind by kind: the number of keys, then the first and the gaps. */
    private void writeAll(int size) {
        bytes.varint(size);
        int from = 0;
        for (var kind : codeKinds) {
            int to = from + 1;
            while (to < size && Key.orderOf(codes[to]) == kind.order()) {
                to++;
            }
            int index = indexOf(kind);
            bytes.varint(index);
            bytes.varint(to - from);
            bytes.varint(Key.numberOf(codes[from]));
            for (int i = from + 1; i < to; i++) {
                bytes.varint(codes[i] - codes[i - 1] - 1);
            }
            lastNumbers[index] = Key.numberOf(codes[to - 1]);
            from = to;
        }
    }

    private int indexOf(Kind kind) {
        if (kind.equals(lastKind)) {
            return lastKindIndex;
        }
        int index = kinds.indexOf(kind);
        if (index < 0) {
            index = kinds.size();
            Check.argument(index < KINDS_MAX, "a recording has at most %d kinds", KINDS_MAX);
            var clash = kind.clashIn(kinds);
            Check.argument(clash.isEmpty(), "this cannot be recorded: %s", clash.orElse(""));
            kinds.add(kind);
            if (index == lastNumbers.length) {
                lastNumbers = Arrays.copyOf(lastNumbers, index * 2);
            }
        }
        lastKind = kind;
        lastKindIndex = index;
        return index;
    }

    /** What changed between two choices, with comings and goings of the same key cancelled out. */
    private static final class Delta implements Enabled.Changes {
        private static final Comparator<Key> BY_CODE = Comparator.comparingLong(Key::code);

        private Key[] removed = new Key[8];
        private Key[] added = new Key[8];
        private int removedCount;
        private int addedCount;

        void clear() {
            removedCount = 0;
            addedCount = 0;
        }

        @Override
        public void added(Action action) {
            if (addedCount == added.length) {
                added = Arrays.copyOf(added, addedCount * 2);
            }
            added[addedCount++] = action.key();
        }

        @Override
        public void removed(Action action) {
            if (removedCount == removed.length) {
                removed = Arrays.copyOf(removed, removedCount * 2);
            }
            removed[removedCount++] = action.key();
        }

        /** Cancels out, sorts, and answers how many changes are left. */
        int net() {
            sort(removed, removedCount);
            sort(added, addedCount);
            int r = 0;
            int a = 0;
            int keptRemoved = 0;
            int keptAdded = 0;
            // Comings and goings of one key alternate, so their numbers differ by one at most.
            while (r < removedCount || a < addedCount) {
                boolean fromRemoved =
                        a == addedCount
                                || (r < removedCount && removed[r].code() <= added[a].code());
                var key = fromRemoved ? removed[r] : added[a];
                int surplus = 0;
                for (; r < removedCount && removed[r].code() == key.code(); r++) {
                    surplus++;
                }
                for (; a < addedCount && added[a].code() == key.code(); a++) {
                    surplus--;
                }
                if (surplus > 0) {
                    removed[keptRemoved++] = key;
                } else if (surplus < 0) {
                    added[keptAdded++] = key;
                }
            }
            removedCount = keptRemoved;
            addedCount = keptAdded;
            return removedCount + addedCount;
        }

        private static void sort(Key[] keys, int count) {
            if (count > 32) {
                Arrays.sort(keys, 0, count, BY_CODE);
                return;
            }
            for (int i = 1; i < count; i++) {
                var key = keys[i];
                int j = i - 1;
                for (; j >= 0 && keys[j].code() > key.code(); j--) {
                    keys[j + 1] = keys[j];
                }
                keys[j + 1] = key;
            }
        }

        /** Takes {@code key} out of what was removed, if it is there. */
        boolean dropRemoved(Key key) {
            for (int i = 0; i < removedCount; i++) {
                if (removed[i].equals(key)) {
                    removedCount--;
                    System.arraycopy(removed, i + 1, removed, i, removedCount - i);
                    return true;
                }
            }
            return false;
        }

        boolean isEmpty() {
            return removedCount == 0 && addedCount == 0;
        }

        int removedCount() {
            return removedCount;
        }

        int addedCount() {
            return addedCount;
        }

        Key removed(int i) {
            return removed[i];
        }

        Key added(int i) {
            return added[i];
        }
    }
}
