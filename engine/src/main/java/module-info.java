import org.jspecify.annotations.NullMarked;

/** What has effects: the executor. */
@NullMarked
module dev.reprise.engine {
    requires static transitive org.jspecify;
    requires transitive dev.reprise.core;
    requires jdk.jfr;

    exports dev.reprise.engine.exec;
}
