package dev.reprise.engine.activity;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;

/**
 * Writes a subtype's name also where Jackson would not: in a list, a map or a type parameter whose
 * type is erased, so that it does not know the value to be one of several subtypes.
 */
final class NamedTypes extends ValueSerializer<Object> {
    private final JavaType type;
    private final ValueSerializer<Object> plain;
    private final @Nullable TypeSerializer name;

    NamedTypes(JavaType type, ValueSerializer<?> plain) {
        this(type, plain, null);
    }

    @SuppressWarnings("unchecked") // it writes values of the type
    private NamedTypes(JavaType type, ValueSerializer<?> plain, @Nullable TypeSerializer name) {
        this.type = type;
        this.plain = (ValueSerializer<Object>) plain;
        this.name = name;
    }

    @Override
    public void resolve(SerializationContext context) {
        plain.resolve(context);
    }

    @Override
    public ValueSerializer<?> createContextual(
            SerializationContext context, @Nullable BeanProperty property) {
        return new NamedTypes(
                type,
                plain.createContextual(context, property),
                context.findTypeSerializer(type).forProperty(context, property));
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializationContext context) {
        if (name == null) {
            plain.serialize(value, out, context);
        } else {
            plain.serializeWithType(value, out, context, name);
        }
    }

    @Override
    public void serializeWithType(
            Object value, JsonGenerator out, SerializationContext context, TypeSerializer said) {
        plain.serializeWithType(value, out, context, said);
    }

    @Override
    public Class<?> handledType() {
        return plain.handledType();
    }
}
