import org.jspecify.annotations.NullMarked;

/** Workflows as plain Java: scheduled deterministically, replayed exactly. */
@NullMarked
module dev.reprise.flow {
    requires static transitive org.jspecify;
    requires transitive dev.reprise.core;

    exports dev.reprise.flow;
    exports dev.reprise.flow.guard;
    exports dev.reprise.flow.unit;
}
