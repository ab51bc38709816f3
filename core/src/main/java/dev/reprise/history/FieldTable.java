package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.InvariantViolation;
import dev.reprise.Payload;
import dev.reprise.RunId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * All fields of a record, those of its records and lists included, each under its path. The paths
 * are found by reflection, so that a new field cannot be forgotten; only what differs gets here.
 */
final class FieldTable {
    /** The path under which the name of the record's own class is found. */
    static final String KIND = "kind";

    private static final int PAYLOAD_LEAD_BYTES_MAX = 24;

    private final SequencedMap<String, Object> fields = new LinkedHashMap<>();

    private FieldTable() {}

    static FieldTable of(Command command) {
        var table = new FieldTable();
        table.fields.put(KIND, command.getClass().getSimpleName());
        table.addComponents("", (Record) command);
        return table;
    }

    private void addComponents(String prefix, Record parent) {
        for (RecordComponent component : parent.getClass().getRecordComponents()) {
            add(prefix + component.getName(), component.getType(), value(component, parent));
        }
    }

    private void add(String path, Class<?> declared, Object value) {
        switch (value) {
            case List<?> list -> {
                fields.put(path, list.size() == 1 ? "1 item" : list.size() + " items");
                for (int i = 0; i < list.size(); i++) {
                    add(path + "[" + i + "]", Object.class, list.get(i));
                }
            }
            case Optional<?> optional ->
                    optional.ifPresentOrElse(
                            present -> add(path, Object.class, present),
                            () -> fields.put(path, "none"));
            case Record inner when !isLeaf(inner) -> {
                // Of several kinds that could be here, the kind is itself something to compare.
                if (!declared.isRecord()) {
                    fields.put(path, inner.getClass().getSimpleName());
                }
                addComponents(path + ".", inner);
            }
            default -> fields.put(path, value);
        }
    }

    /** A record of one component is shown, and compared, as that. */
    private static boolean isLeaf(Record value) {
        return value instanceof RunId;
    }

    private static Object value(RecordComponent component, Record parent) {
        try {
            return component.getAccessor().invoke(parent);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new InvariantViolation(
                    "field " + component.getName() + " of " + parent + " cannot be read: " + e);
        }
    }

    /** Refuses a path that is neither a field nor a group of fields. */
    void checkPath(String path) {
        Check.argument(
                fields.keySet().stream().anyMatch(field -> isInside(field, path)),
                "%s has no field %s; it has %s",
                fields.get(KIND),
                path,
                fields.keySet());
    }

    static boolean isInside(String field, String path) {
        return field.startsWith(path)
                && (field.length() == path.length()
                        || field.charAt(path.length()) == '.'
                        || field.charAt(path.length()) == '[');
    }

    /** The value under a path, if there is such a field. */
    Optional<Object> value(String path) {
        return Optional.ofNullable(fields.get(path));
    }

    /** The paths of all fields, in order. */
    Set<String> paths() {
        return fields.keySet();
    }

    /** The paths that either table has, in order. */
    static List<String> paths(FieldTable recorded, FieldTable attempted) {
        var paths = new ArrayList<>(recorded.fields.keySet());
        for (String path : attempted.fields.keySet()) {
            if (!recorded.fields.containsKey(path)) {
                paths.add(path);
            }
        }
        return paths;
    }

    /** The fields that differ between two commands, but for the unknown ones. */
    static List<FieldDifference> differences(
            Command recorded, Command attempted, List<String> unknown) {
        FieldTable left = of(recorded);
        FieldTable right = of(attempted);
        var differences = new ArrayList<FieldDifference>();
        for (String path : paths(left, right)) {
            Optional<Object> one = left.value(path);
            Optional<Object> other = right.value(path);
            if (!one.equals(other) && unknown.stream().noneMatch(u -> isInside(path, u))) {
                differences.add(difference(path, one, other));
            }
        }
        return differences;
    }

    private static FieldDifference difference(
            String path, Optional<Object> one, Optional<Object> other) {
        // Long payloads are shown in part; then it is the part that differs which is shown.
        if (one.orElse("") instanceof Payload left && other.orElse("") instanceof Payload right) {
            int at = left.view().mismatch(right.view());
            if (at >= PAYLOAD_LEAD_BYTES_MAX) {
                String from = "from byte " + at + ": ";
                return new FieldDifference(path, from + left.from(at), from + right.from(at));
            }
        }
        String recorded = one.map(Object::toString).orElse(FieldDifference.ABSENT);
        String attempted = other.map(Object::toString).orElse(FieldDifference.ABSENT);
        return new FieldDifference(path, recorded, attempted);
    }
}
