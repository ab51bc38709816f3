package dev.reprise.sim;

import dev.reprise.form.Malformed;
import dev.reprise.sim.task.Case;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run, as a file that reproduces it: the case, what was chosen, and what must come of it.
 *
 * @param version {@link #ORIGINAL} for a file of the harness that the simulator grew from, {@link
 *     #CURRENT} for ours
 * @param build which build wrote it; empty in files of the original harness
 * @param seed what the case was generated from, for people
 * @param choices the number of what was chosen in each step; beyond their end it is 0
 * @param traceHash the hash of the trace that a replay must have
 * @param flaw what went wrong, if anything did; for people in files of the original harness
 */
public record Artifact(
        int version,
        String build,
        long seed,
        Case plan,
        List<Integer> choices,
        long traceHash,
        @Nullable Flaw flaw) {
    /** Files of the harness that the simulator grew from. */
    public static final int ORIGINAL = 1;

    /** Our files. */
    public static final int CURRENT = 2;

    /** An artifact of a known version. */
    public Artifact {
        choices = List.copyOf(choices);
    }

    /** What the last run of a simulation did. */
    public static Artifact of(Simulation run, long seed) {
        return new Artifact(
                CURRENT,
                Build.STAMP,
                seed,
                run.plan(),
                withoutZerosAtTheEnd(run.choices()),
                run.traceHash(),
                run.flaw());
    }

    /** What is left out at the end of the choices is 0. */
    static List<Integer> withoutZerosAtTheEnd(List<Integer> choices) {
        int size = choices.size();
        while (size > 0 && choices.get(size - 1) == 0) {
            size--;
        }
        return choices.subList(0, size);
    }

    /** How many of the choices are not the one that is made by default. */
    public long choicesMade() {
        return choices.stream().filter(choice -> choice != 0).count();
    }

    /** Reads an artifact of either kind; a bad one is refused with the place and the reason. */
    public static Artifact read(InputStream in) throws IOException {
        return ArtifactReader.read(in);
    }

    /** Reads an artifact of either kind from bytes. */
    public static Artifact read(byte[] bytes) throws Malformed {
        try {
            return read(new ByteArrayInputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes it as JSON. */
    public void write(OutputStream out) throws IOException {
        new ArtifactWriter(this).write(out);
    }

    /** Its JSON. */
    public byte[] bytes() {
        var out = new ByteArrayOutputStream();
        try {
            write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Runs it again. */
    public Replayed replay() {
        return replay(Staffing.REAL);
    }

    /** Runs it again on an executor that may have bugs. */
    public Replayed replay(Staffing staffing) {
        var simulation = new Simulation(plan, staffing);
        simulation.run(new Recalled(choices));
        return new Replayed(this, simulation);
    }

    /** A replay, and whether it did what it must. */
    public record Replayed(Artifact artifact, Simulation run) {
        /** The hash of its trace. */
        public long traceHash() {
            return run.traceHash();
        }

        /** Whether it did the same, step by step, and went wrong in the same way. */
        public boolean isSame() {
            return traceHash() == artifact.traceHash && isSameFlaw();
        }

        /** Whether it went wrong in the same way; files of the original harness leave that open. */
        public boolean isSameFlaw() {
            if (artifact.version == ORIGINAL) {
                return true;
            }
            var expected = artifact.flaw;
            var found = run.flaw();
            if (expected == null || found == null) {
                return expected == null && found == null;
            }
            return expected.kind().equals(found.kind()) && expected.step() == found.step();
        }
    }
}
