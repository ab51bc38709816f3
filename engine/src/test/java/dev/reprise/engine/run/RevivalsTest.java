package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RevivalsTest {
    private final List<RunId> takenUp = new ArrayList<>();
    private final Revivals revivals = new Revivals(takenUp::add);

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            revivals.add(new RunId("run-" + i));
        }
    }

    @Test
    void nothing_is_taken_up_before_it_begins() {
        add(3);
        assertThat(takenUp).isEmpty();
        revivals.begin();
        assertThat(takenUp).hasSize(3);
    }

    @Test
    void a_few_are_taken_up_at_a_time_in_their_order() {
        add(1_000);
        revivals.begin();
        assertThat(takenUp).hasSize(Revivals.AT_ONCE_MAX);
        revivals.begin();
        assertThat(takenUp).hasSize(Revivals.AT_ONCE_MAX);
        revivals.ended(3);
        assertThat(takenUp).hasSize(Revivals.AT_ONCE_MAX + 3);
        while (takenUp.size() < 1_000) {
            revivals.ended(1);
        }
        assertThat(takenUp).doesNotHaveDuplicates().startsWith(new RunId("run-0"));
        assertThat(takenUp.getLast()).isEqualTo(new RunId("run-999"));
    }

    @Test
    void what_is_forgotten_is_not_taken_up() {
        add(100);
        revivals.begin();
        revivals.forget();
        revivals.ended(Revivals.AT_ONCE_MAX);
        assertThat(takenUp).hasSize(Revivals.AT_ONCE_MAX);
    }

    @Test
    void none_is_left_behind_when_many_threads_add_and_end() throws Exception {
        int threads = 4;
        int each = 20_000;
        var most = new AtomicInteger();
        var now = new AtomicInteger();
        var all = new CountDownLatch(threads * each);
        try (var enders = Executors.newFixedThreadPool(2)) {
            var self = new Revivals[1];
            self[0] =
                    new Revivals(
                            _ -> {
                                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                                enders.execute(
                                        () -> {
                                            now.decrementAndGet();
                                            all.countDown();
                                            self[0].ended(1);
                                        });
                            });
            try (var adders = Executors.newFixedThreadPool(threads)) {
                for (int i = 0; i < threads; i++) {
                    adders.execute(
                            () -> {
                                for (int j = 0; j < each; j++) {
                                    self[0].add(new RunId("run-" + j));
                                    self[0].begin();
                                }
                            });
                }
            }
            all.await();
        }
        assertThat(most.get()).isLessThanOrEqualTo(Revivals.AT_ONCE_MAX);
    }
}
