package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.form.Malformed;
import dev.reprise.history.Lifecycle.Action;
import dev.reprise.history.Lifecycle.Completed;
import dev.reprise.history.Lifecycle.Dispatched;
import dev.reprise.history.Lifecycle.Failed;
import dev.reprise.policy.Errors;
import dev.reprise.policy.Policy;
import dev.reprise.testing.PolicySamples;
import dev.reprise.testing.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What becomes of runnables, as events, as bytes, as text; and what is still open. */
class LifecycleTest {
    private static final Failure BROKE = new Failure.Application("Broke", "it broke");

    private static RunnableId id(long seq) {
        return new RunnableId(new RunId("order-17"), seq);
    }

    private static Dispatched dispatched(long seq, int attempt) {
        return new Dispatched(id(seq), "charge", List.of(), Policy.DEFAULT, attempt, Instant.EPOCH);
    }

    private static Completed completed(long seq) {
        return new Completed(id(seq), Payload.text("paid"), 1, Duration.ofSeconds(2));
    }

    private static Failed failed(long seq, Action action) {
        return new Failed(id(seq), BROKE, 3, action);
    }

    // ---- Pending ----

    @Test
    void what_was_dispatched_and_has_no_end_is_pending_once() {
        var log =
                List.of(
                        dispatched(1, 1),
                        dispatched(2, 1),
                        dispatched(1, 2),
                        dispatched(3, 1),
                        completed(2));
        assertThat(Lifecycle.pending(log)).containsExactly(dispatched(1, 2), dispatched(3, 1));
    }

    @Test
    void whatever_followed_a_failure_it_is_not_pending() {
        for (Action action : Action.values()) {
            assertThat(Lifecycle.pending(List.of(dispatched(1, 1), failed(1, action)))).isEmpty();
        }
    }

    @Test
    void what_is_dispatched_after_its_end_is_pending_again() {
        var log = List.of(dispatched(1, 1), failed(1, Action.DEAD_LETTER), dispatched(1, 4));
        assertThat(Lifecycle.pending(log)).containsExactly(dispatched(1, 4));
    }

    @Property(tries = 300)
    void pending_is_what_was_dispatched_less_what_was_resolved(@ForAll long seed) {
        var random = new Random(seed);
        var log = new ArrayList<Lifecycle>();
        var open = new TreeMap<Long, Dispatched>();
        for (int i = 0; i < 40; i++) {
            long seq = 1L + random.nextInt(6);
            if (random.nextInt(3) > 0) {
                var event = dispatched(seq, 1 + i);
                log.add(event);
                open.put(seq, event);
            } else {
                log.add(random.nextBoolean() ? completed(seq) : failed(seq, Action.SKIP));
                open.remove(seq);
            }
        }
        assertThat(Lifecycle.pending(log)).containsExactlyInAnyOrderElementsOf(open.values());
    }

