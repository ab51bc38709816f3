package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Text;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is told about an activity to those who watch. Drivers read it; it decides nothing.
 *
 * @param metadata goes along with every event
 * @param logLevel at which retries, timeouts and the like are logged
 * @param telemetryName under which it is measured; empty for the activity's own name
 */
public record Notes(SortedMap<String, String> metadata, Level logLevel, String telemetryName) {
    /** The most entries of metadata. */
    public static final int METADATA_MAX = 100;

    /** Nothing in particular. */
    public static final Notes NONE = new Notes(Collections.emptySortedMap(), Level.DEBUG, "");

    /** Checks the texts, and copies the map. */
    public Notes {
        Check.argument(
                metadata.size() <= METADATA_MAX,
                "at most %d entries of metadata: %d",
                METADATA_MAX,
                metadata.size());
        metadata.forEach(
                (name, value) -> {
                    Text.name("a name in metadata", name);
                    Text.optionalName("metadata", value);
                });
        metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
        Text.optionalName("a telemetry name", telemetryName);
    }

    /** The same with other metadata. */
    public Notes metadata(SortedMap<String, String> value) {
        return new Notes(value, logLevel, telemetryName);
    }

    /** The same with another level. */
    public Notes logLevel(Level value) {
        return new Notes(metadata, value, telemetryName);
    }

    /** The same with another name. */
    public Notes telemetryName(String value) {
        return new Notes(metadata, logLevel, value);
    }
}
