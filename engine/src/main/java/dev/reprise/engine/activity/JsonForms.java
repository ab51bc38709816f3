package dev.reprise.engine.activity;

import java.util.Set;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.jdk.MapSerializer;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/**
 * What {@link JsonCodec} writes otherwise than Jackson by itself: maps and sets in an order that
 * depends on nothing but what is in them, names of subtypes wherever a value stands, and nothing at
 * all of objects that are no values.
 */
final class JsonForms extends ValueSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueSerializer<?> modifyMapSerializer(
            SerializationConfig config,
            MapType type,
            BeanDescription.Supplier description,
            ValueSerializer<?> plain) {
        return plain instanceof MapSerializer ? new SortedMaps(plain) : plain;
    }

    @Override
    public ValueSerializer<?> modifyCollectionSerializer(
            SerializationConfig config,
            CollectionType type,
            BeanDescription.Supplier description,
            ValueSerializer<?> plain) {
        return type.isTypeOrSubTypeOf(Set.class) ? new SortedSets(plain) : plain;
    }

    @Override
    public ValueSerializer<?> modifyEnumSerializer(
            SerializationConfig config,
            JavaType type,
            BeanDescription.Supplier description,
            ValueSerializer<?> plain) {
        return named(config, description, plain);
    }

    @Override
    public ValueSerializer<?> modifySerializer(
            SerializationConfig config,
            BeanDescription.Supplier description,
            ValueSerializer<?> plain) {
        Class<?> type = description.getBeanClass();
        boolean byProperties = plain instanceof BeanSerializerBase;
        return byProperties && !isValue(type)
                ? new Refused(type)
                : named(config, description, plain);
    }

    /** Subtypes that have names are written with them. */
    private static ValueSerializer<?> named(
            SerializationConfig config,
            BeanDescription.Supplier description,
            ValueSerializer<?> plain) {
        var info =
                config.getAnnotationIntrospector()
                        .findPolymorphicTypeInfo(config, description.getClassInfo());
        return info == null ? plain : new NamedTypes(description.getType(), plain);
    }

    /** Whether what the properties of an object say is what it is. */
    private static boolean isValue(Class<?> type) {
        return !Throwable.class.isAssignableFrom(type)
                && !type.isHidden()
                && !type.isSynthetic()
                && !Platform.holds(type);
    }
}
