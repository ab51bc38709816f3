package dev.reprise.engine.activity;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Writes nothing: objects of some classes are no values, though they have properties. */
final class Refused extends ValueSerializer<Object> {
    private final Class<?> type;

    Refused(Class<?> type) {
        this.type = type;
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializationContext context) {
        context.reportBadDefinition(
                type,
                type.getName()
                        + " is no value that could be stored and read again. Hand on what you"
                        + " want to know of it, as a record",
                null);
    }
}
