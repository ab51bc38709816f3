package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Positive;
import org.junit.jupiter.api.Test;

class ActivityContextTest {
    private static String key(String run, long seq) {
        var call = new Call(new RunId(run), seq, "id", "type", List.of(), 1, 0);
        return new ActivityContext(call, new JsonCodec(), Pulse.NONE).idempotencyKey();
    }

    @Test
    void an_activity_knows_its_call() {
        var activities = new Activities(new JsonCodec());
        var seen = new ArrayList<ActivityContext>();
        activities.add("look", Void.class, _ -> seen.add(ActivityContext.current()));
        activities.perform(new Call(new RunId("r"), 7, "mine", "look", List.of(), 2, 3));
        var context = seen.getFirst();
        assertThat(context.run()).isEqualTo(new RunId("r"));
        assertThat(context.activityId()).isEqualTo("mine");
        assertThat(context.type()).isEqualTo("look");
        assertThat(context.attempt()).isEqualTo(2);
        assertThat(context.redeliveries()).isEqualTo(3);
        assertThat(context).hasToString("look mine of run r");
    }

    @Test
    void outside_of_an_activity_there_is_no_context() {
        var activities = new Activities(new JsonCodec());
        activities.add("nothing", Void.class, _ -> null);
        activities.perform(Calls.of(new JsonCodec(), "nothing"));
        assertThatIllegalStateException()
                .isThrownBy(ActivityContext::current)
                .withMessageContaining("What to do");
    }

    @Test
    void the_key_is_the_same_for_every_attempt_and_delivery() {
        var run = new RunId("order-17");
        var first = new Call(run, 3, "3", "type", List.of(), 1, 0);
        var later = new Call(run, 3, "3", "type", List.of(), 4, 2);
        assertThat(new ActivityContext(first, new JsonCodec(), Pulse.NONE).idempotencyKey())
                .isEqualTo(new ActivityContext(later, new JsonCodec(), Pulse.NONE).idempotencyKey())
                .isEqualTo("order-17/3");
    }

    @Test
    void runs_whose_names_are_long_or_odd_have_keys_that_services_take() {
        String odd = key("Bestellung für 𝄞", 3);
        String tooLong = key("x".repeat(Text.NAME_CHARS_MAX), Long.MAX_VALUE);
        assertThat(odd).startsWith("sha256:").endsWith("/3").hasSize(7 + 64 + 2);
        assertThat(tooLong).startsWith("sha256:");
        // A run may be called as the key of another begins.
        assertThat(key(odd.substring(0, odd.lastIndexOf('/')), 3)).isNotEqualTo(odd);
        assertThat(key("x".repeat(126), 1)).isEqualTo("x".repeat(126) + "/1");
        assertThat(key("x".repeat(127), 1)).startsWith("sha256:");
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void calls_that_differ_in_run_or_number_have_other_keys(
            @ForAll("runs") String run,
            @ForAll("runs") String other,
            @ForAll @LongRange(min = 1, max = 30) long seq,
            @ForAll @LongRange(min = 1, max = 30) long otherSeq) {
        assertThat(key(run, seq).equals(key(other, otherSeq)))
                .isEqualTo(run.equals(other) && seq == otherSeq);
        assertThat(key(run, seq))
                .hasSizeLessThanOrEqualTo(ActivityContext.IDEMPOTENCY_KEY_CHARS_MAX)
                .matches("[!-~]+");
    }

    @Provide
    Arbitrary<String> runs() {
        return Arbitraries.strings()
                .withChars("/1 2é")
                .ofMinLength(1)
                .ofMaxLength(4)
                .filter(it -> !it.isBlank());
    }

    @Test
    void an_attempt_is_told_of_what_was_before_it() {
        var codec = new JsonCodec();
        var call =
                new Call(new RunId("r"), 7, "mine", "look", List.of(), 2, 0)
                        .handover(
                                Handover.NONE
                                        .details(Payload.text("half"))
                                        .failure(new Failure.Application("Slow", "too slow"))
                                        .overrides(
                                                new TreeMap<>(
                                                        Map.of("model", Payload.text("small")))));
        var context = new ActivityContext(call, codec, Pulse.NONE);
        assertThat(context.lastDetails(String.class)).contains("half");
        assertThat(context.failure()).map(Failure::message).contains("too slow");
        assertThat(context.override("model", String.class)).contains("small");
        assertThat(context.override("colour", String.class)).isEmpty();
        assertThat(context.overrides()).containsOnlyKeys("model");
        assertThat(context.isCancelled()).isFalse();
        context.heartbeat(); // nobody hears, and nothing happens

        var first = new ActivityContext(call.handover(Handover.NONE), codec, Pulse.NONE);
        assertThat(first.lastDetails(String.class)).isEmpty();
        assertThat(first.failure()).isEmpty();
        assertThat(first.overrides()).isEmpty();
    }

    @Test
    void the_key_that_a_policy_gives_is_the_key() {
        var call = new Call(new RunId("r"), 7, "mine", "look", List.of(), 2, 0);
        assertThat(keyed(call, "order 17")).startsWith("sha256:");
        assertThat(keyed(call, "order-17")).isEqualTo("order-17");
        assertThat(keyed(call, "x".repeat(129))).startsWith("sha256:");
        assertThat(keyed(call, "")).isEqualTo("r/7");
    }

    private static String keyed(Call call, String key) {
        var told = call.handover(Handover.NONE.key(key));
        return new ActivityContext(told, new JsonCodec(), Pulse.NONE).idempotencyKey();
    }

    @Property
    void a_task_token_is_read_back(
            @ForAll("runs") String run,
            @ForAll @LongRange(min = 1, max = 3) long leg,
            @ForAll @LongRange(min = 0, max = 1L << 58) long birth,
            @ForAll @LongRange(min = 1) long seq,
            @ForAll @Positive int attempt) {
        var token = new TaskToken(new RunId(run), leg, birth, seq, attempt);
        assertThat(token.text()).matches("[A-Za-z0-9._*+%-]+");
        assertThat(TaskToken.parse(token.text())).isEqualTo(token);
    }

    @Test
    void what_is_no_task_token_is_refused_and_shown() {
        for (String text :
                List.of(
                        "",
                        "1",
                        "1.2",
                        "x.2.r",
                        "0.2.r",
                        "1.0.r",
                        "01.2.r",
                        "1.2.%",
                        "1-1-1.2.r",
                        "1-1-0-0.2.r",
                        "1-1-1--1.2.r")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TaskToken.parse(text))
                    .withMessageContaining("not a task token: \"" + text + "\"");
        }
        var order = new RunId("order-17");
        assertThat(TaskToken.parse("3.1.order-17")).isEqualTo(new TaskToken(order, 1, 0, 3, 1));
        assertThat(TaskToken.parse("3-2.1.order-17")).isEqualTo(new TaskToken(order, 2, 0, 3, 1));
        assertThat(TaskToken.parse("3-2-1-7.1.order-17"))
                .isEqualTo(new TaskToken(order, 2, (1L << 32) + 7, 3, 1));
    }

    @Test
    void a_call_makes_sense() {
        var run = new RunId("r");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call(run, 0, "id", "type", List.of(), 1, 0))
                .withMessageContaining("sequence number");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call(run, 1, "", "type", List.of(), 1, 0))
                .withMessageContaining("activity id");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call(run, 1, "id", " ", List.of(), 1, 0))
                .withMessageContaining("activity type");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call(run, 1, "id", "type", List.of(), 0, 0))
                .withMessageContaining("from 1: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call(run, 1, "id", "type", List.of(), 1, -1))
                .withMessageContaining("-1");
    }
}
