package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.testing.StubCall;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.examples.ReleasePipeline.Build;
import dev.reprise.examples.ReleasePipeline.Quick;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Nothing is published that was not tested and packaged; in any case somebody is told. */
@ExtendWith(TestEngines.class)
class ReleasePipelineTest {
    private static final RunId RUN = new RunId("release-1");

    private static String released(TestEngine engine) {
        engine.register(ReleasePipeline.TYPE);
        var run = engine.client().start(ReleasePipeline.TYPE, RUN, "v1", String.class);
        return run.result();
    }

    @Test
    void a_good_release_is_published(TestEngine engine) {
        engine.activities(new Quick());
        assertThat(released(engine)).isEqualTo("v1 is published");
    }

    @Test
    void tests_and_packages_go_side_by_side_and_publishing_waits_for_both(TestEngine engine) {
        var build = engine.stub(Build.class);
        build.on(Build::checkout).returns("sources");
        build.on(Build::test).takes(Duration.ofMinutes(10)).returns("green");
        build.on(Build::bundle).answers(call -> call.argument(0, String.class) + ".zip");
        build.on(Build::publish).returns("done");
        build.on(Build::announce).answers(call -> call.argument(0, String.class));
        var began = engine.now();
        assertThat(released(engine)).isEqualTo("v1 is published");
        assertThat(build.calls("bundle"))
                .extracting(StubCall::at)
                .containsExactly(began, began, began);
        assertThat(build.calls("publish"))
                .extracting(StubCall::at)
                .containsExactly(began.plus(Duration.ofMinutes(10)));
    }

    @Test
    void what_failed_its_tests_is_not_published_and_that_is_told(TestEngine engine) {
        var build = engine.stub(Build.class);
        build.on(Build::checkout).returns("sources");
        build.on(Build::test).failsForGood("Red", "3 of 900 tests failed");
        build.on(Build::bundle).returns("a.zip");
        build.on(Build::announce).answers(call -> call.argument(0, String.class));
        assertThat(released(engine))
                .isEqualTo("v1 is not published: tests are failed, packages are success");
        assertThat(build.calls("publish")).isEmpty();
    }

    @Test
    void a_release_comes_to_its_end_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                engine -> {
                    engine.activities(new Quick());
                    assertThat(released(engine)).isEqualTo("v1 is published");
                    engine.replayAll();
                });
    }
}
