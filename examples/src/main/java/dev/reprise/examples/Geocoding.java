package dev.reprise.examples;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Field;
import dev.reprise.policy.Gates;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rate;
import dev.reprise.policy.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Many runs call a service that takes five calls a second and no more.
 *
 * <p>The workflow knows nothing of that: it asks for all addresses at once. How the calls are
 * carried out is a <i>policy</i>, which is found by the activity's name: a rate that all runs in
 * the process share, retries with waits that are spread, a time limit for each attempt, and a
 * breaker that stops calling a service which is down and tries again later. What is over the rate
 * waits its turn, and costs no thread while it does.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>{@link #RULES} could as well be a file that the people who operate it change ({@code
 *       RuleFile.load}, docs/policies.md#in-files). Rules are no part of the history: other rules
 *       never make a replay diverge.
 *   <li>No span of a second has more than five starts, wherever it begins. The count is kept in
 *       memory: a process that was just started does not know of the calls of the one before.
 * </ul>
 *
 * <pre>
 * java -cp app/target/reprise.jar examples/src/main/java/dev/reprise/examples/Geocoding.java
 * </pre>
 */
final class Geocoding implements Workflow<List<String>, List<String>> {
    interface Geocoder {
        String locate(String address);
    }

    static final Rules RULES =
            Rules.NONE.append(
                    Matcher.name("Geocoder.locate"),
                    Partial.NONE
                            .with(Field.RATE, new Rate(5, Duration.ofSeconds(1)))
                            .with(Field.CONCURRENCY_MAX, 10)
                            .with(Field.START_TO_CLOSE, Duration.ofSeconds(10))
                            .with(Field.MAX_RETRIES, 6)
                            .with(Field.BACKOFF, Backoff.Shape.JITTER)
                            .with(Field.DELAY_BASE, Duration.ofSeconds(1))
                            .with(Field.FATAL_TYPES, List.of("NoSuchAddress"))
                            .with(Field.BREAKER, "geocoder")
                            .with(Field.IGNORED_TYPES, List.of("NoSuchAddress"))
                            .with(Field.ON_OPEN, Gates.OnOpen.WAIT));

    @Override
    public List<String> run(List<String> addresses) {
        var geocoder = Flow.activity(Geocoder.class);
        List<Body<String>> calls = new ArrayList<>();
        for (String address : addresses) {
            calls.add(() -> geocoder.locate(address));
        }
        return Flow.parallel(calls);
    }

    /** Twenty addresses, in four seconds. */
    public static void main(String[] args) {
        Geocoder slow = address -> "somewhere in " + address;
        try (var engine = Engine.inMemory(EngineOptions.DEFAULT.rules(RULES))) {
            engine.register(Geocoding.class).activities(slow);
            List<String> addresses = new ArrayList<>();
            for (int i = 1; i <= 20; i++) {
                addresses.add("street " + i);
            }
            long began = System.nanoTime();
            var run = engine.client().start(Geocoding.class, new RunId("places"), addresses);
            System.out.println(run.result());
            System.out.println("took " + (System.nanoTime() - began) / 1_000_000 + " ms");
        }
    }
}
