import org.jspecify.annotations.NullMarked;

/** A world in one thread, from a seed. */
@NullMarked
module dev.reprise.sim {
    requires static transitive org.jspecify;
    requires transitive dev.reprise.core;
    requires transitive dev.reprise.engine;

    exports dev.reprise.sim;
    exports dev.reprise.sim.task;
}
