package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.run.Histories.History;
import dev.reprise.engine.run.Histories.Leg;
import dev.reprise.engine.run.Histories.Recorded;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
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
            2 OWED talk-2 talk-2/1 1
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
        SortedMap<String, Recorded> activities = new TreeMap<>();
        activities.put("talk-2/1", new Recorded(0, 1, 1, true));
        activities.put("talk-2/3", second);
        return new History(
                RUN,
                List.of(
                        new Leg(
                                false,
                                starts,
                                ends,
                                signals,
                                List.of(),
                                activities,
                                new TreeSet<>())));
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
                    2 OWED talk-2 talk-2/1 1\\n |  | it had ended by its history
                    2 OWED talk-2 talk-2/1 1 | 2 OWED talk-2 talk-2/1 2 | or was at another attempt
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

    // ---- Legs, updates, children, the schedule, the queue ----

    private static final String T = "tick/2026-01-01T00:00:00";

    /** One of everything that is not in the ledger above. */
    private static final String WIDE =
            """
            1 ASKED_SCHEDULE tick 2026-01-01T00:00:00.050Z
            1 ACKED_SCHEDULE tick 2026-01-01T00:00:00.060Z
            1 ASKED_START chain-7
            1 ACKED_START chain-7
            1 START chain-7 1 0 chain-7/1 1 0
            1 DONE chain-7 1 0 chain-7/1 1 0
            1 RESULT chain-7 1.0,2.0,3.0,4.0
            1 ASKED_RESET chain-7
            1 ACKED_RESET chain-7
            1 START chain-7 1 0 chain-7/1 1 1
            1 DONE chain-7 1 0 chain-7/1 1 1
            1 RESULT chain-7 1.0,2.0,3.0,4.0
            1 ASKED_START tally-4
            1 ACKED_START tally-4
            1 ASKED_UPDATE tally-4 1
            1 ACKED_UPDATE tally-4 1 1
            1 RESULT tally-4 1.0,sum:6,2.0
            1 ASKED_START family-4
            1 ACKED_START family-4
            1 RESULT family-4 1.0,kid:1.0,2.0
            1 RESULT family-4/kid 1.0
            1 RESULT family-4/keep 1.0
            1 RESULT family-4/stop terminated
            1 RESULT family-4/quit cancelled
            1 ASKED_START relay-5
            1 ACKED_START relay-5
            1 RESULT relay-5 1.0,2.0,3.0,heard:1:2:3
            1 RESULT tick/2026-01-01T00:00:00.100Z 1.0
            1 RESULT tick/2026-01-01T00:00:00.200Z 1.0
            1 ASKED_DELETE tick 2026-01-01T00:00:00.250Z
            1 ACKED_DELETE tick 2026-01-01T00:00:00.260Z
            1 FINISHED
            """;

    private static Leg leg(boolean takenBack, int ends, List<String> updates) {
        return new Leg(takenBack, 1, ends, List.of(), updates, new TreeMap<>(), new TreeSet<>());
    }

    private static Leg chain(boolean takenBack) {
        Leg leg = leg(takenBack, 1, List.of());
        leg.activities().put("chain-7/1", DONE);
        return leg;
    }

    private static Map<String, History> wide() {
        Map<String, History> all = new TreeMap<>();
        put(all, "chain-7", chain(false), chain(true));
        put(all, "tally-4", leg(false, 1, List.of("add-1")));
        Leg ended = leg(false, 1, List.of());
        put(all, "relay-5", ended, ended, ended);
        for (String run :
                List.of(
                        "family-4",
                        "family-4/kid",
                        "family-4/keep",
                        "family-4/stop",
                        "family-4/quit",
                        T + ".100Z",
                        T + ".200Z",
                        "schedule/tick",
                        "schedule/" + T + ".100Z",
                        "schedule/" + T + ".200Z")) {
            put(all, run, ended);
        }
        return all;
    }

    private static void put(Map<String, History> all, String run, Leg... legs) {
        all.put(run, new History(run, List.of(legs)));
    }

    @Test
    void a_good_ledger_of_everything_is_not_objected_to() {
        assertThat(breaches(WIDE, wide())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1 ACKED_UPDATE tally-4 1 1 | 1 ACKED_UPDATE tally-4 1 2 | the answer is not 1
                    1 ASKED_RESET chain-7 | 1 ACKED_RESET chain-7 | twice in one process
                    1 ASKED_RESET chain-7 | 1 ACKED_RESET chain-7 | taken back 1 times
                    1 DONE chain-7 1 0 chain-7/1 1 1 | 1 START chain-7 1 0 chain-7/1 1 2 | twice in one process
                    1 RESULT chain-7 1.0,2.0,3.0,4.0 | 1 START chain-7 0 0 chain-7/9 1 0 | stage 1 has begun before
                    family-4/stop terminated | family-4/stop 1.0 | its result is 1.0, not terminated
                    family-4/quit cancelled | family-4/quit 1.0 | its result is 1.0, not cancelled
                    1 RESULT family-4/keep 1.0 | 1 FINISHED | its result is null, not 1.0
                    tick 2026-01-01T00:00:00.250Z | tick 2026-01-01T00:00:00.350Z | .300Z: the schedule left it out
                    tick 2026-01-01T00:00:00.260Z | tick 2026-01-01T00:00:00.160Z | .200Z: no time of the schedule
                    tick 2026-01-01T00:00:00.050Z | tick 2026-01-01T00:00:00.150Z | .100Z: no time of the schedule
                    1 ACKED_SCHEDULE tick 2026-01-01T00:00:00.060Z | 1 FINISHED | nobody asked for a schedule
                    1 ASKED_DELETE tick 2026-01-01T00:00:00.250Z | 1 FINISHED | the schedule has no end
                    1 RESULT tick/2026-01-01T00:00:00.100Z 1.0 | 1 FINISHED | it was started and has done nothing
                    """)
    void a_ledger_of_everything_that_is_wrong_in_one_place_is_objected_to(
            String good, String bad, String objection) {
        assertThat(WIDE).contains(good);
        // Some words have been said before: the place is the first where it is said.
        String spoilt = WIDE.replaceFirst(Pattern.quote(good), bad);
        var histories = wide();
        if (objection.startsWith("its result is null")) {
            spoilt += "1 START family-4/keep 1 0 family-4/keep/1 1 0\n";
        }
        assertThat(breaches(spoilt, histories)).anyMatch(it -> it.contains(objection));
    }

    @Test
    void what_is_owed_after_a_kill_may_begin_before_its_run_is_taken_back_and_once_more_after() {
        String killed =
                """
                1 ASKED_START chain-7
                1 START chain-7 1 0 chain-7/1 1 0
                2 OWED chain-7 chain-7/1 1
                2 ASKED_RESET chain-7
                2 START chain-7 1 0 chain-7/1 1 1
                """;
        String again = "2 START chain-7 1 0 chain-7/1 1 1\n";
        assertThat(breaches(killed, Map.of())).noneMatch(it -> it.contains("twice"));
        assertThat(breaches(killed + again, Map.of())).noneMatch(it -> it.contains("twice"));
        assertThat(breaches(killed + again + again, Map.of()))
                .anyMatch(it -> it.contains("twice in one process"));
        assertThat(breaches(killed.replace("2 ASKED_RESET chain-7\n", "") + again, Map.of()))
                .anyMatch(it -> it.contains("twice in one process"));
    }

    @Test
    void too_many_of_a_queue_at_once_are_objected_to() {
        var lines = new StringBuilder();
        for (int part = 0; part < KillKinds.NARROW_MAX; part++) {
            lines.append("1 START fan-1 1 %d fan-1/%d 1 0\n".formatted(part, part));
        }
        String more = "1 START fan-1 1 9 fan-1/9 1 0\n";
        assertThat(breaches(lines + "2 OPENED\n" + more, Map.of())).isEmpty();
        assertThat(breaches(lines + "1 FAILED fan-1 1 0 fan-1/0 1 0\n" + more, Map.of())).isEmpty();
        assertThat(breaches(lines + more, Map.of()))
                .anyMatch(it -> it.endsWith("5 of a queue that lets 4 through"));
    }

    @Test
    void histories_of_everything_that_are_wrong_in_one_place_are_objected_to() {
        assertWide("that it was taken back is lost", it -> put(it, "chain-7", chain(false)));
        assertWide(
                "taken back 2 times",
                it -> put(it, "chain-7", chain(false), chain(true), chain(true)));
        assertWide("it has 1 legs", it -> put(it, "chain-7", chain(false)));
        assertWide(
                "update add-1 was acknowledged and is lost",
                it -> put(it, "tally-4", leg(false, 1, List.of())));
        assertWide(
                "update add-1 came 2 times",
                it -> put(it, "tally-4", leg(false, 1, List.of("add-1", "add-1"))));
        assertWide(
                "of which only [add-1] were sent",
                it -> put(it, "tally-4", leg(false, 1, List.of("add-1", "add-7"))));
        assertWide("it has 1 legs", it -> put(it, "relay-5", leg(false, 1, List.of())));
        assertWide("family-4: keep is lost", it -> it.remove("family-4/keep"));
        assertWide(
                "family-4/stop: ended 0 times",
                it -> put(it, "family-4/stop", leg(false, 0, List.of())));
        assertWide(".200Z: it is deleted, and was to be kept", it -> it.remove(T + ".200Z"));
        assertWide(
                "or one that comes twice",
                it -> put(it, T + ".200Z-triggered-1", leg(false, 1, List.of())));
        assertWide(
                ".200Z: it has not ended",
                it -> put(it, "schedule/" + T + ".200Z", leg(false, 0, List.of())));
        assertWide(
                "relay-6/kid: nobody asked for this run",
                it -> put(it, "relay-6/kid", leg(false, 1, List.of())));
    }

    private static void assertWide(String objection, Consumer<Map<String, History>> spoil) {
        var histories = wide();
        spoil.accept(histories);
        assertThat(breaches(WIDE, histories)).anyMatch(it -> it.contains(objection));
    }
}
