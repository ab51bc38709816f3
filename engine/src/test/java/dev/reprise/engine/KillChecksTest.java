package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.run.Histories.History;
import dev.reprise.engine.run.Histories.Recorded;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each check of the kill test can fail: a good ledger is spoilt in one place, and it says so. */
class KillChecksTest {
    private static final String RUN = "talk-2";

    private static final String GOOD =
            """
            1 OPENED
            1 ASKED_START talk-2
            1 ACKED_START talk-2
            1 START talk-2 1 0 talk-2/1 1 0
            2 OWED talk-2 1 1
            2 OPENED
            2 START talk-2 1 0 talk-2/1 1 1
            2 DONE talk-2 1 0 talk-2/1 1 1
            2 ASKED_SIGNAL talk-2 1
            2 ACKED_SIGNAL talk-2 1
            2 ASKED_SIGNAL talk-2 2
            3 OPENED
            3 HEARD talk-2 heard:1:2
            3 ASKED_SIGNAL talk-2 3
            3 ACKED_SIGNAL talk-2 3
            3 START talk-2 2 0 talk-2/3 1 0
            3 DONE talk-2 2 0 talk-2/3 1 0
            3 RESULT talk-2 1.0,heard:1:2:3,2.0
            3 FINISHED
            """;

    private static History history(int starts, int ends, List<String> signals, Recorded second) {
        SortedMap<Long, Recorded> activities = new TreeMap<>();
        activities.put(1L, new Recorded(0, 1, 1, true));
        activities.put(3L, second);
        return new History(RUN, starts, ends, signals, activities, new TreeSet<>());
    }

    private static final Recorded DONE = new Recorded(0, 0, 1, true);
    private static final List<String> SIGNALS = List.of("1", "2", "3");

    private static List<String> breaches(String ledger, Map<String, History> histories) {
        var checks = new KillChecks();
        checks.read(KillLedger.parse(ledger));
        checks.end(histories, 2);
        return checks.breaches();
    }

    @Test
    void a_good_ledger_is_not_objected_to() {
        var histories = Map.of(RUN, history(1, 1, SIGNALS, DONE));
        assertThat(breaches(GOOD, histories)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    2 OWED talk-2 1 1\\n |  | it had ended by its history
                    2 OWED talk-2 1 1 | 2 OWED talk-2 1 2 | or was at another attempt
                    2 START talk-2 1 0 talk-2/1 1 1 | 2 START talk-2 1 0 talk-2/1 1 0 | redelivery 0 came before it
                    2 DONE talk-2 1 | 2 START talk-2 1 0 talk-2/1 1 2\\n2 DONE talk-2 1 | twice in one process
                    2 START talk-2 1 0 talk-2/1 1 | 2 START talk-2 1 0 talk-2/1 3 | attempt 1 came before it
                    2 START talk-2 1 0 talk-2/1 1 | 2 START talk-2 1 0 talk-2/1 2 | attempt 1 has not failed
                    1 START talk-2 1 0 talk-2/1 1 | 1 START talk-2 1 0 talk-2/1 2 | the first attempt is missing
                    2 START talk-2 1 0 talk-2/1 | 2 START talk-2 1 0 talk-2/7 | its idempotency key was talk-2/1 before
                    3 START talk-2 2 0 talk-2/3 1 0\\n |  | it has not begun
                    3 START talk-2 2 0 talk-2/3 | 3 START talk-2 2 0 talk-2/1 | its idempotency key was that of
                    3 START talk-2 2 0 talk-2/3 | 3 START talk-2 2 0 other/3 | does not name its run
                    3 START talk-2 2 0 talk-2/3 | 3 START talk-2 0 0 talk-2/3 | stage 1 has begun before
                    3 FINISHED | 3 START talk-2 2 0 talk-2/3 1 1 | after the result of the run
                    3 FINISHED | 3 RESULT talk-2 1.0,heard:1:2:3,2.0 | a second result
                    heard:1:2:3,2.0 | heard:1:3,2.0 | its result is 1.0,heard:1:3,2.0
                    3 HEARD talk-2 heard:1:2 | 3 HEARD talk-2 heard | signal 1 was acknowledged and is lost
                    3 HEARD | 3 MISSING talk-2 NO_SUCH_RUN\\n3 HEARD | an acknowledged start is lost
                    3 DONE talk-2 2 0 talk-2/3 1 0\\n |  | completed and never done
                    3 ASKED_SIGNAL talk-2 3\\n3 ACKED_SIGNAL talk-2 3\\n |  | of which only
                    3 FINISHED | 3 WRONG it_broke | it_broke
                    3 FINISHED | 3 ASKED_START fan-1 | nobody started it again
                    3 FINISHED | 3 ACKED_START fan-1 | an acknowledged start is lost
                    """)
    void a_ledger_that_is_wrong_in_one_place_is_objected_to(
            String good, String bad, String objection) {
        String old = good.replace("\\n", "\n");
        assertThat(GOOD).contains(old);
        String spoilt = GOOD.replace(old, bad == null ? "" : bad.replace("\\n", "\n"));
        var histories = Map.of(RUN, history(1, 1, SIGNALS, DONE));
        assertThat(breaches(spoilt, histories)).anyMatch(it -> it.contains(objection));
    }

    @Test
    void a_history_that_is_wrong_in_one_place_is_objected_to() {
        assertObjection("started 2 times", history(2, 1, SIGNALS, DONE));
        assertObjection("ended 0 times", history(1, 0, SIGNALS, DONE));
        assertObjection("signal 2 came 2 times", history(1, 1, List.of("1", "2", "2", "3"), DONE));
        assertObjection(
                "signal 3 was acknowledged and is lost", history(1, 1, List.of("1", "2"), DONE));
        assertObjection("resolved 2 times", history(1, 1, SIGNALS, new Recorded(0, 0, 2, true)));
        assertObjection("failed for good", history(1, 1, SIGNALS, new Recorded(0, 0, 1, false)));
        assertObjection(
                "1 failures are recorded, not 0",
                history(1, 1, SIGNALS, new Recorded(1, 0, 1, true)));
    }

    private static void assertObjection(String objection, History history) {
        assertThat(breaches(GOOD, Map.of(RUN, history))).anyMatch(it -> it.contains(objection));
    }

    @Test
    void a_run_that_nobody_asked_for_and_one_that_is_gone_are_objected_to() {
        var other = Map.of("fan-1", history(1, 1, List.of(), DONE));
        assertThat(breaches(GOOD, other))
                .anyMatch(it -> it.equals("talk-2: an acknowledged start is lost"))
                .anyMatch(it -> it.equals("fan-1: nobody asked for this run"));
    }

    @Test
    void more_redeliveries_than_were_owed_are_objected_to() {
        String often =
                GOOD.replace("2 DONE talk-2 1", "2 START talk-2 1 0 talk-2/1 1 2\n2 DONE talk-2 1");
        var checks = new KillChecks();
        checks.read(KillLedger.parse(often));
        checks.end(Map.of(RUN, history(1, 1, SIGNALS, DONE)), 1);
        assertThat(checks.breaches())
                .anyMatch(it -> it.endsWith("more redeliveries than were owed"))
                .anyMatch(it -> it.startsWith("2 redeliveries after 1 kills"));
    }
}
