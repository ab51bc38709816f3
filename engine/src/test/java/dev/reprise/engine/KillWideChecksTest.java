package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.run.Histories.History;
import dev.reprise.engine.run.Histories.Leg;
import dev.reprise.engine.run.Histories.Recorded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * As {@link KillChecksTest}: forks, dead letters, outcomes from outside, deletions, retries of
 * whole runs, starts with signals, and what is asked of the engine as a whole.
 */
class KillWideChecksTest {
    private static final String GOOD =
            """
            1 OPENED
            1 ASKED_SCHEDULE tick 2026-01-01T00:00:00.050Z
            1 ACKED_SCHEDULE tick 2026-01-01T00:00:00.060Z
            1 ASKED_START crowd-0
            1 ACKED_START crowd-0
            1 ASKED_CHORE SHOUT 0 2026-01-01T00:00:00.070Z
            1 ACKED_CHORE SHOUT 0 2026-01-01T00:00:00.080Z
            1 START fan-2 1 0 fan-2/1 1 0
            1 ASKED_CHORE STOP 1 2026-01-01T00:00:00.090Z
            1 ACKED_CHORE STOP 1 2026-01-01T00:00:00.095Z
            2 OPENED
            2 ASKED_CHORE TRIGGER 2 2026-01-01T00:00:00.110Z
            2 ACKED_CHORE TRIGGER 2 2026-01-01T00:00:00.120Z
            2 ASKED_CHORE GO 3 2026-01-01T00:00:00.130Z
            2 ACKED_CHORE GO 3 2026-01-01T00:00:00.140Z
            2 ASKED_CHORE PAUSE 4 2026-01-01T00:00:00.150Z
            2 ACKED_CHORE PAUSE 4 2026-01-01T00:00:00.160Z
            2 ASKED_CHORE UPDATE 5 2026-01-01T00:00:00.170Z
            2 ACKED_CHORE UPDATE 5 2026-01-01T00:00:00.180Z
            2 ASKED_CHORE RESUME 6 2026-01-01T00:00:00.250Z
            2 ACKED_CHORE RESUME 6 2026-01-01T00:00:00.260Z
            2 ASKED_CHORE BACKFILL 7 2026-01-01T00:00:00.310Z
            2 ACKED_CHORE BACKFILL 7 2026-01-01T00:00:00.320Z
            2 ASKED_START fan-2
            2 ACKED_START fan-2
            2 RESULT fan-2 1.0,1.1,1.2,1.3,2.0,2.1,3.0
            2 ASKED_REMOVAL fan-2
            2 ACKED_REMOVAL fan-2
            2 ASKED_START chain-12
            2 ACKED_START chain-12
            2 ASKED_FORK chain-12
            2 ACKED_FORK chain-12
            2 RESULT chain-12 1.0,2.0,3.0,4.0
            2 RESULT fork-12 1.0,2.0,3.0,4.0
            2 ASKED_START letter-7
            2 ACKED_START letter-7
            2 START letter-7 2 0 letter-7/2 1 0
            2 FAILED letter-7 2 0 letter-7/2 1 0
            2 ASKED_REDRIVE letter-7
            2 ACKED_REDRIVE letter-7
            2 START letter-7 2 0 letter-7/2 2 0
            2 FAILED letter-7 2 0 letter-7/2 2 0
            2 ASKED_DECISION letter-7
            2 ACKED_DECISION letter-7
            2 RESULT letter-7 1.0,decided:so,3.0
            2 ASKED_START token-9
            2 ACKED_START token-9
            2 START token-9 2 0 token-9/2 1 0
            2 TOKEN token-9 1 2.1.token-9 0
            2 ASKED_BEAT token-9
            2 ACKED_BEAT token-9
            2 ASKED_FAILURE token-9
            2 ACKED_FAILURE token-9
            2 START token-9 2 0 token-9/2 2 0
            2 TOKEN token-9 2 2.2.token-9 1
            2 ASKED_OUTCOME token-9
            2 ACKED_OUTCOME token-9
            2 RESULT token-9 1.0,told:so,3.0
            2 ASKED_START trier-10
            2 ACKED_START trier-10
            2 RESULT trier-10 1.0,try:2
            2 ASKED_START hail-10
            2 ASKED_SIGNAL hail-10 1
            2 ACKED_START hail-10
            2 ACKED_SIGNAL hail-10 1
            2 RESULT hail-10 1.0,heard:1:2:3,2.0
            2 RESULT crowd-0 shouts:1
            2 START tick/2026-01-01T00:00:00.100Z 1 0 tick/2026-01-01T00:00:00.100Z/1 1 0
            2 RESULT tick/2026-01-01T00:00:00.100Z 1.0
            2 START tick/2026-01-01T00:00:00.300Z 1 0 tick/2026-01-01T00:00:00.300Z/1 1 0
            2 RESULT tick/2026-01-01T00:00:00.300Z 1.0
            2 RESULT tock/2026-01-01T00:00:00.115Z-triggered-1 1.0
            2 RESULT tock/2026-01-01T14:00:00Z-backfilled-2 1.0
            2 RESULT tock/2026-01-01T15:00:00Z-backfilled-3 1.0
            2 ASKED_DELETE tick 2026-01-01T00:00:00.350Z
            2 ACKED_DELETE tick 2026-01-01T00:00:00.360Z
            2 FINISHED
            """;

