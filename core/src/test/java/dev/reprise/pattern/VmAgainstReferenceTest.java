package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.choice.Scheduler;
import dev.reprise.form.Malformed;
import dev.reprise.program.Program;
import dev.reprise.vm.Settings;
import dev.reprise.vm.Vm;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Program and VM do what the reference interpreter does. More terms: {@code -Dvm.terms=100000},
 * from another seed on: {@code -Dvm.seed=1000000}.
 */
class VmAgainstReferenceTest {
    private static final int TERMS = Integer.getInteger("vm.terms", 3000);
    private static final long SEED = Long.getLong("vm.seed", 0);

    @Test
    void the_vm_does_what_the_reference_does() {
        for (long seed = SEED; seed < SEED + TERMS; seed++) {
            var difference = Differential.difference(Differential.Case.of(seed));
            assertThat(difference).as("seed %d%n%s", seed, difference.orElse("")).isEmpty();
        }
    }

    /** The test above would pass over two that are wrong alike, and would not find a difference. */
    @Test
    void a_difference_is_found_and_made_small() {
        var pattern =
                Patterns.seq(
                        Patterns.task("b"),
                        Patterns.par(Join.ALL, Patterns.task("a"), Patterns.skip()),
                        Patterns.task("b"));
        var wrong =
                Differential.differenceBetween(
                        new Differential.Case(pattern, 1, 1, false),
                        it -> Patterns.task("a").equals(it) ? Patterns.task("b") : it);
        assertThat(wrong.orElseThrow()).contains("task a", "the reference", "ran b /");
        assertThat(wrong.orElseThrow()).doesNotContain("par", "seq");
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void a_recorded_run_is_had_again_from_its_choices(
            @ForAll long seed, @ForAll long world, @ForAll long choices) {
        var program = Program.of(RunnablePattern.of(seed, 25)).link(RunnablePattern.CODE);
        var recorder = Scheduler.random(choices).recorded();
        var one = new RandomRun(new VmInterpreter(program, Context.EMPTY, recorder), world).go();
        var replay = Scheduler.replay(recorder.log());
        var again = new RandomRun(new VmInterpreter(program, Context.EMPTY, replay), world).go();
        replay.finish();
        assertThat(again.trace()).isEqualTo(one.trace());
        assertThat(again.result()).isEqualTo(one.result());
    }

    /** Neither the reference nor the VM counts a step that the other one does not. */
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void choices_of_the_reference_can_be_followed_by_the_vm(
            @ForAll long seed, @ForAll long world, @ForAll long choices) {
        var pattern = RunnablePattern.of(seed, 25);
        var recorder = Scheduler.random(choices).recorded();
        var one = new RandomRun(pattern, world, recorder).go();
        var replay = Scheduler.replay(recorder.log());
        var program = Program.of(pattern).link(RunnablePattern.CODE);
        var again = new RandomRun(new VmInterpreter(program, Context.EMPTY, replay), world).go();
        replay.finish();
        assertThat(Interpreter.sorted(again.trace())).isEqualTo(Interpreter.sorted(one.trace()));
    }

    /** Once found: a run that fails withdraws in one order, whatever was restored before. */
    @Example
    void what_is_withdrawn_at_the_end_is_told_in_one_order() {
        the_deterministic_scheduler_gives_one_trace(-2857082661L, -84);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void the_deterministic_scheduler_gives_one_trace(@ForAll long seed, @ForAll long world) {
        var program = Program.of(RunnablePattern.of(seed, 25)).link(RunnablePattern.CODE);
        var traces =
                Arrays.asList(false, true).stream()
                        .map(
                                restores ->
                                        new RandomRun(
                                                        new VmInterpreter(
                                                                program,
                                                                Context.EMPTY,
                                                                Scheduler.deterministic(),
                                                                restores),
                                                        world)
                                                .go()
                                                .trace())
                        .toList();
        assertThat(traces.getFirst()).isEqualTo(traces.getLast());
    }

    @Test
    void a_run_that_is_over_has_no_tokens_and_no_frames() {
        var ends = new TreeMap<String, Integer>();
        for (long seed = 0; seed < 1000; seed++) {
            var program = Program.of(RunnablePattern.of(seed, 25)).link(RunnablePattern.CODE);
            var run = new VmInterpreter(program, Context.EMPTY, Scheduler.random(seed));
            new RandomRun(run, seed).go();
            run.ended().ifPresent(it -> ends.merge(it.split(" ")[0], 1, Integer::sum));
            if (run.isOver()) {
                assertThat(run.vm().tokensCount()).isZero();
                assertThat(run.vm().framesCount()).isZero();
            }
        }
        assertThat(ends).containsKeys("done", "failed", "cancelled");
    }

    // ---- bad input

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void damaged_programs_are_refused(@ForAll long seed, @ForAll int where, @ForAll byte change) {
        var bytes = Program.of(RunnablePattern.of(seed % 500, 25)).toBytes();
        assertThat(refused(() -> Program.read(cut(bytes, where)))).isPresent();
        if (change != 0) {
            assertThat(refused(() -> Program.read(changed(bytes, where, change)))).isPresent();
        }
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void damaged_snapshots_are_refused(@ForAll long seed, @ForAll int where, @ForAll byte change) {
        var program = Program.of(RunnablePattern.of(seed % 500, 25)).link(RunnablePattern.CODE);
        var vm = Vm.start(program, Context.EMPTY, Scheduler.deterministic());
        vm.run(where & 31);
        var bytes = vm.snapshot();
        assertThat(
                        refused(
                                () ->
                                        Vm.restore(
                                                program,
                                                cut(bytes, where),
                                                Scheduler.deterministic(),
                                                Settings.DEFAULT)))
                .isPresent();
        if (change != 0) {
            assertThat(
                            refused(
                                    () ->
                                            Vm.restore(
                                                    program,
                                                    changed(bytes, where, change),
                                                    Scheduler.deterministic(),
                                                    Settings.DEFAULT)))
                    .isPresent();
        }
    }

    private static Optional<String> refused(Runnable reading) {
        try {
            reading.run();
            return Optional.empty();
        } catch (Malformed e) {
            return Optional.of(e.getMessage());
        }
    }

    private static byte[] cut(byte[] bytes, int where) {
        return Arrays.copyOf(bytes, Math.floorMod(where, bytes.length));
    }

    private static byte[] changed(byte[] bytes, int where, byte change) {
        var changed = bytes.clone();
        changed[Math.floorMod(where, bytes.length)] ^= change;
        return changed;
    }
}
