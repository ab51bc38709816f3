package dev.reprise.flow.guard;

/**
 * A way in which code can do one thing in its first execution and another in replay.
 *
 * <p>Each has a title, which completes the sentence "this call ...", and advice for the calls of
 * the rule that have no closer replacement.
 */
public enum Rule {
    /** Reads the time of the machine. */
    CLOCK("reads the clock, and replay happens later", "use Flow.now()"),
    /** Draws from a source of chance whose seed is not recorded. */
    RANDOM("draws chance that is not recorded", "use Flow.random() or Flow.uuid()"),
    /** Starts, blocks or looks at threads, which Flow alone schedules. */
    THREAD("uses threads, whose order nobody records", "use Flow.async or Flow.parallel"),
    /** Reads or changes the world outside of the run. */
    IO("touches the world, and replay would touch it again", "call it in an activity"),
    /** Asks about the process or the machine. */
    ENVIRONMENT(
            "asks about this process, and replay may happen in another",
            "pass it in the workflow's input, or read it in an activity"),
    /** Depends on the default locale, time zone or charset. */
    LOCALE("depends on a default of this machine", "name the locale, zone or charset"),
    /** Depends on the identity of an object or on the garbage collector. */
    IDENTITY(
            "depends on where objects lie in memory, or when they are collected",
            "give the class its own hashCode and toString, or hold the value itself"),
    /** Goes through a hash collection, whose order is not part of its contract. */
    UNORDERED(
            "goes through a collection that has no order of its own",
            "use LinkedHashMap, LinkedHashSet, TreeMap, TreeSet or a List, or sort first"),
    /** Reads or changes state that all runs in this process share. */
    STATIC_STATE(
            "uses state that all runs of this process share",
            "keep it in a field of the workflow, or make it a constant"),
    /** Runs code that the guard cannot follow. */
    OPAQUE("runs code that cannot be checked", "call the code directly, or call it in an activity"),
    /** An {@link Allowed} without a reason. It cannot be silenced. */
    UNEXPLAINED(
            "silences the guard and does not say why",
            "write the reason: why does replay give the same here?");

    private final String title;
    private final String advice;

    Rule(String title, String advice) {
        this.title = title;
        this.advice = advice;
    }

    /** What is wrong with such a call, as the end of a sentence that begins with the call. */
    public String title() {
        return title;
    }

    /** What to do instead. */
    public String advice() {
        return advice;
    }
}
