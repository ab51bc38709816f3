package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that appends is killed again and again. More often than a build does:
 *
 * <pre>./mvnw -pl engine -am test -Dtest=RocksCrashTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dtest.jvm.extra=-Dreprise.kills=200</pre>
 */
class RocksCrashTest {
    private static final int KILLS = Integer.getInteger("reprise.kills", 4);
    private static final int RUNS = 6;

    @TempDir private Path folder;
    @TempDir private Path temporary;

    private static RunId run(int number) {
        return new RunId("run-" + number);
    }

    private static byte[] turn(int run, long position) {
        return ("turn " + position + " of " + run + " ".repeat((int) (position * 37 % 900)))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Timer timer(long position) {
        return new Timer(Instant.ofEpochSecond(position * 31 % 17), position);
    }

    /** Each turn has a new summary and a new timer instead of the last one. */
    private static Append append(int run, long position, long epoch) {
        var append =
                Append.turn(run(run), position, epoch, turn(run, position))
                        .withSummary(turn(run, position))
                        .set(timer(position));
        return position == 0 ? append : append.stop(timer(position - 1));
    }

    @Test
    @Timeout(3_600)
    void whatever_was_acknowledged_is_there_when_the_process_was_killed() throws Exception {
        long seed = System.nanoTime();
        var random = new Random(seed);
        long[] acknowledged = new long[RUNS];
        for (int kill = 0; kill < KILLS; kill++) {
            runAndKill(1 + random.nextInt(600), acknowledged);
            try (var store = Store.open(folder)) {
                for (int run = 0; run < RUNS; run++) {
                    assertThat(position(store, run))
                            .as("seed %d, kill %d, run %d", seed, kill, run)
                            .isGreaterThanOrEqualTo(acknowledged[run]);
                    assertWhole(store, run);
                }
            }
        }
        assertThat(temporary).as("nothing is left behind").isEmptyDirectory();
    }

    /** Kills the process after so many acknowledgements, and hears what it still had to say. */
    private void runAndKill(int patience, long[] acknowledged) throws IOException {
        try (var writer = ChildJvm.runWithTemporary(temporary, Writer.class, folder)) {
            int heard = 0;
            for (String line = writer.line(); line != null; line = writer.line()) {
                String[] words = line.split(" ", -1);
                // The last line may be cut.
                boolean isCut = heard >= patience && !line.endsWith(" durable");
                if (!isCut) {
                    assertThat(words).as(line).hasSize(3).endsWith("durable");
                    int run = Integer.parseInt(words[0]);
                    assertThat(Long.parseLong(words[1])).isGreaterThanOrEqualTo(acknowledged[run]);
                    acknowledged[run] = Long.parseLong(words[1]) + 1;
                }
                if (++heard == patience) {
                    writer.kill();
                }
            }
            assertThat(heard).isGreaterThanOrEqualTo(patience);
        }
    }

    private static long position(Store store, int run) {
        return store.head(run(run)).map(Head::position).orElse(0L);
    }

    /** Its turns, its summary and its timers are those of one and the same moment. */
    private static void assertWhole(Store store, int run) {
        long position = position(store, run);
        try (var turns = store.turns(run(run), 0)) {
            for (long i = 0; i < position; i++) {
                assertThat(turns.next()).isEqualTo(turn(run, i));
            }
        }
        List<Timer> timers = new ArrayList<>();
        try (var due = store.timersDue(Instant.MAX)) {
            due.forEachRemaining(
                    it -> {
                        if (it.run().equals(run(run))) {
                            timers.add(it.timer());
                        }
                    });
        }
        if (position > 0) {
            assertThat(store.head(run(run)).orElseThrow().summary())
                    .isEqualTo(turn(run, position - 1));
            assertThat(timers).containsExactly(timer(position - 1));
        }
    }

    /** Appends to all runs, some turns ahead of what is durable, and says what is. */
    static final class Writer {
        private final Store store;
        private final long epoch;

        private Writer(Store store) {
            this.store = store;
            this.epoch = store.epoch() + 1;
        }

        public static void main(String[] arguments) throws InterruptedException {
            var store = Store.open(Path.of(arguments[0]));
            var writer = new Writer(store);
            var claimed = new Slip();
            store.write(new Change.ClaimStore(writer.epoch), claimed);
            claimed.assertDurable();
            for (int run = 0; run < RUNS; run++) {
                int ahead = 1 + run % 3;
                long position = position(store, run);
                for (int i = 0; i < ahead; i++) {
                    writer.append(run, position + i, ahead);
                }
            }
            Thread.sleep(60_000);
        }

        /** The turn so many steps further on follows when this one is durable. */
        private void append(int run, long position, int step) {
            store.write(
                    RocksCrashTest.append(run, position, epoch),
                    new Receipt() {
                        @Override
                        public void durable() {
                            System.out.println(run + " " + position + " durable");
                            append(run, position + step, step);
                        }

                        @Override
                        public void refused(Conflict conflict) {
                            System.out.println(conflict.sentence());
                        }

                        @Override
                        public void failed(StoreFailure failure) {
                            System.out.println(failure.getMessage());
                        }
                    });
        }
    }
}
