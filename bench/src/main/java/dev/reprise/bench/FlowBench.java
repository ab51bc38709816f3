package dev.reprise.bench;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Sized;
import dev.reprise.bench.Measure.Timed;
import dev.reprise.bench.Target.Below;
import dev.reprise.bench.Target.RatioAtMost;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Replay;
import dev.reprise.history.TranscriptReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What it costs to pause and resume a unit, to replay a run, and to keep a paused one.
 *
 * <p>A resume is one pause and resume of a unit: two units complete promises for each other, inside
 * one activation. Replay is from stored bytes, with payloads of 64 bytes that go through a codec in
 * both directions, and with all fields compared; its time is per activity.
 */
public class FlowBench {
    private static final int EXCHANGES = 1_000;

    /** Each of the two units pauses once per exchange. */
    private static final int RESUMES = 2 * EXCHANGES;

    private static final int IDLE = 1_000;
    private static final int FEW = 1_000;
    private static final int MANY = 100_000;
    private static final int BRANCHES = 100;

    /**
     * How often a short transcript is replayed before anything is measured: it takes the compiler
     * that long to come to rest, longer than the warm-up of a quick run.
     */
    private static final int WARM_UPS = 2_000;

    private static final Target A_MILLION_PER_SECOND = new Below(1_000);

    static final Suite SUITE =
            new Suite(
                    "flow",
                    "what a resume of a unit, the replay of an activity and a paused run cost",
                    List.of(
                            new Case(
                                    "resume",
                                    timed("resume"),
                                    new Other("bare virtual thread", timed("bare")),
                                    new RatioAtMost(2)),
                            new Case(
                                    "resume-fallback",
                                    timed("resumeFallback"),
                                    new Other("bare, default scheduler", timed("bareFallback"))),
                            new Case(
                                    "idle-1000",
                                    timed("idle"),
                                    new OtherCase("resume"),
                                    new Below(10_000)),
                            new Case(
                                    "replay-seq-1000",
                                    timed("replaySequence"),
                                    new Other("only read the bytes", timed("readSequence")),
                                    A_MILLION_PER_SECOND),
                            new Case(
                                    "replay-par-100x10",
                                    timed("replayParallel"),
                                    new OtherCase("replay-seq-1000"),
                                    A_MILLION_PER_SECOND),
                            new Case(
                                    "replay-seq-100000",
                                    timed("replayLongSequence"),
                                    new OtherCase("replay-seq-1000"),
                                    A_MILLION_PER_SECOND,
                                    new RatioAtMost(1.3)),
                            new Case(
                                    "heap-per-paused",
                                    new Sized(() -> PausedRuns.bytes(100_000) / 100_000, 1),
                                    new Other(
                                            "bare virtual thread",
                                            new Sized(
                                                    () -> PausedRuns.bareBytes(100_000) / 100_000,
                                                    1)),
                                    new Below(3 << 10)),
                            new Case(
                                    "heap-1000000-paused",
                                    new Sized(() -> PausedRuns.bytes(1_000_000), 1),
                                    new Other(
                                            "bare virtual threads",
                                            new Sized(() -> PausedRuns.bareBytes(1_000_000), 1)),
                                    new Below(6L << 30))));

    private static Timed timed(String method) {
        return new Timed(FlowBench.class, method);
    }

    /** A run that plays ping-pong whenever it gets a signal. */
    @State(Scope.Thread)
    public static class PingPong {
        private final FlowMachine machine =
                FlowRuns.pingPong(Strands.inline().orElseThrow(), 0, EXCHANGES);
        private final Activation serve = FlowRuns.serve();
    }

    /** The same on the public API, driven by a virtual thread. */
    @State(Scope.Thread)
    public static class PortablePingPong {
        private final FlowMachine machine = FlowRuns.pingPong(Strands.portable(), 0, EXCHANGES);
        private final Activation serve = FlowRuns.serve();
    }

    /** The same beside units that wait for conditions. */
    @State(Scope.Thread)
    public static class Crowded {
        private final FlowMachine machine =
                FlowRuns.pingPong(Strands.inline().orElseThrow(), IDLE, EXCHANGES);
        private final Activation serve = FlowRuns.serve();
    }

    /** A virtual thread that only parks. */
    @State(Scope.Thread)
    public static class Bare {
        private final BareThread thread = new BareThread();
    }

    /** Transcripts as they are stored. */
    @State(Scope.Thread)
    public static class Stored {
        private final byte[] sequence = FlowRuns.sequence(FEW);
        private final byte[] parallel = FlowRuns.parallel(BRANCHES, FEW / BRANCHES);

        /** Does everything that is measured, until it is compiled. */
        @Setup
        public void warmUp(Blackhole results) throws IOException {
            var bench = new FlowBench();
            for (int i = 0; i < WARM_UPS; i++) {
                results.consume(bench.replaySequence(this));
                results.consume(bench.replayParallel(this));
                results.consume(bench.readSequence(this));
            }
        }
    }

    /** A long transcript as it is stored. */
    @State(Scope.Thread)
    public static class StoredLong extends Stored {
        private final byte[] longSequence = FlowRuns.sequence(MANY);
    }

    @Benchmark
    @OperationsPerInvocation(RESUMES)
    public Completion resume(PingPong run) {
        return run.machine.activate(run.serve);
    }

    @Benchmark
    @OperationsPerInvocation(RESUMES)
    public void bare(Bare bare) {
        bare.thread.resume(RESUMES);
    }

    @Benchmark
    @OperationsPerInvocation(RESUMES)
    public Completion resumeFallback(PortablePingPong run)
            throws InterruptedException, ExecutionException {
        var activated = new FutureTask<>(() -> run.machine.activate(run.serve));
        Thread.startVirtualThread(activated);
        return activated.get();
    }

    @Benchmark
    @OperationsPerInvocation(RESUMES)
    public Object bareFallback() throws InterruptedException, ExecutionException {
        var done = new FutureTask<>(() -> BareThread.pingPong(EXCHANGES));
        Thread.startVirtualThread(done);
        return done.get();
    }

    @Benchmark
    @OperationsPerInvocation(RESUMES)
    public Completion idle(Crowded run) {
        return run.machine.activate(run.serve);
    }

    @Benchmark
    @OperationsPerInvocation(FEW)
    public Replay.Matched replaySequence(Stored stored) throws IOException {
        return FlowRuns.replay(FlowRuns.SEQUENCE, stored.sequence);
    }

    @Benchmark
    @OperationsPerInvocation(FEW)
    public long readSequence(Stored stored) throws IOException {
        var reader = new TranscriptReader(new ByteArrayInputStream(stored.sequence));
        long commands = 0;
        for (var turn = reader.next(); turn.isPresent(); turn = reader.next()) {
            commands += turn.get().turn().commands().size();
        }
        return commands;
    }

    @Benchmark
    @OperationsPerInvocation(FEW)
    public Replay.Matched replayParallel(Stored stored) throws IOException {
        return FlowRuns.replay(FlowRuns.PARALLEL, stored.parallel);
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public Replay.Matched replayLongSequence(StoredLong stored) throws IOException {
        return FlowRuns.replay(FlowRuns.SEQUENCE, stored.longSequence);
    }
}
