package dev.reprise.engine.testing;

import dev.reprise.engine.activity.ActivityContext;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stubs were asked: the world outside, which survives crashes. For any thread. */
final class Calls {
    private final InstantSource clock;
    private final List<StubCall> all = new ArrayList<>();
    private final List<String> unanswered = new ArrayList<>();

    Calls(InstantSource clock) {
        this.clock = clock;
    }

    synchronized StubCall add(String activity, @Nullable Object[] arguments) {
        ActivityContext context = ActivityContext.current();
        var call =
                new StubCall(
                        context.run(),
                        activity,
                        Arrays.asList(arguments),
                        context.attempt(),
                        context.redeliveries(),
                        context.idempotencyKey(),
                        clock.instant());
        all.add(call);
        return call;
    }

    synchronized List<StubCall> all() {
        return List.copyOf(all);
    }

    /** Nobody has said what this one gives. */
    synchronized void unanswered(String complaint) {
        unanswered.add(complaint);
    }

    /** Fails the test, once, when something was called for which there is no answer. */
    synchronized void checkAnswered() {
        if (!unanswered.isEmpty()) {
            String complaints = String.join("\n", unanswered);
            unanswered.clear();
            throw new AssertionError(complaints);
        }
    }
}
