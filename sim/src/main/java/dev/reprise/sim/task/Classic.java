package dev.reprise.sim.task;

import static dev.reprise.sim.task.Comparison.EQ;
import static dev.reprise.sim.task.Comparison.GE;
import static dev.reprise.sim.task.Comparison.LT;
import static dev.reprise.sim.task.Comparison.NE;

import dev.reprise.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The concurrency bugs that strategies are compared by, as task programs. Each fails in some orders
 * of its steps and in others not; none needs anything but the right order.
 *
 * <p>The programs are small restatements: they have fewer events than those that papers measured,
 * so that only order and growth can be compared.
 */
public final class Classic {
    private static final int STEPS_MAX = 20_000;

    private static final Map<String, Supplier<Case>> ALL = new TreeMap<>();

    static {
        ALL.put("account", Classic::account);
        ALL.put("lazy01", Classic::lazy);
        ALL.put("deadlock01", () -> philosophers(2));
        ALL.put("token_ring", Classic::tokenRing);
        ALL.put("stack", Classic::stack);
        ALL.put("queue", Classic::queue);
        ALL.put("circular_buffer", Classic::circularBuffer);
        ALL.put("bounded_buffer", Classic::boundedBuffer);
        ALL.put("bluetooth_driver", Classic::bluetoothDriver);
        ALL.put("carter01", Classic::carter);
        ALL.put("twostage", () -> twoStage(1, 1));
        for (int n : new int[] {20, 50, 100}) {
            ALL.put("twostage_" + n, () -> twoStage(n - 1, 1));
        }
        ALL.put("wronglock", () -> wrongLock(7));
        ALL.put("wronglock_3", () -> wrongLock(3));
        for (int n : new int[] {3, 4, 5, 10, 100}) {
            ALL.put("reorder_" + n, () -> reorder(n - 1, 1));
        }
        ALL.put("reorder_20", () -> reorder(10, 10));
        ALL.put("reorder_50", () -> reorder(40, 10));
        for (int n = 3; n <= 7; n++) {
            int people = n;
            ALL.put("philosophers_" + n, () -> philosophers(people));
        }
    }

    private Classic() {}

    /** The names of all, in order. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** The one of this name. */
    public static Case named(String name) {
        var classic = ALL.get(name);
        Check.argument(classic != null, "there is no program \"%s\"; there are %s", name, names());
        return classic.get();
    }

    /** A case in which each of these programs is run by so many tasks, all ready at once. */
    private static Case of(
            List<Integer> cells, int locks, int conditions, List<Program> programs, int... counts) {
        var tasks = new ArrayList<Case.Task>();
        for (int program = 0; program < counts.length; program++) {
            for (int i = 0; i < counts[program]; i++) {
                tasks.add(new Case.Task(tasks.size(), program, 0));
            }
        }
        return new Case(
                null,
                Rules.CURRENT,
                List.of(),
                cells,
                locks,
                conditions,
                programs,
                tasks,
                tasks.stream().map(Case.Task::id).toList(),
                List.of(),
                STEPS_MAX);
    }

    /** Two add to a balance without a lock; a third looks when both are through. */
    private static Case account() {
        return of(
                List.of(10),
                0,
                0,
                List.of(
                        Code.named("depositor").increase(0, 5).program(),
                        Code.named("withdrawer").increase(0, -3).program(),
                        Code.named("checker").joinFirst(2).load(0, 0).check(0, EQ, 12).program()),
                1,
                1,
                1);
    }

    /** A checker must not come after both of the others, and may. */
    private static Case lazy() {
        return of(
                List.of(0),
                1,
                0,
                List.of(
                        Code.named("one").lock(0).increase(0, 1).unlock(0).program(),
                        Code.named("two").lock(0).increase(0, 2).unlock(0).program(),
                        Code.named("checker")
                                .lock(0)
                                .load(0, 0)
                                .check(0, LT, 3)
                                .unlock(0)
                                .program()),
                1,
                1,
                1);
    }

