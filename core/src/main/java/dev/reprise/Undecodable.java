package dev.reprise;

import java.lang.reflect.Type;

/** A payload that does not hold a value of the type it was asked for. */
public final class Undecodable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Undecodable(String message) {
        super(message);
    }

    /**
     * The refusal of {@code payload}.
     *
     * @param reason a sentence that says what is wrong
     */
    public static Undecodable of(Payload payload, Type type, String reason) {
        return new Undecodable(
                "A payload cannot be decoded: "
                        + reason
                        + "\n  encoding  "
                        + payload.encoding()
                        + "\n  wanted    "
                        + type.getTypeName()
                        + "\n  payload   "
                        + payload
                        + "\nWhat to do: register the codec that wrote this encoding, or make the"
                        + " type fit what was written.");
    }
}
