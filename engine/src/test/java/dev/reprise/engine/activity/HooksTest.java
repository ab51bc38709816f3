package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HooksTest {
    private static final Failure REFUSED = new Failure.Application("NotToday", "not today");

    private final JsonCodec codec = new JsonCodec();
    private final Activities activities = new Activities(codec);
    private final Call call = Calls.of(codec, "act");
    private final List<String> heard = new ArrayList<>();

    /** What comes of one attempt with these hooks. */
    private Outcome attempted(Hooks hooks) {
        activities.add("act", Void.class, _ -> heard.add("code") ? "done" : "");
        var ended = new ArrayList<Outcome>();
        new Performance(
                        activities,
                        call,
                        Performance.Mode.INLINE,
                        hooks,
                        (_, outcome) -> ended.add(outcome))
                .run();
        assertThat(ended).hasSize(1);
        return ended.getFirst();
    }

    private class Hearing implements Hooks {
        private final String name;

        Hearing(String name) {
            this.name = name;
        }

        @Override
        public Optional<Failure> onDispatch(Call seen) {
            heard.add(name + " dispatch");
            return Optional.empty();
        }

        @Override
        public Optional<Failure> onComplete(Call seen, Payload value) {
            heard.add(name + " complete " + value);
            return Optional.empty();
        }
    }

    private static final class Throwing implements Hooks {
        @Override
        public Optional<Failure> onDispatch(Call seen) {
            throw new IllegalStateException("dispatch");
        }

        @Override
        public Optional<Failure> onComplete(Call seen, Payload value) {
            throw new StackOverflowError("complete");
        }

        @Override
        public void onFail(Call seen, Failure failure) {
            throw new IllegalStateException("fail");
        }

        @Override
        public void onRetry(Call seen, Failure failure, Instant due) {
            throw new IllegalStateException("retry");
        }

        @Override
        public void onFallback(Call seen, Failure failure) {
            throw new IllegalStateException("fallback");
        }

        @Override
        public void onBreakerChange(String breaker, String before, String after) {
            throw new IllegalStateException("breaker");
        }
    }

    @Test
    void hooks_see_the_attempt_before_and_after_its_code() {
        var outcome = attempted(new Hearing("a").and(new Hearing("b")));
        assertThat(outcome).isEqualTo(new Outcome.Completed(Payload.text("done")));
        assertThat(heard)
                .containsExactly(
                        "a dispatch",
                        "b dispatch",
                        "code",
                        "a complete text \"done\"",
                        "b complete text \"done\"");
    }

    @Test
    void a_hook_at_dispatch_can_make_the_attempt_fail_and_its_code_is_not_called() {
        var outcome =
                attempted(
                        new Hearing("a") {
                            @Override
                            public Optional<Failure> onDispatch(Call seen) {
                                return Optional.of(REFUSED);
                            }
                        }.and(new Hearing("b")));
        assertThat(outcome).isEqualTo(new Outcome.Failed(REFUSED));
        assertThat(heard).containsExactly("b dispatch");
    }

    @Test
    void a_hook_at_completion_can_make_the_attempt_fail() {
        var outcome =
                attempted(
                        new Hooks() {
                            @Override
                            public Optional<Failure> onComplete(Call seen, Payload value) {
                                return Optional.of(REFUSED);
                            }
                        });
        assertThat(outcome).isEqualTo(new Outcome.Failed(REFUSED));
        assertThat(heard).containsExactly("code");
    }

    @Test
    void hooks_that_throw_are_logged_and_change_nothing() {
        var logged = new ArrayList<String>();
        var guarded =
                new GuardedHooks(
                        new Throwing(),
                        (message, thrown) -> logged.add(message + " " + thrown.getMessage()));
        var hooks = guarded.and(new Hearing("b"));
        assertThat(attempted(hooks)).isEqualTo(new Outcome.Completed(Payload.text("done")));
        hooks.onFail(call, REFUSED);
        hooks.onRetry(call, REFUSED, Instant.EPOCH);
        hooks.onFallback(call, REFUSED);
        hooks.onBreakerChange("bank", "CLOSED", "OPEN");
        assertThat(heard).containsExactly("b dispatch", "code", "b complete text \"done\"");
        assertThat(logged)
                .containsExactly(
                        "hook-threw hook=onDispatch about=act: Nothing follows from that. dispatch",
                        "hook-threw hook=onComplete about=act: Nothing follows from that. complete",
                        "hook-threw hook=onFail about=act: Nothing follows from that. fail",
                        "hook-threw hook=onRetry about=act: Nothing follows from that. retry",
                        "hook-threw hook=onFallback about=act: Nothing follows from that. fallback",
                        "hook-threw hook=onBreakerChange about=bank: Nothing follows from that. breaker");
    }
}
