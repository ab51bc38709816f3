package dev.reprise.engine.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Both forms of the count do what a number and a flag do. */
final class InFlightTest {
    private static final int WORKERS = 3;

    /** What can happen to it; the worker is drawn apart. */
    enum Deed {
        ENTER,
        ADD,
        LEAVE,
        LEAVE_OUTSIDE,
        CLOSE
    }

    /** A deed of a worker. */
    record Step(Deed deed, int worker) {}

    @Property
    void one_word_counts(@ForAll("steps") List<Step> steps) {
        assertCounts(new InFlight.OneWord(), steps);
    }

    @Property
    void stripes_count(@ForAll("steps") List<Step> steps) {
        assertCounts(new InFlight.Striped(WORKERS), steps);
    }

    private static void assertCounts(InFlight inFlight, List<Step> steps) {
        long count = 0;
        boolean open = true;
        for (var step : steps) {
            boolean last = count == 1 && !open;
            switch (step.deed) {
                case ENTER -> {
                    assertThat(inFlight.enter()).isEqualTo(open);
                    count += open ? 1 : 0;
                }
                case ADD -> {
                    if (count > 0) { // as it is a task in flight that brings it
                        inFlight.add(step.worker);
                        count++;
                    }
                }
                case LEAVE -> {
                    if (count > 0) {
                        assertThat(inFlight.leave(step.worker)).isEqualTo(last);
                        count--;
                    }
                }
                case LEAVE_OUTSIDE -> {
                    if (count > 0) {
                        assertThat(inFlight.leave()).isEqualTo(last);
                        count--;
                    }
                }
                case CLOSE -> {
                    inFlight.close();
                    open = false;
                }
            }
            assertThat(inFlight.count()).isEqualTo(count);
            assertThat(inFlight.isOpen()).isEqualTo(open);
            assertThat(inFlight.isOver()).isEqualTo(count == 0 && !open);
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        var deeds =
                Arbitraries.frequency(
                        Tuple.of(8, Deed.ENTER),
                        Tuple.of(8, Deed.ADD),
                        Tuple.of(10, Deed.LEAVE),
                        Tuple.of(3, Deed.LEAVE_OUTSIDE),
                        Tuple.of(1, Deed.CLOSE));
        return Combinators.combine(deeds, Arbitraries.integers().between(0, 2))
                .as(Step::new)
                .list()
                .ofMaxSize(60);
    }
}
