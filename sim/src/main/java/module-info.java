import org.jspecify.annotations.NullMarked;

/** A world in one thread, from a seed. */
@NullMarked
module dev.reprise.sim {
    requires static transitive org.jspecify;
    requires transitive dev.reprise.core;
    requires transitive dev.reprise.engine;

    exports dev.reprise.sim;
    exports dev.reprise.sim.task;
    exports dev.reprise.sim.engine;

    // Workflows and activities that are simulated: whoever runs them makes and calls them.
    opens dev.reprise.sim.engine to
            dev.reprise.flow,
            dev.reprise.engine;
}
