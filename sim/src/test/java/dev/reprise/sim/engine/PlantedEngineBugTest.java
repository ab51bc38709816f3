package dev.reprise.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every bug that is planted in the source of the engine is found, by the oracle it is meant for.
 */
class PlantedEngineBugTest {
    private static final int SEEDS = 150;
    private static final int ORDERS = 5;

    /** As many as find most bugs; {@link CrashSweepTest} finds nothing in many more. */
    private static final int SEEDS_UNHARMED = 30;

    @Test
    void every_planted_bug_is_found_by_its_oracle() {
        List<String> missed =
                PlantedEngineBug.all().parallelStream()
                        .map(
                                bug -> {
                                    String found =
                                            hunt(Patched.with(bug.patches()), bug.from(), SEEDS);
                                    String oracle = found.split(" ")[0];
                                    return bug.oracles().contains(oracle)
                                            ? ""
                                            : bug.name()
                                                    + ": "
                                                    + bug.oracle()
                                                    + " was to object: "
                                                    + found;
                                })
                        .filter(it -> !it.isEmpty())
                        .toList();
        assertThat(String.join("\n", missed)).isEmpty();
    }

    @Test
    void nothing_is_found_where_nothing_is_planted() {
        assertThat(hunt(Patched.with(List.of()), 0, SEEDS_UNHARMED)).isEqualTo("nothing");
    }

    @Test
    void every_oracle_is_the_first_to_object_to_some_bug() {
        var first = new TreeSet<String>();
        PlantedEngineBug.all().forEach(bug -> first.add(bug.oracles().getFirst()));
        var all = new TreeSet<String>();
        EngineOracle.all().forEach(oracle -> all.add(oracle.name()));
        assertThat(first).isEqualTo(all);
    }

    /** What the same hunt finds in other classes of the same names. */
    private static String hunt(ClassLoader classes, long from, int seeds) {
        try {
            Class<?> type = Class.forName(EngineHunt.class.getName(), true, classes);
            assertThat(type.getClassLoader()).isSameAs(classes);
            Object hunt = type.getConstructor().newInstance();
            Method sweep = type.getMethod("sweep", long.class);
            Method storm = type.getMethod("storm", long.class, int.class);
            for (long seed = from; seed < from + seeds; seed++) {
                Optional<?> found = (Optional<?>) sweep.invoke(hunt, seed);
                if (found.isEmpty()) {
                    found = (Optional<?>) storm.invoke(hunt, seed, ORDERS);
                }
                if (found.isPresent()) {
                    return found.get().toString();
                }
            }
            return "nothing";
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
