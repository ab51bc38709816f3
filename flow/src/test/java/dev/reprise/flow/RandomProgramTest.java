package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Nondeterminism;
import dev.reprise.testing.Records;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Random programs in random worlds. {@code -Dflow.programs=10000} looks at more of them, and {@code
 * -Dflow.seed=17 -Dflow.programs=1} at one.
 */
final class RandomProgramTest {
    private static final long SEED_FIRST = Long.getLong("flow.seed", 0);
    private static final int PROGRAMS = Integer.getInteger("flow.programs", 60);
    private static final int SIZE = 40;

    /** The programs over which coverage is counted; their seeds do not depend on properties. */
    private static final int PROGRAMS_COUNTED = 200;

    @Test
    void every_program_replays_at_every_turn_however_it_is_evicted_asked_split_and_patched() {
        int carriedOut = 0;
        for (long seed = SEED_FIRST; seed < SEED_FIRST + PROGRAMS; seed++) {
            carriedOut += checked(seed, Strands.best(), () -> RandomProgramTest::nothing);
        }
        assertThat(carriedOut).isEqualTo(PROGRAMS * ProgramWorld.Split.values().length);
    }

    @Test
    void the_same_holds_for_portable_units() {
        int programs = Math.max(1, PROGRAMS / 6);
        int carriedOut = 0;
        for (long seed = SEED_FIRST; seed < SEED_FIRST + programs; seed++) {
            carriedOut += checked(seed, Strands.portable(), () -> RandomProgramTest::nothing);
        }
        assertThat(carriedOut).isEqualTo(programs * ProgramWorld.Split.values().length);
    }

    /** What a program reads that does not read from outside. */
    private static String nothing() {
        return "";
    }

    /** How many stories were found to be in order; otherwise the smallest program that is not. */
    private static int checked(long seed, Strands strands, Supplier<Supplier<String>> plant) {
        Program.Code code = ProgramMaker.code(seed, SIZE);
        var problem = ProgramProperties.problem(code, strands, seed, plant);
        if (problem.isPresent()) {
            Program.Code smallest =
                    ProgramShrinker.smallest(
                            code,
                            less ->
                                    ProgramProperties.problem(less, strands, seed, plant)
                                            .isPresent());
            var why = ProgramProperties.problem(smallest, strands, seed, plant).orElseThrow();
            throw new AssertionError(
                    "The program of seed "
                            + seed
                            + " does not keep the rules; the smallest like it is\n  "
                            + smallest
                            + "\nbecause "
                            + why
                            + "\nReproduce it with -Dflow.seed="
                            + seed
                            + " -Dflow.programs=1",
                    why);
        }
        return ProgramWorld.Split.values().length;
    }

    @Test
    void the_programs_and_worlds_come_to_every_kind_of_step_job_and_command() {
        var steps = new TreeSet<String>();
        var jobs = new TreeSet<String>();
        var commands = new TreeSet<String>();
        for (long seed = 0; seed < PROGRAMS_COUNTED; seed++) {
            var type =
                    ProgramWorkflow.type(
                            ProgramMaker.code(seed, SIZE),
                            () -> "",
                            (step, thrown) -> {
                                String name = step.getClass().getSimpleName();
                                thrown.ifPresentOrElse(
                                        e -> steps.add(name + " " + e.getClass().getSimpleName()),
                                        () -> steps.add(name));
                            });
            for (var split : ProgramWorld.Split.values()) {
                for (var step : ProgramWorld.play(type, Strands.best(), seed, split).steps()) {
                    step.activation().jobs().forEach(it -> jobs.add(it.getClass().getSimpleName()));
                    step.activation()
                            .recalling(step.decided(), false)
                            .jobs()
                            .forEach(it -> jobs.add(it.getClass().getSimpleName()));
                    step.decided()
                            .commands()
                            .forEach(it -> commands.add(it.getClass().getSimpleName()));
                }
            }
        }
        // A step that throws, or ends the run, never ends by itself.
        assertThat(steps).containsAll(names(Program.class, "Throw", "ContinueAsNew"));
        assertThat(steps).contains("Throw ApplicationFailed");
        assertThat(steps).containsAll(CANCELLED_WHILE_IT_WAITED);
        // Evictions are told by the runs themselves; the rest is for other kinds of workflows.
        assertThat(jobs).containsAll(names(Job.class, "Evict", "Options", "Choices"));
        assertThat(commands).containsAll(names(Command.class));
    }

