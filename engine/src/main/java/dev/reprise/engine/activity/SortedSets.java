package dev.reprise.engine.activity;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;

/** Writes sets in the order of their elements as JSON: equal sets need not have one order. */
final class SortedSets extends ValueSerializer<Object> {
    private final ValueSerializer<Object> plain;

    @SuppressWarnings("unchecked") // it writes collections
    SortedSets(ValueSerializer<?> plain) {
        this.plain = (ValueSerializer<Object>) plain;
    }

    @Override
    public void resolve(SerializationContext context) {
        plain.resolve(context);
    }

    @Override
    public ValueSerializer<?> createContextual(
            SerializationContext context, @Nullable BeanProperty property) {
        return new SortedSets(plain.createContextual(context, property));
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializationContext context) {
        var set = (Collection<?>) value;
        if (set.size() <= 1) {
            plain.serialize(value, out, context);
            return;
        }
        out.writeStartArray(value, set.size());
        writeSorted(set, out, context);
        out.writeEndArray();
    }

    @Override
    public void serializeWithType(
            Object value, JsonGenerator out, SerializationContext context, TypeSerializer type) {
        var id = type.typeId(value, JsonToken.START_ARRAY);
        type.writeTypePrefix(out, context, id);
        writeSorted((Collection<?>) value, out, context);
        type.writeTypeSuffix(out, context, id);
    }

    private void writeSorted(Collection<?> set, JsonGenerator out, SerializationContext context) {
        var texts = new TreeSet<String>();
        for (Object element : set) {
            String text = written(element, context);
            if (!texts.add(text)) {
                throw DatabindException.from(
                        context, "two elements of a set have the same form: " + text);
            }
        }
        texts.forEach(out::writeRawValue);
    }

    /** One element as JSON: that of the set which holds nothing else, without the brackets. */
    private String written(@Nullable Object element, SerializationContext context) {
        var json = new ByteArrayOutputStream();
        try (var out = context.tokenStreamFactory().createGenerator(context, json)) {
            plain.serialize(
                    element instanceof Enum<?> constant
                            ? only(constant)
                            : Collections.singleton(element),
                    out,
                    context);
        }
        String text = json.toString(StandardCharsets.UTF_8);
        return text.substring(1, text.length() - 1);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a constant is that of its set
    private static Object only(Enum constant) {
        return EnumSet.of(constant);
    }

    @Override
    public boolean isEmpty(SerializationContext context, Object value) {
        return ((Collection<?>) value).isEmpty();
    }

    @Override
    public Class<?> handledType() {
        return plain.handledType();
    }
}
