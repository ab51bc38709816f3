package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.store.ChildJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run whose history is larger than the memory of its process. With more entries than a build
 * takes time for:
 *
 * <pre>./mvnw -pl engine -am test -Dtest=LongRunTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dportable.phase=none -Dlong.entries=1000000</pre>
 */
class LongRunTest {
    private static final int ENTRIES = Integer.getInteger("long.entries", 10_000);

    /** What an engine needs, and not much more. */
    private static final int HEAP_MEGABYTES = 48;

    /** So much is in the history at least. */
    private static final int HISTORY_BYTES = 100 << 20;

    @TempDir private Path folder;

    @Test
    @Timeout(7_200)
    void a_history_that_does_not_fit_into_memory_is_made_and_replayed() throws Exception {
        int length = Math.max(16, HISTORY_BYTES / ENTRIES);
        long heard = (ENTRIES - 1L) * length;
        String known = ENTRIES + " entries, heard " + heard + ", ";
        assertThat(said("make", ENTRIES, length)).startsWith("make: " + known).contains(" 0 repl");
        assertThat(said("replay")).startsWith("replay: " + known).contains(" 1 replays");
    }

    private String said(String what, Object... more) throws Exception {
        var arguments = new Object[more.length + 2];
        arguments[0] = what;
        arguments[1] = folder;
        System.arraycopy(more, 0, arguments, 2, more.length);
        try (var process = ChildJvm.runWithin(HEAP_MEGABYTES, LongRun.class, arguments)) {
            String line = process.line();
            System.out.println(line);
            assertThat(process.exit()).isZero();
            return String.valueOf(line);
        }
    }
}
