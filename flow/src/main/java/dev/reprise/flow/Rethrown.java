package dev.reprise.flow;

/** Throws on what one piece of a workflow's code threw, in another, unchanged. */
final class Rethrown {
    private Rethrown() {}

    /** Never returns; the result is there for callers who have to end their path. */
    static RuntimeException as(Throwable thrown) {
        throw Rethrown.<RuntimeException>unchecked(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> E unchecked(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
