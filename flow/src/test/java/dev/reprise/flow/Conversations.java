package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.FieldDifference;
import dev.reprise.history.Job;
import dev.reprise.history.Mismatch;
import dev.reprise.history.Recording;
import dev.reprise.history.Replay;
import dev.reprise.history.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * What tests of workflows have in common: they are conversations, in which jobs go in and exactly
 * the expected commands come out. When a test has ended, each of its conversations is replayed, and
 * carried on by a fresh machine from each of its turns: that must make no difference.
 */
abstract class Conversations {
    /** A workflow in one lambda. */
    static final class Script implements Workflow<String, String> {
        private final Workflow<String, String> code;

        Script(Workflow<String, String> code) {
            this.code = code;
        }

        @Override
        public String run(String input) throws Exception {
            return code.run(input);
        }
    }

    /** Code of a workflow that results in nothing. */
    @FunctionalInterface
    interface Steps {
        void run() throws Exception;
    }

    private final List<Conversation> conversations = new ArrayList<>();

    static WorkflowType<String, String> script(Workflow<String, String> code) {
        return WorkflowType.of(Script.class, () -> new Script(code));
    }

    static WorkflowType<String, String> script(Body<String> code) {
        return script(_ -> code.run());
    }

    static WorkflowType<String, String> steps(Steps code) {
        return script(
                _ -> {
                    code.run();
                    return null;
                });
    }

    final Conversation play(WorkflowType<?, ?> type) {
        var conversation = new Conversation(type);
        conversations.add(conversation);
        return conversation;
    }

    /** A conversation with a workflow that results in what {@code code} gives. */
    final Conversation play(Body<String> code) {
        return play(script(code));
    }

    /** A conversation with a workflow that results in nothing. */
    final Conversation doing(Steps code) {
        return play(steps(code));
    }

    @AfterEach
    final void every_conversation_goes_the_same_way_again() {
        for (Conversation each : conversations) {
            each.run.close();
            if (each.repeatable) {
                each.replays();
                each.goesOnFromEachTurn();
            }
        }
    }

    /** A run of a workflow, and what is said to it and by it. */
    static final class Conversation {
        final Rehearsal run;
        private final WorkflowType<?, ?> type;
        private boolean repeatable = true;

        Conversation(WorkflowType<?, ?> type) {
            this.type = type;
            this.run = Rehearsal.of(type);
        }

        /** The code is not the same again, so that it cannot be repeated. */
        Conversation once() {
            repeatable = false;
            return this;
        }

        // ---- In ----

        Conversation start(@Nullable Object... input) {
            run.start(input);
            return this;
        }

        Conversation tell(Job... jobs) {
            run.tell(jobs);
            return this;
        }

        Conversation resolve(long seq, String value) {
            run.resolve(seq, value);
            return this;
        }

        Conversation resolve(long seq) {
            run.resolve(seq, null);
            return this;
        }

        Conversation fails(long seq, Failure why) {
            run.fail(seq, why);
            return this;
        }

        Conversation fire(long seq) {
            run.fire(seq);
            return this;
        }

        Conversation signal(String name, String... input) {
            return tell(Commands.signal(name, input));
        }

        Conversation update(String id, String name, String... input) {
            return tell(Commands.update(id, name, input));
        }

        Conversation cancel(String reason) {
            run.cancel(reason);
            return this;
        }

        Conversation later(String duration) {
            run.later(Duration.parse(duration));
            return this;
        }

        Conversation evict() {
            run.evict();
            return this;
        }

        // ---- Out ----

        /** Exactly these commands came of the last activation, and nothing else. */
        Conversation expect(Command... commands) {
            assertThat(run.commands()).containsExactly(commands);
            return this;
        }

        Conversation expectNothing() {
            return expect();
        }

        Conversation expectAnswers(Answer... answers) {
            assertThat(run.answers()).containsExactly(answers);
            return this;
        }

        /** The last activation failed, and its message holds all of this. */
        Conversation expectFailure(ActivationKind kind, String... parts) {
            assertThat(run.completion()).isInstanceOf(Completion.Failed.class);
            assertThat(run.failure().kind()).as(run.failure().message()).isEqualTo(kind);
            assertThat(run.failure().message()).contains(parts);
            return this;
        }

        Conversation expectUnits(String... units) {
            assertThat(run.units().stream().map(it -> it.id().toString())).containsExactly(units);
            return this;
        }

        Conversation expectPublished(String name, String value) {
            assertThat(run.published()).containsEntry(name, Payload.text(value));
            return this;
        }

        /** A query, which has this answer. */
        Conversation expectQuery(String name, String answer) {
            assertThat(run.query(name)).isEqualTo(new Outcome.Completed(Payload.text(answer)));
            return this;
        }

        // ---- Again ----

        Conversation replays() {
            assertThat(run.replay().orThrow().turns()).isEqualTo(run.transcript().turns().size());
            return this;
        }

        /** A fresh machine, after a replay of some turns, does the rest as it was done. */
        private void goesOnFromEachTurn() {
            List<Turn> turns = run.transcript().turns();
            for (int from = 1; from < turns.size(); from++) {
                try (var machine = new FlowMachine(type, Strands.best())) {
                    var replay = new Replay(machine);
                    for (Turn turn : turns.subList(0, from)) {
                        assertThat(replay.turn(Recording.Expected.exactly(turn))).isEmpty();
                    }
                    for (Turn turn : turns.subList(from, turns.size())) {
                        Completion again = machine.activate(turn.activation());
                        assertThat(again).isInstanceOf(Completion.Decided.class);
                        assertThat(((Completion.Decided) again).commands())
                                .isEqualTo(turn.commands());
                    }
                }
            }
        }

        /** With this code instead, the replay differs in this way. */
        <M extends Mismatch> M differs(Class<M> kind, WorkflowType<?, ?> changed) {
            Replay.Verdict verdict = run.replayOn(changed);
            assertThat(verdict).isInstanceOf(Replay.Differed.class);
            Mismatch mismatch = ((Replay.Differed) verdict).mismatch();
            assertThat(mismatch).as(mismatch.describe()).isInstanceOf(kind);
            return kind.cast(mismatch);
        }

        <M extends Mismatch> M differs(Class<M> kind, Body<String> changed) {
            return differs(kind, script(changed));
        }

        /** With this code instead, a command is changed in exactly these fields. */
        Conversation changes(Set<String> fields, WorkflowType<?, ?> changed) {
            var mismatch = differs(Mismatch.Changed.class, changed);
            assertThat(mismatch.differences())
                    .extracting(FieldDifference::path)
                    .containsExactlyInAnyOrderElementsOf(new TreeSet<>(fields));
            assertThat(mismatch.describe()).contains(fields);
            return this;
        }

        Conversation changes(String field, Body<String> changed) {
            return changes(Set.of(field), script(changed));
        }

        Conversation changes(String field, WorkflowType<?, ?> changed) {
            return changes(Set.of(field), changed);
        }
    }

    /** An activation that is no replay, outside of a conversation. */
    static Activation activation(Job... jobs) {
        return new Activation(java.time.Instant.EPOCH, 7, 0, false, List.of(jobs));
    }
}
