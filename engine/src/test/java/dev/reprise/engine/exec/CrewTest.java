package dev.reprise.engine.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The policy, turn by turn, without threads. */
final class CrewTest {
    private final List<String> told = new ArrayList<>();
    private final List<Integer> woken = new ArrayList<>();
    private Runner<String> runner = (_, _) -> {};

    @Test
    void a_worker_takes_its_youngest_then_the_crews_oldest_then_anothers_oldest() {
        var crew = crew(Shape.original(2, 1, 161, 32));
        spawn(crew, 0, "a", "b");
        spawn(crew, 1, "c", "d");
        crew.submit("e");
        crew.submit("f");
        assertThat(turns(crew.worker(0), 6)).containsOnly(Turn.RAN);
        assertThat(told).containsExactly("b", "a", "e", "f", "c", "d");
    }

    @Test
    void with_a_batch_a_worker_takes_its_share_along_and_keeps_the_order() {
        var crew = crew(Shape.of(2, 1));
        for (var task : List.of("a", "b", "c", "d", "e")) {
            crew.submit(task);
        }
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.RAN);
        assertThat(crew.worker(0).lane().size()).isEqualTo(2);
        assertThat(crew.waiting()).containsExactly("d", "e");
        turns(crew.worker(0), 4);
        assertThat(told).containsExactly("moved c", "moved b", "a", "b", "c", "d", "e");
    }

    @Test
    void the_last_task_out_of_a_closed_gate_ends_it_and_that_is_told_once() {
        for (var shape : List.of(Shape.original(2, 1, 1, 32), Shape.of(2, 1))) {
            told.clear();
            var crew = crew(shape);
            crew.submit("a");
            crew.close();
            assertThat(crew.submit("b")).isFalse();
            assertThat(crew.worker(0).turn()).isEqualTo(Turn.RAN);
            crew.finish();
            assertThat(crew.isDone()).isTrue();
            assertThat(crew.worker(1).turn()).isEqualTo(Turn.DONE);
            assertThat(told).containsExactly("a", "finished");
        }
    }

    @Test
    void a_panic_that_stops_the_crew_is_told_alone_even_behind_a_closed_gate() {
        runner = (_, _) -> Integer.parseInt("x");
        var crew = crew(Shape.original(1, 1, 1, 32));
        crew.submit("a");
        crew.close();
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.PANICKED);
        assertThat(told).containsExactly("panic a");
        assertThat(crew.inFlight()).isZero();
        assertThat(crew.isDone()).isTrue();
    }

    @Test
    void a_panic_otherwise_counts_as_over_and_the_crew_goes_on() {
        runner = (_, _) -> Integer.parseInt("x");
        var crew = crew(Shape.of(1, 1));
        crew.submit("a");
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.PANICKED);
        assertThat(crew.panic()).isInstanceOf(NumberFormatException.class);
        assertThat(crew.inFlight()).isZero();
        assertThat(crew.isDone()).isFalse();
    }

    @Test
    void a_suspended_task_stays_in_flight_even_if_it_throws() {
        runner =
                (task, worker) -> {
                    if (task.equals("waits")) {
                        worker.suspend();
                        throw new IllegalStateException("after all");
                    }
                };
        var crew = crew(Shape.of(1, 1));
        crew.submit("waits");
        crew.close();
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.PANICKED);
        assertThat(crew.inFlight()).isEqualTo(1);
        assertThat(crew.isDone()).isFalse();
        crew.resume("goes on");
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.RAN);
        assertThat(crew.isDone()).isTrue();
    }

    @Test
    void no_task_is_no_task_and_is_not_counted() {
        var crew = crew(Shape.of(1, 1));
        assertThatThrownBy(() -> crew.submit(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> crew.resume(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> spawn(crew, 0, (String) null))
                .isInstanceOf(NullPointerException.class);
        assertThat(crew.inFlight()).isZero();
    }

    @Test
    void what_does_not_fit_is_not_counted() {
        var crew = crew(Shape.of(1, 1));
        assertThat(crew.submit("a", 2)).isEqualTo(Admission.ADMITTED);
        assertThat(crew.submit("b", 2)).isEqualTo(Admission.ADMITTED);
        assertThat(crew.submit("c", 2)).isEqualTo(Admission.FULL);
        assertThat(crew.inFlight()).isEqualTo(2);
        crew.resume("never refused");
        assertThat(crew.waiting()).containsExactly("a", "b", "never refused");
        crew.close();
        assertThat(crew.submit("d", 2)).isEqualTo(Admission.CLOSED);
    }

    @Test
    void only_a_sleeper_is_woken() {
        var crew = crew(Shape.of(3, 1));
        crew.submit("nobody sleeps");
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.RAN);
        crew.worker(1).park();
        crew.submit("one sleeps");
        assertThat(woken).containsExactly(1);
        assertThat(crew.worker(1).turn()).isEqualTo(Turn.RAN);
        assertThat(crew.hasSleepers()).isFalse();
    }

    @Test
    void who_goes_to_sleep_looks_once_more() {
        var crew = crew(Shape.of(2, 1));
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.EMPTY);
        crew.submit("after its last look");
        crew.worker(0).park();
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.RAN);
    }

    @Test
    void who_takes_a_task_and_leaves_others_wakes_a_sleeper() {
        var crew = crew(Shape.of(2, 1));
        crew.worker(1).park();
        spawn(crew, 0, "a", "b");
        assertThat(woken).isEmpty();
        crew.worker(0).turn();
        assertThat(woken).containsExactly(1);
        crew.worker(1).turn();
        assertThat(told).containsExactly("b", "a");
    }

    @Test
    void an_end_that_workers_did_not_see_is_seen_by_the_last_to_sleep() {
        var crew = crew(Shape.of(2, 1));
        crew.submit("a");
        assertThat(crew.worker(1).turn()).isEqualTo(Turn.RAN);
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.EMPTY);
        crew.inFlight.close(); // as if its closer had not seen the task leave
        crew.worker(0).park();
        assertThat(crew.isDone()).isTrue();
        assertThat(crew.worker(0).turn()).isEqualTo(Turn.DONE);
    }

    @Test
    void a_watcher_that_does_not_want_every_task_hears_of_stolen_ones() {
        var heard = new ArrayList<String>();
        var watcher =
                new Watcher<String>() {
                    @Override
                    public boolean everyTask() {
                        return false;
                    }

                    @Override
                    public void popped(int worker, Source source, int victim, String task) {
                        heard.add(task + " from " + victim);
                    }

                    @Override
                    public void spawned(int worker, String task) {
                        heard.add(task);
                    }
                };
        var crew = new Crew<>(Shape.of(2, 1), (_, _) -> {}, watcher, _ -> {});
        spawn(crew, 0, "a", "b");
        crew.worker(0).turn();
        crew.worker(1).turn();
        assertThat(heard).containsExactly("a from 0");
    }

    private Crew<String> crew(Shape shape) {
        var watcher =
                new Watcher<String>() {
                    @Override
                    public void moved(int worker, String task) {
                        told.add("moved " + task);
                    }

                    @Override
                    public void finished() {
                        told.add("finished");
                    }

                    @Override
                    public void panicked(int worker, String task, Throwable thrown) {
                        told.add("panic " + task);
                    }
                };
        Runner<String> told = this::run;
        return new Crew<>(shape, told, watcher, woken::add);
    }

    private void run(String task, Worker<String> worker) throws Exception {
        runner.run(task, worker);
        told.add(task);
    }

    private static void spawn(Crew<String> crew, int worker, String... tasks) {
        for (var task : tasks) {
            crew.worker(worker).spawnLocal(task);
        }
    }

    private static List<Turn> turns(Worker<String> worker, int times) {
        var turns = new ArrayList<Turn>();
        for (int i = 0; i < times; i++) {
            turns.add(worker.turn());
        }
        return turns;
    }
}
