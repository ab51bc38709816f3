import org.jspecify.annotations.NullMarked;

/** What has effects: the executor and the store. */
@NullMarked
module dev.reprise.engine {
    requires static transitive org.jspecify;
    requires transitive dev.reprise.core;
    requires jdk.jfr;
    requires rocksdbjni;

    exports dev.reprise.engine.exec;
    exports dev.reprise.engine.store;
}
