package dev.reprise.filter;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How a run is, as far as a filter can ask. */
public enum RunStatus {
    /** It goes on, or waits for something. */
    RUNNING,
    /** Its code could not be carried out: it waits for fitting code. */
    STUCK,
    /** It ended with a result. */
    COMPLETED,
    /** It ended with a failure. */
    FAILED,
    /** It ended because it was cancelled. */
    CANCELLED,
    /** It was ended from outside, without being asked. */
    TERMINATED,
    /** It ended because its time was over. */
    TIMED_OUT,
    /** It ended by beginning anew, as another run. */
    CONTINUED;

    /** As it is written in a filter: {@code running}, {@code timed_out}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<RunStatus> of(String word) {
        return Stream.of(values()).filter(it -> it.name().equalsIgnoreCase(word)).findFirst();
    }

    static List<String> words() {
        return Stream.of(values()).map(RunStatus::word).toList();
    }
}
