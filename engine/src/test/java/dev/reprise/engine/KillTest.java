package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.run.Histories;
import dev.reprise.engine.run.Histories.History;
import dev.reprise.engine.store.ChildJvm;
import dev.reprise.engine.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An engine under load is killed again and again, and nothing that it acknowledged is lost. More
 * often than a build does:
 *
 * <pre>./mvnw -pl engine -am test -Dtest=KillTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dportable.phase=none -Dkill.times=100</pre>
 *
 * <p>{@code -Dkill.seed=N} repeats the delays of a run, as far as delays can be repeated.
 */
class KillTest {
    private static final int KILLS = Integer.getInteger("kill.times", 10);
    private static final long SEED = Long.getLong("kill.seed", System.nanoTime());

    /** After so many kills everything is let come to its end and checked; then it begins anew. */
    private static final int SEASON = 50;

    /** Each so many processes one is killed at a time at which most are not open yet. */
    private static final int EARLY = 5;

    @TempDir private Path folder;

    private final Random random = new Random(SEED);
    private final long begun = System.nanoTime();
    private long openingMillis;
    private int kills;
    private int early;
    private int repeats;
    private int owedMax;
    private int narrowMax;

    /** How often each thing was done. */
    private final Map<String, Integer> done = new LinkedHashMap<>();

    @Test
    @Timeout(36_000)
    void nothing_that_was_acknowledged_is_lost_and_nothing_is_done_that_was_over()
            throws Exception {
        for (int season = 1; kills < KILLS; season++) {
            season(folder.resolve("season-" + season), Math.min(SEASON, KILLS - kills));
            if (KILLS > SEASON) {
                System.out.println(account());
            }
        }
        System.out.println(account());
        assertThat(repeats).as("kills that nothing was lost by show little").isPositive();
        assertThat(done).as("what was never done").doesNotContainValue(0);
        assertThat(narrowMax).as("a queue that nobody fills").isEqualTo(KillKinds.NARROW_MAX);
    }

    private String account() {
        var all = new StringBuilder();
        done.forEach((what, times) -> all.append(times).append(' ').append(what).append(", "));
        return String.format(
                "killed %d times under load and %d times before; %s%d redeliveries, at most %d"
                        + " activities under way at a kill; %d s, seed %d",
                kills,
                early,
                all,
                repeats,
                owedMax,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun),
                SEED);
    }

    private void season(Path at, int times) throws Exception {
        Files.createDirectories(at);
        Path store = at.resolve("store");
        Path ledger = at.resolve("ledger");
        int killsHere = 0;
        int processes = 0;
        while (killsHere < times) {
            // One that never gets to its work is no kill under load; but too many are a fault.
            assertThat(processes).as("processes").isLessThan(10 + times * 5);
            if (runAndKill(store, ledger, ++processes)) {
                killsHere++;
                kills++;
                if (KILLS > SEASON && kills % 10 == 0) {
                    System.out.println("killed " + kills + " of " + KILLS + " times");
                }
            } else {
                early++;
            }
        }
        finish(store, ledger, processes + 1);
        check(store, ledger, processes);
    }

    /** Whether it had acknowledged something when it was killed. */
    private boolean runAndKill(Path store, Path ledger, int process) throws Exception {
        long start = System.nanoTime();
        try (var child = ChildJvm.run(KillLoad.class, store, ledger, process, "load")) {
            if (process % EARLY == 0) {
                TimeUnit.MILLISECONDS.sleep(random.nextLong(openingMillis));
            } else {
                assertThat(child.line()).isEqualTo("opened");
                openingMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                int acks = 1 + random.nextInt(random.nextBoolean() ? 20 : 250);
                for (int i = 0; i < acks; i++) {
                    assertThat(child.line()).isEqualTo("ack");
                }
                TimeUnit.MICROSECONDS.sleep(random.nextInt(10_000));
            }
            child.kill();
            child.exit();
        }
        return KillLedger.read(ledger).stream()
                .anyMatch(it -> it.process() == process && isAcknowledgement(it));
    }

    private static boolean isAcknowledgement(Line line) {
        return line.word() == Word.RESULT || line.word().name().startsWith("ACKED");
    }

    private static void finish(Path store, Path ledger, int process) throws Exception {
        try (var child = ChildJvm.run(KillLoad.class, store, ledger, process, "finish")) {
            assertThat(child.line()).isEqualTo("opened");
            String line = child.line();
            assertThat(line)
                    .as("all runs end; those that did not: %s", unfinished(ledger))
                    .isEqualTo("finished");
            assertThat(child.exit()).isZero();
        }
    }

    private static List<String> unfinished(Path ledger) throws Exception {
        List<String> open = new ArrayList<>();
        for (Line line : KillLedger.read(ledger)) {
            if (line.word() == Word.ASKED_START && !open.contains(line.run())) {
                open.add(line.run());
            } else if (line.word() == Word.RESULT) {
                open.remove(line.run());
            }
        }
        return open;
    }

    private void check(Path folder, Path ledger, int killed) throws Exception {
        Map<String, History> histories = new TreeMap<>();
        try (var store = Store.open(folder);
                var heads = store.heads()) {
            while (heads.hasNext()) {
                String run = heads.next().run().value();
                histories.put(run, Histories.of(store, run));
            }
        }
        var checks = new KillChecks();
        checks.read(KillLedger.read(ledger));
        checks.end(histories, killed);
        assertThat(checks.breaches()).as("seed %d, ledger %s", SEED, ledger).isEmpty();
        note("runs", checks.runs());
        note("signals", checks.signals());
        note("updates", checks.updates());
        note("activities", checks.activities().size());
        note("taken back", checks.runs(Word.ACKED_RESET));
        note("forked", checks.runs(Word.ACKED_FORK));
        note("decided by people", checks.runs(Word.ACKED_DECISION));
        note("completed from outside", checks.runs(Word.ACKED_OUTCOME));
        note("deleted by somebody", checks.runs(Word.ACKED_REMOVAL));
        note("deleted as too many", checks.tooMany());
        note("started by the schedule", checks.times().firings());
        note("chores", checks.times().chores());
        narrowMax = Math.max(narrowMax, checks.activities().narrowMax());
        repeats += checks.activities().repeats();
        owedMax = Math.max(owedMax, checks.activities().owedMax());
    }

    private void note(String what, int times) {
        done.merge(what, times, Integer::sum);
    }
}