    private static final Recorded LETTER = new Recorded(0, 0, 1, true, 2, 1, false);
    private static final Recorded TOKEN = new Recorded(1, 0, 1, true, 0, 0, true);

    private static Leg leg(boolean takenBack, List<String> signals) {
        return new Leg(takenBack, 1, 1, signals, List.of(), new TreeMap<>(), new TreeSet<>());
    }

    private static History with(String run, String key, Recorded recorded) {
        Leg leg = leg(false, List.of());
        leg.activities().put(key, recorded);
        return new History(run, List.of(leg));
    }

    private static History plain(String run, int legs) {
        return new History(run, Collections.nCopies(legs, leg(false, List.of())));
    }

    private static Map<String, History> histories() {
        Map<String, History> all = new TreeMap<>();
        for (String run :
                List.of(
                        "chain-12",
                        "tick/2026-01-01T00:00:00.100Z",
                        "tick/2026-01-01T00:00:00.300Z",
                        "tock/2026-01-01T00:00:00.115Z-triggered-1",
                        "tock/2026-01-01T14:00:00Z-backfilled-2",
                        "tock/2026-01-01T15:00:00Z-backfilled-3")) {
            all.put(run, plain(run, 1));
        }
        all.put("fork-12", new History("fork-12", List.of(leg(true, List.of()))));
        all.put("letter-7", with("letter-7", "letter-7/2", LETTER));
        all.put("token-9", with("token-9", "token-9/2", TOKEN));
        all.put("trier-10", plain("trier-10", 2));
        all.put("hail-10", new History("hail-10", List.of(leg(false, List.of("1")))));
        all.put("crowd-0", new History("crowd-0", List.of(leg(false, List.of("0", "")))));
        return all;
    }

    private static List<String> breaches(String ledger, Map<String, History> histories) {
        var checks = new KillChecks();
        checks.read(KillLedger.parse(ledger));
        checks.end(histories, 1);
        return checks.breaches();
    }

