package dev.reprise.schedule;

/**
 * What is to be carried out, after the state from which it follows is durable. It may come again
 * after a crash, and must then have no further effect.
 */
public sealed interface Order {
    /** The firing that it is about. */
    Firing firing();

    /** Something is started; {@link Rota#started} confirms it. */
    record Start(Firing firing) implements Order {}

    /** What was started is asked to end. */
    record Cancel(Firing firing) implements Order {}

    /** What was started is ended. */
    record Terminate(Firing firing) implements Order {}
}
