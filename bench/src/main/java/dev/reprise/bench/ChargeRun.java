package dev.reprise.bench;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.history.Activation;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Transcript;
import dev.reprise.history.TranscriptWriter;
import dev.reprise.history.Turn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A run that does one activity after the other: each turn is told what the last one gave, and
 * schedules the next. All that it decides is made afresh for each activation, as code would.
 */
final class ChargeRun implements Machine {
    private static final RunId ID = new RunId("order-17");
    private static final String WORKFLOW_TYPE = "Order";
    private static final String ACTIVITY_TYPE = "charge";
    private static final String ENCODING = "json";
    private static final int PAYLOAD_BYTES = 64;
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");
    private static final Duration TURN = Duration.ofMillis(1_234);
    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;
    private static final ActivityOptions OPTIONS =
            ActivityOptions.UNSAID.timeouts(
                    ActivityOptions.Timeouts.NONE
                            .startToClose(Duration.ofSeconds(10))
                            .scheduleToClose(Duration.ofMinutes(5)));

    private final byte[] input = content(0);
    private long seq;

    /** The binary form of so many turns of this run, which then goes on. */
    static byte[] transcript(int turns) {
        var out = new ByteArrayOutputStream();
        var run = new ChargeRun();
        try {
            var writer = new TranscriptWriter(out, new Transcript.Header(ID, WORKFLOW_TYPE));
            for (int i = 0; i < turns; i++) {
                var activation = activation(i);
                writer.write(Turn.of(activation, run.decide()));
            }
            writer.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static Activation activation(int turn) {
        Job job =
                turn == 0
                        ? new Job.Start(ID, WORKFLOW_TYPE, List.of(), RunInfo.FIRST)
                        : new Job.ActivityResolved(
                                turn, new Outcome.Completed(Payload.wrap(ENCODING, content(turn))));
        return new Activation(
                BEGIN.plus(TURN.multipliedBy(turn)),
                turn * SEED_STEP,
                2L * turn,
                false,
                List.of(job));
    }

    private static byte[] content(int turn) {
        var content = new byte[PAYLOAD_BYTES];
        for (int i = 0; i < PAYLOAD_BYTES; i++) {
            content[i] = (byte) ('a' + (i + turn) % 26);
        }
        return content;
    }

    @Override
    public Completion activate(Activation activation) {
        return decide();
    }

    private Completion.Decided decide() {
        seq++;
        return Completion.Decided.of(
                List.of(
                        new Command.ScheduleActivity(
                                seq,
                                UnitId.ROOT,
                                "" + seq,
                                ACTIVITY_TYPE,
                                List.of(Payload.of(ENCODING, input)),
                                OPTIONS)));
    }
}
