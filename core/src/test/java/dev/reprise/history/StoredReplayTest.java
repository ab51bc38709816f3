package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.form.FrameReader;
import dev.reprise.form.FrameWriter;
import dev.reprise.form.Malformed;
import dev.reprise.testing.Mutations;
import dev.reprise.testing.Records;
import dev.reprise.testing.Samples;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replay from stored bytes does not read commands that the machine decides again. Nobody can tell:
 * it tells the machine the same, finds the same, and refuses the same as replay of turns that were
 * read.
 */
class StoredReplayTest {
    private static final Job.Start START =
            new Job.Start(new RunId("run-1"), "Sequence", List.of(), RunInfo.FIRST);
    private static final Transcript.Header HEADER =
            new Transcript.Header(START.runId(), START.workflowType());
    private static final Command.ScheduleActivity FIRST = charge(1, "first");
    private static final Turn USUAL =
            turn(List.of(resolved(1, Payload.text("a value"))), List.of(charge(2, "second")));

    /** How a replay ended, and what the machine was told on the way. */
    private record Told(List<Activation> activations, Object end) {}

    static Stream<Class<?>> kinds() {
        return Records.kinds(Command.class).stream();
    }

    @Test
    void a_usual_turn_is_replayed_without_being_read() throws IOException {
        var reader = reader(bytes(started(USUAL)));
        assertThat(reader.advance()).isTrue();
        assertThat(reader.plainActivation()).isNull();
        reader.turn();
        assertThat(reader.advance()).isTrue();
        assertThat(reader.plainActivation())
                .isEqualTo(USUAL.activation().recalling(USUAL.decided(), false));
        assertThat(reader.repeats(USUAL.commands())).isTrue();
        assertThat(reader.advance()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void only_what_is_recalled_must_be_read(Class<? extends Command> kind) throws IOException {
        boolean recalled =
                kind == Command.MarkPatch.class || kind == Command.RecordSideEffect.class;
        for (long seed = 0; seed < 20; seed++) {
            Command command = Samples.renumbered(new Samples(seed).any(kind), 2);
            var reader = reader(bytes(started(usual(command))));
            reader.advance();
            reader.turn();
            reader.advance();
            assertThat(reader.plainActivation() == null).isEqualTo(recalled);
            assertThat(recalled || reader.repeats(List.of(command))).isTrue();
            assertThat(!recalled && reader.repeats(List.of())).isFalse();
        }
    }

    @Test
    void any_transcript_is_told_and_met_as_if_it_were_read() throws IOException {
        for (long seed = 0; seed < 300; seed++) {
            var transcript = new Samples(seed).transcript(6);
            assertSame(transcript.toBytes(), answers(transcript.turns()));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_change_of_any_field_is_named_as_if_it_were_read(Class<? extends Command> kind)
            throws IOException {
        for (long seed = 0; seed < 4; seed++) {
            Command command = Samples.renumbered(new Samples(seed).any(kind), 2);
            assertSame(bytes(started(usual(command))), answers(started(usual(command))));
            for (var mutation : Mutations.of(command)) {
                var changed = List.of(mutation.changed());
                var told =
                        assertSame(
                                bytes(started(usual(command))),
                                after(Completion.Decided.of(changed)));
                assertThat(told.end()).as(mutation.path()).isInstanceOf(Replay.Differed.class);
            }
        }
    }

    @Test
    void commands_too_few_and_too_many_and_choices_are_found() throws IOException {
        var second = USUAL.commands().getFirst();
        byte[] stored = bytes(started(USUAL));
        var choices = new Samples(3).any(ChoiceLog.class);
        for (var decided :
                List.of(
                        Completion.Decided.NOTHING,
                        Completion.Decided.of(List.of(second, charge(3, "third"))),
                        new Completion.Decided(List.of(second), choices, List.of()))) {
            var told = assertSame(stored, after(decided));
            assertThat(told.end()).isInstanceOf(Replay.Differed.class);
        }
    }

    @Test
    void a_machine_that_fails_or_throws_is_found() throws IOException {
        byte[] stored = bytes(started(USUAL));
        var failure = new Failure.Activation(ActivationKind.INTERNAL, "it is broken");
        assertThat(assertSame(stored, after(new Completion.Failed(failure))).end())
                .isInstanceOf(Replay.Differed.class);
        Function<Integer, Completion> throwing = throwing();
        assertThat(assertSame(stored, throwing).end()).isInstanceOf(Replay.Differed.class);
    }

    /** Each byte of a turn, changed in each of its bits, under a checksum that is right. */
    @Test
    void whatever_byte_is_different_the_same_is_found_or_refused() throws IOException {
        var turns =
                List.of(
                        USUAL,
                        new Turn(
                                new Activation(
                                        Instant.ofEpochSecond(77, 5),
                                        9,
                                        300,
                                        false,
                                        List.of(resolved(200, Payload.of("json", new byte[150])))),
                                Completion.Decided.of(
                                        List.of(
                                                charge(2, "x".repeat(140)),
                                                new Command.CompleteRun(
                                                        3, UnitId.ROOT, Payload.NONE)))),
                        turn(
                                List.of(new Job.TimerFired(1)),
                                List.of(new Command.MarkPatch(2, UnitId.ROOT, "p", true))));
        for (Turn turn : turns) {
            byte[] intact = bytes(started(turn));
            int size = turn.toBytes().length;
            for (int at = 0; at < size; at++) {
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    byte[] changed = withFlipped(intact, at, bit);
                    assertSame(changed, answers(started(turn)));
                    assertSame(changed, throwing());
                }
            }
        }
    }

    @Test
    void a_turn_that_cannot_be_read_is_refused_whatever_the_machine_does() throws IOException {
        byte[] stored = bytes(started(USUAL));
        int at = indexOf(USUAL.toBytes(), "second") - 1;
        byte[] damaged = withFlipped(stored, at, 6);
        for (Function<Integer, Completion> machine : List.of(answers(started(USUAL)), throwing())) {
            assertThatThrownBy(
                            () -> Replay.of(machine(machine, new ArrayList<>()), reader(damaged)))
                    .isInstanceOf(Malformed.class);
        }
    }

    @Test
    void a_label_that_changes_is_learned() throws IOException {
        var turns = started();
        long seq = 2;
        for (String label : List.of("json", "json", "text", "none", "json", "x".repeat(100))) {
            var value = Payload.of(label, new byte[label.equals("none") ? 0 : 64]);
            turns.add(turn(List.of(resolved(seq - 1, value)), List.of(charge(seq, "next"))));
            seq++;
        }
        assertThat(assertSame(bytes(turns), answers(turns)).end())
                .isEqualTo(new Replay.Matched(7, 7, false));
    }

    private static Told assertSame(byte[] stored, Function<Integer, Completion> answers)
            throws IOException {
        var unread = told(reader(stored), answers);
        var reader = reader(stored);
        assertThat(unread).isEqualTo(told(() -> reader.next(), answers));
        return unread;
    }

    /** What is refused is compared by what is said about it. */
    private static Told told(Recording recording, Function<Integer, Completion> answers) {
        var activations = new ArrayList<Activation>();
        Object end;
        try {
            end = Replay.of(machine(answers, activations), recording);
        } catch (Malformed e) {
            // A machine may have been told of a turn that turns out not to be readable.
            return new Told(List.of(), e.problem() + " " + e.getMessage());
        }
        return new Told(activations, end);
    }

    private static Machine machine(
            Function<Integer, Completion> answers, List<Activation> activations) {
        return activation -> {
            activations.add(activation);
            return answers.apply(activations.size() - 1);
        };
    }

    private static Function<Integer, Completion> answers(List<Turn> turns) {
        return index -> turns.get(index).decided();
    }

    private static Function<Integer, Completion> after(Completion second) {
        return index -> index == 0 ? decided(FIRST) : second;
    }

    private static Function<Integer, Completion> throwing() {
        var thrown = new IllegalStateException("it is broken");
        return index -> {
            if (index == 0) {
                return decided(FIRST);
            }
            throw thrown;
        };
    }

    private static Completion.Decided decided(Command command) {
        return Completion.Decided.of(List.of(command));
    }

    private static Turn usual(Command command) {
        return turn(List.of(resolved(1, Payload.text("a value"))), List.of(command));
    }

    private static Turn turn(List<Job> jobs, List<Command> commands) {
        return new Turn(
                new Activation(Instant.EPOCH, 7, 0, false, jobs), Completion.Decided.of(commands));
    }

    private static Job resolved(long seq, Payload value) {
        return new Job.ActivityResolved(seq, new Outcome.Completed(value));
    }

    private static Command.ScheduleActivity charge(long seq, String input) {
        return new Command.ScheduleActivity(
                seq,
                UnitId.parse("/p1"),
                Long.toString(seq),
                "charge",
                List.of(Payload.text(input)),
                ActivityOptions.UNSAID.taskQueue("cards"));
    }

    /** These turns after one that starts the run and decides {@link #FIRST}. */
    private static List<Turn> started(Turn... turns) {
        var all = new ArrayList<Turn>();
        all.add(turn(List.of(START), List.of(FIRST)));
        all.addAll(List.of(turns));
        return all;
    }

    private static byte[] bytes(List<Turn> turns) {
        return new Transcript(HEADER, turns).toBytes();
    }

    private static TranscriptReader reader(byte[] bytes) throws IOException {
        return new TranscriptReader(new ByteArrayInputStream(bytes));
    }

    /** The same frames, but one bit of the second turn is different. */
    private static byte[] withFlipped(byte[] stored, int at, int bit) throws IOException {
        var frames = new FrameReader(new ByteArrayInputStream(stored), TranscriptWriter.FORMAT);
        var out = new ByteArrayOutputStream();
        var changed = new FrameWriter(out, TranscriptWriter.FORMAT);
        int index = 0;
        for (var frame = frames.next(); frame.isPresent(); frame = frames.next()) {
            byte[] payload = frame.get();
            if (index++ == 2) {
                payload[at] ^= (byte) (1 << bit);
            }
            changed.write(payload, 0, payload.length);
        }
        changed.end();
        return out.toByteArray();
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }
}
