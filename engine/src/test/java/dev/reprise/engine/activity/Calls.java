package dev.reprise.engine.activity;

import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import java.util.stream.Stream;

/** Calls for tests. */
final class Calls {
    private Calls() {}

    /** The first attempt of the first command of a run. */
    static Call of(PayloadCodec codec, String type, Object... arguments) {
        return new Call(
                new RunId("order-17"),
                1,
                "1",
                type,
                Stream.of(arguments)
                        .map(it -> it == null ? Payload.NONE : codec.encode(it))
                        .toList(),
                1,
                0);
    }
}
