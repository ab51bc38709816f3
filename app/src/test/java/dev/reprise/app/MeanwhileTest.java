package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who waits for an engine that says nothing meanwhile sees how far it is. */
@Timeout(60)
class MeanwhileTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    /** A desk that takes its time, until somebody was told what can be seen of it by then. */
    private record SlowDesk(Work work) implements Desk {
        interface Work {
            void carryOut() throws IOException;
        }

        @Override
        public void ask(String id, Request request, Consumer<Reply> each) {
            try {
                work.carryOut();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {}
    }

    private void untilSaid(String words) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!err.toString().contains(words)) {
            assertThat(System.nanoTime()).as("%s is not in %s", words, err).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private Ticker terminal() {
        return new Ticker(new PrintWriter(err, true), true);
    }

    private Path file(String name, int bytes) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, new byte[bytes]);
    }

    @Test
    void a_copy_is_seen_to_grow() throws IOException {
        file("data/000007.sst", 4096);
        var desk =
                new SlowDesk(
                        () -> {
                            untilSaid("0 bytes of about 4.0 KiB copied");
                            file("copy/000007.sst", 1024);
                            untilSaid("1.0 KiB of about 4.0 KiB copied");
                        });
        BackupCommand.Create.make(desk, folder.resolve("data"), folder.resolve("copy"), terminal());
        assertThat(err.toString()).as("nothing is left of it").matches("(?s).*\r +\r");
    }

    @Test
    void a_store_is_seen_to_shrink() throws IOException {
        Path old = file("data/000007.sst", 4096);
        var desk =
                new SlowDesk(
                        () -> {
                            untilSaid("has 4.0 KiB, and had 4.0 KiB");
                            Files.delete(old);
                            file("data/000008.sst", 1024);
                            untilSaid("has 1.0 KiB, and had 4.0 KiB");
                        });
        CompactStore.compact(desk, folder.resolve("data"), terminal());
        assertThat(err.toString()).as("nothing is left of it").matches("(?s).*\r +\r");
    }

    @Test
    void what_takes_long_and_cannot_be_looked_at_says_for_how_long() {
        var desk = new SlowDesk(() -> untilSaid("order-17 is being reset, for "));
        ResetRun.reset(desk, "order-17", new Request.Compact(), "id", terminal());
        assertThat(err.toString()).as("nothing is left of it").matches("(?s).*\r +\r");
    }

    @Test
    void what_is_soon_over_says_nothing() {
        var ticker = new Ticker(new PrintWriter(err, true), true);
        try (var _ = Meanwhile.saying(ticker, () -> "not yet")) {
            // Nothing takes no time.
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_program_is_told_nothing() {
        Ticker.SILENT.say("1000 runs");
        Ticker.SILENT.clear();
        assertThat(err.toString()).isEmpty();
    }
}