    /** Each takes his left fork, then his right. */
    private static Case philosophers(int people) {
        var programs = new ArrayList<Program>();
        for (int i = 0; i < people; i++) {
            int right = (i + 1) % people;
            programs.add(
                    Code.named("philosopher" + i)
                            .lock(i)
                            .lock(right)
                            .unlock(right)
                            .unlock(i)
                            .program());
        }
        return of(
                List.of(),
                people,
                0,
                programs,
                Collections.nCopies(people, 1).stream().mapToInt(x -> x).toArray());
    }

    /** A chain of copies, right only if it is made in order. */
    private static Case tokenRing() {
        return of(
                List.of(1, 2, 1, 0),
                0,
                0,
                List.of(
                        Code.named("first").load(2, 0).add(0, 1).storeRegister(0, 0).program(),
                        Code.named("second").load(0, 0).storeRegister(1, 0).program(),
                        Code.named("third").load(1, 0).storeRegister(2, 0).program(),
                        Code.named("fourth").load(2, 0).storeRegister(3, 0).program(),
                        Code.named("checker")
                                .joinFirst(4)
                                .load(0, 0)
                                .load(1, 1)
                                .load(2, 2)
                                .load(3, 3)
                                .checkRegisters(0, EQ, 1)
                                .checkRegisters(1, EQ, 2)
                                .checkRegisters(2, EQ, 3)
                                .program()),
                1,
                1,
                1,
                1,
                1);
    }

    /** The flag says that something was pushed once, not that something is there. */
    private static Case stack() {
        var pusher = Code.named("pusher");
        var popper = Code.named("popper");
        for (int i = 0; i < 3; i++) {
            String end = "end" + i;
            pusher.lock(0).increase(0, 1).store(1, 1).unlock(0);
            popper.lock(0)
                    .load(1, 1)
                    .branch(1, EQ, 0, end)
                    .load(0, 0)
                    .check(0, NE, 0)
                    .add(0, -1)
                    .storeRegister(0, 0)
                    .label(end)
                    .unlock(0);
        }
        return of(List.of(0, 0), 1, 0, List.of(pusher.program(), popper.program()), 1, 1);
    }

    /** Whether the queue holds something is asked in one critical section and used in the next. */
    private static Case queue() {
        var adder = Code.named("adder");
        for (int i = 0; i < 4; i++) {
            adder.lock(0).increase(0, 1).unlock(0);
        }
        var taker = Code.named("taker");
        for (int i = 0; i < 4; i++) {
            String end = "end" + i;
            taker.lock(0)
                    .load(0, 1)
                    .unlock(0)
                    .branch(1, EQ, 0, end)
                    .lock(0)
                    .load(0, 0)
                    .check(0, NE, 0)
                    .add(0, -1)
                    .storeRegister(0, 0)
                    .unlock(0)
                    .label(end);
        }
        return of(List.of(0), 1, 0, List.of(adder.program(), taker.program()), 1, 2);
    }

    /** A writer looks for room, then writes, and another may have written in between. */
    private static Case circularBuffer() {
        var writer = Code.named("writer");
        for (int i = 0; i < 2; i++) {
            String full = "full" + i;
            // Cell 0 counts what is in the buffer, which has room for two.
            writer.lock(0)
                    .load(0, 1)
                    .unlock(0)
                    .branch(1, GE, 2, full)
                    .lock(0)
                    .increase(0, 1)
                    .check(0, LT, 3)
                    .unlock(0)
                    .label(full);
        }
        var reader = Code.named("reader");
        for (int i = 0; i < 2; i++) {
            String empty = "empty" + i;
            reader.lock(0)
                    .load(0, 1)
                    .branch(1, EQ, 0, empty)
                    .add(1, -1)
                    .storeRegister(0, 1)
                    .label(empty)
                    .unlock(0);
        }
        return of(List.of(0), 1, 0, List.of(writer.program(), reader.program()), 2, 1);
    }

    /** One condition for both sides, and only one is notified: it may be one of the wrong side. */
    private static Case boundedBuffer() {
        return of(List.of(0), 1, 1, List.of(side("producer", 1, 1), side("consumer", 0, -1)), 2, 2);
    }

