package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What must hold for every program in every world. */
final class ProgramProperties {
    private ProgramProperties() {}

    /** At the end of every turn the stored history replays, and nothing else. */
    static void everyPrefixReplays(
            WorkflowType<String, String> type, Strands strands, ProgramStory story) {
        for (int length = 1; length <= story.steps().size(); length++) {
            Transcript transcript = ProgramStory.transcript(story.steps().subList(0, length));
            long commands = transcript.turns().stream().mapToLong(t -> t.commands().size()).sum();
            boolean ended = story.hasEnded() && length == story.steps().size();
            Transcript stored = Transcript.fromBytes(transcript.toBytes());
            assertThat(FlowReplay.of(type, stored, strands).orThrow())
                    .isEqualTo(new Replay.Matched(transcript.turns().size(), commands, ended));
        }
    }

    /** Whether the same activations come to the same, told in all the ways there are. */
    static void sameHoweverTold(
            Supplier<WorkflowType<String, String>> type, Strands strands, ProgramStory story) {
        List<Activation> activations = story.activations();
        assertThat(ProgramRun.retoldEvicting(type.get(), strands, activations))
                .as("evicted after every activation")
                .isEqualTo(story);
        assertThat(ProgramRun.retoldUnderQuestions(type.get(), strands, activations))
                .as("with queries in between")
                .isEqualTo(story);
    }

    /** Whether code that does more behind a patch goes on with runs of the code before it. */
    static void oldRunsGoOnBehindAPatch(Program.Code code, Strands strands, long seed) {
        var story =
                ProgramWorld.play(
                        ProgramWorkflow.type(code), strands, seed, ProgramWorld.Split.MIXED);
        var patched = ProgramWorkflow.type(ProgramMaker.patched(code, seed));
        everyPrefixReplays(patched, strands, story);
        var changed = ProgramWorld.playChanging(ProgramWorkflow.type(code), patched, strands, seed);
        everyPrefixReplays(patched, strands, changed);
    }

    /**
     * The first thing that does not hold for one program in the worlds of one seed, if any.
     *
     * @param plant makes what the program reads although it must not
     */
    static Optional<Throwable> problem(
            Program.Code code, Strands strands, long seed, Supplier<Supplier<String>> plant) {
        Supplier<String> outside = plant.get();
        try {
            for (ProgramWorld.Split split : ProgramWorld.Split.values()) {
                var type = ProgramWorkflow.type(code, outside, (_, _) -> {});
                var story = ProgramWorld.play(type, strands, seed, split);
                everyPrefixReplays(type, strands, story);
                sameHoweverTold(
                        () -> ProgramWorkflow.type(code, outside, (_, _) -> {}), strands, story);
            }
            oldRunsGoOnBehindAPatch(code, strands, seed);
            return Optional.empty();
        } catch (AssertionError | RuntimeException e) {
            return Optional.of(e);
        }
    }
}