    @Test
    void ids_of_runnables_do_not_collide() {
        var ids = new HashSet<RunnableId>();
        for (int run = 0; run < 300; run++) {
            for (long seq = 1; seq <= 300; seq++) {
                ids.add(new RunnableId(new RunId("run-" + run), seq));
            }
        }
        assertThat(ids).hasSize(90_000);
        assertThat(RunnableId.parse("a/b/3")).isEqualTo(new RunnableId(new RunId("a/b"), 3));
        assertThat(
                        Stream.of("b/1", "a/10", "a/9", "a/b/1")
                                .map(RunnableId::parse)
                                .sorted()
                                .map(RunnableId::toString))
                .containsExactly("a/9", "a/10", "a/b/1", "b/1");
        for (String text : List.of("", "a", "/3", "a/", "a/0", "a/x", "a/-1")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RunnableId.parse(text))
                    .withMessageContaining("\"" + text + "\"");
        }
    }

    // ---- Forms ----

    private static List<Lifecycle> some(long seed) {
        var samples = new Samples(seed);
        var policy = new PolicySamples(seed).policy();
        var random = new Random(seed);
        var id = new RunnableId(samples.any(RunId.class), 1 + random.nextInt(1_000));
        var input = List.of(samples.any(Payload.class), samples.any(Payload.class));
        return List.of(
                new Dispatched(
                        id,
                        "a task",
                        input,
                        policy,
                        1 + random.nextInt(9),
                        samples.any(Instant.class)),
                new Completed(
                        id,
                        samples.any(Payload.class),
                        1 + random.nextInt(9),
                        Duration.ofNanos(random.nextLong(1L << 60))),
                new Failed(
                        id,
                        samples.any(Failure.class),
                        random.nextInt(9),
                        List.of(Action.values()).get(random.nextInt(4))));
    }

    @Property(tries = 300)
    void any_event_comes_back_as_it_was(@ForAll long seed) {
        for (Lifecycle event : some(seed)) {
            assertThat(Lifecycle.fromBytes(event.toBytes())).isEqualTo(event);
        }
    }

    @Property(tries = 300)
    void any_reference_prepares_the_same_runnable_again(@ForAll long seed) {
        var policy = new PolicySamples(seed).policy();
        for (Command command : new Samples(seed).commands(1, 20)) {
            Prepared.of(new RunId("r"), command)
                    .ifPresent(
                            prepared -> {
                                var ref = new RunnableRef(prepared, policy);
                                assertThat(RunnableRef.fromBytes(ref.toBytes())).isEqualTo(ref);
                                assertThat(prepared.command()).isEqualTo(command);
                            });
        }
    }

    @Property(tries = 200)
    void what_is_cut_or_changed_is_refused_or_is_another_event(@ForAll long seed) {
        var random = new Random(seed);
        for (Lifecycle event : some(seed)) {
            byte[] bytes = event.toBytes();
            byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            assertThatExceptionOfType(Malformed.class).isThrownBy(() -> Lifecycle.fromBytes(cut));
            byte[] changed = bytes.clone();
            changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                var read = Lifecycle.fromBytes(changed);
                assertThat(Lifecycle.fromBytes(read.toBytes())).isEqualTo(read);
            } catch (Malformed refused) {
                assertThat(refused).hasMessageContaining("event");
            }
        }
    }

    @Test
    void a_reference_to_what_is_no_activity_is_refused() {
        var timer = new Command.StartTimer(3, UnitId.ROOT, Duration.ofDays(1));
        var activity =
                new Command.ScheduleActivity(
                        3, UnitId.ROOT, "3", "charge", List.of(), ActivityOptions.UNSAID);
        assertThat(Prepared.of(new RunId("r"), timer)).isEmpty();
        var ref =
                new RunnableRef(
                        Prepared.of(new RunId("r"), activity).orElseThrow(), Policy.DEFAULT);
        byte[] bytes = ref.toBytes();
        assertThat(ref).hasToString("r/3 charge {}");
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> RunnableRef.fromBytes(Arrays.copyOf(bytes, 3)));
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> RunnableRef.fromBytes(new byte[0]));
    }

    @Test
    void the_form_does_not_change() {
        var policy = Policy.DEFAULT.maxRetries(3);
        var second =
                new Dispatched(id(3), "charge", List.of(), policy, 2, Instant.ofEpochSecond(5));
        var prepared =
                new Prepared(
                        id(3),
                        UnitId.ROOT,
                        "3",
                        "charge",
                        List.of(),
                        ActivityOptions.UNSAID,
                        false);
        assertThat(hex(second.toBytes()))
                .isEqualTo("0e1f0a086f726465722d313710031a066368617267652a0309010630023a020a00");
        assertThat(hex(completed(3).toBytes()))
                .isEqualTo("16200a086f726465722d313710031a0c0a047465787412047061696420012a020400");
        assertThat(hex(failed(3, Action.SKIP).toBytes()))
                .isEqualTo(
                        "1e250a086f726465722d313710031a130e110a0542726f6b65120869742062726f6b65"
                                + "20032801");
        assertThat(hex(new RunnableRef(prepared, Policy.DEFAULT).toBytes()))
                .isEqualTo("0a086f726465722d3137120f0e0d08031a013322066368617267651a0101");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void events_can_be_read_by_people_and_code_is_in_them_by_name() {
        var policy = Policy.DEFAULT.maxRetries(3).errors(Errors.ANY.retryIf("worthIt"));
        var event =
                new Dispatched(
                        id(3), "charge", List.of(Payload.text("42")), policy, 2, Instant.EPOCH);
        assertThat(event.text())
                .isEqualTo(
                        "order-17/3 dispatched 1970-01-01T00:00:00Z: attempt 2 of charge"
                                + "[text \"42\"] by {maxRetries=3, retryIf=worthIt}");
        assertThat(completed(3).text())
                .isEqualTo("order-17/3 completed after PT2S in attempt 1: text \"paid\"");
        assertThat(failed(3, Action.SKIP).text())
                .isEqualTo("order-17/3 failed after 3 attempts, SKIP: it broke");
        var read = (Dispatched) Lifecycle.fromBytes(event.toBytes());
        assertThat(read.policy().errors().retryIf()).isEqualTo("worthIt");
    }
}
