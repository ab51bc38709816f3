package dev.reprise.flow;

import dev.reprise.SplitMix64;
import dev.reprise.history.Cancellation;
import dev.reprise.testing.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Makes up programs; a seed decides everything. */
final class ProgramMaker {
    private static final int DEPTH_MAX = 5;
    private static final int SLOTS = 3;

    private final SplitMix64 random;
    private final List<IntFunction<Program>> nested = nested();
    private final List<IntFunction<Program>> leaves = leaves();
    private int budget;
    private boolean locked;

    private ProgramMaker(SplitMix64 random, int size) {
        this.random = random;
        this.budget = size;
    }

    /** The program of a seed, of about {@code size} steps. */
    static Program.Code code(long seed, int size) {
        var random = new SplitMix64(SplitMix64.mix(seed));
        var main = new ProgramMaker(random, size);
        var steps = new ArrayList<>(main.several(5, 10, 1));
        if (random.below(8) == 0) {
            steps.add(new Program.ContinueAsNew("again"));
        }
        return new Program.Code(
                new Program.Steps(random.below(8) != 0, steps),
                new ProgramMaker(random, size / 4).tolerant(1, 2),
                new ProgramMaker(random, size / 4).tolerant(1, 2));
    }

    /** The same program, but at one place it does something more, guarded by a patch. */
    static Program.Code patched(Program.Code code, long seed) {
        var random = new SplitMix64(SplitMix64.mix(seed + 2));
        var maker = new ProgramMaker(random, 4);
        var more = new Program.Patched("new", maker.steps(DEPTH_MAX - 1));
        var countdown = new int[] {random.below(count(code))};
        return withBefore(code, more, countdown);
    }

    /** How many programs are in {@code value}. */
    private static int count(Object value) {
        return switch (value) {
            case List<?> list -> list.stream().mapToInt(ProgramMaker::count).sum();
            case Record record ->
                    Records.values(record).stream().mapToInt(ProgramMaker::count).sum()
                            + (value instanceof Program ? 1 : 0);
            default -> 0;
        };
    }

    /** The value with {@code more} before the program in it that is counted down to. */
    @SuppressWarnings("unchecked")
    private static <T> T withBefore(T value, Program more, int[] countdown) {
        if (value instanceof Program here && countdown[0]-- == 0) {
            return (T) new Program.Steps(false, List.of(more, here));
        }
        return switch (value) {
            case List<?> list ->
                    (T) list.stream().map(it -> withBefore(it, more, countdown)).toList();
            case Record record -> {
                var values = new ArrayList<Object>();
                Records.values(record).forEach(it -> values.add(withBefore(it, more, countdown)));
                yield (T) Records.make(record.getClass(), values);
            }
            default -> value;
        };
    }

    private Program tolerant(int least, int most) {
        return new Program.Steps(random.below(8) != 0, several(least, most, 2));
    }

    private List<Program> several(int least, int most, int depth) {
        var programs = new ArrayList<Program>();
        int count = least + random.below(most - least + 1);
        for (int i = 0; i < count; i++) {
            programs.add(one(depth));
        }
        return programs;
    }

    private Program one(int depth) {
        budget--;
        if (budget > 0 && depth < DEPTH_MAX && random.below(5) < 2) {
            return nested.get(random.below(nested.size())).apply(depth + 1);
        }
        return leaves.get(random.below(leaves.size())).apply(depth);
    }

    private Program steps(int depth) {
        return new Program.Steps(random.below(2) == 0, several(1, 3, depth));
    }