    private static Program side(String name, int blockedAt, int change) {
        var code = Code.named(name);
        for (int i = 0; i < 2; i++) {
            code.lock(0)
                    .label("again" + i)
                    .load(0, 1)
                    .branch(1, NE, blockedAt, "go" + i)
                    .then(new Instruction.Await(0, 0))
                    .lock(0)
                    .skipTo("again" + i)
                    .label("go" + i)
                    .add(1, change)
                    .storeRegister(0, 1)
                    .then(new Instruction.Notify(0, false))
                    .unlock(0);
        }
        return code.program();
    }

    /** A worker sees that the driver is not stopping, and uses it when it has stopped. */
    private static Case bluetoothDriver() {
        int stopping = 0;
        int pending = 1;
        int stopped = 2;
        return of(
                List.of(0, 1, 0),
                1,
                0,
                List.of(
                        Code.named("worker")
                                .load(stopping, 0)
                                .branch(0, NE, 0, "end")
                                .lock(0)
                                .increase(pending, 1)
                                .unlock(0)
                                .load(stopped, 0)
                                .check(0, EQ, 0)
                                .lock(0)
                                .increase(pending, -1)
                                .unlock(0)
                                .label("end")
                                .program(),
                        Code.named("stopper")
                                .store(stopping, 1)
                                .lock(0)
                                .increase(pending, -1)
                                .unlock(0)
                                .branch(0, NE, 0, "end")
                                .store(stopped, 1)
                                .label("end")
                                .program()),
                1,
                1);
    }

    /** The first of a side takes the second lock while it has the first; the last gives it back. */
    private static Case carter() {
        return of(
                List.of(0, 0),
                2,
                0,
                List.of(
                        visitor("left", 0),
                        visitor("right", 1),
                        Code.named("bystander").lock(0).unlock(0).program()),
                1,
                1,
                2);
    }

    private static Program visitor(String name, int counter) {
        return Code.named(name)
                .lock(0)
                .increase(counter, 1)
                .branch(0, NE, 1, "in")
                .lock(1)
                .label("in")
                .unlock(0)
                .lock(0)
                .increase(counter, -1)
                .branch(0, NE, 0, "out")
                .unlock(1)
                .label("out")
                .unlock(0)
                .program();
    }

    /** Two records, each with its own lock: a reader between the two sees one without the other. */
    private static Case twoStage(int writers, int readers) {
        return of(
                List.of(0, 0),
                2,
                0,
                List.of(
                        Code.named("writer")
                                .lock(0)
                                .store(0, 1)
                                .unlock(0)
                                .lock(1)
                                .load(0, 0)
                                .add(0, 1)
                                .storeRegister(1, 0)
                                .unlock(1)
                                .program(),
                        Code.named("reader")
                                .lock(0)
                                .load(0, 0)
                                .unlock(0)
                                .branch(0, EQ, 0, "end")
                                .lock(1)
                                .load(1, 1)
                                .unlock(1)
                                .add(0, 1)
                                .checkRegisters(1, EQ, 0)
                                .label("end")
                                .program()),
                writers,
                readers);
    }

    /** The writer's lock is another than the others'. */
    private static Case wrongLock(int others) {
        return of(
                List.of(0),
                2,
                0,
                List.of(
                        Code.named("careful")
                                .lock(0)
                                .load(0, 0)
                                .add(0, 1)
                                .storeRegister(0, 0)
                                .load(0, 1)
                                .checkRegisters(1, EQ, 0)
                                .unlock(0)
                                .program(),
                        Code.named("other").lock(1).increase(0, 1).unlock(1).program()),
                1,
                others);
    }

    /** Setters write a, then b; a checker must not see the one without the other. */
    private static Case reorder(int setters, int checkers) {
        return of(
                List.of(0, 0),
                0,
                0,
                List.of(
                        Code.named("setter").store(0, 1).store(1, -1).program(),
                        Code.named("checker")
                                .load(0, 0)
                                .branch(0, NE, 0, "set")
                                .load(1, 1)
                                .branch(1, EQ, 0, "end")
                                .label("set")
                                .load(0, 0)
                                .check(0, EQ, 1)
                                .load(1, 1)
                                .check(1, EQ, -1)
                                .label("end")
                                .program()),
                setters,
                checkers);
    }
}
