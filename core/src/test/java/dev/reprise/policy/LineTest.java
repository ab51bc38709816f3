package dev.reprise.policy;

import static dev.reprise.policy.Conversation.START;
import static dev.reprise.policy.Conversation.second;
import static dev.reprise.policy.Conversation.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Who waits in a queue, and who is next. */
class LineTest {
    private static final QueueLimits ONE = QueueLimits.NONE.concurrencyMax(1);

    private final List<Line.Place<String>> in = new ArrayList<>();

    private static Line.Place<String> join(
            Line<String> line, String owner, int priority, String key) {
        var place = line.join(owner, priority, key, START);
        line.invariants();
        return place;
    }

    /** Who starts, one after the other, when each leaves before the next. */
    private String order(Line<String> line) {
        var order = new ArrayList<String>();
        for (var next = line.next(START); next != null; next = line.next(START)) {
            order.add(next.owner());
            line.leave(next);
            line.invariants();
        }
        return String.join(" ", order);
    }

    private void letIn(Line<String> line, long second) {
        for (var next = line.next(second(second)); next != null; next = line.next(second(second))) {
            in.add(next);
            line.invariants();
        }
    }

    private List<String> inside() {
        return in.stream().map(Line.Place::owner).toList();
    }

    @Test
    void who_came_first_is_first() {
        var line = new Line<String>(ONE);
        join(line, "a", 0, "");
        join(line, "b", 0, "");
        join(line, "c", 0, "");
        assertThat(order(line)).isEqualTo("a b c");
    }

    @Test
    void who_has_a_higher_priority_is_before_who_came_first() {
        var line = new Line<String>(ONE);
        join(line, "normal", 0, "");
        join(line, "low", -5, "");
        join(line, "high", 5, "");
        join(line, "high too", 5, "");
        assertThat(order(line)).isEqualTo("high high too normal low");
    }

    @Test
    void a_noisy_key_does_not_starve_another() {
        var line = new Line<String>(ONE);
        for (int i = 1; i <= 5; i++) {
            join(line, "noisy" + i, 0, "noisy");
        }
        join(line, "quiet1", 0, "quiet");
        join(line, "quiet2", 0, "quiet");
        assertThat(order(line)).isEqualTo("noisy1 quiet1 noisy2 quiet2 noisy3 noisy4 noisy5");
    }

    @Test
    void a_key_with_a_greater_weight_has_more_turns() {
        var line = new Line<String>(ONE.weight("big", 2));
        for (int i = 1; i <= 4; i++) {
            join(line, "s" + i, 0, "small");
            join(line, "b" + i, 0, "big");
        }
        assertThat(order(line)).isEqualTo("s1 b1 b2 s2 b3 b4 s3 s4");
    }

    @Test
    void who_was_away_has_saved_nothing() {
        var line = new Line<String>(ONE);
        for (int i = 1; i <= 6; i++) {
            join(line, "a" + i, 0, "a");
        }
        for (int i = 1; i <= 3; i++) {
            line.leave(line.next(START));
        }
        join(line, "b1", 0, "b");
        join(line, "b2", 0, "b");
        join(line, "b3", 0, "b");
        assertThat(order(line)).isEqualTo("b1 a4 b2 a5 b3 a6");
    }

    @Test
    void who_has_just_started_something_lets_the_other_go_first() {
        var line = new Line<String>(ONE);
        join(line, "a1", 0, "a");
        var first = line.next(START);
        join(line, "a2", 0, "a");
        join(line, "b1", 0, "b");
        line.leave(first);
        assertThat(order(line)).isEqualTo("b1 a2");
    }

    @Test
    void no_more_are_in_than_there_is_room_for() {
        var line = new Line<String>(QueueLimits.NONE.concurrencyMax(2));
        for (String owner : List.of("a", "b", "c", "d")) {
            join(line, owner, 0, "");
        }
        letIn(line, 0);
        assertThat(inside()).containsExactly("a", "b");
        line.leave(in.getFirst());
        letIn(line, 0);
        assertThat(inside()).containsExactly("a", "b", "c");
        assertThat(line.waiting()).isEqualTo(1);
        assertThat(line.running()).isEqualTo(2);
    }

    @Test
    void no_more_of_one_key_are_in_and_others_pass_them() {
        var line = new Line<String>(QueueLimits.NONE.concurrencyMax(3).perKeyMax(1));
        join(line, "a1", 9, "a");
        join(line, "a2", 9, "a");
        join(line, "a3", 0, "a");
        join(line, "b1", 0, "b");
        letIn(line, 0);
        assertThat(inside()).containsExactly("a1", "b1");
        line.leave(in.getFirst());
        letIn(line, 0);
        assertThat(inside()).containsExactly("a1", "b1", "a2");
    }

