package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.Scheduler;
import dev.reprise.program.Program;
import dev.reprise.vm.Detail;
import dev.reprise.vm.Settings;
import dev.reprise.vm.Vm;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Another JVM takes a run over: from its choices, and from a snapshot in the middle of it. */
class VmElsewhereTest {
    private static final int RUNS = 40;

    @Test
    void another_jvm_has_the_same_traces_from_programs_choices_and_snapshots() throws Exception {
        var folder = Files.createTempDirectory("vm");
        try {
            var expected = new ArrayList<String>();
            for (int seed = 0; seed < RUNS; seed++) {
                expected.addAll(recorded(folder, seed));
            }
            var child =
                    new ProcessBuilder(
                                    System.getProperty("java.home")
                                            + File.separator
                                            + "bin"
                                            + File.separator
                                            + "java",
                                    "-XX:+UnlockExperimentalVMOptions",
                                    "-XX:hashCode=2",
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    classPath(),
                                    VmElsewhereTest.class.getName(),
                                    folder.toString())
                            .redirectErrorStream(true)
                            .start();
            var output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(output.lines()).containsExactlyElementsOf(expected);
        } finally {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(it -> it.toFile().delete());
            }
        }
    }

    /** Writes down the program, the choices, and a snapshot after some reductions. */
    private static List<String> recorded(Path folder, int seed) throws IOException {
        var program = Program.of(RunnablePattern.of(seed, 40));
        Files.write(folder.resolve(seed + ".program"), program.toBytes());
        var recorder = Scheduler.random(seed).recorded();
        var trace = new ArrayList<String>();
        var vm =
                Vm.start(
                        program.link(RunnablePattern.CODE),
                        Context.EMPTY,
                        recorder,
                        settings(trace));
        vm.run(100_000);
        Files.write(folder.resolve(seed + ".choices"), recorder.log().toBytes());
        var other = new ArrayList<String>();
        var half =
                Vm.start(
                        program.link(RunnablePattern.CODE),
                        Context.EMPTY,
                        Scheduler.deterministic(),
                        settings(other));
        half.run(7);
        Files.write(folder.resolve(seed + ".snapshot"), half.snapshot());
        other.clear();
        half.run(100_000);
        trace.add(vm.result().toString());
        trace.addAll(other);
        trace.add(half.result().toString());
        return trace;
    }

    private static Settings settings(List<String> trace) {
        return Settings.DEFAULT.trace(Detail.FULL, it -> trace.add(it.toString()));
    }

    /** In the other JVM. */
    public static void main(String[] args) throws IOException {
        var folder = Path.of(args[0]);
        for (int seed = 0; seed < RUNS; seed++) {
            var program =
                    Program.read(Files.readAllBytes(folder.resolve(seed + ".program")))
                            .link(RunnablePattern.CODE);
            var log =
                    ChoiceLog.readFrom(
                            new ByteArrayInputStream(
                                    Files.readAllBytes(folder.resolve(seed + ".choices"))));
            var trace = new ArrayList<String>();
            var vm = Vm.start(program, Context.EMPTY, Scheduler.replay(log), settings(trace));
            vm.run(100_000);
            trace.add(vm.result().toString());
            var half =
                    Vm.restore(
                            program,
                            Files.readAllBytes(folder.resolve(seed + ".snapshot")),
                            Scheduler.deterministic(),
                            settings(trace));
            half.run(100_000);
            trace.add(half.result().toString());
            trace.forEach(System.out::println);
        }
    }

    /** The folders that the classes came from: tests may run as a module. */
    private static String classPath() {
        return Stream.of(VmElsewhereTest.class, Vm.class)
                .map(
                        type -> {
                            var name = type.getName().replace('.', '/') + ".class";
                            var url = type.getClassLoader().getResource(name);
                            var path = Path.of(URI.create(String.valueOf(url))).toString();
                            return path.substring(0, path.length() - name.length());
                        })
                .collect(Collectors.joining(File.pathSeparator));
    }
}
