package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Explorer;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Terms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Lets what is wrong with a workflow be found, and keeps its story as a page in {@code target}. */
final class Stories {
    private static final int SCHEDULES_MAX = 1_000;
    private static final int LINES_MAX = 25;

    private Stories() {}

    /** The story of what is wrong: it is found soon, and is short. */
    static Finding found(String name, Terms terms, Consumer<Exploration> scenario) {
        Finding found = new Explorer(terms, scenario).explore().orElseThrow();
        try {
            found.keep(Path.of("target", "explore"), name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(found.order()).isLessThanOrEqualTo(SCHEDULES_MAX);
        assertThat(found.story()).as(found.told()).hasSizeLessThanOrEqualTo(LINES_MAX);
        return found;
    }
}
