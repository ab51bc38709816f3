package dev.reprise;

/** How something that was asked for ended. */
public sealed interface Outcome {
    /** It gave a value. */
    record Completed(Payload value) implements Outcome {}

    /** It gave none. */
    record Failed(Failure failure) implements Outcome {}
}
