package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.flow.unit.Strand.Stop;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Inline strands; nothing to test where {@code java.lang} is closed to us. */
class InlineStrandTest extends StrandContract {
    @BeforeEach
    void where_they_are_possible() {
        assumeTrue(Strands.inline().isPresent());
    }

    @Override
    Strands strands() {
        return Strands.inline().orElseThrow();
    }

    @Test
    void the_code_runs_on_the_drivers_thread() {
        var carriers = new String[2];
        Strand strand =
                strand(
                        self -> {
                            carriers[0] = Thread.currentThread().toString();
                            self.pause();
                            carriers[1] = Thread.currentThread().toString();
                        });
        driving(
                () -> {
                    Thread.currentThread().setName("the-driver");
                    strand.resume();
                    return strand.resume();
                });
        assertThat(carriers[0]).endsWith("@the-driver");
        assertThat(carriers[1]).endsWith("@the-driver");
    }

    @Test
    void a_virtual_thread_that_drives_is_refused_and_harms_nothing() throws InterruptedException {
        Strand strand = strand(Strand::pause);
        var task = new FutureTask<>(strand::resume);
        Thread.ofVirtual().start(task).join();
        assertThat(task.exceptionNow()).isInstanceOf(IllegalStateException.class);
        assertThat(drive(strand, 2)).containsExactly(Stop.PAUSED, Stop.ENDED);
    }

    // ---- Where code cannot pause ----

    private static Strand pausing;

    private static final class Initialised {
        static final int VALUE;

        static {
            pausing.pause();
            VALUE = 1;
        }
    }

    private static final class InitialisedToo {
        static int value;

        static {
            try {
                pausing.pause();
            } catch (Pinned _) {
                value = 1;
            }
        }
    }

    @Test
    void a_pause_in_a_class_initialiser_fails_at_once() {
        Strand strand = strand(_ -> assertThat(Initialised.VALUE).isEqualTo(1));
        pausing = strand;
        assertThat(drive(strand, 1)).containsExactly(Stop.PINNED);
        assertThat(strand.thrown().orElseThrow())
                .isInstanceOf(Pinned.class)
                .hasMessageContaining("class initialiser");
        assertThat(driving(strand::unwind)).isTrue();
    }

    @Test
    void the_driver_learns_of_it_even_when_the_code_swallows_it() {
        Strand strand =
                strand(
                        self -> {
                            assertThat(InitialisedToo.value).isEqualTo(1);
                            self.pause();
                        });
        pausing = strand;
        assertThat(drive(strand, 1)).containsExactly(Stop.PINNED);
        assertThat(driving(strand::unwind)).isTrue();
        assertThat(strand.thrown().orElseThrow()).isInstanceOf(Unwinding.class);
    }
}
