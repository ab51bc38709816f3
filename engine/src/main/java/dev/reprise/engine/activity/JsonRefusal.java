package dev.reprise.engine.activity;

import java.lang.reflect.InaccessibleObjectException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Says what Jackson refused, where, and what to do, in words for those who do not know it. */
final class JsonRefusal {
    private static final int PATH_MAX = 12;
    private static final int VALUE_CHARS_MAX = 120;
    private static final int KNOWN_MAX = 20;
    private static final int WHY_CHARS_MAX = 1_000;

    private JsonRefusal() {}

    /** Why a value of {@code type} has no JSON. */
    static IllegalArgumentException toWrite(Class<?> type, RuntimeException e) {
        String what =
                "A value of " + type.getName() + " cannot be encoded as JSON, at " + path(e) + ": ";
        String why = e instanceof InvalidDefinitionException found ? noForm(found) : why(e);
        return new IllegalArgumentException(
                cut(what + why, WHY_CHARS_MAX) + "\n" + writeRemedy(e), e);
    }

    private static String noForm(InvalidDefinitionException e) {
        String said = why(e);
        return said.startsWith("No serializer found")
                ? e.getType().toCanonical() + " has no properties."
                : said;
    }

    private static String writeRemedy(RuntimeException e) {
        if (isInaccessible(e)) {
            return "What to do: open the package of the class to tools.jackson.databind in its"
                    + " module-info.";
        }
        return "What to do: hand on records, lists, maps, enums, texts, numbers and times; leave"
                + " out a component with @JsonIgnore.";
    }

    /** Why bytes hold no value of a type; a sentence or more. */
    static String toRead(JsonMapper mapper, byte[] bytes, RuntimeException e) {
        String reason =
                switch (e) {
                    case UnrecognizedPropertyException it -> unknown(it);
                    case InvalidTypeIdException it -> why(it) + unnamed(it.getBaseType());
                    case InvalidDefinitionException it
                            when it.getType() != null && it.getType().isAbstract() ->
                            it.getType().toCanonical() + " is abstract." + unnamed(it.getType());
                    default ->
                            isInaccessible(e)
                                    ? "its class is not accessible. Open its package to"
                                            + " tools.jackson.databind in its module-info."
                                    : why(e);
                };
        String value = value(mapper, bytes, e);
        return "at "
                + path(e)
                + (value.isEmpty() ? "" : ", which is " + value)
                + ": "
                + cut(reason, WHY_CHARS_MAX);
    }

    private static String unknown(UnrecognizedPropertyException e) {
        var known = e.getKnownPropertyIds();
        String name = e.getPropertyName();
        return e.getReferringClass().getName()
                + " has no property "
                + name
                + ", only "
                + (known == null
                        ? "others"
                        : known.stream()
                                .map(String::valueOf)
                                .sorted()
                                .limit(KNOWN_MAX)
                                .collect(Collectors.joining(", ")))
                + ". If it was renamed, put @JsonAlias(\""
                + name
                + "\") on its successor; if it was removed, @JsonIgnoreProperties(\""
                + name
                + "\") on the class.";
    }

    private static String unnamed(JavaType type) {
        return " Say how its subtypes are called: @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) on "
                + type.toCanonical()
                + ", @JsonTypeName on each.";
    }

    private static boolean isInaccessible(Throwable e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof InaccessibleObjectException
                    || String.valueOf(each.getMessage()).contains("does not \"opens\"")) {
                return true;
            }
        }
        return false;
    }

    /** What Jackson says, without its advice on how to set it up, which is not the user's. */
    private static String why(RuntimeException e) {
        String said =
                e instanceof JacksonException it
                        ? it.getOriginalMessage()
                        : e.getClass().getName() + ": " + e.getMessage();
        String text = String.valueOf(said);
        int advice = text.indexOf(" (but ");
        advice = advice < 0 ? text.indexOf(" (to avoid exception") : advice;
        return (advice < 0 ? text : text.substring(0, advice)) + ".";
    }

    private static List<JacksonException.Reference> references(RuntimeException e) {
        return e instanceof JacksonException it ? it.getPath() : List.of();
    }

    private static String path(RuntimeException e) {
        var references = references(e);
        String shown =
                references.stream()
                        .limit(PATH_MAX)
                        .map(
                                it ->
                                        it.getPropertyName() == null
                                                ? "[" + it.getIndex() + "]"
                                                : "." + it.getPropertyName())
                        .collect(Collectors.joining());
        return "$" + shown + (references.size() > PATH_MAX ? "…" : "");
    }

    /** The offending part, looked for once more in what was to be read. */
    private static String value(JsonMapper mapper, byte[] bytes, RuntimeException e) {
        try {
            @Nullable JsonNode node = mapper.readTree(bytes);
            for (var step : references(e)) {
                if (node == null) {
                    return "";
                }
                node =
                        step.getPropertyName() == null
                                ? node.get(step.getIndex())
                                : node.get(step.getPropertyName());
            }
            return node == null ? "" : cut(node.toString(), VALUE_CHARS_MAX);
        } catch (JacksonException notJson) {
            return "";
        }
    }

    private static String cut(String text, int charsMax) {
        return text.length() <= charsMax ? text : text.substring(0, charsMax) + "…";
    }
}
