package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.unit.Strand.Stop;
import java.lang.Thread.State;
import org.junit.jupiter.api.Test;

/** Portable strands, which every JVM has. */
class PortableStrandTest extends StrandContract {
    @Override
    Strands strands() {
        return Strands.portable();
    }

    @Test
    void a_pause_of_interrupted_code_does_not_spin() {
        var thread = new Thread[1];
        Strand strand =
                strand(
                        self -> {
                            thread[0] = Thread.currentThread();
                            thread[0].interrupt();
                            self.pause();
                        });
        assertThat(drive(strand, 1)).containsExactly(Stop.PAUSED);
        while (thread[0].getState() != State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(drive(strand, 1)).containsExactly(Stop.ENDED);
    }
}
