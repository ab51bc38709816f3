package dev.reprise.choice;

import dev.reprise.choice.Threads.Step;
import dev.reprise.choice.Threads.Step.Bug;
import dev.reprise.choice.Threads.Step.JumpIf;
import dev.reprise.choice.Threads.Step.Lock;
import dev.reprise.choice.Threads.Step.Read;
import dev.reprise.choice.Threads.Step.Unlock;
import dev.reprise.choice.Threads.Step.Write;

/** Programs whose bugs everybody who writes about exploration looks for. */
final class Racing {
    private Racing() {}

    /**
     * Setters write a, then b; one checker wants both written or neither, evaluating {@code (a == 0
     * && b == 0) || (a == 1 && b == -1)} from left to right, each variable read each time. The bug
     * needs a setter's a, then the checker, then any setter's b.
     */
    static Threads reorder(int threads) {
        return new Threads(2)
                .with(
                        1,
                        new Read(0),
                        new JumpIf(0, a -> a != 0, 4),
                        new Read(1),
                        new JumpIf(1, b -> b == 0, 9),
                        new Read(0),
                        new JumpIf(0, a -> a != 1, 8),
                        new Read(1),
                        new JumpIf(1, b -> b == -1, 9),
                        new Bug())
                .with(threads - 1, constant(0, 1), constant(1, -1));
    }

    /** Two records under two locks, updated one after the other; the reader comes between. */
    static Threads twostage(int threads) {
        // Cells: data1, data2, lock1, lock2.
        return new Threads(4)
                .with(
                        1,
                        new Lock(2),
                        new Read(0),
                        new Unlock(2),
                        new JumpIf(0, data1 -> data1 == 0, 9),
                        new Lock(3),
                        new Read(1),
                        new Unlock(3),
                        new JumpIf(1, data2 -> data2 == 2, 9),
                        new Bug())
                .with(
                        threads - 1,
                        new Lock(2),
                        constant(0, 1),
                        new Unlock(2),
                        new Lock(3),
                        new Read(0),
                        new Write(1, 0, data1 -> data1 + 1),
                        new Unlock(3));
    }

    /** A balance is read, changed and written back by two, and checked by one who comes last. */
    static Threads account() {
        // Cells: balance, finished.
        return new Threads(3)
                .with(1, new Read(0), new Write(0, 0, it -> it + 5), constant(1, 1))
                .with(1, new Read(0), new Write(0, 0, it -> it - 3), constant(2, 1))
                .with(
                        1,
                        new Read(1),
                        new JumpIf(1, it -> it == 0, 7),
                        new Read(2),
                        new JumpIf(2, it -> it == 0, 7),
                        new Read(0),
                        new JumpIf(0, it -> it == 2, 7),
                        new Bug());
    }

    /** Two locks in opposite order. */
    static Threads deadlock() {
        return new Threads(2)
                .with(1, new Lock(0), new Lock(1), new Unlock(1), new Unlock(0))
                .with(1, new Lock(1), new Lock(0), new Unlock(0), new Unlock(1));
    }

    /** One adds 1, one adds 2, and the third must not come after both. */
    static Threads lazy01() {
        // Cells: data, lock.
        return new Threads(2)
                .with(1, new Lock(1), new Read(0), new Write(0, 0, it -> it + 1), new Unlock(1))
                .with(1, new Lock(1), new Read(0), new Write(0, 0, it -> it + 2), new Unlock(1))
                .with(
                        1,
                        new Lock(1),
                        new Read(0),
                        new Unlock(1),
                        new JumpIf(0, it -> it < 3, 5),
                        new Bug());
    }

    static Step constant(int cell, int value) {
        return new Write(cell, cell, _ -> value);
    }
}
