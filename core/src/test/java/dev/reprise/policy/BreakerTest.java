package dev.reprise.policy;

import static dev.reprise.policy.Conversation.START;
import static dev.reprise.policy.Conversation.failure;
import static dev.reprise.policy.Conversation.second;
import static dev.reprise.policy.Conversation.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.policy.Breaker.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** When a breaker lets calls through. */
class BreakerTest {
    private static final Outcome GOOD = new Outcome.Completed(Payload.NONE);
    private static final Outcome BAD = new Outcome.Failed(failure("bad"));
    private static final Breaking FOUR =
            Breaking.DEFAULT.windowCalls(4).callsMin(2).openFor(seconds(10)).halfOpenCalls(2);
    private static final Verdict ON_CALL = new Verdict.Open(Optional.empty());

    private final Breaker breaker = new Breaker();
    private Instant now = START;

    private BreakerTest at(long second) {
        now = second(second);
        return this;
    }

    private void call(Breaking breaking, Outcome outcome) {
        call(breaking, outcome, Duration.ZERO);
    }

    private void call(Breaking breaking, Outcome outcome, Duration took) {
        assertThat(breaker.ask(breaking, now)).isEqualTo(Verdict.GO);
        breaker.returned(breaking, breaker.ticket(), now, took, outcome);
        breaker.invariants();
    }

    @Test
    void it_opens_when_too_many_of_the_last_calls_failed() {
        call(FOUR, GOOD);
        call(FOUR, GOOD);
        call(FOUR, GOOD);
        call(FOUR, BAD);
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
        call(FOUR, BAD);
        assertThat(breaker.state()).as("two of the last four").isEqualTo(State.OPEN);
        assertThat(at(9).ask(FOUR)).isEqualTo(new Verdict.Open(second(10)));
    }

    private Verdict ask(Breaking breaking) {
        return breaker.ask(breaking, now);
    }

