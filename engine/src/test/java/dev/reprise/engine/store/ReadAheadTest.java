package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A cursor of a store reads more rows than it was asked for, and nobody notices. */
class ReadAheadTest {
    private static final int RUNS = 2_000;

    private final Watched medium = new Watched();

    private static RunId run(int number) {
        return new RunId("run-" + (10_000 + number));
    }

    private Store filled() {
        var store = ThreadedStore.on(medium);
        List<Slip> slips = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            slips.add(new Slip());
            store.write(Append.turn(run(i), 0, 1, new byte[1]), slips.getLast());
        }
        slips.forEach(Slip::assertDurable);
        return store;
    }

    @Test
    void whoever_looks_at_one_row_has_one_read_and_who_reads_on_more_and_more() {
        try (var store = filled();
                var heads = store.heads()) {
            heads.next();
            assertThat(medium.read).isEqualTo(1);
            for (int i = 1; i < RUNS; i++) {
                assertThat(heads.next().run()).isEqualTo(run(i));
                assertThat(medium.read).as("when %d were wanted", i + 1).isLessThan(2 * (i + 1));
                assertThat(medium.read - i).as("held").isLessThanOrEqualTo(256);
            }
            assertThat(heads.hasNext()).isFalse();
            assertThatThrownBy(heads::next).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void rows_before_a_damaged_one_are_had_first() {
        try (var store = filled()) {
            for (int damaged : new int[] {0, 1, 2, 5, 700, RUNS - 1}) {
                medium.damaged = run(damaged);
                try (var heads = store.heads()) {
                    IntStream.range(0, damaged)
                            .forEach(i -> assertThat(heads.next().run()).isEqualTo(run(i)));
                    assertThatThrownBy(heads::next)
                            .isInstanceOf(StoreFailure.class)
                            .hasMessage("damaged");
                    assertThatThrownBy(heads::hasNext).isInstanceOf(StoreFailure.class);
                }
            }
        }
    }

    @Test
    void what_was_read_ahead_is_not_given_away_after_the_end_of_the_cursor_or_of_the_store() {
        var store = filled();
        Cursor<Head> closed;
        try (var heads = store.heads()) {
            closed = heads;
            readSome(heads);
        }
        assertThatThrownBy(closed::next).hasMessageContaining("the cursor is closed");
        Cursor<Head> cut;
        try (store) {
            cut = store.heads();
            readSome(cut);
        }
        assertThatThrownBy(cut::next).hasMessageContaining("closed");
    }

    private static void readSome(Cursor<Head> heads) {
        for (int i = 0; i < 100; i++) {
            heads.next();
        }
    }

    /** Counts the rows that are read, and finds one of them damaged. */
    private static final class Watched extends ForwardingMedium {
        private int read;
        private @Nullable RunId damaged;

        Watched() {
            super(new MemoryMedium());
        }

        @Override
        public Cursor<Head> heads(@Nullable RunId from) {
            Cursor<Head> heads = super.heads(from);
            return new Cursor<>() {
                private @Nullable Head next;

                @Override
                public boolean hasNext() {
                    return next != null || heads.hasNext();
                }

                @Override
                public Head next() {
                    Head head = next == null ? heads.next() : next;
                    if (head.run().equals(damaged)) {
                        next = head;
                        throw new StoreFailure(StoreFailure.Kind.DAMAGED, "damaged");
                    }
                    read++;
                    return head;
                }

                @Override
                public void close() {
                    heads.close();
                }
            };
        }
    }
}
