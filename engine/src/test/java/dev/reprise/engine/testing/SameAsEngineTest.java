package dev.reprise.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Settings;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever a workflow does, it results in the same in a test engine and in an engine. */
class SameAsEngineTest {
    interface Work {
        String work(String what);
    }

    /** Does what it is given: letters are steps, brackets are branches. */
    static final class Program implements Workflow<String, String> {
        private int signals;

        @Override
        public String run(String steps) {
            List<String> said = new ArrayList<>();
            List<Body<String>> branches = new ArrayList<>();
            for (String step : steps.split(" ")) {
                if (step.startsWith("(")) {
                    branches.add(() -> step(step.substring(1)));
                } else {
                    said.add(step(step));
                }
            }
            said.addAll(Flow.parallel(branches));
            return String.join(" ", said);
        }

        private String step(String step) {
            switch (step) {
                case "sleep" -> Flow.sleep(Duration.ofMillis(2));
                case "await" -> {
                    return Flow.await(Duration.ofMillis(1), () -> false) ? "told" : "late";
                }
                case "signal" -> Flow.await(() -> signals > 0);
                default -> {
                    return worked(step);
                }
            }
            return step;
        }

        private static String worked(String step) {
            try {
                return Flow.activity(Work.class).work(step);
            } catch (ActivityFailed e) {
                return "failed(" + e.failure().root().message() + ")";
            }
        }

        @Signal
        void go() {
            signals++;
        }
    }

    /** Fails as often as the step says. */
    private static final Work WORK =
            what -> {
                int fails = what.charAt(0) - '0';
                if (ActivityContext.current().attempt() <= fails) {
                    throw new IllegalStateException(what + " fails");
                }
                return "did " + what;
            };

    private static final Settings SETTINGS =
            Settings.DEFAULT
                    .defaults(Partial.NONE.with(Field.BACKOFF, Backoff.Shape.NONE))
                    .voice((_, _) -> {});

    private static final WorkflowType<String, String> PROGRAM =
            WorkflowType.<String, String>of(Program.class).codec(SETTINGS.codec());

    private static Engine real;
    private static TestEngine test;

    @BeforeContainer
    static void open() {
        real = Engine.inMemory(EngineOptions.DEFAULT.settings(SETTINGS));
        real.register(PROGRAM).activities(WORK);
        test = TestEngine.create(TestOptions.DEFAULT.settings(SETTINGS));
        test.register(PROGRAM).activities(WORK);
    }

    @AfterContainer
    static void close() {
        real.close();
        test.close();
    }

    @Provide
    Arbitrary<String> programs() {
        return Arbitraries.of("sleep", "await", "signal", "0a", "1b", "2c", "3d", "9e")
                .flatMap(it -> Arbitraries.of(it, "(" + it))
                .list()
                .ofMinSize(1)
                .ofMaxSize(6)
                .map(it -> String.join(" ", it));
    }

    @Property(tries = 100)
    void a_random_workflow_results_in_the_same(@ForAll("programs") String program) {
        RunHandle<String> here = real.client().start(Program.class, program);
        RunHandle<String> there = test.client().start(Program.class, program);
        var _ = here.signalAsync("go");
        if (!there.describe().status().isEnd()) {
            there.signal("go");
        }
        assertThat(there.result()).isEqualTo(here.result());
    }

    @Property(tries = 8)
    void a_random_workflow_results_in_the_same_with_a_crash_anywhere(
            @ForAll("programs") String program) {
        List<String> results = new ArrayList<>();
        TestEngine.crashEverywhere(
                TestOptions.DEFAULT.settings(SETTINGS),
                it -> {
                    it.register(PROGRAM).activities(WORK);
                    RunHandle<String> run = it.client().start(Program.class, program);
                    if (!run.describe().status().isEnd()) {
                        run.signal("go");
                    }
                    results.add(run.result());
                });
        assertThat(results).containsOnly(results.getFirst());
    }
}
