package dev.reprise.vm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.SplitMix64;
import dev.reprise.choice.Scheduler;
import dev.reprise.form.ByteSink;
import dev.reprise.form.Format;
import dev.reprise.form.FrameReader;
import dev.reprise.form.FrameWriter;
import dev.reprise.form.Malformed;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.program.Program;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import org.junit.jupiter.api.Test;

/** Changed bytes whose sums are right: they are refused, or are another program or another run. */
class DeceivingInputTest {
    private static final Format SNAPSHOT =
            new Format("snapshot", "RPSN", 1, 0, Format.FRAME_BYTES_MAX);
    private static final Format PROGRAM =
            new Format("program", "RPPG", 1, 0, Format.FRAME_BYTES_MAX);

    private static final Registry CODE =
            Registry.NONE.task("a", it -> it).condition("c", _ -> false);

    private static final Pattern PATTERN =
            Pattern.parse(
                    "seq { par join none { effect e } scope compensate { undo { task a task a } }"
                            + " loop until c { seq { lock l { region r { par join 1 blocking merge numbered { task a effect f } } }"
                            + " graph { node s to t, u task a node t to u effect g node u enter sync milestone r { task a } } } } }");

    @Test
    void snapshots_that_do_not_fit_together_are_refused() throws Exception {
        var program = Program.of(PATTERN).link(CODE);
        var vm = Vm.start(program, Context.EMPTY, Scheduler.deterministic());
        vm.run(40);
        byte[] content = frame(vm.snapshot(), SNAPSHOT, 0);
        var random = new SplitMix64(7);
        int refused = 0;
        for (int i = 0; i < 5000; i++) {
            byte[] bytes = framed(SNAPSHOT, changed(content, random));
            try {
                var settings = Settings.DEFAULT.reductionsMax(2000);
                Vm.restore(program, bytes, Scheduler.deterministic(), settings);
            } catch (Malformed e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(2000, 4999);
    }

    @Test
    void programs_that_cannot_be_carried_out_are_refused() throws Exception {
        byte[] content = frame(Program.of(PATTERN).toBytes(), PROGRAM, 1);
        var random = new SplitMix64(11);
        int refused = 0;
        for (int i = 0; i < 5000; i++) {
            byte[] changed = changed(content, random);
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(changed);
            try {
                var program = Program.read(framed(PROGRAM, hash, changed));
                assertThat(program.listing()).isNotEmpty();
            } catch (Malformed e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(2000, 4999);
    }

    private static byte[] changed(byte[] content, SplitMix64 random) {
        var changed = content.clone();
        for (int i = 0; i <= random.below(2); i++) {
            changed[random.below(changed.length)] = (byte) random.below(256);
        }
        return changed;
    }

    private static byte[] frame(byte[] bytes, Format format, int number) throws IOException {
        var in = new FrameReader(new ByteArrayInputStream(bytes), format);
        for (int i = 0; i < number; i++) {
            in.next();
        }
        return in.next().orElseThrow();
    }

    private static byte[] framed(Format format, byte[]... frames) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new FrameWriter(bytes, format);
        for (byte[] frame : frames) {
            var sink = new ByteSink(frame.length);
            sink.raw(frame, 0, frame.length);
            out.write(sink);
        }
        out.end();
        return bytes.toByteArray();
    }
}
