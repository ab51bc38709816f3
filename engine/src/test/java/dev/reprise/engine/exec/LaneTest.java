package dev.reprise.engine.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * What a lane does for one thread at a time; what it does for several is asked by {@code
 * LaneLincheckTest} and the JCStress tests.
 */
final class LaneTest {
    /** What can be done with a lane, and with a deque that is its model. */
    enum Deed {
        PUSH,
        POP,
        STEAL,
        PUSH_100,
        POP_100,
        STEAL_100,
        TIDY
    }

    @Property(tries = 500)
    void a_lane_is_a_deque(@ForAll("deeds") List<Deed> deeds) {
        var lane = new Lane<Integer>();
        var model = new ArrayDeque<Integer>();
        for (var deed : deeds) {
            switch (deed) {
                case PUSH -> push(lane, model, 1);
                case PUSH_100 -> push(lane, model, 100);
                case POP -> pop(lane, model, 1);
                case POP_100 -> pop(lane, model, 100);
                case STEAL -> steal(lane, model, 1);
                case STEAL_100 -> steal(lane, model, 100);
                case TIDY -> lane.tidy();
            }
            assertThat(lane.size()).isEqualTo(model.size());
            assertThat(tasks(lane)).containsExactlyElementsOf(model);
            assertThat(lane.hasRoom(50)).isEqualTo(model.size() < 50);
        }
        pop(lane, model, model.size() + 1);
        assertThat(lane.keepsNothing()).isTrue();
    }

    @Provide
    Arbitrary<List<Deed>> deeds() {
        return Arbitraries.of(Deed.class).list().ofMaxSize(60);
    }

    private static void push(Lane<Integer> lane, Deque<Integer> model, int times) {
        for (int i = 0; i < times; i++) {
            int task = model.isEmpty() ? 0 : model.getLast() + 1;
            lane.push(task);
            model.addLast(task);
        }
    }

    private static void pop(Lane<Integer> lane, Deque<Integer> model, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(lane.pop()).isEqualTo(model.pollLast());
        }
    }

    private static void steal(Lane<Integer> lane, Deque<Integer> model, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(lane.steal()).isEqualTo(model.pollFirst());
        }
    }

    private static List<Integer> tasks(Lane<Integer> lane) {
        var tasks = new ArrayList<Integer>();
        lane.forEach(tasks::add);
        return tasks;
    }

    @Test
    void the_owner_gets_the_youngest_and_a_thief_the_oldest() {
        var lane = laneOf(3);
        assertThat(lane.pop()).isEqualTo(2);
        assertThat(lane.steal()).isEqualTo(0);
        assertThat(lane.pop()).isEqualTo(1);
        assertThat(lane.pop()).isNull();
        assertThat(lane.steal()).isNull();
    }

    @Test
    void several_are_taken_at_once_the_oldest_first_but_only_ones_share() {
        var lane = laneOf(9);
        var into = new Object[4];
        assertThat(lane.stealSome(3, into)).isEqualTo(3);
        assertThat(into).startsWith(0, 1, 2);
        assertThat(lane.stealSome(1, into)).isEqualTo(4);
        assertThat(into).containsExactly(3, 4, 5, 6);
        assertThat(lane.stealSome(8, into)).isEqualTo(1);
        assertThat(tasks(lane)).containsExactly(8);
    }

    @Test
    void stolen_tasks_are_let_go_when_the_owner_finds_the_lane_empty() {
        var lane = laneOf(5);
        for (int i = 0; i < 5; i++) {
            lane.steal();
        }
        assertThat(lane.keepsNothing()).isFalse();
        assertThat(lane.pop()).isNull();
        assertThat(lane.keepsNothing()).isTrue();
    }

    @Test
    void stolen_tasks_are_let_go_when_the_owner_comes_round() {
        var lane = laneOf(0);
        for (int i = 0; i < 1_000; i++) {
            lane.push(i);
            assertThat(lane.steal()).isEqualTo(i);
        }
        lane.tidy();
        assertThat(lane.keepsNothing()).isTrue();
    }

    @Test
    void a_task_that_is_pushed_again_is_another_task() {
        var lane = laneOf(0);
        Integer same = 7;
        for (int i = 0; i < 200; i++) {
            lane.push(same);
            lane.push(same);
            assertThat(lane.steal()).isSameAs(same);
            assertThat(lane.pop()).isSameAs(same);
            assertThat(lane.pop()).isNull();
        }
    }

    private static Lane<Integer> laneOf(int tasks) {
        var lane = new Lane<Integer>();
        for (int i = 0; i < tasks; i++) {
            lane.push(i);
        }
        return lane;
    }
}
