package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The scribe, turn by turn, on a medium that can fail. */
class ScribeTest {
    private static final RunId RUN = new RunId("order-17");
    private static final RunId OTHER = new RunId("order-18");

    private final FragileMedium medium = new FragileMedium();
    private final Scribe scribe = new Scribe(medium);

    @AfterEach
    void check() {
        scribe.invariants();
    }

    private static Append turn(RunId run, long position) {
        return Append.turn(run, position, 1, ("turn " + position).getBytes(StandardCharsets.UTF_8));
    }

    private Slip accept(Change change) {
        var slip = new Slip();
        scribe.accept(change, slip);
        return slip;
    }

    @Test
    void nothing_happens_without_a_turn_and_nothing_in_a_turn_without_changes() {
        assertThat(scribe.turn()).isFalse();
        var slip = accept(turn(RUN, 0));
        assertThat(slip.isTold()).isFalse();
        assertThat(scribe.isIdle()).isFalse();
        assertThat(scribe.turn()).isTrue();
        slip.assertDurable();
        assertThat(scribe.isIdle()).isTrue();
        assertThat(medium.groups).containsExactly(1);
    }

    @Test
    void all_that_waits_is_one_group() {
        for (int i = 0; i < 100; i++) {
            accept(turn(RUN, i));
            accept(turn(OTHER, i));
        }
        scribe.turn();
        assertThat(medium.groups).containsExactly(200);
        assertThat(scribe.turn()).isFalse();
    }

    @Test
    void a_group_is_bounded_in_changes_and_in_bytes() {
        for (int i = 0; i <= Scribe.GROUP_CHANGES_MAX; i++) {
            accept(turn(RUN, i));
        }
        while (scribe.turn()) {}
        byte[] half = new byte[(int) Scribe.GROUP_BYTES_MAX / 2];
        for (int i = 0; i < 3; i++) {
            accept(Append.turn(OTHER, i, 1, half));
        }
        while (scribe.turn()) {}
        assertThat(medium.groups).containsExactly(Scribe.GROUP_CHANGES_MAX, 1, 2, 1);
    }

    @Test
    void nobody_is_told_before_the_group_is_durable() {
        List<Slip> slips = new ArrayList<>();
        medium.before = () -> assertThat(slips).noneMatch(Slip::isTold);
        slips.add(accept(turn(RUN, 0)));
        slips.add(accept(turn(RUN, 5)));
        slips.add(accept(turn(RUN, 1)));
        scribe.turn();
        slips.get(0).assertDurable();
        slips.get(1).assertRefused(new Conflict.Position(RUN, 1, 5));
        slips.get(2).assertDurable();
    }

    @Test
    void a_group_of_refusals_is_not_written() {
        var slip = accept(turn(RUN, 5));
        scribe.turn();
        slip.assertRefused(new Conflict.Position(RUN, 0, 5));
        assertThat(medium.groups).isEmpty();
    }

    @Test
    void a_deletion_waits_until_nothing_of_its_run_is_on_its_way() {
        accept(turn(RUN, 0));
        accept(turn(OTHER, 0));
        accept(new Change.Delete(RUN, 1, 1));
        accept(turn(RUN, 0));
        accept(new Change.Delete(OTHER, 1, 1));
        accept(new Change.Delete(RUN, 1, 1));
        while (scribe.turn()) {}
        assertThat(medium.groups).containsExactly(2, 3, 1);
        assertThat(medium.head(RUN)).isEmpty();
        assertThat(medium.head(OTHER)).isEmpty();
    }

    @Test
    void when_the_medium_fails_all_who_wait_fail_and_all_who_come_later() {
        accept(turn(RUN, 0));
        scribe.turn();
        medium.before =
                () -> {
                    throw new StoreFailure(StoreFailure.Kind.FULL, "no space left");
                };
        var durable = accept(turn(RUN, 1));
        var refused = accept(turn(RUN, 0));
        scribe.turn();
        assertThat(durable.failure().kind()).isEqualTo(StoreFailure.Kind.FULL);
        // It was refused because of a turn of which nobody knows whether it is there.
        assertThat(refused.failure().kind()).isEqualTo(StoreFailure.Kind.FULL);

        medium.before = () -> {};
        var later = accept(turn(OTHER, 0));
        var claim = accept(new Change.ClaimStore(7));
        scribe.turn();
        assertThat(later.failure().kind()).isEqualTo(StoreFailure.Kind.REFUSING);
        assertThat(scribe.counters().syncs()).isEqualTo(1);
        assertThat(scribe.counters().changes()).isEqualTo(1);
        assertThat(later.failure()).hasMessageContainingAll("Open it again", "no space left");
        assertThat(claim.failure().kind()).isEqualTo(StoreFailure.Kind.REFUSING);
        assertThat(medium.groups).containsExactly(1);
    }

    @Test
    void an_unexpected_error_of_the_medium_is_a_failure_too() {
        medium.before =
                () -> {
                    throw new OutOfMemoryError("on purpose");
                };
        var slip = accept(turn(RUN, 0));
        scribe.turn();
        assertThat(slip.failure()).hasMessageContaining("on purpose");
        assertThat(scribe.turn()).isFalse();
    }

    @Test
    void a_run_that_cannot_be_read_fails_alone() {
        medium.damaged = RUN;
        var one = accept(turn(RUN, 0));
        var two = accept(turn(OTHER, 0));
        scribe.turn();
        assertThat(one.failure().kind()).isEqualTo(StoreFailure.Kind.DAMAGED);
        two.assertDurable();
    }

    @Test
    void what_waits_is_bounded() {
        byte[] large = new byte[Store.TURN_BYTES_MAX];
        int fit = (int) (Store.WAITING_BYTES_MAX / Store.TURN_BYTES_MAX) - 1;
        for (int i = 0; i < fit; i++) {
            accept(Append.turn(RUN, i, 1, large));
        }
        var slip = new Slip();
        var beyond = Append.turn(RUN, fit, 1, large);
        assertThatThrownBy(() -> scribe.accept(beyond, slip))
                .isInstanceOf(StoreFailure.class)
                .extracting(it -> ((StoreFailure) it).kind())
                .isEqualTo(StoreFailure.Kind.OVERLOADED);
        scribe.turn();
        scribe.accept(beyond, slip);
        while (scribe.turn()) {}
        slip.assertDurable();
    }

    /** Memory that fails on demand. */
    private static final class FragileMedium extends ForwardingMedium {
        private final List<Integer> groups = new ArrayList<>();
        private Runnable before = () -> {};
        private RunId damaged;

        FragileMedium() {
            super(new MemoryMedium());
        }

        @Override
        public long commit(Group group) {
            before.run();
            long written = super.commit(group);
            groups.add(group.changes().size());
            return written;
        }

        @Override
        public Optional<Head> head(RunId run) {
            if (run.equals(damaged)) {
                throw new StoreFailure(StoreFailure.Kind.DAMAGED, "damaged");
            }
            return super.head(run);
        }
    }
}
