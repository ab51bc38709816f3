package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known of runs without reading, and that it is what is durable. */
class KnownHeadsTest {
    private static final RunId RUN = new RunId("order-17");

    static final int RUNS_FEW = 4;

    private CountingMedium medium;
    private KnownHeads known;

    @BeforeEach
    @BeforeTry
    void begin() {
        medium = new CountingMedium();
        known = new KnownHeads(medium);
    }

    @AfterEach
    void check() {
        known.invariants();
    }

    private void make(Change... changes) {
        var group = new Group(known);
        for (Change change : changes) {
            assertThat(group.add(change)).isEmpty();
        }
        known.commit(group);
    }

    private static Append turn(RunId run, long position, int summaryBytes) {
        return Append.turn(run, position, 1, new byte[9]).withSummary(new byte[summaryBytes]);
    }

    private String shown(RunId run) {
        return known.of(run).map(Head::toString).orElse("nothing");
    }

    @Test
    void a_run_that_goes_on_is_not_read() {
        make(turn(RUN, 0, 1));
        assertThat(medium.reads).isEqualTo(1);
        make(turn(RUN, 1, 1), turn(RUN, 2, 1));
        make(turn(RUN, 3, 1));
        assertThat(medium.reads).isEqualTo(1);
        assertThat(shown(RUN)).isEqualTo("run order-17 with 4 turns, held by epoch 1");
    }

    @Test
    void a_run_that_was_there_before_is_read_once() {
        make(turn(RUN, 0, 1));
        known = new KnownHeads(medium);
        make(turn(RUN, 1, 1));
        make(turn(RUN, 2, 1));
        assertThat(medium.reads).isEqualTo(2);
    }

    @Test
    void where_reading_costs_nothing_nothing_is_remembered() {
        var memory = new MemoryMedium();
        known = new KnownHeads(memory);
        assertThat(known.lookFor(RUN)).isEmpty();
        make(turn(RUN, 0, 1));
        assertThat(known.of(RUN)).containsSame(memory.head(RUN).orElseThrow());
        make(new Change.Delete(RUN, 1, 1));
        assertThat(shown(RUN)).isEqualTo("nothing");
        medium.reads = 0;
        known = new KnownHeads(medium, 0);
        make(turn(RUN, 0, 1));
        make(turn(RUN, 1, 1));
        assertThat(medium.reads).isEqualTo(2);
    }

    @Test
    void a_claim_is_known() {
        make(turn(RUN, 0, 1));
        make(new Change.ClaimRun(RUN, 7));
        assertThat(shown(RUN)).isEqualTo("run order-17 with 1 turns, held by epoch 7");
        assertThat(medium.reads).isEqualTo(1);
    }

    @Test
    void a_deleted_run_is_not_known_and_can_begin_again() {
        make(turn(RUN, 0, 1));
        make(new Change.Delete(RUN, 1, 1));
        known.invariants();
        assertThat(shown(RUN)).isEqualTo("nothing");
        make(turn(RUN, 0, 1));
        assertThat(shown(RUN)).isEqualTo("run order-17 with 1 turns, held by epoch 1");
    }

    @Test
    void a_group_that_was_not_committed_teaches_nothing() {
        make(turn(RUN, 0, 1));
        var dropped = new Group(known);
        assertThat(dropped.add(turn(RUN, 1, 1))).isEmpty();
        assertThat(shown(RUN)).isEqualTo("run order-17 with 1 turns, held by epoch 1");
    }

    @Test
    void what_is_known_is_bounded_and_the_one_used_last_stays() {
        int summary = 1 << 20;
        int fit = (int) (KnownHeads.BYTES_MAX / summary) - 1;
        make(turn(RUN, 0, summary));
        for (int i = 0; i < fit; i++) {
            make(turn(new RunId("other-" + i), 0, summary));
            assertThat(shown(RUN)).contains("1 turns");
        }
        int reads = medium.reads;
        make(turn(RUN, 1, summary));
        assertThat(medium.reads).isEqualTo(reads);
        // The first of the others had to go, and is read again: it is still there.
        assertThat(known.of(new RunId("other-0"))).isPresent();
        assertThat(medium.reads).isEqualTo(reads + 1);
    }

    @Test
    void a_run_that_was_looked_for_is_not_looked_for_again_when_it_begins() {
        assertThat(known.lookFor(RUN)).isEmpty();
        make(turn(RUN, 0, 1));
        assertThat(medium.reads).isEqualTo(1);
    }

    @Test
    void a_look_says_nothing_of_what_was_written_and_dropped_since() {
        known = new KnownHeads(medium, 2_000);
        var first = new Group(known);
        assertThat(first.add(turn(RUN, 0, 1_000))).isEmpty();
        assertThat(known.lookFor(RUN)).isEmpty();
        known.commit(first);
        make(turn(new RunId("other"), 0, 1_000));
        assertThat(shown(RUN)).isEqualTo("run order-17 with 1 turns, held by epoch 1");
    }

    @Test
    void looks_that_lead_to_nothing_take_no_more_than_so_much_room() {
        var _ = known.lookFor(RUN);
        for (int i = 0; i < Absences.MAX; i++) {
            var _ = known.lookFor(new RunId("visitor-" + i));
        }
        int reads = medium.reads;
        assertThat(shown(RUN)).isEqualTo("nothing");
        assertThat(medium.reads).isEqualTo(reads + 1);
    }

    /** What is done to one of a few runs. */
    enum Deed {
        LOOK,
        LOOK_WHILE_WRITING,
        ASK,
        WRITE,
        DELETE
    }

    @Property
    void whatever_is_dropped_and_looked_for_what_is_known_is_what_is_durable(
            @ForAll @Size(max = 60) List<@IntRange(max = 5 * RUNS_FEW - 1) Integer> deeds) {
        // There is room for two heads.
        known = new KnownHeads(medium, 2 * 300);
        for (int each : deeds) {
            var run = new RunId("order-" + each % RUNS_FEW);
            long turns = medium.head(run).map(Head::position).orElse(0L);
            switch (Deed.values()[each / RUNS_FEW]) {
                case LOOK -> assertThat(known.lookFor(run).isPresent()).isEqualTo(turns > 0);
                case LOOK_WHILE_WRITING -> {
                    var group = new Group(known);
                    assertThat(group.add(turn(run, turns, 1))).isEmpty();
                    var _ = known.lookFor(run);
                    known.commit(group);
                }
                case ASK ->
                        assertThat(known.of(run).map(Head::position).orElse(0L)).isEqualTo(turns);
                case WRITE -> make(turn(run, turns, 1));
                case DELETE -> {
                    if (turns > 0) {
                        make(new Change.Delete(run, turns, 1));
                    }
                }
            }
            known.invariants();
        }
    }

    /** Memory that counts how often a head is read. */
    private static final class CountingMedium extends ForwardingMedium {
        private int reads;

        CountingMedium() {
            super(new MemoryMedium());
        }

        @Override
        public Optional<Head> head(RunId run) {
            reads++;
            return super.head(run);
        }
    }
}
