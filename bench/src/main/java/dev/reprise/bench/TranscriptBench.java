package dev.reprise.bench;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Timed;
import dev.reprise.bench.Target.Below;
import dev.reprise.bench.Target.RatioAtMost;
import dev.reprise.history.Replay;
import dev.reprise.history.TranscriptReader;
import dev.reprise.history.Turn;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What it costs to read a transcript, and to replay it on a machine whose own work is next to
 * nothing.
 *
 * <p>All times are per turn of a {@link ChargeRun}: one activity has ended, the next is scheduled.
 * The bytes are in memory, but are read as a stream: no turn is kept. Opening the reader is part of
 * it.
 */
public class TranscriptBench {
    private static final int FEW = 1_000;
    private static final int MANY = 100_000;

    /**
     * How often a short transcript is read and replayed before anything is measured: it takes the
     * compiler that long to come to rest, longer than the warm-up of a quick run.
     */
    private static final int WARM_UPS = 2_000;

    private static final Target WITHIN_ITS_SHARE = new Below(350);

    static final Suite SUITE =
            new Suite(
                    "transcript",
                    "what a turn costs when a transcript is read and replayed",
                    List.of(
                            new Case(
                                    "decode",
                                    timed("decode"),
                                    new Other("a loop that reads nothing else", timed("plain")),
                                    new Below(250)),
                            new Case(
                                    "replay-core-1000",
                                    timed("replay"),
                                    new OtherCase("decode"),
                                    WITHIN_ITS_SHARE),
                            new Case(
                                    "replay-core-100000",
                                    timed("replayOfMany"),
                                    new OtherCase("replay-core-1000"),
                                    WITHIN_ITS_SHARE,
                                    new RatioAtMost(1.3))));

    private static Timed timed(String method) {
        return new Timed(TranscriptBench.class, method);
    }

    /** A short transcript. */
    @State(Scope.Thread)
    public static class Few {
        final byte[] bytes = ChargeRun.transcript(FEW);

        /** Does everything that is measured, until it is compiled. */
        @Setup
        public void warmUp(Blackhole turns) throws IOException {
            var bench = new TranscriptBench();
            for (int i = 0; i < WARM_UPS; i++) {
                bench.plain(this, turns);
                bench.decode(this, turns);
                turns.consume(bench.replay(this));
            }
        }
    }

    /** A long one: much more than the processor's caches hold. */
    @State(Scope.Thread)
    public static class Many extends Few {
        final byte[] manyBytes = ChargeRun.transcript(MANY);
    }

    /** Reads every turn, with all checks. */
    @Benchmark
    @OperationsPerInvocation(FEW)
    public void decode(Few few, Blackhole turns) throws IOException {
        var reader = reader(few.bytes);
        for (var turn = reader.nextTurn(); turn.isPresent(); turn = reader.nextTurn()) {
            turns.consume(turn.get());
        }
    }

    /** Reads every turn but the first by heart. */
    @Benchmark
    @OperationsPerInvocation(FEW - 1)
    public void plain(Few few, Blackhole turns) {
        var decoder = new PlainDecoder(few.bytes);
        while (decoder.hasNext()) {
            Turn turn = decoder.next();
            turns.consume(turn);
        }
    }

    /** Reads and replays every turn. */
    @Benchmark
    @OperationsPerInvocation(FEW)
    public Replay.Matched replay(Few few) throws IOException {
        return Replay.of(new ChargeRun(), reader(few.bytes)).orThrow();
    }

    /** Reads and replays every turn of a long transcript. */
    @Benchmark
    @OperationsPerInvocation(MANY)
    public Replay.Matched replayOfMany(Many many) throws IOException {
        return Replay.of(new ChargeRun(), reader(many.manyBytes)).orThrow();
    }

    private static TranscriptReader reader(byte[] bytes) throws IOException {
        return new TranscriptReader(new ByteArrayInputStream(bytes));
    }
}
