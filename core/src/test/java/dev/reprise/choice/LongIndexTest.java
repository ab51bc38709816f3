package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.SplitMix64;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

class LongIndexTest {
    @Test
    void values_are_numbered_in_the_order_they_are_first_met() {
        var index = new LongIndex(1000);
        var model = new LinkedHashMap<Long, Integer>();
        var random = new SplitMix64(1);
        for (int i = 0; i < 5000; i++) {
            // Small and large ones, and multiples of a power of two, which hash badly.
            long value = (long) random.below(900) << (random.below(2) * 40);
            if (model.size() < 1000 || model.containsKey(value)) {
                model.putIfAbsent(value, model.size());
                assertThat(index.findOrAdd(value)).isEqualTo(model.get(value));
            } else {
                assertThat(index.findOrAdd(value)).isEqualTo(-1);
            }
            assertThat(index.find(value)).isEqualTo(model.getOrDefault(value, -1));
            assertThat(index.size()).isEqualTo(model.size());
        }
        assertThat(model).as("values that were numbered").hasSize(1000);
        model.forEach((value, number) -> assertThat(index.value(number)).isEqualTo(value));
    }

    @Test
    void it_has_room_for_a_few() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LongIndex(1));
    }
}
