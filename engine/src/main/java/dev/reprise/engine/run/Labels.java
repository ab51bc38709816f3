package dev.reprise.engine.run;

import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.filter.Attribute;
import dev.reprise.filter.Attributes;
import dev.reprise.form.LogLine;
import dev.reprise.history.SearchAttribute;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run says about itself, as values that a filter can compare. */
final class Labels {
    private static final Logger LOGGER = System.getLogger(Labels.class.getName());

    private final PayloadCodec codec;
    private final RunId run;
    private final String type;

    Labels(PayloadCodec codec, RunId run, String type) {
        this.codec = codec;
        this.run = run;
        this.type = type;
    }

    /**
     * The attributes with some of them changed. What cannot be one is left out, and the log says
     * so: a run does not fail for how it is found.
     */
    Attributes with(Attributes before, List<SearchAttribute> changes) {
        Attributes all = before;
        for (SearchAttribute change : changes) {
            try {
                all =
                        change.value().isNone()
                                ? all.without(change.name())
                                : all.with(change.name(), attribute(change.value()));
            } catch (RuntimeException e) {
                LOGGER.log(
                        Level.WARNING,
                        new LogLine("attribute-refused")
                                .with("run", run)
                                .with("type", type)
                                .with("attribute", change.name())
                                .saying(
                                        "The run cannot be found by the attribute, which stays as"
                                                + " it was: "
                                                + e.getMessage()));
            }
        }
        return all;
    }

    private Attribute attribute(Payload value) {
        if (value.encoding().equals(Payload.TEXT_ENCODING)) {
            return worded(new String(value.bytes(), StandardCharsets.UTF_8));
        }
        @Nullable Object read = codec.decode(value, Object.class);
        return switch (read) {
            case Boolean truth -> Attribute.truth(truth);
            case Integer number -> Attribute.whole(number);
            case Long number -> Attribute.whole(number);
            case BigInteger number -> Attribute.decimal(number.toString());
            case BigDecimal number -> Attribute.decimal(number.toPlainString());
            case Double number -> Attribute.decimal(BigDecimal.valueOf(number).toPlainString());
            case Collection<?> many ->
                    Attribute.keywords(many.stream().map(String::valueOf).toArray(String[]::new));
            case String text -> worded(text);
            case null, default ->
                    Attribute.prose(new String(value.bytes(), StandardCharsets.UTF_8));
        };
    }

    /** A time where it is written as one; a keyword where it is short; else prose. */
    private static Attribute worded(String text) {
        try {
            return Attribute.moment(Instant.parse(text));
        } catch (DateTimeException _) {
            try {
                return Attribute.keyword(text);
            } catch (IllegalArgumentException _) {
                return Attribute.prose(text);
            }
        }
    }
}
