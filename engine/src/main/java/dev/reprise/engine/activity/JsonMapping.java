package dev.reprise.engine.activity;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/** How Jackson is set up for {@link JsonCodec}: each line is a promise of docs/activities.md. */
final class JsonMapping {
    private JsonMapping() {}

    static JsonMapper mapper() {
        // What was written must be readable, however long it is.
        var limits =
                StreamReadConstraints.builder()
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build();
        return JsonMapper.builder(JsonFactory.builder().streamReadConstraints(limits).build())
                // The same bytes, however the components of a record are ordered.
                .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
                // The same bytes when a component is added that is not set.
                .changeDefaultPropertyInclusion(
                        it -> it.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                // Whoever renames a component must say so; a new one is absent in what is older.
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                // Nothing is made to fit.
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(LogicalType.Textual, JsonMapping::refuseScalars)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                // A constant is written as it is called in the code.
                .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
                .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
                // Times are text, and come back in the zone in which they were.
                .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                .disable(DateTimeFeature.WRITE_DATES_WITH_CONTEXT_TIME_ZONE)
                .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                .defaultTimeZone(TimeZone.getTimeZone("UTC"))
                .defaultLocale(Locale.ROOT)
                .addModule(forms())
                .build();
    }

    private static void refuseScalars(MutableCoercionConfig texts) {
        texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    }

    /** A set is read in the order in which it was written, so that code sees one order always. */
    private static SimpleModule forms() {
        return new SimpleModule("reprise")
                .addAbstractTypeMapping(Set.class, LinkedHashSet.class)
                .setSerializerModifier(new JsonForms());
    }
}
