package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class RollTest {
    private static final class Name extends Roll.Entry {}

    private final Roll<Name> roll = new Roll<>();

    @Test
    void who_comes_is_there_until_it_goes_from_wherever_in_the_list() {
        List<Name> names = List.of(new Name(), new Name(), new Name(), new Name());
        names.forEach(roll::add);
        assertThat(roll.all()).containsExactlyInAnyOrderElementsOf(names);
        assertThat(roll.remove(names.get(1))).isTrue();
        assertThat(roll.remove(names.get(1))).isFalse();
        assertThat(roll.remove(names.get(3))).isTrue();
        assertThat(roll.all()).containsExactlyInAnyOrder(names.get(0), names.get(2));
        roll.add(names.get(1));
        assertThat(roll.remove(names.get(0))).isTrue();
        assertThat(roll.all()).containsExactlyInAnyOrder(names.get(1), names.get(2));
        names.forEach(roll::remove);
        assertThat(roll.isEmpty()).isTrue();
        assertThat(roll.all()).isEmpty();
    }

    @Test
    void a_table_that_is_full_becomes_larger_and_places_are_taken_again() {
        List<Name> names = Stream.generate(Name::new).limit(100).toList();
        names.forEach(roll::add);
        assertThat(roll.all()).containsExactlyInAnyOrderElementsOf(names);
        names.subList(10, 90).forEach(it -> assertThat(roll.remove(it)).isTrue());
        List<Name> more = Stream.generate(Name::new).limit(80).toList();
        more.forEach(roll::add);
        assertThat(roll.all())
                .hasSize(100)
                .containsAll(more)
                .containsAll(names.subList(0, 10))
                .containsAll(names.subList(90, 100));
        more.forEach(roll::remove);
        names.forEach(roll::remove);
        assertThat(roll.isEmpty()).isTrue();
    }

    @Test
    @Timeout(60)
    void those_who_come_on_one_thread_and_go_on_another_leave_nobody_behind() throws Exception {
        var coming = new ConcurrentLinkedQueue<Name>();
        List<Name> staying = new ArrayList<>();
        int threads = 4;
        var done = new CountDownLatch(2 * threads);
        try (var pool = Executors.newFixedThreadPool(2 * threads)) {
            for (int t = 0; t < threads; t++) {
                var last = new Name();
                staying.add(last);
                pool.execute(
                        () -> {
                            for (int i = 0; i < 10_000; i++) {
                                var name = new Name();
                                roll.add(name);
                                coming.add(name);
                            }
                            roll.add(last);
                            done.countDown();
                        });
                pool.execute(
                        () -> {
                            for (int i = 0; i < 10_000; ) {
                                Name name = coming.poll();
                                if (name != null) {
                                    assertThat(roll.remove(name)).isTrue();
                                    i++;
                                } else {
                                    Thread.onSpinWait();
                                }
                            }
                            done.countDown();
                        });
            }
            done.await();
        }
        assertThat(roll.all()).containsExactlyInAnyOrderElementsOf(staying);
    }
}
