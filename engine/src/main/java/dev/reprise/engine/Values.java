package dev.reprise.engine;

import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How values are written that runs are told: what is a payload already stays as it is. */
record Values(PayloadCodec codec) {
    Payload one(@Nullable Object value) {
        return switch (value) {
            case null -> Payload.NONE;
            case Payload payload -> payload;
            default -> codec.encode(value);
        };
    }

    List<Payload> all(@Nullable Object... values) {
        List<Payload> payloads = new ArrayList<>();
        for (Object value : values) {
            payloads.add(one(value));
        }
        return payloads;
    }
}
