package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.RunId;
import dev.reprise.Text;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ActivityContextTest {
    private static String key(String run, long seq) {
        var call = new Call(new RunId(run), seq, "id", "type", List.of(), 1, 0);
        return new ActivityContext(call).idempotencyKey();
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
        assertThat(new ActivityContext(first).idempotencyKey())
                .isEqualTo(new ActivityContext(later).idempotencyKey())
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
