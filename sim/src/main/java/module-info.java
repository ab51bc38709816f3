import org.jspecify.annotations.NullMarked;

/** A world in one thread, from a seed. */
@NullMarked
module dev.reprise.sim {
    requires static transitive org.jspecify;
    requires transitive dev.reprise.core;
    requires transitive dev.reprise.engine;
    // Only who uses @Explore needs it, and has it.
    requires static org.junit.jupiter.api;
    requires static org.junit.platform.commons;

    exports dev.reprise.sim;
    exports dev.reprise.sim.task;
    exports dev.reprise.sim.engine;
    exports dev.reprise.sim.explore;

    // Workflows and activities that are simulated: whoever runs them makes and calls them.
    opens dev.reprise.sim.engine to
            dev.reprise.flow,
            dev.reprise.engine;
}
