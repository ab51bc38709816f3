package dev.reprise.testing;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Records taken apart and put together again, whatever their type. */
public final class Records {
    private Records() {}

    /** The values of the components, in order. */
    public static List<Object> values(Record record) {
        var values = new ArrayList<Object>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                values.add(component.getAccessor().invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("a record's component cannot be read", e);
            }
        }
        return values;
    }

    /**
     * A record of {@code type} with these components.
     *
     * @throws IllegalArgumentException when the record refuses them
     */
    public static <R> R make(Class<R> type, List<?> values) {
        Class<?>[] types =
                Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray(Class<?>[]::new);
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values.toArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw refused;
            }
            throw new AssertionError(e);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a record cannot be made", e);
        }
    }

    /** The same record with another value in one component. */
    @SuppressWarnings("unchecked")
    public static <R> R with(R record, String name, Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        List<Object> values = values((Record) record);
        for (int i = 0; i < components.length; i++) {
            if (components[i].getName().equals(name)) {
                values.set(i, value);
                return (R) make(record.getClass(), values);
            }
        }
        throw new AssertionError(record.getClass() + " has no component " + name);
    }

    /** The records that a sealed type permits, those of its sealed subtypes included. */
    public static List<Class<?>> kinds(Class<?> sealed) {
        if (!sealed.isSealed()) {
            return List.of(sealed);
        }
        return Arrays.stream(sealed.getPermittedSubclasses())
                .<Class<?>>flatMap(each -> kinds(each).stream())
                .toList();
    }
}