    private List<IntFunction<Program>> nested() {
        return List.of(
                this::steps,
                d -> new Program.Repeat(1 + random.below(3), steps(d)),
                d -> new Program.Catch(anyOf(Program.Caught.values()), steps(d), one(d)),
                d -> new Program.Parallel(branches(d)),
                d -> new Program.Parallel(branches(d)),
                d -> new Program.Settle(branches(d)),
                d -> new Program.Race(branches(d)),
                d -> new Program.Async(slot(), steps(d)),
                d -> new Program.Async(slot(), steps(d)),
                d -> new Program.InScope(slot(), steps(d)),
                d -> new Program.InScope(slot(), steps(d)),
                d -> new Program.NonCancellable(steps(d)),
                d -> new Program.WithTimeout(seconds(), steps(d)),
                d -> new Program.Saga(several(1, 3, d), one(d), random.below(2) == 0),
                this::locked,
                d -> new Program.Permitted(steps(d)),
                d -> new Program.Patched(patch(), steps(d)),
                this::phased,
                this::phased);
    }

    private List<IntFunction<Program>> leaves() {
        return List.of(
                _ -> new Program.Call("charge", cancellation()),
                _ -> new Program.Call("ship", cancellation()),
                _ -> new Program.CallStub(),
                _ -> new Program.CallLocal("format"),
                _ -> new Program.Start(slot(), "print", cancellation()),
                _ -> new Program.Start(slot(), "send", cancellation()),
                _ -> new Program.Open(slot()),
                _ -> new Program.Settled(slot(), random.below(3) == 0),
                _ -> new Program.Get(slot()),
                _ -> new Program.GetLimited(slot(), seconds()),
                _ -> new Program.Gather(anyOf(Program.Gathered.values())),
                _ -> new Program.Sleep(seconds()),
                _ -> new Program.Sleep(0),
                _ -> new Program.Increment(),
                _ -> new Program.Increment(),
                _ -> new Program.Await(2 + random.below(20)),
                _ -> new Program.AwaitLimited(2 + random.below(40), random.below(30)),
                _ -> new Program.AwaitTime(seconds()),
                _ -> new Program.Signalled(signal()),
                _ -> new Program.SignalledLimited(signal(), seconds()),
                _ -> new Program.CancelScope(slot()),
                _ -> new Program.CancelScope(slot()),
                _ -> new Program.Throw("Refused", random.below(2) == 0),
                _ -> new Program.Yield(),
                _ -> new Program.Send(random.below(2) == 0),
                _ -> new Program.Receive(random.below(2) == 0),
                _ -> new Program.StartChild(slot(), cancellation()),
                _ -> new Program.CallChild(cancellation()),
                _ -> new Program.CancelChild(slot()),
                _ -> new Program.SignalChild(slot()),
                _ -> new Program.SignalExternal("hello"),
                _ -> new Program.CancelExternal(),
                _ -> new Program.SideEffect("clock"),
                _ -> new Program.Chance(random.below(2) == 0),
                _ -> new Program.Read(),
                _ -> new Program.DeprecatePatch(patch()),
                _ -> new Program.Attribute("region"),
                _ -> new Program.Publish(random.below(2) == 0 ? "progress" : "total"));
    }

    private List<Program> branches(int depth) {
        var branches = new ArrayList<Program>();
        for (int i = 1 + random.below(4); i > 0; i--) {
            branches.add(steps(depth));
        }
        return branches;
    }

    /** A unit that locks twice makes a mistake, which is not what is looked for here. */
    private Program locked(int depth) {
        if (locked) {
            return steps(depth);
        }
        locked = true;
        var program = new Program.Locked(steps(depth));
        locked = false;
        return program;
    }

    private Program phased(int depth) {
        return new Program.Phased(
                random.below(3) == 0 ? "note" : signal(),
                steps(depth),
                random.below(2) == 0,
                random.below(2) == 0 ? "change" : "amend",
                steps(depth),
                1 + random.below(3),
                random.below(3) == 0 ? 0 : seconds());
    }

    private int slot() {
        return random.below(SLOTS);
    }

    private int seconds() {
        return 1 + random.below(30);
    }

    private String signal() {
        return "s" + random.below(2);
    }

    private String patch() {
        return "patch-" + random.below(3);
    }

    private Cancellation cancellation() {
        return anyOf(Cancellation.values());
    }

    private <T> T anyOf(T[] all) {
        return all[random.below(all.length)];
    }
}