    private static final List<String> CANCELLED_WHILE_IT_WAITED =
            List.of(
                    "Call Cancelled",
                    "CallLocal Cancelled",
                    "CallStub Cancelled",
                    "Get Cancelled",
                    "GetLimited Cancelled",
                    "Gather Cancelled",
                    "Sleep Cancelled",
                    "Await Cancelled",
                    "AwaitLimited Cancelled",
                    "AwaitTime Cancelled",
                    "Signalled Cancelled",
                    "SignalledLimited Cancelled",
                    "Phased Cancelled",
                    "Parallel Cancelled",
                    "Race Cancelled",
                    "InScope Cancelled",
                    "WithTimeout Cancelled",
                    "WithTimeout TimedOut",
                    "Saga Cancelled",
                    "Locked Cancelled",
                    "Permitted Cancelled",
                    "Send Cancelled",
                    "Receive Cancelled",
                    "StartChild Cancelled",
                    "CallChild Cancelled",
                    "SignalChild Cancelled",
                    "SignalExternal Cancelled",
                    "CancelExternal Cancelled",
                    "Yield Cancelled");

    private static TreeSet<String> names(Class<?> sealed, String... without) {
        var names = new TreeSet<String>();
        Records.kinds(sealed).forEach(kind -> names.add(kind.getSimpleName()));
        names.removeAll(List.of(without));
        return names;
    }

    @Test
    void an_update_that_is_turned_away_advances_nothing_not_even_time() {
        var waits =
                new Program.Steps(
                        false,
                        List.of(
                                new Program.AwaitTime(5),
                                new Program.Publish("progress"),
                                new Program.Signalled("s0")));
        var code = new Program.Code(waits, new Program.Yield(), new Program.Yield());
        try (var run = Rehearsal.of(ProgramWorkflow.type(code))) {
            run.start("begin").later(Duration.ofSeconds(9));
            run.update("u-1", "change", ProgramWorkflow.TURNED_AWAY);
            assertThat(run.answers()).hasSize(1);
            var before = run.query("state", "?");
            assertThat(run.published()).isEmpty();
            assertThat(run.evict().query("state", "?")).isEqualTo(before);
            assertThat(run.signal("note", "now").published()).containsKey("progress");
        }
    }

    // ---- The tests are tested ----

    @Test
    void a_program_that_reads_from_outside_is_found_out_by_replay() {
        var count = new AtomicLong();
        var type = ProgramWorkflow.type(READS, () -> "" + count.getAndIncrement(), (_, _) -> {});
        var story = ProgramWorld.play(type, Strands.best(), 1, ProgramWorld.Split.EACH);
        assertThatThrownBy(() -> ProgramProperties.everyPrefixReplays(type, Strands.best(), story))
                .isInstanceOf(Nondeterminism.class)
                .hasMessageContaining("input[0]");
    }

    @Test
    void a_program_that_reads_from_outside_is_found_out_by_eviction() {
        var count = new AtomicLong();
        var type = ProgramWorkflow.type(READS, () -> "" + count.getAndIncrement(), (_, _) -> {});
        var story = ProgramWorld.play(type, Strands.best(), 1, ProgramWorld.Split.EACH);
        assertThatThrownBy(
                        () -> ProgramRun.retoldEvicting(type, Strands.best(), story.activations()))
                .isInstanceOf(Nondeterminism.class)
                .hasMessageContaining("input[0]");
    }

    private static final Program.Code READS =
            new Program.Code(
                    new Program.Repeat(
                            2, new Program.Call("charge", dev.reprise.history.Cancellation.TRY)),
                    new Program.Yield(),
                    new Program.Yield());

    @Test
    void what_is_found_comes_with_the_smallest_program_and_the_seed_that_finds_it_again() {
        var found = thrownWithPlant(0, 20);
        var seed = Pattern.compile("-Dflow\\.seed=(\\d+)").matcher(found);
        assertThat(seed.find()).isTrue();
        long again = Long.parseLong(seed.group(1));
        assertThat(thrownWithPlant(again, again + 1).lines().limit(2).toList())
                .isEqualTo(found.lines().limit(2).toList());
        assertThat(found.lines().skip(1).findFirst().orElseThrow()).hasSizeLessThan(400);
    }

    private static String thrownWithPlant(long from, long to) {
        try {
            for (long seed = from; seed < to; seed++) {
                checked(
                        seed,
                        Strands.best(),
                        () -> {
                            var count = new AtomicLong();
                            return () -> count.incrementAndGet() % 97 == 0 ? "!" : "";
                        });
            }
            return "nothing was found";
        } catch (AssertionError e) {
            return String.valueOf(e.getMessage());
        }
    }
}
