package dev.reprise.sim.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.sim.explore.Schedule.Mishap;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class ScheduleTest {
    @Property
    void what_is_written_is_read(
            @ForAll boolean eager,
            @ForAll @Size(max = 4) List<Fault> faults,
            @ForAll @Size(max = 30) List<@IntRange(max = 3) Integer> choices) {
        var schedule =
                new Schedule(
                        eager,
                        eager
                                ? List.of()
                                : faults.stream()
                                        .map(it -> new Mishap(it, it.name().length()))
                                        .toList(),
                        choices);
        assertThat(Schedule.parse(schedule.text())).isEqualTo(schedule);
    }

    @Test
    void it_is_one_short_line() {
        var schedule =
                new Schedule(
                        false,
                        List.of(new Mishap(Fault.CRASH, 7), new Mishap(Fault.EVICT, 9)),
                        List.of(0, 0, 0, 2, 1, 1, 0, 0));
        assertThat(schedule.text()).isEqualTo("crash@7+evict@9/0x3.2.1x2");
    }

    @Test
    void anything_else_is_refused() {
        for (String each :
                List.of("", "crash", "crash@/1", "flood@3/1", "/x", "/1.", "/1x", "crash@1/-")) {
            assertThatThrownBy(() -> Schedule.parse(each))
                    .as(each)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not as \"" + each + "\"");
        }
    }
}