    @Test
    void when_the_rate_leaves_no_room_the_time_is_known() {
        var line = new Line<String>(QueueLimits.NONE.rate(new Rate(2, seconds(10))));
        for (String owner : List.of("a", "b", "c")) {
            join(line, owner, 0, "");
        }
        letIn(line, 0);
        assertThat(inside()).containsExactly("a", "b");
        assertThat(line.roomAt()).contains(second(10));
        assertThat(line.first()).isEqualTo("c");
        letIn(line, 10);
        assertThat(inside()).containsExactly("a", "b", "c");
        assertThat(line.roomAt()).isEmpty();
    }

    @Test
    void who_leaves_the_line_is_not_let_in_and_nobody_else_is_held_up() {
        var line = new Line<String>(ONE);
        var first = join(line, "a", 0, "");
        var second = join(line, "b", 0, "");
        join(line, "c", 0, "");
        line.leave(second);
        line.leave(first);
        line.invariants();
        assertThat(order(line)).isEqualTo("c");
        assertThatIllegalStateException().isThrownBy(() -> line.leave(first));
    }

    @Test
    void who_comes_back_has_its_place_again() {
        var line = new Line<String>(ONE);
        join(line, "a", 0, "");
        join(line, "b", 0, "");
        var first = line.next(START);
        line.leave(first);
        line.rejoin(first);
        line.invariants();
        assertThat(order(line)).isEqualTo("a b");
    }

    @Test
    void a_line_that_is_paused_lets_nobody_in_and_loses_nobody() {
        var line = new Line<String>(ONE);
        join(line, "a", 0, "");
        line.pause(true);
        join(line, "b", 0, "");
        assertThat(order(line)).isEmpty();
        assertThat(line.waiting()).isEqualTo(2);
        line.pause(false);
        assertThat(order(line)).isEqualTo("a b");
    }

    @Test
    void it_says_how_it_stands() {
        var line = new Line<String>(ONE);
        line.join("a", 0, "x", second(1));
        line.join("b", 0, "y", second(2));
        line.join("c", 7, "x", second(3));
        letIn(line, 4);
        assertThat(line.loads())
                .containsExactly(
                        new Line.Load(7, "x", 0, 1, 1),
                        new Line.Load(0, "x", 1, 0, 0),
                        new Line.Load(0, "y", 1, 0, 0));
        assertThat(line.oldest()).contains(second(1));
    }

    @Test
    void keys_that_come_once_are_not_kept_for_ever() {
        var line = new Line<String>(QueueLimits.NONE.concurrencyMax(2));
        join(line, "stays", 0, "stays");
        var stays = line.next(START);
        for (int i = 0; i < 3 * Line.REMEMBERED_MAX; i++) {
            line.join("x", 0, "key" + i, START);
            line.leave(line.next(START));
        }
        line.invariants();
        assertThat(line.remembered()).isLessThanOrEqualTo(Line.REMEMBERED_MAX + 1);
        line.leave(stays);
        assertThat(line.remembered()).isZero();
    }

