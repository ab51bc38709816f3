package dev.reprise.bench;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.flow.Activity;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.Promise;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Replay;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Transcript;
import dev.reprise.history.TranscriptReader;
import dev.reprise.history.TranscriptWriter;
import dev.reprise.history.Turn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The workflows that are measured, and what happens to them. */
final class FlowRuns {
    static final WorkflowType<String, String> SEQUENCE = WorkflowType.of(Sequence.class);
    static final WorkflowType<String, String> PARALLEL = WorkflowType.of(Parallel.class);

    private static final RunId RUN = new RunId("run-1");
    private static final String VALUE =
            "a value of sixty-four characters, as long as a payload often is.";

    private FlowRuns() {}

    /** Activities one after the other, as many as its input says. */
    static final class Sequence implements Workflow<String, String> {
        /** Called by the machine. */
        Sequence() {}

        @Override
        public String run(String count) {
            return activities(Integer.parseInt(count));
        }

        static String activities(int count) {
            Activity<String> charge = Flow.activity("charge", String.class);
            String last = VALUE;
            for (int i = 0; i < count; i++) {
                last = charge.call(last);
            }
            return last;
        }
    }

    /** Branches that each call activities one after the other. */
    static final class Parallel implements Workflow<String, String> {
        /** Called by the machine. */
        Parallel() {}

        @Override
        public String run(String counts) {
            int comma = counts.indexOf(',');
            int branches = Integer.parseInt(counts, 0, comma, 10);
            int each = Integer.parseInt(counts, comma + 1, counts.length(), 10);
            var bodies = new ArrayList<Body<String>>();
            for (int i = 0; i < branches; i++) {
                bodies.add(() -> Sequence.activities(each));
            }
            return Flow.parallel(bodies).getLast();
        }
    }

    /** Two units that wake each other, beside others that wait for what never comes. */
    static final class PingPong implements Workflow<String, String> {
        private boolean over;

        /** Called by the machine. */
        PingPong() {}

        @Override
        public String run(String counts) {
            int comma = counts.indexOf(',');
            int idle = Integer.parseInt(counts, 0, comma, 10);
            int exchanges = Integer.parseInt(counts, comma + 1, counts.length(), 10);
            for (int i = 0; i < idle; i++) {
                Flow.async(
                        () -> {
                            Flow.await(() -> over);
                            return "";
                        });
            }
            while (!over) {
                Flow.signal("serve", String.class);
                play(exchanges);
            }
            return "";
        }

        private static void play(int exchanges) {
            var table = new Table();
            Promise<String> other =
                    Flow.async(
                            () -> {
                                for (int i = 0; i < exchanges; i++) {
                                    table.ping.get();
                                    Promise<String> pong = table.pong;
                                    table.ping = Flow.promise();
                                    table.pong = Flow.promise();
                                    pong.complete("");
                                }
                                return "";
                            });
            for (int i = 0; i < exchanges; i++) {
                Promise<String> pong = table.pong;
                table.ping.complete("");
                pong.get();
            }
            other.get();
        }

        private static final class Table {
            private Promise<String> ping = Flow.promise();
            private Promise<String> pong = Flow.promise();
        }
    }

    /** A run of ping-pong that waits for its first signal. */
    static FlowMachine pingPong(Strands strands, int idle, int exchanges) {
        var machine = new FlowMachine(WorkflowType.of(PingPong.class), strands);
        decided(machine, activation(start("PingPong", idle + "," + exchanges)));
        return machine;
    }

    /** Lets it play once more. */
    static Activation serve() {
        return activation(new Job.Signal("serve", List.of(), "", ""));
    }

    static byte[] sequence(int activities) {
        return recorded(SEQUENCE, Integer.toString(activities));
    }

    static byte[] parallel(int branches, int each) {
        return recorded(PARALLEL, branches + "," + each);
    }

    /** Carries a run out, each activity resolved in an activation of its own, in their order. */
    private static byte[] recorded(WorkflowType<String, String> type, String input) {
        var bytes = new ByteArrayOutputStream();
        try (var machine = new FlowMachine(type)) {
            var writer = new TranscriptWriter(bytes, new Transcript.Header(RUN, type.name()));
            var pending = new ArrayDeque<Long>();
            var activation = activation(start(type.name(), input));
            while (true) {
                var decided = decided(machine, activation);
                writer.write(Turn.of(activation, decided));
                for (Command command : decided.commands()) {
                    if (command instanceof Command.ScheduleActivity) {
                        pending.add(command.seq());
                    }
                }
                Long next = pending.poll();
                if (next == null) {
                    break;
                }
                activation =
                        activation(
                                new Job.ActivityResolved(
                                        next, new Outcome.Completed(Payload.text(VALUE))));
            }
            writer.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static Completion.Decided decided(FlowMachine machine, Activation activation) {
        return switch (machine.activate(activation)) {
            case Completion.Decided decided -> decided;
            case Completion.Failed(var failure) ->
                    throw new IllegalStateException(failure.describe());
        };
    }

    /** Replays what is stored on a fresh machine. */
    static Replay.Matched replay(WorkflowType<String, String> type, byte[] stored)
            throws IOException {
        try (var machine = new FlowMachine(type)) {
            var reader = new TranscriptReader(new ByteArrayInputStream(stored));
            return Replay.of(machine, reader).orThrow();
        }
    }

    static Job.Start start(String type, String input) {
        return new Job.Start(RUN, type, List.of(Payload.text(input)), RunInfo.FIRST);
    }

    static Activation activation(Job job) {
        return new Activation(Instant.EPOCH, 7, 0, false, List.of(job));
    }
}
