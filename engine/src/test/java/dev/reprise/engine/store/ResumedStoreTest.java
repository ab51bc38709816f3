package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store that had no room, while it is opened anew. */
@Timeout(60)
class ResumedStoreTest {
    private static final int RUNS = 40;
    private static final RunId LONG = run(0);

    @TempDir private Path folder;

    private final Brimming.Tap tap = new Brimming.Tap();
    private Store store;

    private static RunId run(int number) {
        return new RunId("run-" + (100 + number));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @BeforeEach
    void fill() {
        store = Brimming.open(folder, tap);
        for (int i = 0; i < RUNS; i++) {
            var timer = new Timer(Instant.ofEpochSecond(i / 3), i);
            write(Append.turn(run(i), 0, 1, bytes("turn 0")).set(timer)).assertDurable();
        }
        for (int i = 1; i < RUNS; i++) {
            write(Append.turn(LONG, i, 1, bytes("turn " + i))).assertDurable();
        }
        tap.full(true);
        assertThat(write(Append.turn(LONG, RUNS, 1, bytes("late"))).failure().isFull()).isTrue();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Slip write(Change change) {
        var slip = new Slip();
        store.write(change, slip);
        return slip;
    }

    private void resumeInVain() {
        assertThatThrownBy(store::resume).isInstanceOf(StoreFailure.class);
    }

    @Test
    void who_is_in_the_middle_of_reading_reads_on_whatever_the_store_is_read_from() {
        try (var turns = store.turns(LONG, 3);
                var heads = store.heads(run(2));
                var timers = store.timersDue(Instant.MAX)) {
            var read = new ArrayList<>(List.of(next(turns), next(heads), next(timers)));
            resumeInVain(); // no room at all
            read.addAll(List.of(next(turns), next(heads), next(timers)));
            tap.little();
            resumeInVain(); // from here on it is read only
            read.addAll(List.of(next(turns), next(heads), next(timers)));
            resumeInVain();
            read.addAll(List.of(next(turns), next(heads), next(timers)));
            tap.enough();
            store.resume();
            List<String> rest = all(turns, it -> new String(it, StandardCharsets.UTF_8));
            assertThat(read.stream().filter(it -> it.startsWith("turn ")))
                    .containsExactly("turn 3", "turn 4", "turn 5", "turn 6");
            assertThat(rest).containsExactlyElementsOf(numbered(7, RUNS, "turn "));
            assertThat(read.stream().filter(it -> it.startsWith("run-")))
                    .containsExactly("run-102", "run-103", "run-104", "run-105");
            assertThat(all(heads, it -> it.run().value()))
                    .containsExactlyElementsOf(numbered(106, 100 + RUNS, "run-"));
            assertThat(read.stream().filter(it -> it.startsWith("timer ")))
                    .containsExactly("timer 0", "timer 1", "timer 2", "timer 3");
            assertThat(all(timers, it -> "timer " + it.timer().seq()))
                    .containsExactlyElementsOf(numbered(4, RUNS, "timer "));
        }
    }

    private static String next(Cursor<?> rows) {
        return switch (rows.next()) {
            case byte[] turn -> new String(turn, StandardCharsets.UTF_8);
            case Head head -> head.run().value();
            case DueTimer due -> "timer " + due.timer().seq();
            default -> throw new AssertionError();
        };
    }

    private static <T> List<String> all(Cursor<T> rows, Function<T, String> told) {
        List<String> all = new ArrayList<>();
        rows.forEachRemaining(it -> all.add(told.apply(it)));
        return all;
    }

    private static List<String> numbered(int from, int to, String word) {
        return IntStream.range(from, to).mapToObj(it -> word + it).toList();
    }

    @Test
    void what_cannot_even_be_read_says_so_until_it_can() throws IOException {
        Path current = folder.resolve("data/CURRENT");
        Path hidden = folder.resolve("data/HIDDEN");
        Files.move(current, hidden);
        tap.little();
        resumeInVain();
        assertThatThrownBy(() -> store.head(LONG))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContainingAll("cannot be read", "CURRENT");
        assertThatThrownBy(store::heads).isInstanceOf(StoreFailure.class);
        assertThat(write(Append.turn(LONG, RUNS, 1, bytes("late"))).failure().isFull()).isTrue();
        assertThatThrownBy(() -> Store.open(folder)).hasMessageContaining("in use");

        Files.move(hidden, current);
        resumeInVain();
        assertThat(store.head(LONG).orElseThrow().position()).isEqualTo(RUNS);
        tap.enough();
        store.resume();
        write(Append.turn(LONG, RUNS, 1, bytes("late"))).assertDurable();
    }

    @Test
    void what_was_written_in_part_is_cut_off_and_kept() throws IOException {
        Path log;
        try (Stream<Path> files = Files.list(folder.resolve("data"))) {
            log = files.filter(it -> it.toString().endsWith(".log")).findFirst().orElseThrow();
        }
        byte[] whole = Files.readAllBytes(log);
        byte[] torn = new byte[whole.length + 60];
        System.arraycopy(whole, 0, torn, 0, whole.length);
        System.arraycopy(whole, 0, torn, whole.length, 50);
        Files.write(log, torn);
        tap.little();
        resumeInVain();
        assertThat(store.head(LONG).orElseThrow().position()).isEqualTo(RUNS);
        try (Stream<Path> kept = Files.list(folder.resolve("torn"))) {
            assertThat(kept.findFirst().orElseThrow()).hasSize(60);
        }
        tap.enough();
        store.resume();
        write(Append.turn(LONG, RUNS, 1, bytes("late"))).assertDurable();
    }

    @Test
    void whatever_is_written_while_it_is_opened_anew_is_told() throws InterruptedException {
        var over = new AtomicBoolean();
        var told = new AtomicInteger();
        Runnable writing =
                () -> {
                    while (!over.get()) {
                        write(Append.turn(run(1), 0, 1, bytes("no"))).teller();
                        told.incrementAndGet();
                        LockSupport.parkNanos(100_000);
                    }
                };
        var writers = Stream.generate(() -> Thread.ofPlatform().start(writing)).limit(4).toList();
        for (int i = 0; i < 10; i++) {
            tap.little();
            resumeInVain();
            tap.enough();
            store.resume();
            tap.full(true);
            int before = told.get();
            while (told.get() < before + 100) {
                assertThat(writers).as("nobody waits in vain").allMatch(Thread::isAlive);
                Thread.onSpinWait();
            }
        }
        over.set(true);
        for (Thread writer : writers) {
            writer.join();
        }
    }

    @Test
    void a_store_that_is_closed_while_it_is_only_read_gives_the_folder_back() {
        tap.little();
        resumeInVain();
        store.close();
        store = Store.open(folder);
        assertThat(store.head(LONG).orElseThrow().position()).isEqualTo(RUNS);
    }
}