    @Test
    void a_limit_that_cannot_be_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueLimits.NONE.concurrencyMax(-1))
                .withMessage("concurrencyMax is in 0..1000000: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueLimits.NONE.weight("acme", 0))
                .withMessage("the weight of key \"acme\" is in 1..1000: 0");
    }

    @Property(tries = 400)
    void it_does_what_a_slow_and_plain_line_does(@ForAll long seed) {
        var random = new Random(seed);
        var limits = limits(random);
        var line = new Line<Integer>(limits);
        var naive = new NaiveLine(limits);
        var places = new HashMap<Integer, Line.Place<Integer>>();
        var starts = new ArrayList<Instant>();
        var now = START;
        int joined = 0;
        int gone = 0;
        for (int i = 0; i < 300; i++) {
            now = now.plusMillis(random.nextInt(4));
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> {
                    int owner = ++joined;
                    int priority = random.nextInt(3) - 1;
                    String key = "k" + random.nextInt(4);
                    places.put(owner, line.join(owner, priority, key, now));
                    var waiter = new NaiveLine.Waiter(owner, priority, key, owner);
                    naive.join(waiter);
                }
                case 4, 5, 6 -> {
                    if (!naive.running.isEmpty()) {
                        var one = naive.running.get(random.nextInt(naive.running.size()));
                        line.leave(places.remove(one.owner()));
                        naive.leave(one);
                        gone++;
                    }
                }
                case 7 -> {
                    if (!naive.waiting.isEmpty()) {
                        var one = naive.waiting.get(random.nextInt(naive.waiting.size()));
                        line.leave(places.remove(one.owner()));
                        naive.leave(one);
                        gone++;
                    }
                }
                case 8 -> {
                    naive.paused = random.nextBoolean();
                    line.pause(naive.paused);
                }
                default -> {
                    var expected = naive.next(now).map(NaiveLine.Waiter::owner).orElse(null);
                    var next = line.next(now);
                    assertThat(next == null ? null : next.owner()).isEqualTo(expected);
                    if (next != null) {
                        starts.add(now);
                        assertThat(next).isSameAs(places.get(next.owner()));
                        assertThat(next.isIn()).isTrue();
                    }
                }
            }
            line.invariants();
            assertThat(line.waiting()).isEqualTo(naive.waiting.size());
            assertThat(line.running()).isEqualTo(naive.running.size());
            assertThat(line.waiting() + line.running()).isEqualTo(joined - gone);
        }
        if (limits.rate().count() > 0) {
            for (var from : starts) {
                var to = from.plus(limits.rate().per());
                assertThat(starts.stream().filter(at -> !at.isBefore(from) && at.isBefore(to)))
                        .hasSizeLessThanOrEqualTo(limits.rate().count());
            }
        }
    }

    private static QueueLimits limits(Random random) {
        var limits =
                QueueLimits.NONE
                        .concurrencyMax(random.nextInt(5))
                        .perKeyMax(random.nextInt(3))
                        .weight("k1", 1 + random.nextInt(4));
        return random.nextBoolean()
                ? limits
                : limits.rate(
                        new Rate(1 + random.nextInt(5), Duration.ofMillis(1 + random.nextInt(20))));
    }

    @Property(tries = 300)
    void while_two_keys_wait_neither_is_ahead_by_more_than_a_start_of_each(@ForAll long seed) {
        var random = new Random(seed);
        int a = 1 + random.nextInt(5);
        int b = 1 + random.nextInt(5);
        var limits = QueueLimits.NONE.concurrencyMax(1 + random.nextInt(3));
        var line = new Line<String>(limits.weight("a", a).weight("b", b));
        int others = 0;
        // a and b always have something that waits; c comes and goes as it likes.
        for (int i = 0; i < 400; i++) {
            line.join("a", 0, "a", START);
            line.join("b", 0, "b", START);
        }
        var running = new ArrayList<Line.Place<String>>();
        double ahead = 0;
        double most = 0;
        double least = 0;
        for (int i = 0; i < 300; i++) {
            if (random.nextInt(3) == 0) {
                line.join("c", 0, "c" + random.nextInt(3), START);
            }
            var next = line.next(START);
            if (next == null) {
                line.leave(running.remove(random.nextInt(running.size())));
                continue;
            }
            running.add(next);
            switch (next.owner()) {
                case "a" -> ahead += 1.0 / a;
                case "b" -> ahead -= 1.0 / b;
                default -> others++;
            }
            most = Math.max(most, ahead);
            least = Math.min(least, ahead);
            assertThat(most - least)
                    .as("after %d others", others)
                    .isLessThanOrEqualTo(1.0 / a + 1.0 / b + 0.001);
        }
    }

    @Test
    void a_place_says_whether_its_owner_waits_or_is_in() {
        var line = new Line<String>(ONE);
        var first = join(line, "a", 0, "");
        var second = join(line, "b", 0, "");
        letIn(line, 0);
        assertThat(List.of(first.isIn(), first.isWaiting())).containsExactly(true, false);
        assertThat(List.of(second.isIn(), second.isWaiting())).containsExactly(false, true);
        line.leave(first);
        assertThat(List.of(first.isIn(), first.isWaiting())).containsExactly(false, false);
    }

    @Test
    void of_keys_whose_turn_is_at_the_same_time_none_is_taken_for_another() {
        var line = new Line<String>(QueueLimits.NONE);
        for (String key : List.of("x", "y", "z")) {
            line.leave(join(line, "before", 0, key));
        }
        for (String key : List.of("z", "y", "x", "y", "z", "x")) {
            join(line, key, 0, key);
        }
        letIn(line, 1);
        assertThat(inside()).containsExactlyInAnyOrder("x", "x", "y", "y", "z", "z");
    }
}
