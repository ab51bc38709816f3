import org.jspecify.annotations.NullMarked;

/** The pure part of Reprise: no clock, no thread, no socket, no randomness of its own. */
@NullMarked
module dev.reprise.core {
    requires static transitive org.jspecify;
    requires tools.jackson.core;

    exports dev.reprise;
    exports dev.reprise.form;
    exports dev.reprise.filter;
    exports dev.reprise.schedule;
    exports dev.reprise.choice;
    exports dev.reprise.policy;
    exports dev.reprise.history;
    exports dev.reprise.pattern;
    exports dev.reprise.pattern.picture;
    exports dev.reprise.program;
    exports dev.reprise.vm;
    exports dev.reprise.soundness;
}
