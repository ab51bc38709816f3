package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.flow.unit.Strand.Stop;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Inline strands whose code blocks; nothing to test where {@code java.lang} is closed to us. */
class InlineBlockingTest extends BlockingContract {
    @BeforeEach
    void where_they_are_possible() {
        assumeTrue(Strands.inline().isPresent());
    }

    @Override
    StrandContract kind() {
        return new InlineStrandTest();
    }

    /** Even when the timer fires before the driver looks: the stack tells what the code did. */
    @Test
    void the_shortest_sleep_is_found_each_time() {
        for (int i = 0; i < 2_000; i++) {
            Strand strand = kind().strand(_ -> LockSupport.parkNanos(1));
            assertThat(kind().drive(strand, 1)).containsExactly(Stop.BLOCKED);
            kind().driving(strand::unwind);
        }
    }
}
