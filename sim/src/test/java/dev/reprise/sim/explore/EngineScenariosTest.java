package dev.reprise.sim.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing is found in the engine as it is, whatever goes wrong around it. */
final class EngineScenariosTest {
    private static final int SCHEDULES = Integer.getInteger("explore.engine.schedules", 500);

    static Stream<String> scenarios() {
        return EngineScenarios.all().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void the_engine_keeps_its_promises(String name) {
        Consumer<Exploration> scenario = EngineScenarios.all().get(name);
        Terms terms = EngineScenarios.terms(name).schedules(SCHEDULES);
        var explorer = new Explorer(terms, scenario);
        assertThat(explorer.explore().map(it -> it.flaw() + "\n" + it.told())).isEmpty();
        assertThat(explorer.met().keySet())
                .containsAll(
                        Stream.of(Fault.CRASH, Fault.EVICT, Fault.TORN)
                                .filter(terms.faults()::contains)
                                .toList());
    }
}