    @Test
    void it_does_not_open_before_enough_calls_were_seen() {
        call(FOUR.callsMin(3), BAD);
        call(FOUR.callsMin(3), BAD);
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
        call(FOUR.callsMin(3), BAD);
        assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test
    void a_window_that_is_smaller_than_what_is_needed_is_enough() {
        var two = FOUR.windowCalls(2).callsMin(100);
        call(two, BAD);
        call(two, BAD);
        assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test
    void calls_are_forgotten_after_the_span() {
        var timed = FOUR.windowSpan(seconds(10)).callsMin(2);
        call(timed, BAD);
        at(10).call(timed, BAD);
        assertThat(breaker.state()).as("ten seconds ago is not in them").isEqualTo(State.CLOSED);
        at(19).call(timed, GOOD);
        assertThat(breaker.state()).as("one of two").isEqualTo(State.OPEN);
    }

    @Test
    void slow_calls_open_it_too() {
        var slow = FOUR.slowAfter(seconds(3)).slowRate(51);
        call(slow, GOOD, seconds(3));
        call(slow, GOOD, seconds(4));
        assertThat(breaker.state()).as("one of two").isEqualTo(State.CLOSED);
        call(slow, GOOD, seconds(4));
        assertThat(breaker.state()).as("two of three").isEqualTo(State.OPEN);
        var other = new BreakerTest();
        other.call(FOUR.slowRate(1), GOOD, seconds(99));
        other.call(FOUR.slowRate(1), GOOD, seconds(99));
        assertThat(other.breaker.state()).as("nothing is slow").isEqualTo(State.CLOSED);
    }

    @Test
    void after_a_while_some_calls_are_let_through_and_decide() {
        opened();
        at(10);
        assertThat(ask(FOUR)).isEqualTo(Verdict.GO);
        assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
        assertThat(ask(FOUR)).isEqualTo(Verdict.GO);
        assertThat(ask(FOUR)).isEqualTo(ON_CALL);
        assertThat(returned(GOOD)).isFalse();
        assertThat(ask(FOUR)).as("not more than two in all").isEqualTo(ON_CALL);
        assertThat(returned(GOOD)).as("those who wait may ask").isTrue();
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
        call(FOUR, BAD);
        assertThat(breaker.state()).as("what was before is forgotten").isEqualTo(State.CLOSED);
    }

    @Test
    void when_they_fail_it_is_open_again() {
        opened();
        at(10).ask(FOUR);
        ask(FOUR);
        returned(GOOD);
        returned(BAD);
        assertThat(breaker.state()).isEqualTo(State.OPEN);
        assertThat(ask(FOUR)).isEqualTo(new Verdict.Open(second(20)));
    }

    @Test
    void a_call_that_says_nothing_makes_room_for_another() {
        opened();
        at(10).ask(FOUR);
        ask(FOUR);
        assertThat(breaker.dropped(breaker.ticket())).isTrue();
        assertThat(ask(FOUR)).isEqualTo(Verdict.GO);
        assertThat(returned(new Outcome.Failed(new Failure.Cancelled("", Payload.NONE)))).isTrue();
        assertThat(ask(FOUR)).isEqualTo(Verdict.GO);
        assertThat(ask(FOUR)).isEqualTo(ON_CALL);
    }

    @Test
    void trials_that_do_not_return_are_replaced() {
        opened();
        at(10).ask(FOUR);
        ask(FOUR);
        long stale = breaker.ticket();
        assertThat(at(19).ask(FOUR)).isEqualTo(ON_CALL);
        assertThat(at(20).ask(FOUR)).isEqualTo(Verdict.GO);
        assertThat(breaker.returned(FOUR, stale, now, Duration.ZERO, BAD)).isFalse();
        returned(GOOD);
        ask(FOUR);
        returned(GOOD);
        assertThat(breaker.state()).as("who came too late has no say").isEqualTo(State.CLOSED);
    }

    @Test
    void what_began_before_it_opened_says_nothing_about_now() {
        long stale = breaker.ticket();
        opened();
        assertThat(breaker.returned(FOUR, stale, now, Duration.ZERO, GOOD)).isFalse();
        at(10).ask(FOUR);
        breaker.returned(FOUR, stale, now, Duration.ZERO, GOOD);
        breaker.dropped(stale);
        breaker.invariants();
        assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
        assertThat(ask(FOUR)).isEqualTo(Verdict.GO);
        assertThat(ask(FOUR)).isEqualTo(ON_CALL);
    }

    @Test
    void some_outcomes_do_not_count() {
        var picky = FOUR.ignoredTypes(List.of("mine"));
        var silent =
                List.<Failure>of(
                        failure("mine"),
                        new Failure.Cancelled("", Payload.NONE),
                        new Failure.Lost("", 0),
                        new Failure.Terminated(""));
        for (var failure : silent) {
            for (int i = 0; i < 9; i++) {
                call(picky, new Outcome.Failed(failure));
            }
        }
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
        call(picky, BAD);
        call(picky, BAD);
        assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test
    void policies_with_different_windows_share_what_was_seen() {
        var ten = FOUR.windowCalls(10).callsMin(10);
        call(FOUR, GOOD);
        for (int i = 0; i < 5; i++) {
            call(ten, BAD);
        }
        assertThat(breaker.state()).as("six calls are not ten").isEqualTo(State.CLOSED);
        call(FOUR, GOOD);
        assertThat(breaker.state()).as("three of the last four failed").isEqualTo(State.OPEN);
    }

    @Test
    void a_larger_window_that_comes_late_sees_what_is_still_there() {
        var careful = FOUR.failureRate(100);
        for (int i = 0; i < 40; i++) {
            call(careful, i % 2 == 0 ? GOOD : BAD);
        }
        call(careful.windowCalls(100).callsMin(10).failureRate(60), GOOD);
        assertThat(breaker.state()).as("about half").isEqualTo(State.CLOSED);
        call(careful.windowCalls(100).callsMin(10).failureRate(40), GOOD);
        assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test
    void policies_with_different_trials_do_not_block_each_other() {
        opened();
        at(10).ask(FOUR);
        assertThat(returned(GOOD)).as("nobody else is on the way").isTrue();
        assertThat(ask(FOUR.halfOpenCalls(1))).isEqualTo(Verdict.GO);
        breaker.returned(FOUR.halfOpenCalls(1), breaker.ticket(), now, Duration.ZERO, GOOD);
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    private void opened() {
        call(FOUR, BAD);
        call(FOUR, BAD);
        assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    private boolean returned(Outcome outcome) {
        boolean asked = breaker.returned(FOUR, breaker.ticket(), now, Duration.ZERO, outcome);
        breaker.invariants();
        return asked;
    }

    /** A breaker and the naive one, side by side. */
    private static final class Pair {
        private final Breaker breaker = new Breaker();
        private final NaiveBreaker naive = new NaiveBreaker();
        private final List<long[]> out = new ArrayList<>();
        private Instant now = START;

        /** Time passes, then somebody asks (0), or a call returns: which, and how. */
        void step(Breaking breaking, int passed, int what) {
            now = now.plusSeconds(passed);
            if (what == 0) {
                var verdict = breaker.ask(breaking, now);
                assertThat(verdict).isEqualTo(naive.ask(breaking, now));
                if (verdict instanceof Verdict.Go) {
                    out.add(new long[] {breaker.ticket(), naive.round()});
                }
            } else if (!out.isEmpty()) {
                var call = what % 2 == 0 ? out.removeFirst() : out.removeLast();
                end(breaking, call, what / 2);
            }
            breaker.invariants();
            assertThat(breaker.state()).isEqualTo(naive.state());
        }

        private void end(Breaking breaking, long[] call, int how) {
            if (how == 3) {
                breaker.dropped(call[0]);
                naive.dropped((int) call[1]);
                return;
            }
            var took = how == 2 ? seconds(9) : Duration.ZERO;
            breaker.returned(breaking, call[0], now, took, how == 1 ? BAD : GOOD);
            naive.returned(breaking, (int) call[1], now, took, how == 1);
        }
    }

    @Test
    void every_short_story_ends_as_in_the_naive_one() {
        var one = FOUR.windowCalls(3).openFor(seconds(2)).slowAfter(seconds(5)).slowRate(60);
        var reached = EnumSet.noneOf(State.class);
        for (var breaking : List.of(one, one.windowSpan(seconds(3)), one.halfOpenCalls(1))) {
            explore(breaking, new ArrayList<>(), reached);
        }
        assertThat(reached).isEqualTo(EnumSet.allOf(State.class));
    }

    /** Asks one after the other at first; then whatever can be. */
    private static void explore(Breaking breaking, List<int[]> steps, Set<State> reached) {
        if (steps.size() == STEPS_MAX) {
            var pair = new Pair();
            for (int i = 0; i < 3; i++) {
                pair.step(breaking, 0, 0);
            }
            for (var step : steps) {
                pair.step(breaking, step[0], step[1]);
                reached.add(pair.breaker.state());
            }
            return;
        }
        for (int passed : new int[] {0, 2}) {
            for (int what : new int[] {0, 1, 2, 3, 5, 7}) {
                steps.add(new int[] {passed, what});
                explore(breaking, steps, reached);
                steps.removeLast();
            }
        }
    }

    private static final int STEPS_MAX = 5;

    @Property(tries = 300)
    void long_stories_of_two_policies_go_as_in_the_naive_one(@ForAll long seed) {
        var random = new Random(seed);
        var some = List.of(any(random), any(random));
        var pair = new Pair();
        for (var breaking : some) {
            pair.step(breaking, 0, 0);
            pair.step(breaking, 0, 1);
        }
        for (int i = 0; i < 400; i++) {
            int passed = random.nextInt(4) == 0 ? random.nextInt(4) : 0;
            pair.step(some.get(random.nextInt(2)), passed, Math.max(0, random.nextInt(14) - 6));
        }
    }

    private static Breaking any(Random random) {
        return Breaking.DEFAULT
                .windowCalls(1 + random.nextInt(60))
                .windowSpan(seconds(random.nextBoolean() ? 0 : 1 + random.nextInt(30)))
                .callsMin(1 + random.nextInt(30))
                .failureRate(1 + random.nextInt(100))
                .slowAfter(seconds(random.nextInt(2)))
                .slowRate(1 + random.nextInt(100))
                .openFor(seconds(1 + random.nextInt(9)))
                .halfOpenCalls(1 + random.nextInt(4));
    }
}
