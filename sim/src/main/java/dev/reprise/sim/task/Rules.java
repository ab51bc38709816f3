package dev.reprise.sim.task;

/**
 * What we improved on the harness that the simulator grew from: each of these is off when one of
 * its recordings is replayed.
 *
 * @param goesOn a task that spawned, took or gave permits, jumped or touched memory may run again;
 *     originally it had used up its only run-token
 * @param waitsInFlight a task that sleeps or waits stays in flight, so that the end waits for it
 * @param survivesGate a task that yields through a closed gate goes on; originally it was lost
 * @param returnsPermits a task that ends gives back what it holds
 * @param latchesIo a completion that comes before its task waits is kept for it
 * @param zeroWakes a sleep of no time lets the task go on
 * @param zeroFirst actions are numbered so that 0 is "no preemption, no fault, earliest", and a
 *     sleeping worker is not one; originally events came first, and sleepers were offered a step
 */
public record Rules(
        boolean goesOn,
        boolean waitsInFlight,
        boolean survivesGate,
        boolean returnsPermits,
        boolean latchesIo,
        boolean zeroWakes,
        boolean zeroFirst) {
    /** The harness as it was. */
    public static final Rules ORIGINAL = new Rules(false, false, false, false, false, false, false);

    /** All improvements. */
    public static final Rules CURRENT = new Rules(true, true, true, true, true, true, true);
}
