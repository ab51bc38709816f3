package dev.reprise.history;

/**
 * One field in which an attempted command differs from the recorded one.
 *
 * @param path the field, such as {@code options.timeouts.heartbeat}
 * @param recorded a readable form of the recorded value, or {@link #ABSENT}
 * @param attempted a readable form of the attempted value, or {@link #ABSENT}
 */
public record FieldDifference(String path, String recorded, String attempted) {
    /** What is shown where there is no such field. */
    public static final String ABSENT = "(absent)";

    @Override
    public String toString() {
        return path + ": recorded " + recorded + ", attempted " + attempted;
    }
}
