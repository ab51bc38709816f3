package dev.reprise.engine.control;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.DeadLetter;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What the clients of {@link RetryStormTest} ask for, and the world outside of it. */
final class StormRuns {
    private static final Rules RULES =
            Rules.NONE
                    .append(
                            Matcher.name("Scales.weigh"),
                            Partial.NONE
                                    .with(Field.MODE, Execution.Mode.EXTERNAL)
                                    .with(Field.DELAY_BASE, Duration.ofMillis(1))
                                    .with(Field.MAX_RETRIES, 1))
                    .append(
                            Matcher.name("Customs.clear"),
                            Partial.NONE
                                    .with(Field.MAX_RETRIES, 0)
                                    .with(Field.ON_FAILURE, new OnFailure.DeadLetter("people")));

    /** The tokens of each parcel, in the order of its attempts. */
    private final Map<String, BlockingQueue<String>> tokens = new ConcurrentHashMap<>();

    /** What each attempt knew of the one before it. */
    private final Map<String, List<String>> details = new ConcurrentHashMap<>();

    /** How often somebody has looked into each parcel. */
    private final Map<String, Integer> looks = new ConcurrentHashMap<>();

    Engine open(Path folder) {
        return Engine.open(folder, EngineOptions.DEFAULT.rules(RULES))
                .register(Account.class)
                .register(Parcel.class)
                .register(Tick.class)
                .activities((Scales) this::token, (Customs) this::look);
    }

    // ---- The world outside ----

    private String token(String parcel) {
        ActivityContext context = ActivityContext.current();
        details(parcel).add(context.lastDetails(String.class).orElse("nothing"));
        tokens(parcel).add(context.taskToken().text());
        return "";
    }

    private String look(String parcel) {
        looks.merge(parcel, 1, Integer::sum);
        throw new IllegalStateException("nobody knows what is in it");
    }

    BlockingQueue<String> tokens(String parcel) {
        return tokens.computeIfAbsent(parcel, _ -> new LinkedBlockingQueue<>());
    }

    String nextToken(String parcel) throws InterruptedException {
        String token = tokens(parcel).poll(60, TimeUnit.SECONDS);
        if (token == null) {
            throw new AssertionError("there is no other attempt to weigh " + parcel);
        }
        return token;
    }

    List<String> details(String parcel) {
        return details.computeIfAbsent(parcel, _ -> new CopyOnWriteArrayList<>());
    }

    Map<String, Integer> looks() {
        return looks;
    }

    /** Waits until a person is asked about it, for the so manieth time. */
    static String letter(Engine engine, RunId run, int attempts) throws InterruptedException {
        for (int patience = 5_000; patience > 0; patience--) {
            for (DeadLetter letter : engine.client().deadLetters("people")) {
                if (letter.run().equals(run) && letter.attempts() == attempts) {
                    return letter.activityId();
                }
            }
            Thread.sleep(10);
        }
        throw new AssertionError("nobody is asked about " + run);
    }

    // ---- Workflows ----

    /** An account. */
    static final class Account implements Workflow<Integer, Integer> {
        private int sum;
        private boolean closed;

        @Override
        public Integer run(Integer first) {
            sum += first;
            Flow.await(() -> closed);
            return sum;
        }

        @Signal
        void pay(int amount) {
            sum += amount;
        }

        @Signal
        void close() {
            closed = true;
        }

        @Update
        int withdraw(int amount) {
            sum -= amount;
            return sum;
        }

        @Query
        int sum() {
            return sum;
        }
    }

    interface Scales {
        /** Gives nothing yet: what somebody says who has the token is its value. */
        String weigh(String parcel);
    }

    interface Customs {
        /** Never works. */
        String clear(String parcel);
    }

    /** A parcel: weighed by somebody outside, at the second try, and judged by a person. */
    static final class Parcel implements Workflow<String, String> {
        @Override
        public String run(String parcel) {
            String weight = Flow.activity(Scales.class).weigh(parcel);
            try {
                return weight + ", " + Flow.activity(Customs.class).clear(parcel);
            } catch (ActivityFailed e) {
                return weight + ", not let through: " + e.failure().root().message();
            }
        }
    }

    /** What a schedule starts. */
    static final class Tick implements Workflow<String, String> {
        @Override
        public String run(String schedule) {
            return schedule;
        }
    }
}
