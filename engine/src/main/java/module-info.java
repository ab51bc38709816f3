import org.jspecify.annotations.NullMarked;

/** What has effects: the executor, the store and activities. */
@NullMarked
module dev.reprise.engine {
    requires static transitive org.jspecify;
    requires transitive dev.reprise.core;
    requires transitive dev.reprise.flow;
    requires jdk.jfr;
    requires rocksdbjni;
    requires com.fasterxml.jackson.annotation;
    requires org.snakeyaml.engine;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    // Only who uses TestEngines needs it, and has it.
    requires static org.junit.jupiter.api;

    exports dev.reprise.engine;
    exports dev.reprise.engine.activity;
    exports dev.reprise.engine.drive;
    exports dev.reprise.engine.phases;
    exports dev.reprise.engine.schedule;
    exports dev.reprise.engine.exec;
    exports dev.reprise.engine.watch;
    exports dev.reprise.engine.rules;
    exports dev.reprise.engine.store;
    exports dev.reprise.engine.run;
    exports dev.reprise.engine.story;
    exports dev.reprise.engine.control;
    exports dev.reprise.engine.testing;

    // Workflows of ours are called as those of anybody.
    opens dev.reprise.engine.schedule to
            dev.reprise.flow;
}
