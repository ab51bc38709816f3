package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.form.Malformed;
import dev.reprise.form.ValueForm;
import dev.reprise.testing.CounterMachine;
import dev.reprise.testing.CounterStory;
import dev.reprise.testing.Records;
import dev.reprise.testing.Samples;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TranscriptFormTest {
    private static final int TURNS_MAX = 6;

    @Property(tries = 250)
    void bytes_say_the_same(@ForAll long seed) {
        var transcript = new Samples(seed).transcript(TURNS_MAX);
        assertThat(Transcript.fromBytes(transcript.toBytes())).isEqualTo(transcript);
    }

    @Property(tries = 250)
    void json_says_the_same(@ForAll long seed) {
        var transcript = new Samples(seed).transcript(TURNS_MAX);
        assertThat(Transcript.fromJson(transcript.toJson())).isEqualTo(transcript);
    }

    @Property(tries = 100)
    void a_turn_alone_says_the_same(@ForAll long seed) {
        for (Turn turn : new Samples(seed).transcript(TURNS_MAX).turns()) {
            assertThat(Turn.fromBytes(turn.toBytes())).isEqualTo(turn);
        }
    }

    @Test
    void the_samples_hold_every_kind_there_is() {
        Set<String> seen = new TreeSet<>();
        for (long seed = 0; seed < 400; seed++) {
            new Samples(seed).transcript(TURNS_MAX).turns().forEach(turn -> kinds(turn, seen));
        }
        var expected = new TreeSet<String>();
        for (Class<?> sealed : List.of(Job.class, Command.class, Failure.class, Outcome.class)) {
            Records.kinds(sealed).forEach(kind -> expected.add(kind.getName()));
        }
        Records.kinds(Job.Recalled.class).forEach(kind -> expected.remove(kind.getName()));
        expected.remove(Job.Query.class.getName());
        expected.remove(Job.Evict.class.getName());
        for (Class<? extends Enum<?>> constants :
                List.of(
                        Failure.TimeoutKind.class,
                        Failure.ActivationKind.class,
                        Cancellation.class,
                        ChildOptions.ParentClose.class,
                        ChildOptions.IdReuse.class)) {
            for (Object constant : constants.getEnumConstants()) {
                expected.add(constants.getName() + "." + constant);
            }
        }
        assertThat(seen).containsAll(expected);
    }

    private static void kinds(Object value, Set<String> seen) {
        switch (value) {
            case Record record -> {
                seen.add(record.getClass().getName());
                Records.values(record).forEach(inner -> kinds(inner, seen));
            }
            case List<?> list -> list.forEach(inner -> kinds(inner, seen));
            case Optional<?> optional -> optional.ifPresent(inner -> kinds(inner, seen));
            case Enum<?> constant ->
                    seen.add(constant.getDeclaringClass().getName() + "." + constant);
            default -> {}
        }
    }

    @Test
    void times_of_the_whole_range_survive_both_forms() {
        for (Instant now :
                List.of(
                        Instant.MIN,
                        Instant.MAX,
                        Instant.EPOCH,
                        Instant.EPOCH.minusNanos(1),
                        Instant.parse("2026-01-31T12:00:00.000000001Z"))) {
            for (Duration duration :
                    List.of(
                            Duration.ZERO,
                            Duration.ofNanos(1),
                            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                            Duration.ofDays(400).plusNanos(7))) {
                var transcript = started(now, new Command.StartTimer(1, UnitId.ROOT, duration));
                assertThat(Transcript.fromBytes(transcript.toBytes())).isEqualTo(transcript);
                assertThat(Transcript.fromJson(transcript.toJson())).isEqualTo(transcript);
            }
        }
    }

    static Transcript started(Instant now, Command... commands) {
        var start = new Job.Start(new RunId("order-17"), "Order", List.of(), RunInfo.FIRST);
        return new Transcript(
                new Transcript.Header(start.runId(), start.workflowType()),
                List.of(
                        new Turn(
                                new Activation(now, 7, 0, false, List.of(start)),
                                Completion.Decided.of(List.of(commands)))));
    }

    @Test
    void json_is_for_reading_one_line_for_each_turn() {
        var transcript = CounterStory.whole().told(new CounterMachine());
        assertThat(transcript.toJson().lines()).hasSize(transcript.turns().size() + 2);
        assertThat(transcript.toJson())
                .contains("{\"encoding\":\"text\",\"text\":\"token\"}")
                .contains("\"duration\":\"PT1M\"")
                .contains("\"now\":\"2026-01-31T12:00:00Z\"");
    }

    @Test
    void bytes_that_are_not_text_are_base64_in_json() {
        var bytes = Payload.of("raw", new byte[] {0, 1, 2});
        var transcript = started(Instant.EPOCH, new Command.CompleteRun(1, UnitId.ROOT, bytes));
        assertThat(transcript.toJson()).contains("{\"encoding\":\"raw\",\"base64\":\"AAEC\"}");
        assertThat(Transcript.fromJson(transcript.toJson())).isEqualTo(transcript);
    }

    @Property(tries = 12)
    void cut_anywhere_the_intact_turns_are_recovered(@ForAll long seed) throws IOException {
        var transcript = new Samples(seed).transcript(3);
        var out = new ByteArrayOutputStream();
        var writer = new TranscriptWriter(out, transcript.header());
        var ends = new TreeSet<Integer>();
        ends.add(out.size());
        for (Turn turn : transcript.turns()) {
            writer.write(turn);
            ends.add(out.size());
        }
        writer.end();
        byte[] whole = out.toByteArray();
        for (int length = 0; length < whole.length; length++) {
            byte[] torn = Arrays.copyOf(whole, length);
            if (length < ends.first()) {
                assertThatThrownBy(() -> Transcript.recover(new ByteArrayInputStream(torn)))
                        .isInstanceOf(Malformed.class);
                continue;
            }
            var recovered = Transcript.recover(new ByteArrayInputStream(torn));
            int intact = ends.headSet(length, true).size() - 1;
            assertThat(recovered.transcript().turns())
                    .isEqualTo(transcript.turns().subList(0, intact));
            assertThat(recovered.problem())
                    .map(Malformed::problem)
                    .contains(Malformed.Problem.TRUNCATED);
        }
        var recovered = Transcript.recover(new ByteArrayInputStream(whole));
        assertThat(recovered).isEqualTo(new Transcript.Recovered(transcript, Optional.empty()));
    }

    @Test
    void a_writer_refuses_turns_that_do_not_follow() throws IOException {
        var transcript = started(Instant.EPOCH);
        var writer = new TranscriptWriter(new ByteArrayOutputStream(), transcript.header());
        writer.write(transcript.turns().getFirst());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(transcript.turns().getFirst()))
                .withMessageContaining("the first turn starts it once");
    }

    @Test
    void a_reader_hands_out_turn_after_turn_and_is_a_recording() throws IOException {
        var transcript = CounterStory.whole().told(new CounterMachine());
        var reader = new TranscriptReader(new ByteArrayInputStream(transcript.toBytes()));
        assertThat(reader.header()).isEqualTo(transcript.header());
        for (Turn turn : transcript.turns()) {
            assertThat(reader.next()).contains(Recording.Expected.exactly(turn));
        }
        assertThat(reader.nextTurn()).isEmpty();
        assertThat(reader.nextTurn()).isEmpty();
    }

    @Test
    void the_longest_chain_of_causes_survives_and_a_longer_one_is_refused() {
        Failure failure = new Failure.Application("Root", "link 1");
        for (int i = 2; i <= Failure.CHAIN_MAX; i++) {
            failure =
                    new Failure.Application(
                            "Link", "link " + i, Payload.NONE, true, Optional.of(failure));
        }
        var transcript = started(Instant.EPOCH, new Command.FailRun(1, UnitId.ROOT, failure));
        assertThat(Transcript.fromBytes(transcript.toBytes())).isEqualTo(transcript);
        assertThat(Transcript.fromJson(transcript.toJson())).isEqualTo(transcript);
        String json = transcript.toJson();
        String tooLong =
                json.replace(
                        "{\"application\":{\"type\":\"Root\",\"message\":\"link 1\"}}",
                        "{\"application\":{\"type\":\"Root\",\"message\":\"link 1\",\"cause\":"
                                + "{\"terminated\":{}}}}");
        assertThat(tooLong).isNotEqualTo(json);
        assertThatThrownBy(() -> Transcript.fromJson(tooLong))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("at most 32 failures, not 33");
    }

    @Test
    void every_constant_has_a_number_and_a_name() {
        assertThat(ValueForm.TIMEOUT_KINDS).containsExactly(Failure.TimeoutKind.values());
        assertThat(ValueForm.ACTIVATION_KINDS).containsExactly(Failure.ActivationKind.values());
        assertThat(OptionsForm.CANCELLATIONS).containsExactly(Cancellation.values());
        assertThat(OptionsForm.PARENT_CLOSES).containsExactly(ChildOptions.ParentClose.values());
        assertThat(OptionsForm.ID_REUSES).containsExactly(ChildOptions.IdReuse.values());
    }
}
