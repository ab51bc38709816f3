package dev.reprise.engine.activity;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;

/** Writes maps in the order of their keys as text: equal maps need not have one order. */
final class SortedMaps extends ValueSerializer<Object> {
    private final ValueSerializer<Object> plain;

    @SuppressWarnings("unchecked") // it writes maps
    SortedMaps(ValueSerializer<?> plain) {
        this.plain = (ValueSerializer<Object>) plain;
    }

    @Override
    public void resolve(SerializationContext context) {
        plain.resolve(context);
    }

    @Override
    public ValueSerializer<?> createContextual(
            SerializationContext context, @Nullable BeanProperty property) {
        return new SortedMaps(plain.createContextual(context, property));
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializationContext context) {
        plain.serialize(sorted((Map<?, ?>) value, context), out, context);
    }

    @Override
    public void serializeWithType(
            Object value, JsonGenerator out, SerializationContext context, TypeSerializer type) {
        plain.serializeWithType(sorted((Map<?, ?>) value, context), out, context, type);
    }

    private static Map<?, ?> sorted(Map<?, ?> map, SerializationContext context) {
        var texts = new TreeMap<String, Map.Entry<?, ?>>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object key = entry.getKey();
            String text = MapKeys.text(key, context);
            Map.Entry<?, ?> other = texts.put(text, entry);
            if (other != null) {
                throw DatabindException.from(
                        context,
                        "two keys of a map have the same text "
                                + text
                                + ": one is a "
                                + key.getClass().getName()
                                + ", one a "
                                + other.getKey().getClass().getName());
            }
        }
        var sorted = LinkedHashMap.<Object, Object>newLinkedHashMap(map.size());
        texts.values().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    @Override
    public boolean isEmpty(SerializationContext context, Object value) {
        return ((Map<?, ?>) value).isEmpty();
    }

    @Override
    public Class<?> handledType() {
        return plain.handledType();
    }
}