    @Test
    void a_good_ledger_is_not_objected_to() {
        assertThat(breaches(GOOD, histories())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    2 ACKED_FORK chain-12 | 2 ACKED_FORK chain-1 | fork-1: an acknowledged start is lost
                    2 RESULT fork-12 1.0,2.0,3.0,4.0 | 2 RESULT fork-12 1.0 | its result is 1.0, not
                    2 ASKED_REDRIVE letter-7\\n |  | nobody wanted that
                    1.0,decided:so,3.0 | 1.0,refused:so,3.0 | not 1.0,decided:so,3.0
                    2 START letter-7 2 0 letter-7/2 2 0 | 2 START letter-7 2 0 letter-7/2 3 0 | attempt 1 came before it
                    2 ASKED_FAILURE token-9\\n |  | nobody said that the first failed
                    token-9 2 2.2.token-9 1 | token-9 2 2.2.token-9 0 | a sign of life was acknowledged and is lost
                    1.0,told:so,3.0 | 1.0,told:other,3.0 | its result is 1.0,told:other,3.0
                    2 ACKED_REMOVAL fan-2 | 2 ACKED_REMOVAL chain-12 | chain-12: it was deleted, and is there
                    2 FINISHED | 2 START fan-2 1 0 fan-2/1 1 1 | after it was deleted
                    1.0,try:2 | 1.0,try:3 | its result is 1.0,try:3
                    2 ASKED_SIGNAL hail-10 1 | 2 ASKED_SIGNAL hail-10 2 | of which only [2] were sent
                    2 OPENED | 2 START fan-3 1 0 fan-3/1 1 0 | its queue is paused
                    2 RESULT crowd-0 shouts:1 | 2 RESULT crowd-0 shouts:2 | its result is shouts:2, not shouts:1
                    RESUME 6 2026-01-01T00:00:00.250Z | RESUME 6 2026-01-01T00:00:00.310Z | .300Z: the schedule was paused
                    2 ASKED_CHORE PAUSE 4 2026-01-01T00:00:00.150Z\\n2 ACKED_CHORE PAUSE 4 2026-01-01T00:00:00.160Z\\n |  | .200Z: the schedule left it out
                    2 ACKED_CHORE TRIGGER 2 2026-01-01T00:00:00.120Z\\n |  | 0 were triggered, and 1 started
                    tock/2026-01-01T14:00:00Z-backfilled-2 | tock/2026-01-01T15:00:00Z-backfilled-2 | made up for twice
                    2 ACKED_CHORE BACKFILL 7 2026-01-01T00:00:00.320Z\\n |  | made up for [2026-01-01T14:00:00Z
                    """)
    void a_ledger_that_is_wrong_in_one_place_is_objected_to(
            String good, String bad, String objection) {
        String old = good.replace("\\n", "\n");
        assertThat(GOOD).contains(old);
        String spoilt = GOOD.replace(old, bad == null ? "" : bad.replace("\\n", "\n"));
        assertThat(breaches(spoilt, histories())).anyMatch(it -> it.contains(objection));
    }

    @Test
    void histories_that_are_wrong_in_one_place_are_objected_to() {
        assertSpoilt("fork-12: an acknowledged start is lost", it -> it.remove("fork-12"));
        assertSpoilt("fork-12: it has 2 legs", it -> it.put("fork-12", plain("fork-12", 2)));
        assertSpoilt(
                "letter-7/2: put aside 1 times",
                it -> letter(it, new Recorded(0, 0, 1, true, 1, 1, false)));
        assertSpoilt(
                "letter-7/2: driven anew 2 times",
                it -> letter(it, new Recorded(0, 0, 1, true, 2, 2, false)));
        assertSpoilt(
                "letter-7/2: it has not ended as was decided",
                it -> letter(it, new Recorded(0, 0, 1, false, 2, 1, false)));
        assertSpoilt(
                "letter-7/2: resolved 2 times",
                it -> letter(it, new Recorded(0, 0, 2, true, 2, 1, false)));
        assertSpoilt(
                "token-9/2: 0 failures are recorded, not 1",
                it ->
                        it.put(
                                "token-9",
                                with(
                                        "token-9",
                                        "token-9/2",
                                        new Recorded(0, 0, 1, true, 0, 0, true))));
        assertSpoilt("trier-10: it has 3 legs", it -> it.put("trier-10", plain("trier-10", 3)));
        assertSpoilt(
                "crowd-0: shout 0 came 2 times",
                it ->
                        it.put(
                                "crowd-0",
                                new History(
                                        "crowd-0", List.of(leg(false, List.of("0", "0", ""))))));
        assertSpoilt(
                "crowd-0: shout 0 was acknowledged and is lost",
                it -> it.put("crowd-0", plain("crowd-0", 1)));
        assertSpoilt(
                "1 were triggered, and 2 started",
                it -> {
                    String more = "tock/2026-01-01T00:00:00.116Z-triggered-4";
                    it.put(more, plain(more, 1));
                });
        assertSpoilt(
                "fan-2: it was deleted, and is there", it -> it.put("fan-2", plain("fan-2", 1)));
    }

    private static void letter(Map<String, History> all, Recorded recorded) {
        all.put("letter-7", with("letter-7", "letter-7/2", recorded));
    }

    private static void assertSpoilt(String objection, Consumer<Map<String, History>> spoil) {
        var histories = histories();
        spoil.accept(histories);
        assertThat(breaches(GOOD, histories)).anyMatch(it -> it.contains(objection));
    }

    @Test
    void a_run_may_be_deleted_when_there_are_enough_of_its_type_and_not_before() {
        var histories = histories();
        histories.remove("trier-10");
        List<String> others = new ArrayList<>();
        var ledger = new StringBuilder(GOOD);
        for (int i = 0; i < KillKinds.KEPT; i++) {
            String other = "trier-" + 3 * i; // tried once
            others.add(other);
            histories.put(other, plain(other, 1));
            ledger.append("2 ASKED_START %s\n2 RESULT %s 1.0,try:1\n".formatted(other, other));
        }
        assertThat(breaches(ledger.toString(), histories)).isEmpty();
        histories.remove(others.getFirst());
        assertThat(breaches(ledger.toString(), histories))
                .contains("trier-10: it is deleted, and was to be kept");
    }

    @Test
    void more_of_a_paused_queue_than_were_let_in_are_objected_to() {
        var lines = new StringBuilder("1 OPENED\n1 ACKED_CHORE STOP 1 2026-01-01T00:00:00Z\n");
        for (int part = 0; part < KillKinds.NARROW_MAX; part++) {
            lines.append("1 START fan-1 1 %d fan-1/%d 1 0\n".formatted(part, part));
            lines.append("1 DONE fan-1 1 %d fan-1/%d 1 0\n".formatted(part, part));
        }
        assertThat(breaches(lines.toString(), Map.of())).noneMatch(it -> it.contains("paused"));
        lines.append("1 START fan-1 1 9 fan-1/9 1 0\n");
        assertThat(breaches(lines.toString(), Map.of()))
                .anyMatch(it -> it.endsWith("its queue is paused"));
    }
}
