package dev.reprise.sim.task;

/**
 * A value in a program: a constant, or what a register holds.
 *
 * @param register whether {@code value} is the number of a register
 */
public record Operand(boolean register, int value) {
    /** This number. */
    public static Operand of(int value) {
        return new Operand(false, value);
    }

    /** What register {@code number} holds. */
    public static Operand register(int number) {
        return new Operand(true, number);
    }

    @Override
    public String toString() {
        return register ? "r" + value : "" + value;
    }
}
