package dev.reprise.engine.activity;

import com.fasterxml.jackson.annotation.JsonKey;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.reflect.AnnotatedElement;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;

/** Says which text a key of a map has in JSON, and refuses keys that would not come back. */
final class MapKeys {
    private static final ClassValue<Boolean> HAS_TEXT =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return hasText(type);
                }
            };

    private MapKeys() {}

    static String text(@Nullable Object key, SerializationContext context) {
        if (key == null) {
            throw DatabindException.from(
                    context,
                    "a key of a map is null; leave the entry out, or use a list of entries");
        }
        String text = key instanceof String it ? it : written(key, context);
        if (!isWellFormed(text)) {
            throw DatabindException.from(
                    context,
                    "a key of a map is not well-formed Unicode and would not come back as it is");
        }
        return text;
    }

    private static String written(Object key, SerializationContext context) {
        Class<?> type = key.getClass();
        if (!HAS_TEXT.get(type)) {
            throw DatabindException.from(
                    context,
                    "a key of a map is a "
                            + type.getName()
                            + ", which has no text of its own; use a list of entries, or give the"
                            + " class a @JsonKey and a @JsonCreator");
        }
        try (var buffer = context.bufferForValueConversion()) {
            buffer.writeStartObject();
            context.findKeySerializer(type, null).serialize(key, buffer, context);
            buffer.writeNull();
            buffer.writeEndObject();
            try (var parser = buffer.asParser()) {
                parser.nextToken();
                return String.valueOf(parser.nextName());
            }
        }
    }

    private static boolean hasText(Class<?> type) {
        if (Enum.class.isAssignableFrom(type)) {
            return true;
        }
        if (Platform.holds(type)) {
            return !type.isArray()
                    && Stream.of(Collection.class, Map.class, Map.Entry.class, Optional.class)
                            .noneMatch(it -> it.isAssignableFrom(type));
        }
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (Stream.of(each.getDeclaredMethods(), each.getDeclaredFields())
                    .flatMap(Stream::of)
                    .anyMatch(MapKeys::isText)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isText(AnnotatedElement member) {
        return member.isAnnotationPresent(JsonKey.class)
                || member.isAnnotationPresent(JsonValue.class);
    }

    private static boolean isWellFormed(String text) {
        return text.codePoints()
                .allMatch(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
    }
}
