package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.LongSupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Ids that nobody has. */
class FreshIdsTest {
    private static final long TIME_MAX = (1L << 48) - 1;

    private static String at(long millis, LongSupplier randoms) {
        var clock = InstantSource.fixed(Instant.ofEpochMilli(millis));
        return new FreshIds(clock, randoms).get().value();
    }

    @Property
    void an_id_is_a_uuid_of_version_7_with_the_time_in_front(
            @ForAll @LongRange(max = TIME_MAX) long millis, @ForAll long random) {
        var id = UUID.fromString(at(millis, () -> random));
        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(millis);
        assertThat(id.getMostSignificantBits() & 0xFFF).isEqualTo(random & 0xFFF);
        assertThat(id.getLeastSignificantBits() << 2).isEqualTo(random << 2);
    }

    @Property
    void later_ids_come_later(
            @ForAll @LongRange(max = TIME_MAX) long one,
            @ForAll @LongRange(max = TIME_MAX) long other,
            @ForAll long random,
            @ForAll long another) {
        if (one != other) {
            assertThat(at(one, () -> random).compareTo(at(other, () -> another)) < 0)
                    .isEqualTo(one < other);
        }
    }

    @Test
    void runs_without_an_id_get_one_and_are_listed_in_the_order_in_which_they_began()
            throws InterruptedException {
        try (var engine = Engine.inMemory()) {
            engine.register(Echo.class);
            var first = engine.client().start(Echo.class, "a").id();
            Thread.sleep(2);
            var second = engine.client().start(Echo.class, "b").id();
            assertThat(second.value()).isGreaterThan(first.value());
            try (var listed = engine.client().list()) {
                assertThat(listed.next().run()).isEqualTo(first);
                assertThat(listed.next().run()).isEqualTo(second);
            }
        }
    }

    /** Gives back what it gets. */
    static final class Echo implements dev.reprise.flow.Workflow<String, String> {
        @Override
        public String run(String input) {
            return input;
        }
    }
}
